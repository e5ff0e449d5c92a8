// The change that a review has read, as specialists look at it: what differs symbol by symbol, the changed lines of both states, and the lines of
// what uses the changed symbols.
import { lineEdits } from "../../change/read/added-lines.ts";
import { targetAt } from "../../change/read/symbol-target.ts";
import { callersOf } from "../../intelligence/edges/calls.ts";
import { findReferences } from "../../intelligence/edges/references.ts";
import { isTestFile } from "../../languages/file-role.ts";
import { inTime } from "../../linking/linker.ts";
import { BEFORE } from "../../reason/specialists/read-findings.ts";
import type { ChangeContext, ChangeItem } from "../../reason/specialists/specialists.ts";
import type { ReviewedFile, ReviewScene } from "../../review/contract.ts";
import { ownMessages } from "../../review/own-commits.ts";
import { atOnce } from "../../system/slices.ts";
import type { LineRange } from "../../vocabulary/chunk.ts";
import { ROLES } from "../../vocabulary/facts.ts";
import { escapeName } from "../../vocabulary/shown-text.ts";
import { splitLines } from "../../vocabulary/text.ts";
import { diffRows } from "../code/changes/diff-rows.ts";
import { writeDiff } from "../code/changes/write-diff.ts";
import type { SeenReview } from "../review/review.ts";

/** A changed symbol of at most so many lines is shown whole. */
const WHOLE_SYMBOL_MAX = 80;
const AROUND = 3;
/** A longer stretch is cut, so that a part of it can be sent. */
const PIECE_LINES = 60;
const USERS_MAX = 200;

export async function changeContext(seen: SeenReview, signal: AbortSignal): Promise<ChangeContext> {
  const { report, reviewed, scene, corpus, difference, intent } = seen;
  const rows = diffRows(reviewed.found, reviewed.weights);
  const { risk, found } = reviewed;
  const title = {
    compared: report.compared,
    files: found.files.length,
    risk,
    history: "applied",
    unweighed: 0,
  } as const;
  // What breaks others first, as in the rows.
  const order = [...new Set(rows.map(({ file }) => file.path))];
  const files = scene.files.toSorted((a, b) => order.indexOf(a.path) - order.indexOf(b.path));
  const messages = await ownMessages(corpus, difference, signal);
  const users = await usersOf(scene, files, reviewed.weights);
  return {
    compared: escapeName(report.compared),
    intent: [intent, messages].filter((one) => one !== null).join("\n\n") || null,
    differences: writeDiff(title, rows, rows.length).lines,
    found: report.findings.map(({ severity, message, path, line }) =>
      escapeName(`${severity}: ${message} (${path}:${line})`),
    ),
    items: [...files.flatMap(changedItems), ...users],
  };
}

function changedItems(file: ReviewedFile): ChangeItem[] {
  const { path, from, before, after, symbols } = file;
  const { added, removed } = lineEdits(before, after);
  const kind = isTestFile(path) ? ("test" as const) : ("changed" as const);
  const now = after === null ? [] : splitLines(after);
  const whole = [...symbols.changed.map((one) => one.after), ...symbols.added]
    .filter(({ startLine, endLine }) => endLine - startLine < WHOLE_SYMBOL_MAX)
    .map(({ startLine, endLine }) => ({ startLine, endLine }));
  const near = [...added].map((line) => ({
    startLine: Math.max(1, line - AROUND),
    endLine: Math.min(now.length, line + AROUND),
  }));
  const ofAfter = piecesOf([...whole, ...near]).map((range) => {
    const own = [...added].filter((line) => range.startLine <= line && line <= range.endLine);
    const news = piecesOf(own.map((line) => ({ startLine: line, endLine: line }))).map(textOf);
    return itemOf({ path, kind, range, lines: now, why: `new or altered: ${news.join(", ") || "nothing"}` });
  });
  const old = before === null ? [] : splitLines(before);
  const gone = piecesOf([...removed].map((line) => ({ startLine: line, endLine: line })));
  const ofBefore = gone.map((range) =>
    itemOf({ path: `${BEFORE}${from ?? path}`, kind, range, lines: old, why: "not there any more, or altered" }),
  );
  return [...ofAfter, ...ofBefore];
}

