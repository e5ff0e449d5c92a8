// Hooks of Cursor: https://cursor.com/docs/agent/hooks. Cursor ignores the output of a hook after an edit, so there is no note; the files are
// indexed.
import { join } from "node:path";
import { type ClientHooks, fieldsOf, textOf } from "../contract/client-hooks.ts";

export const cursorHooks: ClientHooks = {
  name: "cursor",
  title: "Cursor",
  file: (home) => join(home, ".cursor", "hooks.json"),
  installed: {
    form: "entries",
    newFile: { version: 1 },
    entries: (command) => [{ keys: ["hooks", "afterFileEdit"], value: { command } }],
  },
  read(payload) {
    const { conversation_id, hook_event_name, file_path, workspace_roots } = fieldsOf(payload);
    const path = textOf(file_path);
    const [folder] = Array.isArray(workspace_roots) ? workspace_roots : [];
    return hook_event_name !== "afterFileEdit" || path === ""
      ? null
      : { kind: "wrote", session: textOf(conversation_id), cwd: textOf(folder), paths: [path] };
  },
  answer: () => null,
  afterInstall: null,
};
