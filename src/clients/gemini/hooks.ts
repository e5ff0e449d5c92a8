// Hooks of Gemini CLI: https://geminicli.com/docs/hooks/reference. A hook before a tool cannot pass text to the model unless it refuses the
// tool, so there is no hint.
import { join } from "node:path";
import { type ClientHooks, fieldsOf, textOf } from "../contract/client-hooks.ts";
import { matchedCommand } from "../contract/common-hooks.ts";

/** Milliseconds. */
const TIMEOUT = 5_000;

export const geminiHooks: ClientHooks = {
  name: "gemini",
  title: "Gemini CLI",
  file: (home) => join(home, ".gemini", "settings.json"),
  installed: {
    form: "entries",
    newFile: {},
    entries: (command) => [matchedCommand("AfterTool", "write_file|replace", command, TIMEOUT)],
  },
  read(payload) {
    const { session_id, cwd, hook_event_name, tool_input } = fieldsOf(payload);
    const path = textOf(fieldsOf(tool_input)["file_path"]);
    return hook_event_name !== "AfterTool" || path === ""
      ? null
      : { kind: "wrote", session: textOf(session_id), cwd: textOf(cwd), paths: [path] };
  },
  answer: (_, note) => ({ hookSpecificOutput: { hookEventName: "AfterTool", additionalContext: note } }),
  afterInstall: null,
};
