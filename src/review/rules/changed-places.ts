// What the rules about patterns in the text share: which files they judge, which lines are new, in which symbol a line is.
import { type LineEdits, lineEdits } from "../../change/read/added-lines.ts";
import { roleOf } from "../../languages/file-role.ts";
import { derivedFrom } from "../../linking/derived.ts";
import type { SymbolPrint } from "../../syntax/fingerprint.ts";
import type { ReviewedFile } from "../contract.ts";
import { isGenerated } from "../generated-text.ts";

/** A file with its text after the change. */
export interface JudgedFile extends ReviewedFile {
  readonly after: string;
}

const NOT_JUDGED = new Set(["test", "fixture", "vendored"]);

/** Files of the change whose source people write here: no tests and their data, nothing generated or copied from elsewhere. */
export const judgedFiles = (files: readonly ReviewedFile[]): JudgedFile[] =>
  files.filter(
    (file): file is JudgedFile =>
      file.after !== null && !NOT_JUDGED.has(roleOf(file.path)?.role ?? "source") && !isGenerated(file),
  );

export const editsOf: (file: ReviewedFile) => LineEdits = derivedFrom(({ before, after }: ReviewedFile) =>
  lineEdits(before, after),
);

/** The innermost changed or added symbol that the line is in, after the change; null for none. */
export const symbolAfter = ({ symbols }: ReviewedFile, line: number): SymbolPrint | null =>
  innermost([...symbols.changed.map(({ after }) => after), ...symbols.added], line);

/** The innermost changed or removed symbol that the line was in, before the change; null for none. */
export const symbolBefore = ({ symbols }: ReviewedFile, line: number): SymbolPrint | null =>
  innermost([...symbols.changed.map(({ before }) => before), ...symbols.removed], line);

function innermost(symbols: readonly SymbolPrint[], line: number): SymbolPrint | null {
  const around = symbols.filter(({ startLine, endLine }) => startLine <= line && line <= endLine);
  return around.sort((a, b) => a.endLine - a.startLine - (b.endLine - b.startLine))[0] ?? null;
}

export function isAnyIn(lines: ReadonlySet<number>, startLine: number, endLine: number): boolean {
  for (let line = startLine; line <= endLine; line += 1) {
    if (lines.has(line)) {
      return true;
    }
  }
  return false;
}
