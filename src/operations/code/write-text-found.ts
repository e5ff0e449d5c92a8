// Lines that match, written by file, with their context once. Knows no tool and no budget.
import type { TextPattern } from "../../intelligence/text/pattern.ts";
import type { TextFound } from "../../intelligence/text/search-text.ts";
import type { ShownLine } from "../../intelligence/text/show-line.ts";
import { renderCount } from "../amounts.ts";
import type { Symbolled, SymbolledFile } from "./with-symbols.ts";

/** Files that are named where the pattern took too long. */
const GIVEN_UP_LISTED_MAX = 5;
const PATTERN_SHOWN_MAX = 60;

type SymbolledLine = Symbolled<ShownLine>;

interface TextFields {
  readonly files_matched: number;
  readonly clipped: number;
  readonly given_up: string[];
  readonly files: { readonly path: string; readonly found: number; readonly lines: string[] }[];
}

export function writeTextFound(
  pattern: TextPattern,
  found: TextFound,
  shown: readonly SymbolledFile<ShownLine>[],
  timeMs: number,
): { readonly headline: string; readonly lines: readonly string[]; readonly fields: TextFields } {
  const files = shown.map(({ path, count, lines }) => ({ path, found: count, lines: written(lines) }));
  const clipped = shown.reduce((sum, { lines }) => sum + lines.filter((line) => line.clipped).length, 0);
  const givenUp = found.givenUp.slice(0, GIVEN_UP_LISTED_MAX);
  return {
    headline: headlineOf(pattern, found),
    lines: [
      ...troubles(found, givenUp, timeMs),
      ...(clipped === 0 ? [] : [`${clipped} long lines are clipped around the match`]),
      ...files.flatMap(({ path, found: count, lines }) => [
        `${path}${count === 1 ? "" : `: ${number(count)} lines`}`,
        ...lines.map((line) => `  ${line}`),
      ]),
    ],
    fields: { files_matched: found.files.length, clipped, given_up: givenUp, files },
  };
}

const number = (value: number): string => value.toLocaleString("en");

const quotedPattern = ({ source }: TextPattern): string =>
  JSON.stringify(source.length > PATTERN_SHOWN_MAX ? `${source.slice(0, PATTERN_SHOWN_MAX)}…` : source);

/** `lines that hold "text"` */
export const soughtIn = (pattern: TextPattern): string =>
  `lines that ${pattern.isRegex ? "match" : "hold"} ${quotedPattern(pattern)}`;

function headlineOf(pattern: TextPattern, { count, files, left }: TextFound): string {
  const { isRegex } = pattern;
  const quoted = quotedPattern(pattern);
  const verb = isRegex ? (count === 1 ? "matches" : "match") : count === 1 ? "holds" : "hold";
  const partly = left === 0 ? "" : `, of those looked at: ${number(left)} files are left`;
  return count === 0
    ? `no line ${isRegex ? "matches" : "holds"} ${quoted}${partly}`
    : `${renderCount(count, "line")} in ${renderCount(files.length, "file")} ${verb} ${quoted}${partly}`;
}

function troubles({ left, givenUp }: TextFound, listed: readonly string[], timeMs: number): string[] {
  const more = givenUp.length > listed.length ? ", …" : "";
  return [
    ...(givenUp.length === 0
      ? []
      : [`given up, the pattern takes too long there: ${listed.join(", ")}${more}; make it simpler`]),
    ...(left > givenUp.length ? [`stopped after ${timeMs / 1_000} s; narrow it by paths or languages`] : []),
  ];
}

/** Matching lines and those around them, each once, in order. */
function written(lines: readonly SymbolledLine[]): string[] {
  const byLine = new Map<number, string>();
  for (const { line, text } of lines.flatMap(({ before, after }) => [...before, ...after])) {
    byLine.set(line, `${line}- ${text}`);
  }
  for (const { line, text, symbol } of lines) {
    byLine.set(line, `${line}${symbol === null ? "" : ` [${symbol}]`}: ${text}`);
  }
  return [...byLine].sort(([a], [b]) => a - b).map(([, row]) => row);
}
