// Writes sources line by line, so that a budget cuts at the end of a line, and the outcome of every other requested address.
import { type Address, QUOTED_MAX, quoted } from "../../../intelligence/symbols/address.ts";
import type { SymbolSource } from "../../../intelligence/symbols/symbol-source.ts";
import { escapeName, fenceFor, renderCount } from "../../../vocabulary/shown-text.ts";
import { lineAt, type SourceText } from "../../../vocabulary/text.ts";
import type { RowOf } from "../../answer/table.ts";
import { SYMBOLS, symbolCells } from "./symbol-rows.ts";

/** A requested address, and what it resolved to. */
export interface AskedSymbol {
  readonly asked: string;
  readonly address: Address;
  /** Null if the address is not one symbol, or its file differs from the index. */
  readonly file: SourceText | null;
  readonly source: SymbolSource | null;
}

type Candidate = RowOf<typeof SYMBOLS>;

/** One row of the answer: a candidate, a note on a missing address, or a line of source. */
type Row =
  | { readonly of: AskedSymbol; readonly candidate: Candidate }
  | { readonly of: AskedSymbol; readonly missing: true }
  | { readonly of: AskedSymbol; readonly line: number };

/** Candidates of one address that are listed; all are counted. */
const CANDIDATES_MAX = 50;
/** No code has more characters per token: lines beyond the budget are not tried. */
const CHARACTERS_PER_TOKEN_MAX = 16;

const rangesOf = ({ source }: AskedSymbol) => source?.ranges ?? [];
const linesIn = (symbol: AskedSymbol): number =>
  rangesOf(symbol).reduce((sum, { startLine, endLine }) => sum + endLine - startLine + 1, 0);

/** Number of rows, whether they fit or not. */
export const foundBy = (symbols: readonly AskedSymbol[]): number =>
  symbols.reduce((sum, symbol) => {
    const { address } = symbol;
    const other = address.kind === "ambiguous" ? address.candidates.length : address.kind === "none" ? 1 : 0;
    return sum + other + linesIn(symbol);
  }, 0);

function candidatesOf({ address }: AskedSymbol): Candidate[] {
  const candidates = address.kind === "ambiguous" ? address.candidates.slice(0, CANDIDATES_MAX) : [];
  return candidates.flatMap(({ document, symbols: [symbol] }) =>
    symbol === undefined ? [] : symbolCells({ document, symbol }),
  );
}

/** First what the caller has to decide, then the sources in the order of the request. */
export function rowsOf(symbols: readonly AskedSymbol[], maxTokens: number): Row[] {
  const questions = symbols.flatMap((of): Row[] =>
    of.address.kind === "none" ? [{ of, missing: true }] : candidatesOf(of).map((candidate) => ({ of, candidate })),
  );
  const lines: Row[] = [];
  let characters = 0;
  for (const of of symbols) {
    const { file } = of;
    for (const { startLine, endLine } of rangesOf(of)) {
      for (let line = startLine; line <= endLine && file !== null; line++) {
        characters += lineAt(file, line).length + 1;
        if (characters > maxTokens * CHARACTERS_PER_TOKEN_MAX) {
          return [...questions, ...lines];
        }
        lines.push({ of, line });
      }
    }
  }
  return [...questions, ...lines];
}

export function writeSources(symbols: readonly AskedSymbol[], shown: readonly Row[]) {
  const rowsBy = new Map(symbols.map((symbol): [AskedSymbol, Row[]] => [symbol, []]));
  for (const row of shown) {
    rowsBy.get(row.of)?.push(row);
  }
  const written = [...rowsBy].filter(([, rows]) => rows.length > 0);
  const ambiguous = written.flatMap(([{ asked, address }, rows]) => {
    const candidates = rows.flatMap((row) => ("candidate" in row ? [row.candidate] : []));
    return address.kind === "ambiguous"
      ? [{ asked: asked.slice(0, QUOTED_MAX), found: address.candidates.length, written: SYMBOLS.write(candidates) }]
      : [];
  });
  const missing = written.flatMap(([{ asked, address }]) =>
    address.kind === "none" ? [missingOf(asked, address)] : [],
  );
  const isOne = symbols.length === 1;
  const sources = written.flatMap(([symbol, rows]) => sourceShown(symbol, rows));
  const left = symbols.filter(({ source }) => source !== null).length - sources.length;
  return {
    headline: headlineOf(symbols),
    lines: [
      ...ambiguous.flatMap(({ asked, found, written }) => [
        ...(isOne ? [] : [`${whyAmbiguous(asked, found)}:`]),
        ...written.lines,
      ]),
      ...missing.flatMap(({ why, nearest }) => [
        ...(isOne ? [] : [why]),
        ...(nearest.lines.length === 0 ? [] : ["nearest:"]),
        ...nearest.lines,
      ]),
      ...sources.flatMap(renderSource),
      ...(left === 0 ? [] : [`${renderCount(left, "symbol")} more: raise max_tokens`]),
    ],
    fields: {
      sources,
      ...(ambiguous.length === 0
        ? {}
        : { ambiguous: ambiguous.map(({ written, ...one }) => ({ ...one, candidates: written.field })) }),
      ...(missing.length === 0
        ? {}
        : { missing: missing.map(({ nearest, ...one }) => ({ ...one, nearest: nearest.field })) }),
    },
  };
}

