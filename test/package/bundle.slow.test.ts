// What an MCP bundle and the registry's server.json say of the package: true of the built program, and valid by their own rules.
// `npm run package` makes the bundle itself with the same manifest.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { getMcpConfigForManifest, v0_3, validateManifest } from "@anthropic-ai/mcpb";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { Ajv } from "ajv";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bundleManifest, offersOf } from "../../mcpb.config.mjs";
import { environmentName, SETTING_KEYS } from "../../src/config/settings.ts";
import { packagePath } from "../../src/system/package-root.ts";

const packed = JSON.parse(readFileSync(packagePath("package.json"), "utf8"));
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "bundle-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

describe("the bundle's manifest", () => {
  it("is valid, and starts a server that offers what it lists", async () => {
    const manifest = bundleManifest(packed, "linux-x64", await offersOf(packagePath("dist/main.js"), folder));
    writeFileSync(join(folder, "manifest.json"), JSON.stringify(manifest));
    expect(validateManifest(join(folder, "manifest.json"))).toBe(true);
    const config = await getMcpConfigForManifest({
      manifest: v0_3.McpbManifestSchema.parse(manifest),
      extensionPath: packagePath().replace(/\/$/, ""),
      systemDirs: {},
      userConfig: { projects: folder },
      pathSeparator: "/",
    });
    expect(config).toMatchObject({ command: "node", env: { CONTEXT_BROKER_ALLOWED_PROJECTS: folder } });
    const client = new Client({ name: "bundle-test", version: "1" });
    await client.connect(
      new StdioClientTransport({
        command: process.execPath,
        args: config?.args ?? [],
        env: { ...config?.env, HOME: folder, CONTEXT_BROKER_DAEMON: "off" },
      }),
    );
    const { tools } = await client.listTools();
    await client.close();
    expect(manifest.tools.map(({ name }: { name: string }) => name)).toEqual(tools.map(({ name }) => name));
    expect(manifest.tools.length).toBeGreaterThan(5);
  });
});

describe("server.json", () => {
  const server = JSON.parse(readFileSync(packagePath("server.json"), "utf8"));
  const [npm] = server.packages;

  it("names this package, in this version", () => {
    expect([server.name, server.version]).toEqual([packed.mcpName, packed.version]);
    expect([npm.registryType, npm.identifier, npm.version]).toEqual(["npm", packed.name, packed.version]);
    expect(npm.packageArguments).toEqual([{ type: "positional", value: "serve" }]);
  });

  it("is valid by the registry's schema, which refuses what breaks its rules", () => {
    const schema = JSON.parse(readFileSync(packagePath("fixtures/package/registry/server.schema.json"), "utf8"));
    // The schema is another's: ajv's own rules for writing one are not asked of it.
    const ajv = new Ajv({ strict: false, allErrors: true, formats: { uri: (text) => URL.canParse(text) } });
    const validate = ajv.compile(schema);
    validate(server);
    expect([server.$schema, validate.errors]).toEqual([schema.$id, null]);

    const refusals = (changes: object): string[] => {
      validate({ ...server, ...changes });
      return (validate.errors ?? []).map(({ instancePath, keyword }) => `${instancePath} ${keyword}`);
    };
    expect(refusals({ name: "context-broker" })).toEqual(["/name pattern"]);
    expect(refusals({ description: "word ".repeat(21) })).toEqual(["/description maxLength"]);
    expect(refusals({ version: undefined })).toEqual([" required"]);
    expect(refusals({ websiteUrl: "nowhere" })).toEqual(["/websiteUrl format"]);
    expect(refusals({ packages: [{ ...npm, transport: { type: "pigeon" } }] })).toContain(
      "/packages/0/transport/type enum",
    );
  });

  it("names variables that are settings", () => {
    const names = npm.environmentVariables.map(({ name }: { name: string }) => name);
    expect(names.filter((name: string) => !SETTING_KEYS.map(environmentName).includes(name))).toEqual([]);
  });
});
