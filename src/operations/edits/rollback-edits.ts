// Discards a staged session.
import { renderCount } from "../../vocabulary/shown-text.ts";
import type { Operation } from "../contract/operation.ts";
import { stagedSession } from "./choose-session.ts";
import { NOTHING_DONE } from "./edit-report.ts";
import { sessionField } from "./edit-tool.ts";
import { defineSessionTool } from "./session-tool.ts";

export const rollbackEdits: Operation = defineSessionTool({
  name: "rollback_edits",
  title: "Discard staged edits",
  summary: "Discard a staged session; no file changes",
  description:
    "Discards the edits of a staged session. Files are not touched: undo_edits reverts edits that were applied.",
  input: { session: sessionField.describe("Default: the only staged one") },
  command: "edit rollback",
  positionals: ["session"],
  examples: ["context-broker edit rollback 1a2b3c4d"],
  async run({ session }, { place }) {
    const store = await place.session.edits();
    const { id, intents } = await store.rollback(stagedSession(store, session).id);
    const message = `session ${id} discarded with ${renderCount(intents.length, "edit")}; no file was changed`;
    return { ...NOTHING_DONE, state: "discarded", intent: intents.join("; "), session: id, message };
  },
});
