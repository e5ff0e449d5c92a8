// A difference as rows: one a changed symbol, one a file that has none; what breaks others first. Knows no git and no budget.
import type { HistoryState } from "../../history/history.ts";
import type { ChangesFound, FileDifference } from "../../intelligence/changes/analyze-changes.ts";
import type { FileUses } from "../../intelligence/changes/broken-uses.ts";
import type { ChangeRisk } from "../../intelligence/changes/change-risk.ts";
import type { ChangedLines } from "../../intelligence/changes/changed-lines.ts";
import { type ChangedSymbol, encloses, foldNested } from "../../intelligence/changes/compare-prints.ts";
import type { MovedSymbol } from "../../intelligence/changes/find-moved.ts";
import type { SymbolWeight, Weighing } from "../../intelligence/changes/weigh-changes.ts";
import type { SymbolPrint } from "../../languages/fingerprint.ts";
import { escapeName } from "../../search/answer/render-answer.ts";
import type { LineRange } from "../../vocabulary/chunk.ts";
import { renderCount } from "../amounts.ts";

/** In the order in which they are counted; and a file's rows stand. */
const KINDS = ["signature", "removed", "body", "moved", "renamed", "added"] as const;
type Kind = (typeof KINDS)[number];

export interface DiffRow {
  readonly file: FileDifference;
  /** Null for what is no symbol's. */
  readonly kind: Kind | null;
  readonly text: string;
}

const linesOf = ({ startLine, endLine }: LineRange): string =>
  startLine === endLine ? `${startLine}` : `${startLine}-${endLine}`;

const named = (symbol: SymbolPrint): string => `${linesOf(symbol)} ${symbol.kind} ${symbol.path}`;

export function diffRows({ files, moved }: ChangesFound, weights: Weighing["weights"] = new Map()): DiffRow[] {
  const rows = files.map((file) => rowsOf(file, moved, weights));
  // Equal weights stay in the order in which they were looked into.
  return rows.toSorted((a, b) => weightOf(a) - weightOf(b)).flat();
}

function weightOf(rows: readonly DiffRow[]): number {
  const kinds = rows.map(({ kind }) => kind);
  if (kinds.some((kind) => kind === "signature" || kind === "removed")) {
    return 0;
  }
  return kinds.some((kind) => kind !== null) ? 1 : rows.some(({ file }) => file.unread !== null) ? 3 : 2;
}

function rowsOf(file: FileDifference, moved: readonly MovedSymbol[], weights: Weighing["weights"]): DiffRow[] {
  const { symbols, unread, lines } = file;
  const row = (kind: Kind | null, text: string): DiffRow => ({
    file,
    kind,
    text: kind === null ? text : `${kind} ${text}`,
  });
  if (unread !== null) {
    return [row(null, `not compared: ${unread}`)];
  }
  const inside = (inner: number): string => (inner === 0 ? "" : ` with ${inner.toLocaleString("en")} in it`);
  const went = moved.filter(({ before, after }) => before.file === file.path && after.file !== file.path);
  const came = moved.filter(({ after }) => after.file === file.path);
  /** A symbol's row, and one for each file that uses it. */
  const withUsers = (
    kind: Kind,
    text: string,
    weight: SymbolWeight | undefined,
    inner: readonly SymbolPrint[] = [],
  ) => {
    const users = [weight, ...inner.map((symbol) => weights.get(symbol))].flatMap((one) => one?.users ?? []);
    return [row(kind, `${text}${weightText(kind, weight)}`), ...users.map((one) => row(null, userOf(one)))];
  };
  const blocks = [
    ...symbols.changed.map((one) => withUsers(one.kind, changeOf(one), weights.get(one.after))),
    ...foldNested(symbols.removed).map(({ symbol, inner }) =>
      withUsers(
        "removed",
        `${named(symbol)}${inside(inner)}`,
        weights.get(symbol),
        symbols.removed.filter((one) => encloses(symbol, one)),
      ),
    ),
    ...came.map((one) => {
      const isNamesake = one.before.symbol.name === one.after.symbol.name;
      return withUsers(isNamesake ? "moved" : "renamed", moveOf(one), weights.get(one.before.symbol));
    }),
    ...symbols.reordered.map(({ before, after }) => [row("moved", `${named(after)} from line ${before.startLine}`)]),
    ...foldNested(symbols.added).map(({ symbol, inner }) => [row("added", `${named(symbol)}${inside(inner)}`)]),
    ...(went.length === 0 ? [] : [[row(null, `moved away: ${listed(went.map(({ before }) => before.symbol.path))}`)]]),
    ...(symbols.importsChanged ? [[row(null, "imports differ")]] : []),
    ...(symbols.restChanged ? [[row(null, "differs outside of symbols")]] : []),
  ];
  return blocks.length > 0 ? sorted(blocks).flat() : [row(null, wholeOf(file, lines))];
}

