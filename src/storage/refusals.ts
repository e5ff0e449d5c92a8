// Failures with the same wording in every backend.
import { Failure } from "../vocabulary/failure.ts";
import { DOCUMENT_BYTES_MAX } from "./backend.ts";

/** `taken` is the existing name: the same, or one that differs in case only. */
export function alreadyExists(name: string, taken: string, place: string): Failure {
  const same = name === taken;
  const message = same
    ? `a saved result ${JSON.stringify(name)} exists already in ${place}`
    : `${JSON.stringify(name)} differs from the saved result ${JSON.stringify(taken)} in ${place} by case only`;
  return new Failure("ALREADY_EXISTS", message, {
    hint: same ? "choose another name, or pass overwrite" : `choose another name, or write ${JSON.stringify(taken)}`,
  });
}

export function tooLarge(name: string, bytes: number): Failure {
  const message = `the saved result ${JSON.stringify(name)} would have ${bytes} bytes; at most ${DOCUMENT_BYTES_MAX} are kept`;
  return new Failure("INVALID_INPUT", message, { hint: "save fewer hits, or snippets instead of whole files" });
}

export function noSuchResult(name: string, places: readonly string[]): Failure {
  return new Failure("NOT_FOUND", `there is no saved result ${JSON.stringify(name)} in ${places.join(" or ")}`, {
    hint: "list the saved results to see their names",
  });
}
