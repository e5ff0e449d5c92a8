// Whether an edit adds syntax errors: the errors of each file after it that were not there before. What a grammar is known to stumble
// over in correct code counts on neither side (syntax/quarantine.ts).
import { languageById } from "../../languages/registry.ts";
import type { SyntaxCheck, SyntaxFault } from "../../syntax/check-syntax.ts";
import { lineStarts } from "../../vocabulary/text.ts";
import type { EditScene, FileChange, Refusal, TextEdit } from "../change-set.ts";
import type { PlannedFile } from "../store/plan-changes.ts";

export interface SyntaxJudgement {
  readonly refusals: readonly Refusal[];
  readonly warnings: readonly string[];
}

/** New errors are refusals, or warnings where they are allowed. @throws CANCELLED */
export async function judgeSyntax(
  { analyzer, signal }: EditScene,
  changes: readonly FileChange[],
  files: readonly PlannedFile[],
  isAllowed: boolean,
): Promise<SyntaxJudgement> {
  const refusals: Refusal[] = [];
  const warnings: string[] = [];
  const unchecked = new Map<string, string[]>();
  for (const { path, to, before, after } of files) {
    if (after === null || before?.text === after.text) {
      continue;
    }
    const now = to ?? path;
    const [old, check] = await Promise.all([
      before === null ? null : analyzer.checkSyntax(path, before.text, signal),
      analyzer.checkSyntax(now, after.text, signal),
    ]);
    const change = changes.find((one) => one.path === path);
    const edits = change !== undefined && "edits" in change ? change.edits : [];
    for (const fault of newFaults({ check: old, text: before?.text ?? "" }, { check, text: after.text }, edits)) {
      const found = `${fault.what} at ${now}:${fault.line}`;
      refusals.push({
        rule: "syntax-error",
        path: now,
        line: fault.line,
        message: `the edit adds a syntax error: ${fault.what}`,
        remedy: "correct the new text, or allow_syntax_errors",
      });
      warnings.push(`The edit adds a syntax error: ${found}.`);
    }
    // Prose has no syntax to check.
    if (check.verdict === "unchecked" && languageById(check.language)?.reader.by !== "headings") {
      const why =
        old === null || old.verdict === "unchecked" ? check.reason : `${check.reason}; before the edit it was parsed`;
      unchecked.set(why, [...(unchecked.get(why) ?? []), now]);
    }
  }
  const notChecked = [...unchecked].map(([why, paths]) => `Syntax not checked: ${paths.join(", ")} (${why}).`);
  return isAllowed ? { refusals: [], warnings: [...warnings, ...notChecked] } : { refusals, warnings: notChecked };
}

interface Side {
  /** Null of a file that is not there. */
  readonly check: SyntaxCheck | null;
  readonly text: string;
}

const faultsOf = (check: SyntaxCheck | null): readonly SyntaxFault[] =>
  check?.verdict === "broken" ? check.faults : [];
const countOf = (check: SyntaxCheck | null): number => (check?.verdict === "broken" ? check.count : 0);

/** Errors after the edits that have none before them in the same place; of a place that was edited, as many more as there are. */
function newFaults(before: Side, after: Side, edits: readonly TextEdit[]): readonly SyntaxFault[] {
  const moved = movedFaults(before, edits);
  const ranges = editedRanges(edits);
  const offsetIn = offsets(after.text);
  const found = faultsOf(after.check).filter((fault) => {
    const offset = offsetIn(fault);
    const at = moved.kept.indexOf(offset);
    if (at >= 0) {
      moved.kept.splice(at, 1);
      return false;
    }
    const isInside = ranges.some(({ start, end }) => start <= offset && offset <= end);
    if (isInside && moved.replaced > 0) {
      moved.replaced -= 1;
      return false;
    }
    return true;
  });
  const isOnlyElsewhere = found.every((fault) => {
    const offset = offsetIn(fault);
    return !ranges.some(({ start, end }) => start <= offset && offset <= end);
  });
  // A parser that recovers from an old error may do so at another place once the text around it differs.
  return isOnlyElsewhere && countOf(after.check) <= countOf(before.check) ? [] : found;
}

function offsets(text: string): (fault: SyntaxFault) => number {
  const starts = lineStarts(text);
  return ({ line, column }) => (starts[line - 1] ?? text.length) + column - 1;
}

/** Where the errors before are after the edits, and how many were in what was replaced. */
function movedFaults({ check, text }: Side, edits: readonly TextEdit[]): { kept: number[]; replaced: number } {
  const offsetIn = offsets(text);
  const kept: number[] = [];
  let replaced = 0;
  for (const fault of faultsOf(check)) {
    const offset = offsetIn(fault);
    const isReplaced = edits.some(({ start, end }) => start <= offset && offset < end);
    if (isReplaced) {
      replaced += 1;
    } else {
      const before = edits.filter(({ end }) => end <= offset);
      kept.push(before.reduce((at, { start, end, text: put }) => at + put.length - (end - start), offset));
    }
  }
  return { kept, replaced };
}

/** Of the edits in the text that they make. */
function editedRanges(edits: readonly TextEdit[]): { start: number; end: number }[] {
  let shift = 0;
  return edits.map(({ start, end, text }) => {
    const range = { start: start + shift, end: start + shift + text.length };
    shift += text.length - (end - start);
    return range;
  });
}
