// What Emacs shows of an answer: lines, and rows, which are places that it visits. Made by the same rules for all operations: a field or
// a column that none of them names is said under its name, so that nothing is dropped. To say a field in other words, add it to NOTES or
// LINES; a column, to PHRASES; to leave one out, to UNSAID.
import type { z } from "zod";
import type { WireEnvelope } from "../operations/answer/envelope.ts";
import type { WireTable } from "../operations/answer/table.ts";
import type { askOutput } from "../operations/code/ask/write-asked.ts";
import type { contextOutput } from "../operations/context/write-context.ts";
import type { SavedFile } from "../operations/saved/get-saved-result.ts";
import type { searchOutput } from "../operations/search/search-output.ts";
import { type Fields, isFields } from "../vocabulary/fields.ts";
import { escapeUnseen } from "../vocabulary/shown-text.ts";

type Search = z.input<typeof searchOutput>;
type Context = z.input<z.ZodObject<typeof contextOutput>>;
type Asked = z.input<typeof askOutput>;
type Tuples = readonly (readonly unknown[])[];
type SourceLine = readonly [line: number | null, text: string];

/** `label`: `symbol`, or code. `file`: the file of `source`, where it is another. */
export interface Row {
  readonly path: string;
  readonly line: number | null;
  readonly end: number | null;
  readonly label: string;
  readonly symbol: string | null;
  readonly details: string;
  readonly doubt: string;
  readonly source: readonly SourceLine[];
  readonly file: string | null;
}
/** A note says what the answer lacks. */
export type Item = string | { readonly note: string } | { readonly heading: string } | Row;

const isTable = (value: unknown): value is WireTable => isFields(value) && "columns" in value && "rows" in value;
const isText = (value: unknown): value is string => typeof value === "string";
const isLines = (value: unknown): value is readonly string[] => Array.isArray(value) && value.every(isText);
const words = (name: string): string => escapeUnseen(name).replace(/[_-]/g, " ");

/** `files 3, exported, kinds a, b`; "" for what says nothing. */
const said = (value: unknown): string =>
  Array.isArray(value)
    ? value.map(said).filter(Boolean).join(", ")
    : isFields(value)
      ? saidOf(Object.entries(value))
      : escapeUnseen(String(value === false ? "" : (value ?? "")), "\t");
const saidOf = (entries: readonly (readonly [string, unknown])[]): string =>
  said(entries.map(([name, one]) => (one === true ? name : said(one) && `${name} ${said(one)}`)));
const linesOf = (fields: Fields): string[] =>
  Object.entries(fields).map(([name, one]) => (one === true ? words(name) : `${words(name)}: ${said(one)}`));
const noted = (form: string, value: unknown): Item[] =>
  form === "" || value === 0 || said(value) === "" ? [] : [{ note: value === true ? form : `${form}: ${said(value)}` }];

