// A difference as rows: one for each changed symbol, one for each file that uses it, one for each other fact about a file;
// breaking changes first.
import { z } from "zod";
import type { FileUses } from "../../../change/breaks/file-uses.ts";
import type { ChangesFound, FileDifference } from "../../../change/read/analyze-changes.ts";
import { type ChangedSymbol, encloses, foldNested } from "../../../change/read/compare-prints.ts";
import type { MovedSymbol } from "../../../change/read/find-moved.ts";
import type { SymbolWeight, Weighing } from "../../../change/weigh-changes.ts";
import type { SymbolPrint } from "../../../syntax/fingerprint.ts";
import { commonEnds } from "../../../system/common-ends.ts";
import { formatNumber, renderCount } from "../../../vocabulary/shown-text.ts";
import { defineTable, type RowOf } from "../../answer/table.ts";

/** In the order of the counts and of a file's rows. */
export const KINDS = ["signature", "removed", "body", "moved", "renamed", "added"] as const;
export type Kind = (typeof KINDS)[number];

/** `12`, `12-18`. */
export const lineRange = (first: number, last: number): string => (first === last ? `${first}` : `${first}-${last}`);

const changeColumns = {
  path: z.string(),
  change: z.enum(KINDS),
  start_line: z.number().meta({ doc: "now; of a removed symbol before" }),
  end_line: z.number(),
  kind: z.string(),
  symbol: z.string(),
  risk: z.number().nullable().meta({ doc: "0 to 100; null: none, or not weighed" }),
  used_lines: z.number().nullable().meta({ doc: "lines that use what changed or is gone" }),
  used_files: z.number().nullable(),
  inner: z.number().nullable().meta({ doc: "symbols in it that were added or removed with it" }),
  was: z.string().nullable().meta({ doc: "what differs of its signature, before" }),
  now: z.string().nullable(),
  from_path: z.string().nullable().meta({ doc: "where it was, of a moved or renamed one; null: the same file" }),
  from_symbol: z.string().nullable().meta({ doc: "null: the same name" }),
  from_line: z.number().nullable(),
};
export type Change = z.output<z.ZodObject<typeof changeColumns>>;

export const CHANGES = defineTable({
  doc: "changed symbols by file, those with removed symbols or changed signatures first",
  columns: changeColumns,
  grouped: true,
  line: (row) => `${row.change} ${symbolText(row)}${originText(row)}${weightText(row)}`,
});

const symbolText = ({ start_line: first = 0, end_line: last = 0, kind, symbol, inner, was, now }: Partial<Change>) =>
  [
    `${lineRange(first, last)} ${kind} ${symbol}`,
    inner === undefined || inner === null ? "" : ` with ${formatNumber(inner)} in it`,
    was === undefined ? "" : `: ${was} → ${now ?? ""}`,
  ].join("");

function originText({ from_path: path, from_symbol: symbol, from_line: line }: Partial<Change>): string {
  const place = path === undefined ? `line ${line}` : `${path}:${line}`;
  return line === undefined ? "" : ` from ${symbol === undefined ? "" : `${symbol}, `}${place}`;
}

/** `; used on 12 lines of 4 files; risk 35`. */
function weightText({ change, used_lines: used, used_files: files, risk }: Partial<Change>): string {
  const still = change === "signature" ? "used" : "still used";
  const users = used == null ? "" : `; ${still} on ${renderCount(used, "line")} of ${renderCount(files ?? 0, "file")}`;
  return `${users}${risk == null ? "" : `; risk ${risk}`}`;
}

/** Most line numbers listed for a file. */
const LINES_MAX = 40;

