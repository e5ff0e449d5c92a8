// What get_symbol answers as fields and rows, and how each fact of a symbol adds to them.
import { z } from "zod";
import { CERTAINTIES } from "../../../vocabulary/facts.ts";
import { gitField } from "../../answer/git-fact.ts";
import { defineTable, type RowOf } from "../../answer/table.ts";
import { libraryField, overriddenField, unresolvedField } from "./answer-symbol.ts";
import { accountFields } from "./write-account.ts";

const RELATIONS = [
  "caller",
  "callee",
  "extends",
  "embeds",
  "implements",
  "implemented by",
  "extended by",
  "embedded by",
  "overridden by",
  "member",
] as const;
export type Relation = (typeof RELATIONS)[number];

export const RELATED = defineTable({
  doc: "by what they are to it; `counts` says how many there are",
  columns: {
    relation: z.enum(RELATIONS),
    symbol: z.string().nullable().meta({ doc: "null: the top of the file" }),
    path: z.string().nullable().meta({ doc: "null: the symbol's own file" }),
    line: z.number().meta({ doc: "of its definition" }),
    end_line: z.number().nullable().meta({ doc: "of a member" }),
    kind: z.string().nullable(),
    count: z.number().nullable().meta({ doc: "calls, where there are several" }),
    certainty: z.enum(CERTAINTIES).nullable().meta({ doc: "null: exact" }),
  },
  grouped: true,
  line: ({ symbol }) => `${symbol}`,
});
export type Related = RowOf<typeof RELATED>;

const counts = z.record(z.string(), z.number());
/** Output fields. */
export const aboutSymbol = {
  signature: z.string().optional(),
  documentation: z.string().optional(),
  counts: z
    .record(z.string(), counts)
    .optional()
    .meta({ doc: "callers, callees and relatives by certainty; absent: 0" }),
  overrides: overriddenField,
  library_may_call: libraryField,
  subtypes_unknown: z.boolean().optional().meta({ doc: "true: not all files were looked into" }),
  callees_unknown: z.boolean().optional().meta({ doc: "true: not determined in time" }),
  references: z.number().optional(),
  reference_files: z.number().optional(),
  unresolved: unresolvedField,
  occurrences: accountFields.occurrences,
  tests: z.array(z.string()).optional().meta({ doc: "the first files with tests of it" }),
  tests_found: z.number().optional(),
  risk: z.object({ score: z.number(), points: counts }).optional().meta({ doc: "0 to 100; points by their cause" }),
  exported: z.boolean().optional(),
  git: gitField,
};
const aboutField = z.object(aboutSymbol);
type About = Partial<z.output<typeof aboutField>>;

/** A line of the text, and what it says as fields and as rows. */
export interface Fact {
  readonly line: string;
  readonly fields?: About;
  readonly rows?: readonly Related[];
}

/** Several facts may have counts, which are merged; every other field comes from one fact. */
export function fieldsOf(facts: readonly Fact[]) {
  const fields: About = Object.assign({}, ...facts.map((fact) => fact.fields ?? {}));
  const merged: About["counts"] = Object.assign({}, ...facts.map((fact) => fact.fields?.counts ?? {}));
  const rows = facts.flatMap((fact) => fact.rows ?? []);
  return {
    ...fields,
    ...(fields.counts === undefined ? {} : { counts: merged }),
    ...(rows.length === 0 ? {} : { related: RELATED.write(rows).field }),
  };
}
