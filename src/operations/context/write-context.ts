// Writes a gathered context, as text for a model and in a form for programs.
import { z } from "zod";
import { assemble, type Candidate, type Item, symbolsLeftOut } from "../../context/assemble.ts";
import { PRIORITIES } from "../../context/budget.ts";
import type { Gathered } from "../../context/gather.ts";
import { INTENTS, type Intent, type SubTask } from "../../intelligence/ask/parts.ts";
import { type Problem, renderProblem } from "../../vocabulary/failure.ts";
import { escapeName, fenceFor, formatNumber, renderCount, shortened } from "../../vocabulary/shown-text.ts";
import type { NumberedLine } from "../../vocabulary/text.ts";
import type { FieldsOf } from "../answer/code-tool.ts";
import { problemsField } from "../contract/fields.ts";

/** Symbols without source that are listed; the others are counted. */
const LEFT_OUT_MAX = 12;
const PARTS_SHOWN = 6;
const SHOWN_BEFORE_MAX = 8;
/** In the structured form, where a chat reads them to send their lines again. */
const SHOWN_BEFORE_LISTED_MAX = 60;
/** UTF-16 units of a part of the task, or of a signature. */
const PART_LENGTH_MAX = 90;
const SIGNATURE_LENGTH_MAX = 160;

/** Rows of the structured form, each a place: cells in this order. */
const COLUMNS = ["symbol", "priority", "why", "tokens", "signature", "stretches"] as const;

export const contextOutput = {
  intent: z.enum(INTENTS).meta({ doc: "what the task wants to be done" }),
  parts: z
    .array(z.tuple([z.enum(INTENTS), z.string()]))
    .meta({ doc: "the task taken apart: what each part that asks for something wants" }),
  named: z
    .record(z.string(), z.string())
    .optional()
    .meta({ doc: "what the task names, and what that is in the project" }),
  searched: z.string().optional().meta({ doc: "how much of a long task is searched for" }),
  change: z.string().optional().meta({ doc: "the change that the task is about, and what it touches" }),
  look_ups: z.record(z.string(), z.number()).meta({ doc: "how often each kind of look-up was made" }),
  items: z
    .object({
      columns: z.array(z.enum(COLUMNS)),
      rows: z.record(
        z.string(),
        z.array(
          z.tuple([
            z.string().nullable(),
            z.enum(PRIORITIES),
            z.string(),
            z.number(),
            z.string().nullable(),
            z.array(z.tuple([z.number(), z.number(), z.string()])),
          ]),
        ),
      ),
    })
    .meta({
      doc: "places by file, what is used before what uses it, tests last: symbol (null: outside of symbols), priority, why it is here, tokens of its source, its signature where the stretches lack it, and the stretches: first line, last line, source",
    }),
  imports: z
    .record(z.string(), z.array(z.string()))
    .optional()
    .meta({ doc: "by file: import lines that its stretches use" }),
  overview: z.string().optional().meta({ doc: "of the project, in the first answer of a session" }),
  problems: problemsField.optional().meta({ doc: "why the session's memory is not whole, or not kept" }),
  shown_before: z
    .array(z.string())
    .optional()
    .meta({ doc: "lines that an earlier answer of the session has, as `path:start-end`" }),
  left_out: z.array(z.string()).optional().meta({ doc: "likely symbols without room, as `path:line symbol`" }),
  left_out_more: z.number().optional().meta({ doc: "how many more of these there are" }),
} as const;

/** What is written, and what a session adds to it. */
export interface Writing {
  readonly gathered: Gathered;
  /** In the order in which they are shown. */
  readonly candidates: readonly Candidate[];
  /** Of the project, for the first answer of a session; null otherwise. */
  readonly overview: string | null;
  /** Lines that an earlier answer of the session showed and this one would have: `path:start-end`. */
  readonly shownBefore: readonly string[];
  /** The change that the task is about, and what it is; null for none. */
  readonly change: string | null;
  /** Most tokens of the text. */
  readonly budget: number;
  /** How much of a long task is searched for; null where that is all. */
  readonly searched: string | null;
  /** Of the session's memory. */
  readonly problems: () => readonly Problem[];
  /** Tokens of a text; many texts are counted again and again while the number of rows is sought. */
  readonly count: (text: string) => number;
}

/** Of the budget, what a list of names may take: they are no source. */
const LIST_SHARE = 1 / 8;

/** The first of the texts that a list has room for, one at least. */
function beginning(texts: readonly string[], most: number, { budget, count }: Pick<Writing, "budget" | "count">) {
  const first = texts.slice(0, most);
  while (first.length > 1 && count(first.join(", ")) > budget * LIST_SHARE) {
    first.pop();
  }
  return first;
}