export const USERS = defineTable({
  doc: "files that use a changed or removed symbol, by path#symbol: those that the change leaves as they are first",
  columns: {
    of: z.string(),
    path: z.string(),
    lines: z.array(z.number()).meta({ doc: `the first ${LINES_MAX}, in the file as it is now` }),
    lines_found: z.number().nullable().meta({ doc: "where there are more" }),
    changed: z.boolean().nullable().meta({ doc: "true: the file is part of the change" }),
    by_name: z.number().nullable().meta({ doc: "lines that are known by their name alone" }),
    unread: z
      .boolean()
      .nullable()
      .meta({ doc: "true: these have the name in text whose uses are not read, and may use it" }),
  },
  grouped: true,
  line: ({ path, lines = [], lines_found: all, changed, by_name: heuristic, unread }) => {
    const more = all == null ? "" : ` and ${renderCount(all - lines.length, "more line")}`;
    const isAll = heuristic === (all ?? lines.length);
    const certainty = heuristic == null ? "" : isAll ? " (by name alone)" : ` (${heuristic} by name alone)`;
    if (unread === true) {
      const also = changed === true ? ", changed too" : "";
      return `may be used in ${path}:${lines.join(",")}${more}${also} (text whose uses are not read)`;
    }
    return `used in ${path}:${lines.join(",")}${more}${changed === true ? ", changed too" : ""}${certainty}`;
  },
});
export type User = RowOf<typeof USERS>;

/** One row of the answer: a changed symbol, a user of the symbol before it, or another fact about a file. */
export interface DiffRow {
  readonly file: FileDifference;
  /** Null for a row that is not about a symbol. */
  readonly kind: Kind | null;
  readonly change?: Change;
  readonly user?: User;
  readonly note?: string;
}

export function diffRows({ files, moved }: ChangesFound, weights: Weighing["weights"] = new Map()): DiffRow[] {
  const rows = files.map((file) => rowsOf(file, moved, weights));
  // The sort is stable: equal weights keep their order.
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
  const { path, symbols, unread, conflictLine } = file;
  const note = (text: string): DiffRow => ({ file, kind: null, note: text });
  if (unread !== null) {
    return [note(`not compared: ${unread}`)];
  }
  const conflict = conflictLine === null ? [] : [note(`merge conflict left in the text, line ${conflictLine}`)];
  const went = moved.filter(({ before, after }) => before.file === path && after.file !== path);
  const came = moved.filter(({ after }) => after.file === path);
  /** A symbol's row, and one for each file that uses it. */
  const block = (change: Change, weight?: SymbolWeight, inner: readonly SymbolPrint[] = []): DiffRow[] => {
    const all = [weight, ...inner.map((symbol) => weights.get(symbol))];
    const users = all.flatMap((one) => one?.users ?? []);
    const unread = all.flatMap((one) => one?.unread ?? []);
    const of = `${path}#${change.symbol}`;
    return [
      { file, kind: change.change, change: { ...change, ...weightCells(weight) } },
      ...users.map((one) => ({ file, kind: null, user: userCells(of, one) })),
      ...unread.map((one) => ({ file, kind: null, user: { ...userCells(of, one), by_name: null, unread: true } })),
    ];
  };
  const cells = (change: Kind, symbol: SymbolPrint, more: Partial<Change> = {}): Change => ({
    ...NOTHING_ELSE,
    path,
    change,
    start_line: symbol.startLine,
    end_line: symbol.endLine,
    kind: symbol.kind,
    symbol: symbol.path,
    ...more,
  });
  const within = (inner: number) => ({ inner: inner === 0 ? null : inner });
  const blocks = [
    ...symbols.changed.map((one) => block(cells(one.kind, one.after, signatureCells(one)), weights.get(one.after))),
    ...foldNested(symbols.removed).map(({ symbol, inner }) =>
      block(
        cells("removed", symbol, within(inner)),
        weights.get(symbol),
        symbols.removed.filter((one) => encloses(symbol, one)),
      ),
    ),
    ...came.map((one) => {
      const isNamesake = one.before.symbol.name === one.after.symbol.name;
      const change = cells(isNamesake ? "moved" : "renamed", one.after.symbol, originCells(one));
      return block(change, weights.get(one.before.symbol));
    }),
    ...(conflictLine === null ? symbols.reordered : []).map(({ before, after }) =>
      block(cells("moved", after, { from_line: before.startLine })),
    ),
    ...foldNested(symbols.added).map(({ symbol, inner }) => block(cells("added", symbol, within(inner)))),
    ...(went.length === 0 ? [] : [[note(`moved away: ${listed(went.map(({ before }) => before.symbol.path))}`)]]),
    ...(symbols.importsChanged ? [[note("imports differ")]] : []),
    ...(symbols.restChanged ? [[note("differs outside of symbols")]] : []),
  ];
  return blocks.length > 0 ? [...conflict, ...sorted(blocks).flat()] : [...conflict, note(wholeOf(file))];
}

