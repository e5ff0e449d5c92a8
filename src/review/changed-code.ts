// What rules ask of a changed file before they look at it.
import { roleOf } from "../languages/file-role.ts";
import { languageById } from "../languages/registry.ts";
import type { SymbolPrint } from "../syntax/fingerprint.ts";
import { splitLines } from "../vocabulary/text.ts";
import type { ReviewedFile } from "./contract.ts";

/** Whether more than comments, docstrings and white space differs. */
export function changesCode({ symbols, language, before, after }: ReviewedFile): boolean {
  const { changed, added, removed, importsChanged, restChanged } = symbols;
  const differs = changed.length + added.length + removed.length > 0 || importsChanged || restChanged;
  const { reader, docstrings } = languageById(language ?? "") ?? {};
  const isCompared = reader?.by === "grammar" && docstrings === undefined;
  return differs && (isCompared || before === null || after === null || !areAlike(before, after, docstrings));
}

/** Whether more than comments, docstrings and white space differs of a symbol. */
export function changesSymbol(file: ReviewedFile, before: SymbolPrint, after: SymbolPrint): boolean {
  const docstrings = languageById(file.language ?? "")?.docstrings;
  const linesOf = (text: string, { startLine, endLine }: SymbolPrint): string =>
    splitLines(text)
      .slice(startLine - 1, endLine)
      .join("\n");
  return (
    docstrings === undefined ||
    file.before === null ||
    file.after === null ||
    !areAlike(linesOf(file.before, before), linesOf(file.after, after), docstrings)
  );
}

/** Without a grammar, a line counts as a comment that reads like one. */
const COMMENT_LINE = /^\s*(?:--|\/\/|#).*$/gm;

/** Without a grammar, white space counts for nothing; with one, lines and their indentation are part of the code. */
const areAlike = (before: string, after: string, docstrings: RegExp | undefined): boolean =>
  docstrings === undefined
    ? joined(withoutComments(before)) === joined(withoutComments(after))
    : linesIn(withoutComments(before.replace(docstrings, ""))) ===
      linesIn(withoutComments(after.replace(docstrings, "")));

const withoutComments = (text: string): string => text.replace(COMMENT_LINE, "");

const linesIn = (text: string): string => text.replace(/\s*\n/g, "\n").trim();

const joined = (text: string): string =>
  text
    .replace(/\s+/g, " ")
    .replace(/ ?([(),;]) ?/g, "$1")
    .trim();

const BESIDE: ReadonlySet<string> = new Set(["test", "fixture", "example", "vendored"]);

/** Whether it is source that people write for the project; what is kept for older callers is. */
export const isSource = (path: string): boolean => (roleOf(path)?.role ?? "legacy") === "legacy";

/** Whether the file is of a test, a fixture, an example or another project. */
export const isBesideProject = (path: string): boolean => BESIDE.has(roleOf(path)?.role ?? "");