/** `; used on 12 lines of 4 files; risk 35`. */
function weightText(kind: Kind, weight: SymbolWeight | undefined): string {
  if (weight === undefined) {
    return "";
  }
  const { users, risk } = weight;
  const lines = users.reduce((sum, file) => sum + file.lines.length, 0);
  const still = kind === "signature" ? "used" : "still used";
  const used = lines > 0 ? `; ${still} on ${renderCount(lines, "line")} of ${renderCount(users.length, "file")}` : "";
  return `${used}${risk === null || risk.score === 0 ? "" : `; risk ${risk.score}`}`;
}

/** Lines of a file that are listed. */
const LINES_MAX = 40;

/** `  used in src/page.ts:2,7`, a changed file and a name alone marked as such. */
function userOf({ path, lines, isChanged, heuristic }: FileUses): string {
  const more = lines.length - LINES_MAX;
  const cut = more > 0 ? ` and ${renderCount(more, "more line")}` : "";
  const certainty =
    heuristic === 0 ? "" : heuristic === lines.length ? " (by name alone)" : ` (${heuristic} by name alone)`;
  return `  used in ${path}:${lines.slice(0, LINES_MAX).join(",")}${cut}${isChanged ? ", changed too" : ""}${certainty}`;
}

const NAMES_MAX = 5;

function listed(names: readonly string[]): string {
  const more = names.length - NAMES_MAX;
  return `${names.slice(0, NAMES_MAX).join(", ")}${more > 0 ? ` and ${more.toLocaleString("en")} more` : ""}`;
}

const sorted = (blocks: readonly DiffRow[][]): DiffRow[][] => {
  const place = ([first]: readonly DiffRow[]): number =>
    first === undefined || first.kind === null ? KINDS.length : KINDS.indexOf(first.kind);
  return blocks.toSorted((a, b) => place(a) - place(b));
};

function changeOf({ kind, before, after }: ChangedSymbol): string {
  if (kind === "body" || before.signature === after.signature) {
    return named(after);
  }
  const [was, now] = differing(before.signature.split(" "), after.signature.split(" "));
  return `${named(after)}: ${shortened(was)} → ${shortened(now)}`;
}

/** Of what is written of a signature, in UTF-16 units. */
const WHOLE_MAX = 80;
const SHOWN_MAX = 160;
/** Words that are the same and stand around what differs. */
const AROUND = 2;

/** Both whole where they are short, else what differs of them. */
function differing(was: readonly string[], now: readonly string[]): [string, string] {
  const least = Math.min(was.length, now.length);
  let head = 0;
  while (head < least && was[head] === now[head]) {
    head += 1;
  }
  let tail = 0;
  while (tail < least - head && was.at(-1 - tail) === now.at(-1 - tail)) {
    tail += 1;
  }
  const [start, behind] = [Math.max(0, head - AROUND), Math.max(0, tail - AROUND)];
  const cut = (words: readonly string[]): string => {
    const whole = words.join(" ");
    const part = words.slice(start, words.length - behind).join(" ");
    return whole.length <= WHOLE_MAX ? whole : `${start > 0 ? "… " : ""}${part}${behind > 0 ? " …" : ""}`;
  };
  return [cut(was), cut(now)];
}

const shortened = (text: string): string => (text.length > SHOWN_MAX ? `${text.slice(0, SHOWN_MAX - 1)}…` : text);

function moveOf({ before, after }: MovedSymbol): string {
  const { file, symbol } = before;
  const place = file === after.file ? `line ${symbol.startLine}` : `${file}:${linesOf(symbol)}`;
  const name = symbol.path === after.symbol.path ? "" : `${symbol.path}, `;
  const signature = symbol.signatureHash === after.symbol.signatureHash || symbol.name !== after.symbol.name;
  return `${named(after.symbol)} from ${name}${place}${signature ? "" : ", its signature changed"}`;
}

/** Of a file in which no symbol differs. */
function wholeOf({ status, parse }: FileDifference, lines: ChangedLines | null): string {
  if (status === "added" || status === "removed") {
    return "no symbols";
  }
  const isMoved = lines === null;
  return isMoved ? "the same text" : parse === "fallback" ? "its words are the same" : "comments or white space alone";
}

