// Failures with the same wording in every backend.
import { Failure } from "../vocabulary/failure.ts";
import { DOCUMENT_BYTES_MAX } from "./backend.ts";

/** `taken` is the existing name: the same, or one that differs in case only. */
export function alreadyExists(name: string, taken: string, place: string): Failure {
  const same = name === taken;
  const message = same
    ? `there is already a saved result ${JSON.stringify(name)} in ${place}`
    : `${JSON.stringify(name)} differs from the saved result ${JSON.stringify(taken)} in ${place} by case only`;
  return new Failure("ALREADY_EXISTS", message, {
    hint: same
      ? "choose another name, or set `overwrite` to replace it"
      : `choose another name, or use ${JSON.stringify(taken)}`,
  });
}

export function tooLarge(name: string, bytes: number): Failure {
  const message = `the saved result ${JSON.stringify(name)} would have ${bytes} bytes; at most ${DOCUMENT_BYTES_MAX} are kept`;
  return new Failure("INVALID_INPUT", message, { hint: "save fewer hits, or use detail `snippets`" });
}

export const noSuchResult = (name: string, places: readonly string[]): Failure =>
  new Failure("NOT_FOUND", `there is no saved result ${JSON.stringify(name)} in ${places.join(" or ")}`, {
    hint: 'saved_results {"action":"list"} shows the names',
  });