/** Empty: said by another field or the rows. */
const ENVELOPE: Readonly<Record<keyof WireEnvelope, string>> = {
  ...{ completeness: "", found: "", shown: "", match: "", authority: "", absence: "", hidden_by: "" },
  hidden: "kept out by the filters",
  files_left: "files not looked through",
  lagging: "files not indexed as they are now (g asks again)",
  parse: "only partly understood",
  files: "files searched",
  excluded: "never searched",
};
const NOTES: Readonly<Record<string, string>> = {
  missing_words: "in no file that is searched",
  unresolved: "places that may use it, not known what they mean",
  uncounted: "files with the word, not counted",
  library_may_call: "a library may call it",
};
/** Names of fields that say what an answer lacks. */
const LACKS = /^(?:index|problems)$|(?:^|_)(?:left|omitted|unlisted|unknown)(?:_|$)/;
/** Fields that the summary or the rows have, or that are for programs. */
const UNSAID = ["summary", "outcome", "project_root", "evidence", "imports", "details", "uri", "exported_found"];
/** Fields that are said in words of their own. */
const LINES: Readonly<Record<string, (value: never) => readonly Item[]>> = {
  envelope: (value: WireEnvelope) => [
    ...(value.found === undefined ? [] : [{ note: `${value.shown ?? 0} of ${value.found} shown; + shows more` }]),
    ...Object.entries(value).flatMap(([name, one]) => noted(ENVELOPE[name as keyof WireEnvelope], one)),
  ],
  cut: (value: unknown) => [{ note: `cut: ${said(value).replace(/ask with max_tokens \d+ to see/, "+ shows")}` }],
  routes: (value: Asked["routes"]) => value.map(({ question, rationale }) => `${said(question)}: ${said(rationale)}`),
  next_step: (value: Asked["next_step"]) => [`next: ${said(value)}`],
  trust: (value: string) => (value === "own" ? [] : [{ note: `trust: ${value}` }]),
  scope: (value: string | NonNullable<Search["scope"]>) =>
    linesOf(value === "project" ? {} : isText(value) ? { stored: value } : value),
  completeness: (value: Fields) =>
    noted(
      "indexed",
      Object.entries(value).map(([name, one]) => `${words(name)} ${said(one)}`),
    ),
  parts: (value: Fields) =>
    Object.entries(value).flatMap(([name, part]) => noted(name, isFields(part) ? part["detail"] : part)),
  document: linesOf,
  // Of rows and changes: the summary has them.
  counts: (value: Fields) => linesOf(Object.fromEntries(Object.entries(value).filter(([, one]) => isFields(one)))),
  occurrences: (value: Fields) => [`places of the name: ${said(value)}`],
  risk: ({ score, points, ...more }: Fields) => [`risk: ${said([`${said(score)}/100`, points, more])}`],
};
const TITLES: Readonly<Record<string, string>> = {
  ...{ symbols: "", edges: "", lines: "", items: "", hits: "", files: "", places: "", symbol: "", users: "" },
  locations: "Further hits",
  candidates: "Which one? . asks about the one at point",
  in_doubt: "May use it, in doubt",
};
/** A hit, a place that was saved, an item of a context, or the cells of a row of a table. */
interface Place extends Partial<Omit<Search["hits"][number], "source" | "path" | "kind">> {
  readonly [column: string]: unknown;
  readonly path?: string | null;
  readonly source?: string | readonly string[] | Fields | null;
  readonly stretches?: Context["items"]["rows"][string][number][5];
  readonly now?: { readonly start_line: number; readonly end_line: number };
}
const DOUBTS: Fields = { exact: "", constrained: "by the receiver's type", heuristic: "by name alone" };
/** Columns that the details say otherwise than by name and value. */
const PHRASES: Readonly<Record<string, (value: unknown) => string>> = {
  match: (value) => (value === "exact" ? "" : said(value)),
  distance: (value) => (Number(value) > 1 ? `${said(value)} steps` : ""),
  count: (value) => (Number(value) > 1 ? `${said(value)} calls` : ""),
  now: (value) => (isText(value) ? `now ${said(value)}` : ""),
  lines: (value) => (isLines(value) ? "" : saidOf([["lines", value]])),
};
/** Columns that the other parts of a row have. */
const IN_ROW =
  /^(?:path|line|call_line|(?:source_|symbol_)?(?:start|end)_line|source|text|of|certainty|why|tokens|hash|stretches|context|state)$/;

const numbered = (first: number | null, lines: readonly string[]): SourceLine[] =>
  lines.map((text, at) => [first === null ? null : first + at, text]);

function sourceOf(place: Place, first: number | null): SourceLine[] {
  const { source, lines, stretches = [], context = {}, call_line: call } = place;
  const parts = isFields(source) ? Object.entries(source as Readonly<Record<string, readonly string[]>>) : [];
  return [
    ...Object.entries(context).map(([line, text]): SourceLine => [Number(line), text]),
    ...numbered(place.source_start_line ?? first, [source, lines].find(isLines) ?? []),
    ...parts.flatMap(([start, part]) => numbered(Number(start), part)),
    ...stretches.flatMap(([start, , text]) => numbered(start, text.split("\n"))),
    ...(typeof call === "number" ? numbered(call, [isText(source) ? source : ""]) : []),
  ];
}

/** Null for what is no place. `own`: the file of what names none. */
function rowOf(place: Place, own: string | null, direction: string): Row | null {
  const { lines, start_line, stretches, symbol = null, of, now, why, state, certainty } = place;
  const starts = [place["line"], start_line, stretches?.[0]?.[0], Array.isArray(lines) ? lines[0] : null];
  const first = starts.find((one): one is number => typeof one === "number") ?? null;
  const path = place.path ?? (first === null ? null : own);
  if (path === null) {
    return null;
  }
  const code = of === undefined ? [place.source, place["text"]].find((one) => isText(one) && one.trim() !== "") : null;
  const label = [symbol, place["name"], place["signature"]].find(isText);
  const uncertain = isText(certainty) ? (DOUBTS[certainty] ?? words(certainty)) : stretches === undefined ? why : "";
  const inLabel = (value: unknown) => (isText(code) ? `in ${said(value)}` : "");
  const phrase = (column: string, value: unknown) => (isText(value) ? said(value) : saidOf([[words(column), value]]));
  const details = Object.entries(place)
    .filter(([column]) => !IN_ROW.test(column))
    .map(([column, value]) => (value === label ? inLabel(value) : (PHRASES[column]?.(value) ?? phrase(column, value))));
  return {
    path,
    line: now?.start_line ?? first,
    end: now?.end_line ?? stretches?.at(-1)?.[1] ?? place.end_line ?? null,
    label: isText(code) ? code.trim() : said(label ?? (of === undefined ? "" : "top of the file")),
    symbol,
    details: [...details, stretches && said(why)].filter(Boolean).join(", "),
    doubt: state === undefined ? said(uncertain) : `${said(state)} since`,
    source: sourceOf(place, first),
    file: isText(of) && direction === "callees" ? (of.split("#")[0] ?? null) : null,
  };
}

