// What an MCP bundle (`.mcpb`) and the registry's `server.json` say of the package. Claude Desktop installs a bundle by double click and
// asks its user for the folder named under `user_config`.
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { getDefaultEnvironment, StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";

/** Node's names of systems, by the platforms of package.config.mjs. */
const systemOf = (platform) => platform.split("-")[0];

/** Name and description of each tool and prompt, as the built server offers them below an allowed folder. */
export async function offersOf(main, folder) {
  const client = new Client({ name: "package", version: "1" });
  // As the bundle starts it.
  const env = {
    ...getDefaultEnvironment(),
    HOME: folder,
    CONTEXT_BROKER_DAEMON: "off",
    CONTEXT_BROKER_ALLOWED_PROJECTS: folder,
  };
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [main, "serve"], cwd: folder, env }),
  );
  try {
    const { tools } = await client.listTools();
    const { prompts } = await client.listPrompts();
    return {
      tools: tools.map(({ name, description }) => ({ name, description })),
      prompts: prompts.map(({ name, description = "", arguments: listed = [] }) => ({
        name,
        description,
        arguments: listed.map((argument) => argument.name),
        text: description,
      })),
    };
  } finally {
    await client.close();
  }
}

/** `manifest`: package.json as packed. The fields are those of manifest version 0.3. */
export function bundleManifest(manifest, platform, { tools, prompts }) {
  const { name, version, description, license, engines } = manifest;
  return {
    manifest_version: "0.3",
    name,
    display_name: "Context Broker",
    version,
    description,
    author: { name: "The Context Broker authors" },
    license,
    server: {
      type: "node",
      entry_point: "dist/main.js",
      mcp_config: {
        command: "node",
        args: ["${__dirname}/dist/main.js", "serve"],
        env: { CONTEXT_BROKER_ALLOWED_PROJECTS: "${user_config.projects}" },
      },
    },
    user_config: {
      projects: {
        type: "directory",
        title: "Folder with your projects",
        description: "Every project below this folder may be searched, and nothing else.",
        required: true,
      },
    },
    tools,
    tools_generated: true,
    prompts,
    prompts_generated: true,
    compatibility: { platforms: [systemOf(platform)], runtimes: { node: engines.node } },
  };
}
