// Code that a structural pattern matches, written by file. Knows no tool and no budget.
import type { StructureFound } from "../../intelligence/structure/search-structure.ts";
import type { MatchedCode } from "../../languages/patterns/match-text.ts";
import { renderCount } from "../amounts.ts";
import type { Symbolled, SymbolledFile } from "./with-symbols.ts";

const GIVEN_UP_LISTED_MAX = 5;
const PATTERN_SHOWN_MAX = 60;

interface About {
  readonly pattern: string;
  readonly language: string;
  /** Node types of what it was understood as. */
  readonly understood: string;
  /** Metavariables that are none where they stand. */
  readonly literal: readonly string[];
  /** The pattern with a body, where nothing without one is found; null where it makes no other pattern. */
  readonly withBody: string | null;
  readonly timeMs: number;
}

interface StructureFields {
  readonly language: string;
  readonly understood: string;
  readonly literal: string[];
  readonly files_matched: number;
  readonly partial: number;
  readonly given_up: string[];
  readonly files: { readonly path: string; readonly found: number; readonly matches: string[] }[];
}

export function writeStructureFound(
  about: About,
  found: StructureFound,
  shown: readonly SymbolledFile<MatchedCode>[],
): { readonly headline: string; readonly lines: readonly string[]; readonly fields: StructureFields } {
  const files = shown.map(({ path, count, lines }) => ({ path, found: count, matches: lines.map(written) }));
  const givenUp = found.givenUp.slice(0, GIVEN_UP_LISTED_MAX).map(({ path, reason }) => `${path}: ${reason}`);
  const { language, understood } = about;
  return {
    headline: headlineOf(about, found),
    lines: [
      ...troubles(about, found, givenUp),
      ...files.flatMap(({ path, found: count, matches }) => [
        `${path}${count === 1 ? "" : `: ${renderCount(count, "match", "matches")}`}`,
        ...matches.map((match) => `  ${match}`),
      ]),
    ],
    fields: {
      language,
      understood,
      literal: [...about.literal],
      files_matched: found.files.length,
      partial: found.partial,
      given_up: givenUp,
      files,
    },
  };
}

function headlineOf({ pattern, language }: About, { count, files, left }: StructureFound): string {
  const folded = pattern.replace(/\s+/g, " ").trim();
  const quoted = JSON.stringify(folded.length > PATTERN_SHOWN_MAX ? `${folded.slice(0, PATTERN_SHOWN_MAX)}…` : folded);
  const partly = left === 0 ? "" : `, of those looked at: ${renderCount(left, "file")} left`;
  return count === 0
    ? `no ${language} code matches ${quoted}${partly}`
    : `${renderCount(count, "match", "matches")} of ${quoted} in ${renderCount(files.length, "file")}${partly}`;
}

function troubles(
  { literal, timeMs, withBody }: About,
  { left, givenUp, partial }: StructureFound,
  listed: readonly string[],
): string[] {
  const more = givenUp.length > listed.length ? "; …" : "";
  return [
    ...(withBody === null ? [] : [`this finds declarations without a body; with one: ${JSON.stringify(withBody)}`]),
    ...(literal.length === 0 ? [] : [`literal, as part of a string or a name: ${literal.join(", ")}`]),
    ...(givenUp.length === 0 ? [] : [`not searched to the end: ${listed.join("; ")}${more}`]),
    ...(left > givenUp.length ? [`stopped after ${timeMs / 1_000} s; narrow it by paths, or name more in it`] : []),
    ...(partial === 0
      ? []
      : [`${renderCount(partial, "file")} with code that the grammar does not read; matches may be missing`]),
  ];
}

/** `12-14 [Store.save]: $X=order`; without metavariables, how it begins. */
function written({ line, lastLine, symbol, begins, bindings }: Symbolled<MatchedCode>): string {
  const lines = line === lastLine ? `${line}` : `${line}-${lastLine}`;
  const bound = bindings.map(({ name, text }) => `$${name}=${text}`).join(" ");
  return `${lines}${symbol === null ? "" : ` [${symbol}]`}: ${bound === "" ? begins : bound}`;
}
