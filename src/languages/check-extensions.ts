// Whether the languages that a user's settings assign to file extensions exist.
import { Failure } from "../vocabulary/failure.ts";
import { LANGUAGES } from "./registry.ts";

/** `extensions`: `{ ".inc": "php" }`. INVALID_SETTING for the first that names no language. */
export function checkExtensions(extensions: Readonly<Record<string, string>>): void {
  for (const [extension, language] of Object.entries(extensions)) {
    if (!LANGUAGES.some(({ id }) => id === language)) {
      const message = `extensions: ${extension} names ${JSON.stringify(language)}, which is no language`;
      throw new Failure("INVALID_SETTING", message, {
        hint: "`context-broker list-languages --all` has their names, such as typescript or objectivec",
      });
    }
  }
}
