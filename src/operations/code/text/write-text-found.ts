// Writes matching lines by file, with each context line once.
import { z } from "zod";
import type { TextPattern } from "../../../intelligence/text/pattern.ts";
import type { TextFound } from "../../../intelligence/text/search-text.ts";
import type { ShownLine } from "../../../intelligence/text/show-line.ts";
import { formatNumber, renderCount } from "../../../vocabulary/shown-text.ts";
import { defineTable, type RowOf } from "../../answer/table.ts";
import type { Symbolled, SymbolledFile } from "../files/with-symbols.ts";

/** Files named for which the pattern takes too long. */
const GIVEN_UP_LISTED_MAX = 5;
const PATTERN_SHOWN_MAX = 60;

type SymbolledLine = Symbolled<ShownLine>;

export const LINES = defineTable({
  doc: "by file: the source itself first, then tests and others",
  columns: {
    path: z.string(),
    line: z.number().meta({ doc: "1-based" }),
    text: z.string(),
    symbol: z.string().nullable().meta({ doc: "the innermost around it" }),
    is_context: z.boolean().nullable().meta({ doc: "true: a line around a match" }),
  },
  grouped: true,
  verbatim: ["text"],
  line: ({ line, text = "", symbol, is_context: isContext }) =>
    isContext === true ? `${line}- ${text}` : `${line}${symbol === undefined ? "" : ` [${symbol}]`}: ${text}`,
});
type Row = RowOf<typeof LINES>;

export function writeTextFound(
  pattern: TextPattern,
  found: TextFound,
  shown: readonly SymbolledFile<ShownLine>[],
  timeMs: number,
) {
  const { lines, field } = LINES.write(shown.flatMap((file) => rowsOf(file.path, file.lines)));
  const clipped = shown.reduce((sum, file) => sum + file.lines.filter((line) => line.clipped).length, 0);
  const givenUp = found.givenUp.slice(0, GIVEN_UP_LISTED_MAX);
  return {
    headline: headlineOf(pattern, found),
    lines: [
      ...notes(found, givenUp, timeMs),
      ...(clipped === 0 ? [] : [`${renderCount(clipped, "long line")} clipped around the match`]),
      ...lines,
    ],
    fields: {
      files_matched: found.files.length,
      ...(clipped === 0 ? {} : { clipped }),
      ...(givenUp.length === 0 ? {} : { given_up: givenUp }),
      lines: field,
    },
  };
}

const quotedPattern = ({ source }: TextPattern): string =>
  JSON.stringify(source.length > PATTERN_SHOWN_MAX ? `${source.slice(0, PATTERN_SHOWN_MAX)}…` : source);

/** `lines that hold "text"` */
export const searchedFor = (pattern: TextPattern): string =>
  `lines that ${pattern.isRegex ? "match" : "hold"} ${quotedPattern(pattern)}`;

function headlineOf(pattern: TextPattern, { count, files, left }: TextFound): string {
  const { isRegex } = pattern;
  const quoted = quotedPattern(pattern);
  const verb = isRegex ? (count === 1 ? "matches" : "match") : count === 1 ? "holds" : "hold";
  const partly = left === 0 ? "" : `; ${formatNumber(left)} files not searched`;
  return count === 0
    ? `no line ${isRegex ? "matches" : "holds"} ${quoted}${partly}`
    : `${renderCount(count, "line")} in ${renderCount(files.length, "file")} ${verb} ${quoted}${partly}`;
}

function notes({ left, givenUp }: TextFound, listed: readonly string[], timeMs: number): string[] {
  const more = givenUp.length > listed.length ? ", …" : "";
  return [
    ...(givenUp.length === 0 ? [] : [`the pattern takes too long in ${listed.join(", ")}${more}: make it simpler`]),
    ...(left > givenUp.length ? [`stopped after ${timeMs / 1_000} s: narrow by paths or languages`] : []),
  ];
}

/** Matching lines and their context, each once, in order. */
function rowsOf(path: string, lines: readonly SymbolledLine[]): Row[] {
  const byLine = new Map<number, Row>();
  for (const { line, text } of lines.flatMap(({ before, after }) => [...before, ...after])) {
    byLine.set(line, { path, line, text, symbol: null, is_context: true });
  }
  for (const { line, text, symbol } of lines) {
    byLine.set(line, { path, line, text, symbol, is_context: null });
  }
  return [...byLine.values()].sort((a, b) => a.line - b.line);
}
