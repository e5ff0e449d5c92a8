// An API key in a file that only its owner may read.
import { Failure, messageOf } from "../vocabulary/failure.ts";
import { readSecret } from "./read-secret.ts";

/** What may stand in an HTTP header. */
const KEY_FORM = /^[\x21-\x7e]{1,2048}$/;

export const isKey = (text: string): boolean => KEY_FORM.test(text);

/** `setting`: its name, for messages. Throws INVALID_SETTING for a file that cannot be read, that others may read, or that has no key. */
export function readKey(path: string, setting: string): string {
  const invalid = (what: string, hint: string, cause?: unknown): Failure =>
    new Failure("INVALID_SETTING", `${setting}: ${what}`, { hint, cause });
  let key: string | null;
  try {
    key = readSecret(path);
  } catch (error) {
    throw invalid(`${path} cannot be read: ${messageOf(error)}`, "write the API key into that file", error);
  }
  if (key === null) {
    throw invalid(`other users may read ${path}`, `run \`chmod 600 ${path}\``);
  }
  if (!isKey(key)) {
    throw invalid(`${path} has no API key`, "write the key alone into that file, on one line");
  }
  return key;
}
