// Whether a file contains definitions that other files may use.
import { openLanguageChooser } from "../../languages/choose-language.ts";
import { semanticsOf } from "../../languages/semantics.ts";

const languageOf = openLanguageChooser();

/** By its path alone: true for source, generated source too, false for a lock file or a text. */
export function isSource(path: string): boolean {
  const language = languageOf(path, "");
  return language !== null && semanticsOf(language.id) !== undefined;
}