const NOTHING_ELSE = {
  inner: null,
  was: null,
  now: null,
  from_path: null,
  from_symbol: null,
  from_line: null,
  used_lines: null,
  used_files: null,
  risk: null,
} as const;

function weightCells(weight: SymbolWeight | undefined): Pick<Change, "used_lines" | "used_files" | "risk"> {
  const { users = [], risk = null } = weight ?? {};
  const count = users.reduce((sum, file) => sum + file.lines.length, 0);
  return {
    used_lines: count === 0 ? null : count,
    used_files: count === 0 ? null : users.length,
    risk: risk === null || risk.score === 0 ? null : risk.score,
  };
}

export const userCells = (of: string, { path, lines: all, isChanged, byName }: FileUses): User => ({
  of,
  path,
  lines: all.slice(0, LINES_MAX),
  lines_found: all.length > LINES_MAX ? all.length : null,
  changed: isChanged ? true : null,
  by_name: byName.length === 0 ? null : byName.length,
  unread: null,
});

const NAMES_MAX = 5;

function listed(names: readonly string[]): string {
  const more = names.length - NAMES_MAX;
  return `${names.slice(0, NAMES_MAX).join(", ")}${more > 0 ? ` and ${formatNumber(more)} more` : ""}`;
}

const sorted = (blocks: readonly DiffRow[][]): DiffRow[][] => {
  const place = ([first]: readonly DiffRow[]): number =>
    first === undefined || first.kind === null ? KINDS.length : KINDS.indexOf(first.kind);
  return blocks.toSorted((a, b) => place(a) - place(b));
};

function signatureCells({ kind, before, after }: ChangedSymbol): Pick<Change, "was" | "now"> {
  if (kind === "body" || before.signature === after.signature) {
    return { was: null, now: null };
  }
  const [was, now] = differing(before.signature.split(" "), after.signature.split(" "));
  return { was: shortened(was), now: shortened(now) };
}

/** Longest part of a signature that is written, in UTF-16 units. */
const WHOLE_MAX = 80;
const SHOWN_MAX = 160;
/** Unchanged words shown before and after a difference. */
const CONTEXT_WORDS = 2;

/** Both in full if they are short, otherwise only their differing parts. */
function differing(was: readonly string[], now: readonly string[]): [string, string] {
  const { head, tail } = commonEnds(was, now);
  const [start, behind] = [Math.max(0, head - CONTEXT_WORDS), Math.max(0, tail - CONTEXT_WORDS)];
  const cut = (words: readonly string[]): string => {
    const whole = words.join(" ");
    const part = words.slice(start, words.length - behind).join(" ");
    return whole.length <= WHOLE_MAX ? whole : `${start > 0 ? "… " : ""}${part}${behind > 0 ? " …" : ""}`;
  };
  return [cut(was), cut(now)];
}

const shortened = (text: string): string => (text.length > SHOWN_MAX ? `${text.slice(0, SHOWN_MAX - 1)}…` : text);

function originCells({ before, after }: MovedSymbol): Partial<Change> {
  const { file, symbol } = before;
  const isSame = symbol.signatureHash === after.symbol.signatureHash || symbol.name !== after.symbol.name;
  const [was, now] = isSame ? [null, null] : differing(symbol.signature.split(" "), after.symbol.signature.split(" "));
  return {
    from_path: file === after.file ? null : file,
    from_symbol: symbol.path === after.symbol.path ? null : symbol.path,
    from_line: symbol.startLine,
    was: was === null ? null : shortened(was),
    now: now === null ? null : shortened(now),
  };
}

/** For a file in which no symbol differs. */
function wholeOf({ status, parse, lines: changed }: FileDifference): string {
  if (status === "added" || status === "removed") {
    return "no symbols";
  }
  const isMoved = changed === null;
  return isMoved ? "the same text" : parse === "fallback" ? "its words are the same" : "comments or white space alone";
}
