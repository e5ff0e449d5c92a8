// Writes all edits of a staged session, or none.
import { z } from "zod";
import type { Obstacle } from "../../edits/store/transaction.ts";
import { Failure } from "../../vocabulary/failure.ts";
import { renderCount } from "../../vocabulary/shown-text.ts";
import { explained } from "../contract/fields.ts";
import type { Operation } from "../contract/operation.ts";
import { appliedSession, stagedSession } from "./choose-session.ts";
import { type EditReport, NOTHING_DONE } from "./edit-report.ts";
import { applyField, limitFields, limitsOf, sessionField } from "./edit-tool.ts";
import { impactOfEdit } from "./impact.ts";
import { commitCall } from "./run-edit.ts";
import { checkSession, commitSession } from "./run-session.ts";
import { defineSessionTool } from "./session-tool.ts";

// Reverts an applied session, if its files are still as it left them.

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

/** Discards a staged session. */
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

/** Shows what a staged session would write. */
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

const BRANCH_LENGTH_MAX = 200;
const MESSAGE_LENGTH_MAX = 10_000;

export const commitEdits: Operation = defineSessionTool({
  name: "commit_edits",
  title: "Commit staged edits",
  summary: "Write all edits of a staged session, or none",
  description:
    "Writes the edits of a staged session to their files, all or none, after checking them again; then indexes them and weighs their impact. Without `apply` it shows what it would write.",
  input: {
    session: sessionField.describe("Default: the only staged one"),
    apply: applyField,
    branch: explained(
      z.string().min(1).max(BRANCH_LENGTH_MAX).optional(),
      "Also commit the edited files to this git branch, new or checked out",
      "Also commit the edited files alone: to this new git branch at HEAD, while HEAD and the git index stay as they are; or to the branch that is checked out",
    ),
    message: explained(
      z.string().min(1).max(MESSAGE_LENGTH_MAX).optional(),
      "Of that commit; default: what the edits are",
      "Message of that commit; default: what the edits are",
    ),
    ...limitFields,
  },
  command: "edit commit",
  positionals: ["session"],
  examples: [
    "context-broker edit commit --apply",
    'context-broker edit commit 1a2b3c4d --apply --branch save-orders --message "Name the method save"',
  ],
  async run({ session, apply, branch: name, message, ...limits }, { place }) {
    if (message !== undefined && name === undefined) {
      throw new Failure("INVALID_INPUT", "`message` is not used without `branch`", {
        hint: "name the git branch that the commit is for, or leave `message` out",
      });
    }
    const { id, intents } = stagedSession(await place.session.edits(), session);
    const branch = name === undefined ? {} : { branch: { name, message: message ?? intents.join("; ") } };
    return apply
      ? commitSession(id, limitsOf(limits), place, branch)
      : checkSession(id, limitsOf(limits), place, "apply");
  },
});