/** `12-18 (was 12-15)`. */
function placeOf({ before, after }: ChangedLines): string {
  const now = after === null ? "none" : linesOf(after);
  const was = before === null ? "none" : linesOf(before);
  return now === was ? now : `${now} (was ${was})`;
}

/** What is said of all of it. */
export interface DiffTitle {
  /** The two states. */
  readonly compared: string;
  /** Those that differ, looked into or not. */
  readonly files: number;
  readonly risk: ChangeRisk | null;
  /** How the history stands of which risk has its points. */
  readonly history: HistoryState;
  /** Symbols of which nothing is said beyond the change itself. */
  readonly unweighed: number;
}

export function writeDiff(title: DiffTitle, rows: readonly DiffRow[], shown: number) {
  const { compared, files, risk, unweighed, history } = title;
  const counts = KINDS.map((kind) => [kind, rows.filter((row) => row.kind === kind).length] as const).filter(
    ([, count]) => count > 0,
  );
  const said = (kind: Kind): string => (kind === "signature" || kind === "body" ? `${kind} changed` : kind);
  const counted = counts.map(([kind, count]) => `${count.toLocaleString("en")} ${said(kind)}`).join(", ");
  const parts = groupByFile(rows.slice(0, shown));
  const differ =
    files === 0 ? "nothing differs" : `${renderCount(files, "file")} ${files === 1 ? "differs" : "differ"}`;
  return {
    headline: `${differ}${counted === "" ? "" : `, symbols: ${counted}`}; ${escapeName(compared)}`,
    lines: [
      ...(risk === null ? [] : [riskLine(risk, history)]),
      ...(unweighed === 0 ? [] : [`users and risk of ${renderCount(unweighed, "symbol")} not counted`]),
      ...parts.flatMap(({ file, changes }) => [headOf(file), ...changes.map((change) => `  ${change}`)]),
    ].map(escapeName),
    fields: {
      compared,
      ...(risk === null ? {} : { risk: structuredRisk(risk, history) }),
      ...(unweighed === 0 ? {} : { unweighed }),
      changes: Object.fromEntries(counts),
      files: parts.map(({ file, changes }) => structured(file, changes)),
    },
  };
}

const pointsOf = ({ points }: ChangeRisk): string[] => points.map(({ points: value, reason }) => `${reason} +${value}`);

/** `risk 25/100: Timeout +10; still used in unchanged files +15`, `risk unknown: 3 files not looked at`. */
function riskLine(risk: ChangeRisk, history: HistoryState): string {
  const { score, unknown } = risk;
  const value = unknown.length === 0 ? `${score}/100` : score === 0 ? "unknown" : `at least ${score}/100`;
  const said = [...pointsOf(risk), ...unknown].join("; ");
  return `risk ${value}${history === "applied" ? "" : ` (history ${history})`}${said === "" ? "" : `: ${said}`}`;
}

function structuredRisk(risk: ChangeRisk, history: HistoryState) {
  const { score, unknown } = risk;
  return {
    // A score of nothing that was looked at would say "no risk".
    score: unknown.length > 0 && score === 0 ? null : score,
    points: pointsOf(risk),
    ...(unknown.length === 0 ? {} : { unknown: [...unknown] }),
    ...(history === "applied" ? {} : { history }),
  };
}

function groupByFile(rows: readonly DiffRow[]): { readonly file: FileDifference; readonly changes: string[] }[] {
  const parts: { file: FileDifference; changes: string[] }[] = [];
  for (const { file, text } of rows) {
    const last = parts.at(-1);
    if (last?.file === file) {
      last.changes.push(text);
    } else {
      parts.push({ file, changes: [text] });
    }
  }
  return parts;
}

/** Whether there is nothing to say of how a text was understood. */
const isWhole = (parse: FileDifference["parse"]): boolean => parse !== "partial" && parse !== "fallback";

function headOf({ path, status, from, parse, lines }: FileDifference): string {
  const was = from === null ? "" : ` from ${from}`;
  const place = lines === null ? "" : `, lines ${placeOf(lines)}`;
  return `${status} ${path}${was}${place}${isWhole(parse) ? "" : `, parse ${parse}`}`;
}

function structured({ path, status, from, parse, lines }: FileDifference, changes: string[]) {
  return {
    path,
    status,
    ...(from === null ? {} : { from }),
    ...(isWhole(parse) || parse === null ? {} : { parse }),
    ...(lines === null ? {} : { lines: placeOf(lines) }),
    changes,
  };
}
