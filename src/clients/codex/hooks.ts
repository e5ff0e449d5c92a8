// Hooks of Codex: https://developers.openai.com/codex/hooks, and the schemas in codex-rs/hooks/schema of its repository.
import { join } from "node:path";
import { type ClientHooks, fieldsOf, PATCHED_FILE, searchedByShell, textOf } from "../contract/client-hooks.ts";
import { commonAnswer, matchedCommand } from "../contract/common-hooks.ts";

/** Seconds. */
const TIMEOUT = 5;

export const codexHooks: ClientHooks = {
  name: "codex",
  title: "Codex",
  file: (home, env) => join(env["CODEX_HOME"] ?? join(home, ".codex"), "hooks.json"),
  installed: {
    form: "entries",
    newFile: {},
    entries: (command) => [
      matchedCommand("PostToolUse", "apply_patch", command, TIMEOUT),
      matchedCommand("PreToolUse", "Bash", command, TIMEOUT),
    ],
  },
  read(payload) {
    const { session_id, cwd: folder, hook_event_name, tool_name, tool_input } = fieldsOf(payload);
    const [session, cwd] = [textOf(session_id), textOf(folder)];
    const command = textOf(fieldsOf(tool_input)["command"]);
    if (hook_event_name === "PostToolUse" && tool_name === "apply_patch") {
      const paths = [...command.matchAll(PATCHED_FILE)].map(([, path = ""]) => path.trim());
      return paths.length === 0 ? null : { kind: "wrote", session, cwd, paths };
    }
    const text = hook_event_name === "PreToolUse" && tool_name === "Bash" ? searchedByShell(command) : "";
    return text === "" ? null : { kind: "searches", session, cwd, text };
  },
  answer: commonAnswer,
  afterInstall: "Codex runs a new hook only after you have reviewed it: type /hooks in Codex",
};
