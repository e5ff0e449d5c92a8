// Hooks of Claude Code: https://code.claude.com/docs/en/hooks.
import { join } from "node:path";
import { type ClientHooks, fieldsOf, searchedByShell, textOf } from "../contract/client-hooks.ts";
import { commonAnswer, matchedCommand } from "../contract/common-hooks.ts";

/** In seconds. The command ends much earlier by itself. */
const TIMEOUT = 5;

export const claudeCodeHooks: ClientHooks = {
  name: "claude-code",
  title: "Claude Code",
  file: (home, env) => join(env["CLAUDE_CONFIG_DIR"] ?? join(home, ".claude"), "settings.json"),
  installed: {
    form: "entries",
    newFile: {},
    entries: (command) => [
      matchedCommand("PostToolUse", "Edit|MultiEdit|Write|NotebookEdit", command, TIMEOUT),
      matchedCommand("PreToolUse", "Grep|Read|Bash", command, TIMEOUT),
    ],
  },
  read(payload) {
    const { session_id, cwd: folder, hook_event_name, tool_name, tool_input } = fieldsOf(payload);
    const input = fieldsOf(tool_input);
    const [session, cwd] = [textOf(session_id), textOf(folder)];
    const path = textOf(input["file_path"]) || textOf(input["notebook_path"]);
    if (hook_event_name === "PostToolUse") {
      return path === "" ? null : { kind: "wrote", session, cwd, paths: [path] };
    }
    if (hook_event_name !== "PreToolUse") {
      return null;
    }
    if (tool_name === "Read") {
      const isPart = input["limit"] !== undefined || input["offset"] !== undefined;
      return path === "" || isPart ? null : { kind: "reads", session, cwd, path };
    }
    const text = tool_name === "Grep" ? textOf(input["pattern"]) : searchedByShell(textOf(input["command"]));
    return text === "" ? null : { kind: "searches", session, cwd, text };
  },
  answer: commonAnswer,
  afterInstall: null,
};
