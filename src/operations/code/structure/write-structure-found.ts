// Writes code that matches a structural pattern, grouped by file.
import { z } from "zod";
import type { StructureFound } from "../../../intelligence/structure/search-structure.ts";
import type { MatchedCode } from "../../../syntax/patterns/match-text.ts";
import { renderCount } from "../../../vocabulary/shown-text.ts";
import { defineTable, type RowOf } from "../../answer/table.ts";
import type { Symbolled, SymbolledFile } from "../files/with-symbols.ts";

const GIVEN_UP_LISTED_MAX = 5;
const PATTERN_SHOWN_MAX = 60;

export const MATCHES = defineTable({
  doc: "by file: the source itself first, then tests and others",
  columns: {
    path: z.string(),
    line: z.number().meta({ doc: "1-based" }),
    end_line: z.number().nullable().meta({ doc: "inclusive; null: the same line" }),
    symbol: z.string().nullable().meta({ doc: "the innermost around it" }),
    text: z.string().nullable().meta({ doc: "how it begins, of a pattern without metavariables" }),
    captures: z
      .record(z.string(), z.string())
      .nullable()
      .meta({ doc: "what each metavariable stands for; a long text ends in …" }),
  },
  grouped: true,
  shared: ["text"],
  verbatim: ["text", "captures"],
  line({ line, end_line: last, symbol, text, captures }) {
    const bound = Object.entries(captures ?? {}).map(([name, value]) => `$${name}=${value}`);
    const shown = [...(text == null ? [] : [text]), ...bound].join(" ");
    const place = `${line}${last === undefined ? "" : `-${last}`}${symbol === undefined ? "" : ` [${symbol}]`}`;
    return shown === "" ? place : `${place}: ${shown}`;
  },
});
type Row = RowOf<typeof MATCHES>;

interface About {
  readonly pattern: string;
  readonly language: string;
  /** Node types that the pattern was parsed as. */
  readonly understood: string;
  /** Metavariables that are literal text at their position. */
  readonly literal: readonly string[];
  /** The pattern with a body, if the one without matches nothing; null if that is no other pattern. */
  readonly withBody: string | null;
  readonly timeMs: number;
}

export function writeStructureFound(about: About, found: StructureFound, shown: readonly SymbolledFile<MatchedCode>[]) {
  const { shared, lines, field } = MATCHES.write(
    shown.flatMap((file) => file.lines.map((one) => rowOf(file.path, one))),
  );
  const givenUp = found.givenUp.slice(0, GIVEN_UP_LISTED_MAX);
  const { language, understood, literal } = about;
  return {
    headline: `${headlineOf(about, found)}${shared === "" ? "" : `, each ${shared}`}`,
    lines: [...notes(about, found), ...lines],
    fields: {
      language,
      understood,
      ...(literal.length === 0 ? {} : { literal: [...literal] }),
      files_matched: found.files.length,
      ...(found.partial === 0 ? {} : { partial: found.partial }),
      ...(givenUp.length === 0 ? {} : { given_up: givenUp.map(({ path, reason }) => ({ path, reason })) }),
      ...(lines.length === 0 ? {} : { matches: field }),
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

function notes({ literal, timeMs, withBody }: About, { left, givenUp, partial }: StructureFound): string[] {
  const listed = givenUp.slice(0, GIVEN_UP_LISTED_MAX).map(({ path, reason }) => `${path}: ${reason}`);
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

const rowOf = (path: string, { line, lastLine, symbol, begins, bindings }: Symbolled<MatchedCode>): Row => ({
  path,
  line,
  end_line: line === lastLine ? null : lastLine,
  symbol,
  text: bindings.length === 0 ? begins : null,
  captures: bindings.length === 0 ? null : Object.fromEntries(bindings.map(({ name, text }) => [name, text])),
});
