// A staged session as one edit: what it would write, and its commit.
import type { ChangeSet } from "../../edits/change-set.ts";
import type { CommitOptions } from "../../edits/store/edit-store.ts";
import { Failure } from "../../vocabulary/failure.ts";
import type { EditReport } from "./edit-report.ts";
import { afterCommit, checkChange, type EditLimits, type EditPlace, withLeftAfter } from "./run-edit.ts";

/** What a commit would write now, and what speaks against it. */
export async function checkSession(
  id: string,
  limits: EditLimits,
  place: EditPlace,
  next: EditReport["next"],
): Promise<EditReport> {
  const { base, report } = await check(id, limits, place, false);
  return report === null ? { ...base, session: id, state: "preview", next } : { ...report, session: id };
}

/** Checks the session again, then writes it: meanwhile files may have changed. */
export async function commitSession(
  id: string,
  limits: EditLimits,
  place: EditPlace,
  options: CommitOptions,
): Promise<EditReport> {
  const { base, report, change } = await check(id, limits, place, true);
  if (report !== null) {
    return { ...report, session: id };
  }
  const written = { ...withLeftAfter(base, change), session: id };
  return afterCommit(written, await (await place.session.edits()).commit(id, options), place);
}

async function check(id: string, limits: EditLimits, place: EditPlace, isWritten: boolean) {
  const { intents, changes, left, symbols, state } = (await place.session.edits()).get(id);
  if (state !== "staged" || changes.length === 0) {
    const why = state === "staged" ? "has no edits" : `is ${state} already`;
    throw new Failure("INVALID_INPUT", `session ${id} ${why}`, { hint: "edit_status lists the sessions" });
  }
  const change: ChangeSet = { intent: intents.join("; "), changes, left, symbols };
  return { change, ...(await checkChange(change, limits, place, isWritten)) };
}