/** The rows of a table, each by the names of its columns. */
function placesIn({ columns, rows, same = {} }: WireTable): Place[] {
  const tuples = Array.isArray(rows)
    ? (rows as Tuples)
    : Object.entries(rows as Readonly<Record<string, Tuples>>).flatMap(([key, all]) => all.map((one) => [key, ...one]));
  return tuples.map((cells) => ({
    ...same,
    ...Object.fromEntries(columns.map((name, at) => [name, cells[at]]).filter(([, cell]) => (cell ?? null) !== null)),
  }));
}

/** The hits of a file that was saved, each with its lines; what tells of a gap between these is none. */
function hitsOf({ hits, ranges = [], lines = [], ...file }: SavedFile): Place[] {
  const numbers = ranges.flatMap(([from, to]) => [...Array.from({ length: to - from + 1 }, (_, at) => from + at), 0]);
  const sorted = [...(hits ?? [])].sort(([a], [b]) => a - b);
  const places = sorted.map(([start_line, end_line, symbol], at): Place => {
    const [after, last] = [sorted[at - 1]?.[1] ?? 0, at === sorted.length - 1 ? Number.MAX_VALUE : end_line];
    const own = numbers.flatMap((line, index) => (line > after && line <= last ? [[line, [lines[index]]]] : []));
    return { ...file, start_line, end_line, symbol: symbol ?? "", source: Object.fromEntries(own) };
  });
  return hits === undefined ? [{ lines, ...file }] : places;
}

/** `direction`: of a call graph. */
export function answerRows(answer: Fields, direction = "callers"): readonly Item[] {
  const { summary, symbol, path, imports, evidence = [] } = answer;
  const own = [isFields(symbol) && symbol["path"], path].find(isText) ?? null;
  const [lines, places]: [Item[], Item[]] = [[], []];
  const add = (field: string, all: readonly Place[]): void => {
    const heading = TITLES[field] ?? words(field).replace(/^./, (first) => first.toUpperCase());
    places.push(...(heading === "" || all.length === 0 ? [] : [{ heading }]));
    for (const [at, place] of all.entries()) {
      const { of, path: file } = place;
      const before = all[at - 1];
      if (of !== undefined && of !== before?.["of"]) {
        places.push({ heading: `${field === "edges" ? direction : words(field)} of ${said(of)}` });
      }
      const row = rowOf(place, own, direction);
      const above = isFields(imports) && isText(file) && file !== before?.path ? imports[file] : undefined;
      const needed = isLines(above) ? above.map((line) => line.split(/(?<=^\d+): /)) : [];
      const source = needed.map(([line, text = ""]): SourceLine => [Number(line), text]);
      places.push(row === null ? saidOf(Object.entries(place)) : { ...row, source: [...source, ...row.source] });
    }
  };
  for (const [field, value] of Object.entries(answer)) {
    if (isTable(value)) {
      // The paths of a context are no column of its table.
      add(field, placesIn({ ...value, columns: field === "items" ? ["path", ...value.columns] : value.columns }));
      lines.push(...noted(`rows of ${words(field)} left out`, value.left));
    } else if (!UNSAID.includes(field) && said(value) !== "" && !(isText(value) && said(summary).includes(value))) {
      if (LINES[field] !== undefined) {
        lines.push(...LINES[field](value as never));
      } else if (NOTES[field] !== undefined || LACKS.test(field)) {
        lines.push(...noted(NOTES[field] ?? words(field), value));
      } else if ([value].flat().every((one) => isFields(one) && isText(one["path"]))) {
        add(field, "document" in answer ? (value as SavedFile[]).flatMap(hitsOf) : ([value].flat() as Place[]));
      } else {
        lines.push(...linesOf({ [field]: value }));
      }
    }
  }
  for (const { tool, input, answer } of evidence as Asked["evidence"]) {
    places.push({ heading: `${tool}: ${said(input)}` }, ...answerRows(answer, said(input["direction"] ?? direction)));
  }
  return [...(isText(summary) ? [said(summary)] : []), ...lines, ...places];
}