function missingOf(asked: string, { why, nearest }: Extract<Address, { kind: "none" }>) {
  const rows = nearest.flatMap(({ document, symbols: [symbol] }) =>
    symbol === undefined ? [] : symbolCells({ document, symbol }),
  );
  return { asked: asked.slice(0, QUOTED_MAX), why, nearest: SYMBOLS.write(rows) };
}

const whyAmbiguous = (asked: string, found: number): string =>
  `${quoted(asked)} may mean ${renderCount(found, "symbol")}; name one as path#symbol or path:line`;

function headlineOf(symbols: readonly AskedSymbol[]): string {
  const [{ asked, address } = { asked: "", address: null }] = symbols;
  if (symbols.length === 1 && address?.kind === "none") {
    return address.why;
  }
  if (symbols.length === 1 && address?.kind === "ambiguous") {
    return whyAmbiguous(asked, address.candidates.length);
  }
  const lines = symbols.reduce((sum, symbol) => sum + linesIn(symbol), 0);
  const count = (counts: (symbol: AskedSymbol) => boolean): number => symbols.filter(counts).length;
  const parts: readonly (readonly [number, string])[] = [
    [count(({ address: { kind } }) => kind === "ambiguous"), "ambiguous"],
    [count(({ address: { kind } }) => kind === "none"), "not found"],
    [count(({ address: { kind }, source }) => kind === "found" && source === null), "changing while read: ask again"],
  ];
  return [
    `source of ${renderCount(
      count(({ source }) => source !== null),
      "symbol",
    )}, ${renderCount(lines, "line")}`,
    ...parts.filter(([number]) => number > 0).map(([number, what]) => `${number} ${what}`),
  ].join("; ");
}

interface ShownSource extends Omit<Candidate, "match"> {
  /** The first digits of the file's hash. */
  readonly hash: string;
  /** By line. */
  readonly context?: Record<string, string>;
  /** Lines by the number of the first: lines that are not adjacent in the file are separate here. */
  readonly source: Record<string, string[]>;
  readonly lines_left?: number;
}

/** Enough to distinguish two states of a file. */
const HASH_DIGITS = 12;

function sourceShown(symbol: AskedSymbol, rows: readonly Row[]): ShownSource[] {
  const { file, source } = symbol;
  if (file === null || source === null) {
    return [];
  }
  const lines = rows.flatMap((row) => ("line" in row ? [row.line] : []));
  const parts: Record<string, string[]> = {};
  let part: string[] = [];
  for (const [at, line] of lines.entries()) {
    if (at === 0 || lines[at - 1] !== line - 1) {
      part = [];
      parts[line] = part;
    }
    part.push(lineAt(file, line));
  }
  const left = linesIn(symbol) - lines.length;
  const { document, context } = source;
  const whole = {
    ...source.symbol,
    endLine: source.ranges.at(-1)?.endLine ?? source.symbol.endLine,
  };
  return [
    {
      ...symbolCells({ document, symbol: whole }),
      hash: document.contentHash.slice(0, HASH_DIGITS),
      ...(context.length === 0 ? {} : { context: Object.fromEntries(context.map(({ line, text }) => [line, text])) }),
      source: parts,
      ...(left === 0 ? {} : { lines_left: left }),
    },
  ];
}

function renderSource(shown: ShownSource): string[] {
  const { path, start_line: first, end_line: last, kind, symbol, lines_left: left = 0 } = shown;
  const context = Object.entries(shown.context ?? {}).map(([line, text]) => `${line}: ${text}`);
  const source = Object.entries(shown.source).flatMap(([line, lines], at) => [
    ...(at === 0 ? [] : [`… ${line}:`]),
    ...lines,
  ]);
  const fence = fenceFor(...source, ...context);
  return [
    escapeName(`${path}:${first}-${last} ${kind} ${symbol}`),
    ...(context.length === 0 ? [] : [fence, ...context, fence]),
    fence,
    ...source,
    fence,
    ...(left === 0 ? [] : [`${renderCount(left, "line")} more: raise max_tokens`]),
  ];
}
