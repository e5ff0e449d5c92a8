// Checks values of settings by their form alone, without the schemas of the table of settings, which take longer to load than the first answers
// may take. What is not certain counts as not valid here: the real check then decides.
import { isAbsolute } from "node:path";

export type PlainForm =
  | { readonly kind: "whole"; readonly min: number; readonly max: number }
  | { readonly kind: "toggle" | "word" | "texts" | "folder" | "folders" | "projects" }
  | { readonly kind: "choice" | "choices"; readonly of: readonly string[] };

const TEXT_LENGTH_MAX = 4096;
const ENTRIES_MAX = 1000;
const SWITCH_WORDS: ReadonlySet<string> = new Set(["on", "true", "1", "yes", "off", "false", "0", "no"]);
/** Before the start of another path. */
const BETWEEN_PATHS = /,(?=\s*(?:[~/\\]|[A-Za-z]:[\\/]))/;

/** The entries of a value that is certainly valid (a single value is one entry); null where that is not certain. */
export type Entries = readonly string[] | null;

const isText = (text: string): boolean => text !== "" && text.length <= TEXT_LENGTH_MAX && !text.includes("\0");

const isWhole = (value: number, min: number, max: number): boolean =>
  Number.isSafeInteger(value) && value >= min && value <= max;

const ifAll = (entries: readonly string[], isValid: (entry: string) => boolean): Entries =>
  entries.length <= ENTRIES_MAX && entries.every(isValid) ? entries : null;

/** Of a value as a flag or the environment gives it. */
export function entriesOfText(form: PlainForm, text: string): Entries {
  if (!isText(text) || text.trimStart().startsWith("[")) {
    return null;
  }
  const value = text.trim();
  switch (form.kind) {
    case "whole":
      return /^\d{1,15}$/.test(value) && isWhole(Number(value), form.min, form.max) ? [value] : null;
    case "toggle":
      return SWITCH_WORDS.has(value.toLowerCase()) ? [value] : null;
    case "choice":
      return form.of.includes(value) ? [value] : null;
    case "choices":
      return ifAll(listed(text), (entry) => form.of.includes(entry));
    case "word":
      return isText(value) ? [value] : null;
    case "folder":
      return [text];
    case "folders":
    case "texts":
      return ifAll(listed(text), isText);
    case "projects":
      return ifAll(
        text.split(BETWEEN_PATHS).map((path) => path.trim()),
        isText,
      );
  }
}

/** Entries with a brace may be globs with commas of their own: then the real check decides. */
const listed = (text: string): readonly string[] =>
  /[{}]/.test(text)
    ? [""]
    : text
        .split(",")
        .map((entry) => entry.trim())
        .filter((entry) => entry !== "");

/** Of a value as the settings file has it. */
export function entriesOfJson(form: PlainForm, value: unknown): Entries {
  switch (form.kind) {
    case "whole":
      return typeof value === "number" && isWhole(value, form.min, form.max) ? [String(value)] : null;
    case "toggle":
      return typeof value === "boolean" ? [String(value)] : null;
    case "choice":
      return typeof value === "string" && form.of.includes(value) ? [value] : null;
    case "choices":
      return ifAllTexts(value, (entry) => form.of.includes(entry));
    case "word":
      return ifAllTexts([value], isText);
    case "folder":
      return typeof value === "string" ? ifAllTexts([value], isPath) : null;
    case "folders":
      return ifAllTexts(value, isPath);
    case "texts":
      return ifAllTexts(value, isText);
    case "projects":
      return ifAllTexts(typeof value === "string" ? [value] : value, isPath);
  }
}

const isPath = (text: string): boolean => isText(text) && (isAbsolute(text) || text.startsWith("~/"));

function ifAllTexts(value: unknown, isValid: (entry: string) => boolean): Entries {
  const isList = Array.isArray(value) && value.every((entry) => typeof entry === "string");
  return isList ? ifAll(value, isValid) : null;
}
