// The languages that the index reads, what it takes out of each, and how many files of the project are in it.
import { z } from "zod";
import { type LanguageReading, type LanguageRow, listLanguages, READINGS } from "../../intelligence/list-languages.ts";
import { defineOperation, type Operation } from "../operation.ts";
import { answerCode, codeFields, codeOutput } from "./answer-code.ts";

const TOKENS = 700;
const TOKENS_ALL = 2_500;
/** Extensions and file names of one language that are written out; more are counted. */
const NAMES_MAX = 4;

const { max_tokens: tokensField } = codeFields(TOKENS);

export const listLanguagesOperation: Operation = defineOperation({
  name: "list_languages",
  title: "Languages that are read",
  summary: "List the languages the index reads, and what it takes out of each",
  description:
    "Lists the languages of the project with their files, extensions and what is extracted: references and calls, definitions, headings or lines only.",
  input: z.strictObject({
    all: z.boolean().default(false).describe("Also languages that the project lacks"),
    ...codeFields(TOKENS),
    max_tokens: tokensField.unwrap().optional().describe(`Default ${TOKENS}, of all ${TOKENS_ALL}`),
  }),
  output: z.object({
    ...codeOutput,
    languages: z
      .record(z.string(), z.array(z.string()))
      .meta({ doc: "by what is extracted: `<files> <language>; <extensions>`" }),
    known: z.record(z.string(), z.number()).meta({ doc: "languages there are, by what is extracted" }),
  }),
  annotations: { readOnly: true, destructive: false, idempotent: true },
  command: {
    command: "list-languages",
    positionals: [],
    examples: ["context-broker list-languages", "context-broker list-languages --all --json"],
  },
  toolset: "code-more",
  run: (input, context) => {
    const budget = { ...input, max_tokens: input.max_tokens ?? (input.all ? TOKENS_ALL : TOKENS) };
    return answerCode(budget, { operation: "list_languages", asked: input.all ? "all" : "" }, context, (scene) =>
      scene.withSnapshot((snapshot) => {
        const languages = listLanguages(snapshot, scene.session.settings.extensions);
        const present = languages.filter(({ files }) => files > 0);
        const listed = input.all ? languages : present;
        return {
          outcome: listed.length === 0 ? "empty" : "found",
          authority: "index",
          generation: snapshot.generation,
          documents: [],
          files: snapshot.documentCount,
          filesLeft: 0,
          found: listed.length,
          rows: listed.length,
          write: (shown) => writeLanguages(languages, listed.slice(0, shown)),
        };
      }),
    );
  },
});

function writeLanguages(languages: readonly LanguageRow[], shown: readonly LanguageRow[]) {
  const named = languages.filter(({ id }) => id !== null);
  const present = named.filter(({ files }) => files > 0).length;
  const known = countReadings(named);
  const spoken = Object.entries(known).map(([reading, count]) => `${count} ${reading}`);
  const rows = groupRows(shown);
  return {
    headline: `${present} of ${named.length} languages are in this project`,
    lines: [
      ...Object.entries(rows).flatMap(([reading, group]) => [`${reading}:`, ...group.map((row) => `  ${row}`)]),
      `known: ${spoken.join(", ")}; any other text: ${READINGS.lines}`,
    ],
    fields: { languages: rows, known },
  };
}

function countReadings(languages: readonly LanguageRow[]): Record<string, number> {
  const readings = Object.keys(READINGS) as LanguageReading[];
  const counts = readings.map((reading) => [
    READINGS[reading],
    languages.filter((one) => one.reading === reading).length,
  ]);
  return Object.fromEntries(counts.filter(([, count]) => count !== 0));
}

/** By how they are read, those with the most files first. */
function groupRows(shown: readonly LanguageRow[]): Record<string, string[]> {
  const groups: Record<string, string[]> = {};
  for (const row of shown) {
    const group = groups[READINGS[row.reading]] ?? [];
    groups[READINGS[row.reading]] = [...group, renderLanguage(row)];
  }
  return groups;
}

/** `12 typescript, 1 partial; .ts .mts .cts`. */
function renderLanguage({ id, patchy, names, files, partial }: LanguageRow): string {
  const errors = partial === 0 ? "" : `, ${partial.toLocaleString("en")} partial`;
  const more = names.length > NAMES_MAX ? ` and ${names.length - NAMES_MAX} more` : "";
  const spoken = names.length === 0 ? "" : `; ${names.slice(0, NAMES_MAX).join(" ")}${more}`;
  const grammar = patchy ? ", by a grammar that stumbles over correct text" : "";
  return `${files.toLocaleString("en")} ${id ?? "of no known language"}${errors}${grammar}${spoken}`;
}