const textOf = ({ startLine, endLine }: LineRange): string =>
  startLine === endLine ? `${startLine}` : `${startLine}-${endLine}`;

/** The ranges in order, those joined that touch one another, and cut into pieces. */
function piecesOf(ranges: readonly LineRange[]): LineRange[] {
  const joined: LineRange[] = [];
  for (const { startLine, endLine } of ranges.toSorted((a, b) => a.startLine - b.startLine)) {
    const last = joined.at(-1);
    if (last !== undefined && startLine <= last.endLine + 1) {
      joined.splice(-1, 1, { ...last, endLine: Math.max(last.endLine, endLine) });
    } else {
      joined.push({ startLine, endLine });
    }
  }
  return joined.flatMap(({ startLine, endLine }) =>
    Array.from({ length: Math.ceil((endLine - startLine + 1) / PIECE_LINES) }, (_, at) => ({
      startLine: startLine + at * PIECE_LINES,
      endLine: Math.min(endLine, startLine + (at + 1) * PIECE_LINES - 1),
    })),
  );
}

interface Piece extends Pick<ChangeItem, "path" | "kind" | "why"> {
  readonly range: LineRange;
  /** Of the whole file. */
  readonly lines: readonly string[];
  readonly symbol?: string | null;
}

const itemOf = ({ path, kind, why, range, lines, symbol = null }: Piece): ChangeItem => ({
  path,
  kind,
  why,
  symbol,
  stretches: [{ ...range, source: lines.slice(range.startLine - 1, range.endLine).join("\n") }],
});

interface Use {
  readonly path: string;
  readonly line: number;
  readonly symbol: string | null;
  /** What it uses. */
  readonly of: string;
}

/** Lines outside of the changed places that use what changed, a place each. */
async function usersOf(
  scene: ReviewScene,
  files: readonly ReviewedFile[],
  weights: SeenReview["reviewed"]["weights"],
): Promise<ChangeItem[]> {
  const { now } = scene.project;
  const uses: Use[] = [];
  for (const { path, symbols } of files) {
    for (const symbol of symbols.removed) {
      const users = weights.get(symbol)?.users ?? [];
      uses.push(
        ...users.flatMap((one) => one.lines.map((line) => ({ path: one.path, line, symbol: null, of: symbol.path }))),
      );
    }
    for (const symbol of [...symbols.changed.map((one) => one.after), ...symbols.added]) {
      await scene.pause();
      const target = scene.isOver() ? null : targetAt(now, path, symbol);
      const found =
        target === null ? null : inTime(() => callersOf(now, atOnce(findReferences(now, target)), new Set(ROLES)));
      uses.push(...(found?.value ?? []).map(({ node, at }) => ({ ...at, symbol: node.symbol, of: symbol.path })));
    }
  }
  const places = new Map(uses.map((use) => [`${use.path}:${use.line}`, use]));
  const items = [...places.values()].slice(0, USERS_MAX).map(async ({ path, line, symbol, of }) => {
    const text = await scene.text(path, "after");
    const lines = text === null ? [] : splitLines(text);
    const file = files.find((one) => one.path === path);
    const isShown = file !== undefined && lineEdits(file.before, file.after).added.has(line);
    const range = { startLine: Math.max(1, line - AROUND), endLine: Math.min(lines.length, line + AROUND) };
    const kind = isTestFile(path) ? ("test" as const) : ("user" as const);
    return isShown || lines.length < line ? [] : [itemOf({ path, kind, range, lines, symbol, why: `uses ${of}` })];
  });
  return (await Promise.all(items)).flat();
}
