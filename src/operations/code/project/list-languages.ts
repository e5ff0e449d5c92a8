// The languages that the index reads, what it extracts from each, and how many files of the project each has.
import { z } from "zod";
import {
  type LanguageReading,
  type LanguageRow,
  listLanguages,
  READINGS,
} from "../../../intelligence/list-languages.ts";
import { formatNumber } from "../../../vocabulary/shown-text.ts";
import { answerCode } from "../../answer/answer-code.ts";
import { codeFields, codeOutput } from "../../answer/code-tool.ts";
import { defineTable, type RowOf } from "../../answer/table.ts";
import { defineOperation, type Operation } from "../../contract/operation.ts";

const TOKENS = 700;
const TOKENS_ALL = 2_500;
/** Extensions and file names of one language that are written out; more are counted. */
const NAMES_MAX = 4;

const { max_tokens: tokensField } = codeFields(TOKENS);

const LANGUAGES = defineTable({
  doc: "by what is extracted, those with the most files first",
  columns: {
    extracted: z.enum(Object.values(READINGS)),
    files: z.number(),
    language: z.string().nullable().meta({ doc: "null: of no known one" }),
    names: z
      .array(z.string())
      .nullable()
      .meta({ doc: `extensions and file names, the first ${NAMES_MAX}` }),
    more_names: z.number().nullable(),
    partial: z.number().nullable().meta({ doc: "files with syntax errors" }),
    patchy: z.boolean().nullable().meta({ doc: "true: its grammar is known to stumble over correct text" }),
  },
  grouped: true,
  line({ files = 0, language, names, more_names: more, partial, patchy }) {
    const errors = partial == null ? "" : `, ${formatNumber(partial)} partial`;
    const spoken = names == null ? "" : `; ${names.join(" ")}${more == null ? "" : ` and ${more} more`}`;
    const grammar = patchy == null ? "" : ", by a grammar that stumbles over correct text";
    return `${formatNumber(files)} ${language ?? "of no known language"}${errors}${grammar}${spoken}`;
  },
});

export const listLanguagesOperation: Operation = defineOperation({
  name: "list_languages",
  title: "Languages of the project",
  summary: "List the languages the index reads, and what it extracts from each",
  description:
    "Lists the languages of the project with their files, extensions and what is extracted: references and calls, definitions, headings or lines only.",
  input: z.strictObject({
    all: z
      .boolean()
      .default(false)
      .describe("Also languages that the project lacks")
      .meta({ help: "List languages that the project does not have, too" }),
    ...codeFields(TOKENS),
    max_tokens: tokensField
      .unwrap()
      .optional()
      .describe(`Default ${TOKENS}, of all ${TOKENS_ALL}`)
      .meta({ help: `Most tokens in the answer; default ${TOKENS}, with all ${TOKENS_ALL}` }),
  }),
  output: z.object({
    ...codeOutput,
    languages: LANGUAGES.field.optional(),
    known: z
      .record(z.string(), z.number())
      .optional()
      .meta({ doc: "with `all`: how many languages there are, by what is extracted" }),
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
          files: snapshot.documentCount,
          found: listed.length,
          write: (shown) => writeLanguages(languages, listed.slice(0, shown), input.all),
        };
      }),
    );
  },
});

function writeLanguages(languages: readonly LanguageRow[], shown: readonly LanguageRow[], all: boolean) {
  const named = languages.filter(({ id }) => id !== null);
  const present = named.filter(({ files }) => files > 0).length;
  const known = countReadings(named);
  const spoken = Object.entries(known).map(([reading, count]) => `${count} ${reading}`);
  const { lines, field } = LANGUAGES.write(shown.map(rowOf));
  return {
    headline: `${present} of ${named.length} languages are in this project`,
    lines: [...lines, ...(all ? [`known: ${spoken.join(", ")}; any other text: ${READINGS.lines}`] : [])],
    fields: { ...(lines.length === 0 ? {} : { languages: field }), ...(all ? { known } : {}) },
  };
}

const rowOf = ({ id, reading, patchy, names, files, partial }: LanguageRow): RowOf<typeof LANGUAGES> => ({
  extracted: READINGS[reading],
  files,
  language: id,
  names: names.length === 0 ? null : names.slice(0, NAMES_MAX),
  more_names: names.length > NAMES_MAX ? names.length - NAMES_MAX : null,
  partial: partial === 0 ? null : partial,
  patchy: patchy ? true : null,
});

function countReadings(languages: readonly LanguageRow[]): Record<string, number> {
  const readings = Object.keys(READINGS) as LanguageReading[];
  const counts = readings.map((reading) => [
    READINGS[reading],
    languages.filter((one) => one.reading === reading).length,
  ]);
  return Object.fromEntries(counts.filter(([, count]) => count !== 0));
}
