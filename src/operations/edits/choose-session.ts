// Which session of edits a call means.
import type { EditSession } from "../../edits/store/edit-session.ts";
import type { EditStore } from "../../edits/store/edit-store.ts";
import { Failure } from "../../vocabulary/failure.ts";

const SHOWN_MAX = 10;

/** The one that is named; otherwise the only staged one. NOT_FOUND, AMBIGUOUS. */
export function stagedSession(store: EditStore, id: string | undefined): EditSession {
  if (id !== undefined) {
    return store.get(id);
  }
  const staged = store.list().filter(({ state }) => state === "staged");
  const [only] = staged;
  if (only === undefined) {
    throw new Failure("NOT_FOUND", "no edit is staged", { hint: "stage one with stage_edit" });
  }
  if (staged.length > 1) {
    const ids = staged.slice(0, SHOWN_MAX).map((one) => one.id);
    throw new Failure("AMBIGUOUS", `${staged.length} sessions are staged: ${ids.join(", ")}`, {
      hint: "set `session` to one of them; edit_status says what each holds",
    });
  }
  return only;
}

/** The one that is named; otherwise the newest that was applied. NOT_FOUND. */
export function appliedSession(store: EditStore, id: string | undefined): EditSession {
  const found = id === undefined ? store.list().find(({ state }) => state === "committed") : store.get(id);
  if (found === undefined) {
    throw new Failure("NOT_FOUND", "no applied edit is kept", { hint: "edit_status lists the sessions" });
  }
  return found;
}
