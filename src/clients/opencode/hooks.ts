// A plugin of opencode: https://opencode.ai/docs/plugins. opencode itself runs no commands around its tools. So the plugin starts one after each tool
// that writes, searches or reads, and appends the note to the tool's answer.
import { join } from "node:path";
import { type ClientHooks, fieldsOf, PATCHED_FILE, searchedByShell, textOf } from "../contract/client-hooks.ts";

type Args = Readonly<Record<string, unknown>>;
/** What a tool did, without the session. */
type Act =
  | { readonly kind: "wrote"; readonly paths: readonly string[] }
  | { readonly kind: "searches"; readonly text: string }
  | { readonly kind: "reads"; readonly path: string };

const written = (paths: readonly string[]): Act | null => (paths.length === 0 ? null : { kind: "wrote", paths });
const searched = (text: string): Act | null => (text === "" ? null : { kind: "searches", text });
const writtenFile = (args: Args): Act | null => written([textOf(args["filePath"])].filter(Boolean));
const patched = (args: Args): Act | null =>
  written([...textOf(args["patchText"]).matchAll(PATCHED_FILE)].map(([, path = ""]) => path.trim()));

/** By the tool's name. */
const TOOLS: Readonly<Record<string, (args: Args) => Act | null>> = {
  edit: writtenFile,
  multiedit: writtenFile,
  write: writtenFile,
  apply_patch: patched,
  patch: patched,
  grep: (args) => searched(textOf(args["pattern"])),
  bash: (args) => searched(searchedByShell(textOf(args["command"]))),
  read(args) {
    const path = textOf(args["filePath"]);
    const isPart = args["limit"] !== undefined || args["offset"] !== undefined;
    return path === "" || isPart ? null : { kind: "reads", path };
  },
};

/** The JavaScript of the plugin. It runs in opencode, so it can import nothing of this program. `command`: a shell command. */
const pluginText = (
  command: string,
): string => `// Written by \`context-broker hooks install opencode\`, removed by \`hooks uninstall opencode\`. It tells the model what an edit may have broken.
import { spawn } from "node:child_process";

const COMMAND = ${JSON.stringify(command)};
const TOOLS = new Set(${JSON.stringify(Object.keys(TOOLS))});
/** The command itself waits for less than 0.15 s. */
const MS_MAX = 2000;

/** The command's note; "" if it prints none or fails. */
const ask = (message) =>
  new Promise((resolve) => {
    let said = "";
    const child = spawn(COMMAND, { shell: true, stdio: ["pipe", "pipe", "ignore"], windowsHide: true });
    const end = () => {
      clearTimeout(timer);
      try {
        resolve(String(JSON.parse(said).note));
      } catch {
        resolve("");
      }
    };
    const timer = setTimeout(() => {
      child.kill();
      end();
    }, MS_MAX);
    child.stdout.on("data", (text) => {
      said += text;
    });
    child.on("error", end);
    child.on("close", end);
    child.stdin.on("error", () => undefined);
    child.stdin.end(JSON.stringify(message));
  });

const ContextBroker = async ({ directory }) => ({
  "tool.execute.after": async ({ tool, sessionID, args }, output) => {
    if (!TOOLS.has(tool) || typeof output?.output !== "string") {
      return;
    }
    const note = await ask({ tool, session: sessionID, cwd: directory, args });
    if (note !== "") {
      output.output += \`\\n\\n\${note}\`;
    }
  },
});

export { ContextBroker };
`;

export const opencodeHooks: ClientHooks = {
  name: "opencode",
  title: "opencode",
  file: (home, env) =>
    join(env["XDG_CONFIG_HOME"] || join(home, ".config"), "opencode", "plugins", "context-broker.js"),
  installed: { form: "plugin", text: pluginText },
  read(payload) {
    const { tool, session, cwd, args } = fieldsOf(payload);
    const act = Object.hasOwn(TOOLS, textOf(tool)) ? TOOLS[textOf(tool)]?.(fieldsOf(args)) : null;
    return act == null ? null : { session: textOf(session), cwd: textOf(cwd), ...act };
  },
  answer: (_, note) => ({ note }),
  afterInstall: null,
};
