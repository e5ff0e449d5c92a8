// The change that a review has read, as specialists look at it: what differs symbol by symbol, the changed lines of both states, and lines that use
// the changed symbols.
import { lineEdits } from "../../change/read/added-lines.ts";
import { isTestFile } from "../../languages/file-role.ts";
import { BEFORE } from "../../reason/specialists/read-findings.ts";
import type { ChangeContext, ChangeItem } from "../../reason/specialists/specialists.ts";
import type { ReviewedFile } from "../../review/contract.ts";
import { ownMessages } from "../../review/own-commits.ts";
import { usesOfChange } from "../../review/uses-of-change.ts";
import type { LineRange } from "../../vocabulary/chunk.ts";
import { renderCount } from "../../vocabulary/shown-text.ts";
import { splitLines } from "../../vocabulary/text.ts";
import { diffRows } from "../code/changes/diff-rows.ts";
import { writeDiff } from "../code/changes/write-diff.ts";
import type { SeenReview } from "../review/review.ts";

/** A changed symbol of at most so many lines is shown whole. */
const WHOLE_SYMBOL_MAX = 80;
const AROUND = 3;
/** A longer stretch is cut, so that a part of it can be sent. */
const PIECE_LINES = 60;

export async function changeContext(seen: SeenReview, signal: AbortSignal): Promise<ChangeContext> {
  const { report, scene, intent } = seen;
  const { found, weights, risk } = seen.reviewed;
  const rows = diffRows(found, weights);
  const title = { ...report, files: found.files.length, risk, history: "applied", unweighed: 0 } as const;
  // What breaks others first, as in the rows.
  const order = rows.map(({ file }) => file.path);
  const files = scene.files.toSorted((a, b) => order.indexOf(a.path) - order.indexOf(b.path));
  const messages = await ownMessages(seen.corpus, seen.difference, signal);
  const { uses, unsought } = await usesOfChange(scene, files);
  const users = uses.map(({ path, symbol, of, line, lines }) =>
    itemOf({ path, kind: kindOf(path, "user"), symbol, why: `uses ${of}` }, around(line, lines), lines),
  );
  const missing = unsought === 0 ? [] : [`not looked for: users of ${renderCount(unsought, "changed symbol")}`];
  return {
    intent: [intent, messages].filter((one) => one !== null).join("\n\n"),
    differences: [report.compared, ...missing, ...writeDiff(title, rows, rows.length).lines].join("\n"),
    found: report.findings
      .map(({ severity, message, path, line }) => `${severity}: ${message} (${path}:${line})`)
      .join("\n"),
    items: [...files.flatMap(changedItems), ...users],
  };
}

const kindOf = (path: string, kind: "changed" | "user") => (isTestFile(path) ? "test" : kind);

function changedItems({ path, from, before, after, symbols }: ReviewedFile): ChangeItem[] {
  const { added, removed } = lineEdits(before, after);
  const [old, now] = [before, after].map((text) => (text === null ? [] : splitLines(text)));
  const whole = [...symbols.changed.map((one) => one.after), ...symbols.added].filter(
    ({ startLine, endLine }) => endLine - startLine < WHOLE_SYMBOL_MAX,
  );
  const shown = new Set([...[...added].flatMap((line) => linesIn(around(line, now))), ...whole.flatMap(linesIn)]);
  const kind = kindOf(path, "changed");
  return [
    ...piecesOf(shown).map((range) => {
      const news = piecesOf(new Set(linesIn(range).filter((line) => added.has(line))));
      const why = `new or altered: ${news.map(({ startLine, endLine }) => `${startLine}-${endLine}`).join(", ") || "none"}`;
      return itemOf({ path, kind, symbol: null, why }, range, now);
    }),
    ...piecesOf(removed).map((range) =>
      itemOf({ path: `${BEFORE}${from ?? path}`, kind, symbol: null, why: "taken away or altered" }, range, old),
    ),
  ];
}

const around = (line: number, lines: readonly string[] = []): LineRange => ({
  startLine: Math.max(1, line - AROUND),
  endLine: Math.min(lines.length, line + AROUND),
});

const linesIn = ({ startLine, endLine }: LineRange): number[] =>
  Array.from({ length: endLine - startLine + 1 }, (_, at) => startLine + at);

function piecesOf(lines: ReadonlySet<number>): LineRange[] {
  const pieces: { startLine: number; endLine: number }[] = [];
  for (const line of [...lines].sort((a, b) => a - b)) {
    const last = pieces.at(-1);
    if (last?.endLine === line - 1 && line - last.startLine < PIECE_LINES) {
      last.endLine = line;
    } else {
      pieces.push({ startLine: line, endLine: line });
    }
  }
  return pieces;
}

const itemOf = (item: Omit<ChangeItem, "stretches">, range: LineRange, lines: readonly string[] = []): ChangeItem => ({
  ...item,
  stretches: [{ ...range, source: lines.slice(range.startLine - 1, range.endLine).join("\n") }],
});
