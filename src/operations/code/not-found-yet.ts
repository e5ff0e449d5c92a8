// What is said where the index does not have what was asked for, and is not whole: it may stand in a file that is yet to come.
import { Failure } from "../../vocabulary/failure.ts";
import { renderCount } from "../amounts.ts";

/** The same failure where every file is indexed, and any other one. */
export function notFoundYet(failure: unknown, lagging: number): unknown {
  if (lagging === 0 || !(failure instanceof Failure) || failure.code !== "NOT_FOUND") {
    return failure;
  }
  return new Failure("NOT_FOUND", `${failure.message} among those indexed so far`, {
    hint: `${renderCount(lagging, "file")} not indexed yet: ask again; ${failure.hint}`,
    cause: failure,
  });
}