/** With the first `shown` candidates. */
export function writeContext(writing: Writing, shown: number) {
  const { gathered, change, candidates, overview, shownBefore, searched, count } = writing;
  const problems = writing.problems();
  const { decomposition, lookUps } = gathered;
  const files = assemble(gathered, candidates.slice(0, shown)).map((file) => ({
    ...file,
    items: file.items.map((item) => ({ ...item, tokens: tokensOf(item, count) })),
  }));
  const items = files.flatMap((file) => file.items);
  const left = symbolsLeftOut(candidates, shown);
  const listed = beginning(left, LEFT_OUT_MAX, writing);
  const before = beginning(shownBefore, SHOWN_BEFORE_MAX, writing);
  const source = items.reduce((sum, { tokens }) => sum + tokens, 0);
  const named = namedIn(gathered);
  const imports = files
    .filter((file) => file.imports.length > 0)
    .map((file) => [file.path, file.imports.map(numbered)]);
  const kinds = [...new Set(lookUps)];
  return {
    headline: `${decomposition.intent}: ${renderCount(items.length, "place")} in ${renderCount(files.length, "file")}, ${formatNumber(source)} tokens of source; ${renderCount(lookUps.length, "look-up")}`,
    lines: [
      ...problems.map(renderProblem),
      ...(searched === null ? [] : [`searched for: ${searched}`]),
      ...(change === null ? [] : [`change: ${escapeName(change)}`]),
      ...renderNamed(named, writing),
      ...(overview === null ? [] : ["== the project", ...overview.trimEnd().split("\n")]),
      ...files.flatMap(renderFile),
      ...(before.length === 0
        ? []
        : [`shown before: ${before.map(escapeName).join(", ")}${more(shownBefore.length - before.length)}`]),
      ...(listed.length === 0
        ? []
        : [`left out: ${listed.map(escapeName).join(", ")}${more(left.length - listed.length)}`]),
    ],
    fields: {
      intent: decomposition.intent,
      parts: askedParts(decomposition)
        .slice(0, PARTS_SHOWN)
        .map(({ text, intent }): [Intent, string] => [intent, clip(text, PART_LENGTH_MAX)]),
      ...(problems.length === 0 ? {} : { problems: [...problems] }),
      ...(searched === null ? {} : { searched }),
      ...(change === null ? {} : { change }),
      ...(named.length === 0 ? {} : { named: Object.fromEntries(named) }),
      look_ups: Object.fromEntries(kinds.map((kind) => [kind, lookUps.filter((one) => one === kind).length])),
      items: {
        columns: [...COLUMNS],
        rows: Object.fromEntries(files.map((file) => [file.path, file.items.map(rowOf)])),
      },
      ...(imports.length === 0 ? {} : { imports: Object.fromEntries(imports) }),
      ...(overview === null ? {} : { overview }),
      ...(before.length === 0 ? {} : { shown_before: shownBefore.slice(0, SHOWN_BEFORE_LISTED_MAX) }),
      ...(listed.length === 0 ? {} : { left_out: listed }),
      ...(left.length > listed.length ? { left_out_more: left.length - listed.length } : {}),
    },
  };
}

/** A report that asks nothing is one part, however many sentences it has. */
function askedParts({ intent, subTasks }: Gathered["decomposition"]): Pick<SubTask, "intent" | "text">[] {
  const asked = subTasks.filter(({ isAsked }) => isAsked);
  return asked.length > 0 ? asked : subTasks.slice(0, 1).map(({ text }) => ({ intent, text }));
}

type CountedItem = Item & { readonly tokens: number };
type ItemRow = FieldsOf<typeof contextOutput>["items"]["rows"][string][number];

const rowOf = ({ symbol, priority, why, tokens, signature, stretches }: CountedItem): ItemRow => [
  symbol === null ? null : shortened(symbol),
  priority,
  why,
  tokens,
  signature === null ? null : numbered(signature),
  stretches.map(({ startLine, endLine, source }) => [startLine, endLine, source] as const),
];

const numbered = ({ line, text }: NumberedLine): string => `${line}: ${clip(text.trim(), SIGNATURE_LENGTH_MAX)}`;
const clip = (text: string, most: number): string => (text.length > most ? `${text.slice(0, most)}…` : text);
const more = (count: number): string => (count > 0 ? ` and ${formatNumber(count)} more` : "");

const tokensOf = ({ stretches }: Item, count: Writing["count"]): number =>
  stretches.reduce((sum, { source }) => sum + count(`${source}\n`), 0);

type Resolution = Gathered["decomposition"]["subTasks"][number]["names"][number]["resolution"];

function meaningOf(resolution: Resolution): string {
  switch (resolution.kind) {
    case "symbol":
      return shortened(resolution.address);
    case "file":
    case "folder":
      return resolution.path;
    case "several":
      return `${formatNumber(resolution.count)} symbols of that name`;
    case "none":
      return "not in the project";
  }
}

/** What the task names, and what that is. */
const namedIn = ({ decomposition, focused }: Gathered): (readonly [string, string])[] =>
  [...focused, ...decomposition.subTasks.flatMap(({ names }) => names)].map(
    ({ written, resolution }) => [shortened(written), meaningOf(resolution)] as const,
  );

function renderNamed(
  named: readonly (readonly [string, string])[],
  writing: Pick<Writing, "budget" | "count">,
): string[] {
  const all = named.map(([written, meant]) =>
    meant.endsWith(written) ? escapeName(meant) : `${escapeName(written)} (${escapeName(meant)})`,
  );
  const listed = beginning(all, all.length, writing);
  return all.length === 0 ? [] : [`named: ${listed.join(", ")}${more(all.length - listed.length)}`];
}

/** A heading, then one fence with all places of the file, each under its lines: nothing in it can be taken for another file. */
function renderFile({
  path,
  imports,
  items,
}: {
  path: string;
  imports: readonly NumberedLine[];
  items: readonly CountedItem[];
}): string[] {
  const fence = fenceFor(...items.flatMap(({ stretches }) => stretches.map(({ source }) => source)));
  return [
    `== ${escapeName(path)}`,
    fence,
    ...imports.map(numbered),
    ...items.flatMap(({ symbol, priority, why, tokens, signature, stretches }) =>
      stretches.flatMap(({ startLine, endLine, source }, at) => {
        const about = `${symbol === null ? "" : ` ${escapeName(shortened(symbol))}`} ${priority}, ${tokens} tokens: ${escapeName(why)}`;
        return [
          `@@ ${startLine}-${endLine}${at === 0 ? about : ""}`,
          ...(at > 0 || signature === null ? [] : [numbered(signature)]),
          ...source.split("\n"),
        ];
      }),
    ),
    fence,
  ];
}
