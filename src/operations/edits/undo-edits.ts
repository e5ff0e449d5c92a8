// Reverts an applied session, if its files are still as it left them.
import type { Obstacle } from "../../edits/store/transaction.ts";
import { renderCount } from "../../vocabulary/shown-text.ts";
import type { Operation } from "../contract/operation.ts";
import { appliedSession } from "./choose-session.ts";
import { type EditReport, NOTHING_DONE } from "./edit-report.ts";
import { applyField, sessionField } from "./edit-tool.ts";
import { impactOfEdit } from "./impact.ts";
import { defineSessionTool } from "./session-tool.ts";

export const undoEdits: Operation = defineSessionTool({
  name: "undo_edits",
  title: "Undo applied edits",
  summary: "Revert an applied session byte for byte, unless its files changed since",
  description:
    "Reverts an applied session byte for byte. If any of its files changed since, nothing is reverted and the answer names those. Without `apply` it shows what it would revert.",
  input: { session: sessionField.describe("Default: the newest applied one"), apply: applyField },
  command: "edit undo",
  positionals: ["session"],
  examples: ["context-broker edit undo --apply", "context-broker edit undo 1a2b3c4d"],
  async run({ session, apply }, { place }) {
    const store = await place.session.edits();
    const { id, intents } = appliedSession(store, session);
    const base = { ...NOTHING_DONE, intent: `undo of ${intents.join("; ")}`, message: null, session: id };
    if (!apply) {
      const planned = store.previewUndo(id);
      return planned.kind === "stale"
        ? stale(base, planned.obstacles)
        : { ...base, state: "preview", files: planned.files, next: "apply" };
    }
    const undone = await store.undo(id);
    if (undone.kind === "stale") {
      return stale(base, undone.obstacles);
    }
    const { files } = undone;
    const impact = await impactOfEdit(files, place.session, place.scene, place.context);
    return { ...base, intent: intents.join("; "), state: "undone", files, impact };
  },
});

function stale(base: Omit<EditReport, "state">, obstacles: readonly Obstacle[]): EditReport {
  const remedy = "restore what the edit wrote there, or revert it by hand";
  return {
    ...base,
    state: "stale",
    message: `session ${base.session} cannot be undone: ${renderCount(obstacles.length, "file")} changed since; nothing was reverted`,
    refusals: obstacles.map(({ path, why }) => ({
      rule: "stale",
      path,
      line: null,
      message: `the file ${why}`,
      remedy,
    })),
  };
}
