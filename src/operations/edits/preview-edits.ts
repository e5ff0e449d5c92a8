// Shows what a staged session would write.
import type { Operation } from "../contract/operation.ts";
import { stagedSession } from "./choose-session.ts";
import { sessionField } from "./edit-tool.ts";
import { commitCall } from "./run-edit.ts";
import { checkSession } from "./run-session.ts";
import { defineSessionTool } from "./session-tool.ts";

export const previewEdits: Operation = defineSessionTool({
  name: "preview_edits",
  title: "Preview staged edits",
  summary: "Show what a staged session would write, as a diff",
  description: "Shows the unified diff of a staged session, what it leaves and what speaks against it. Writes nothing.",
  isReadOnly: true,
  input: { session: sessionField.describe("Default: the only staged one") },
  command: "edit preview",
  positionals: ["session"],
  examples: ["context-broker edit preview", "context-broker edit preview 1a2b3c4d --max-tokens 8000"],
  async run({ session }, { place }) {
    const { id } = stagedSession(await place.session.edits(), session);
    const limits = { scope: undefined, allowSyntaxErrors: false, leaveUnread: 0 };
    return checkSession(id, limits, place, [commitCall(id)]);
  },
});
