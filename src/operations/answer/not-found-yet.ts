// What to say if something was not found and the index is incomplete: it may be in a file that is not indexed yet.

import { Failure } from "../../vocabulary/failure.ts";
import { renderCount } from "../../vocabulary/shown-text.ts";

/** Returns other failures, and all failures of a complete index, unchanged. */
export function notFoundYet(failure: unknown, lagging: number): unknown {
  if (lagging === 0 || !(failure instanceof Failure) || failure.code !== "NOT_FOUND") {
    return failure;
  }
  return new Failure("NOT_FOUND", `${failure.message} among those indexed so far`, {
    hint: `${renderCount(lagging, "file")} not indexed yet: ask again; ${failure.hint}`,
    cause: failure,
  });
}
