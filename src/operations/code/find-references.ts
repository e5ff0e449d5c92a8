// Where a symbol is used: each place with its role, how surely it is one, and what it stands in.
import { z } from "zod";
import { overriddenBy } from "../../intelligence/edges/overridden.ts";
import { enclosingAt, findReferences, type Reference } from "../../intelligence/edges/references.ts";
import { quoted } from "../../intelligence/symbols/address.ts";
import { escapeName } from "../../search/answer/render-answer.ts";
import { shortened } from "../../search/answer/structured-answer.ts";
import { CERTAINTIES, type Certainty } from "../../vocabulary/certainty.ts";
import { ROLES, type Role } from "../../vocabulary/facts.ts";
import { renderCount } from "../amounts.ts";
import { defineOperation, type Operation } from "../operation.ts";
import { codeFields, codeOutput } from "./answer-code.ts";
import {
  answerSymbol,
  candidatesField,
  meantField,
  renderOverridden,
  type SymbolScene,
  symbolField,
  symbolRow,
} from "./answer-symbol.ts";
import { countsOf } from "./counts.ts";

const TOKENS = 1_500;
const LIMIT = 50;
const LIMIT_MAX = 1_000;

export const findReferencesOperation: Operation = defineOperation({
  name: "find_references",
  title: "References to a symbol",
  summary: "Find where a function, class or other symbol is used",
  description:
    "Who calls, reads, extends or imports a symbol: exact (scope or import proves it), constrained (the receiver's type narrows it) or heuristic (name alone). Never an invented edge.",
  input: z.strictObject({
    symbol: symbolField,
    roles: z.array(z.enum(ROLES)).default([]).describe("Default: all"),
    certainty_min: z.enum(CERTAINTIES).default("heuristic").describe("Least certainty"),
    limit: z.int().min(1).max(LIMIT_MAX).default(LIMIT).describe("Most places"),
    ...codeFields(TOKENS),
  }),
  output: z.object({
    ...codeOutput,
    symbol: meantField,
    files: z
      .array(z.object({ path: z.string(), references: z.array(z.string()) }))
      .optional()
      .meta({ doc: "`<line> <role> <certainty> <what it stands in>`; `-` at the top of a file" }),
    counts: z.record(z.string(), z.number()).optional().meta({ doc: "all that were found, by certainty and role" }),
    unknown: z.number().optional().meta({ doc: "further mentions of the name, on what is not known" }),
    candidates: candidatesField,
  }),
  annotations: { readOnly: true, destructive: false, idempotent: true },
  command: {
    command: "find-references",
    positionals: ["symbol"],
    examples: [
      "context-broker find-references UserService.get",
      "context-broker find-references src/app.ts#start --roles call --certainty-min constrained",
    ],
  },
  toolset: "code",
  run: (input, context) =>
    answerSymbol(input, context, {
      operation: "find_references",
      look: (scene) => look(scene, input),
      tell: ({ label, name, all, references, rows, documents, overridden }) => ({
        outcome: references.length === 0 ? "empty" : "found",
        sought: `references to ${label}`,
        filtered: filteredBy(all.references, references, input),
        documents,
        files: all.filesRead.length,
        filesLeft: all.filesLeft.length,
        found: references.length,
        rows: rows.length,
        write(shown) {
          const files = byFile(rows.slice(0, shown));
          const places = `${renderCount(references.length, "reference")} to ${label} in ${renderCount(documents.length, "file")}`;
          const unknown = `${renderCount(all.unknown, "mention")} of ${quoted(name)} on what is not known`;
          return {
            headline: `${places}${all.unknown === 0 ? "" : `; ${unknown}`}${overridden}`,
            lines: files
              .flatMap(({ path, references: ofFile }) => [path, ...ofFile.map((row) => ` ${row}`)])
              .map(escapeName),
            fields: {
              symbol: label,
              files,
              counts: countsOf(references.flatMap(({ certainty, role }) => [certainty, role])),
              unknown: all.unknown,
            },
          };
        },
      }),
    }),
});

interface Asked {
  readonly roles: readonly Role[];
  readonly certainty_min: Certainty;
  readonly limit: number;
}

function* look({ snapshot, edges, symbol }: SymbolScene, { roles, certainty_min: least, limit }: Asked) {
  const all = yield* findReferences(edges, symbol);
  const references = all.references.filter((one) => hasRole(one, roles) && isAsSure(one, least));
  const rows = references.slice(0, limit).map(({ path, line, role, certainty }): Row => {
    const facts = edges.lookup.facts(path);
    const around = facts?.definitions[enclosingAt(facts, line)];
    return { path, text: `${line} ${role} ${certainty} ${around === undefined ? "-" : shortened(around.path)}` };
  });
  const overridden = renderOverridden(overriddenBy(edges, symbol));
  const paths = new Set(references.map(({ path }) => path));
  const documents = [...paths].flatMap((path) => snapshot.documentAt(path) ?? []);
  return { label: symbolRow(symbol), name: symbol.name, all, references, rows, documents, overridden };
}

const hasRole = ({ role }: Reference, roles: readonly Role[]): boolean => roles.length === 0 || roles.includes(role);

const isAsSure = ({ certainty }: Reference, least: Certainty): boolean =>
  CERTAINTIES.indexOf(certainty) <= CERTAINTIES.indexOf(least);

function filteredBy(all: readonly Reference[], shown: readonly Reference[], { roles, certainty_min: least }: Asked) {
  const by = [
    ...(all.every((one) => hasRole(one, roles)) ? [] : ["roles"]),
    ...(all.every((one) => isAsSure(one, least)) ? [] : ["certainty_min"]),
  ];
  return by.length === 0 ? null : { by, hidden: all.length - shown.length, files: null };
}

interface Row {
  readonly path: string;
  readonly text: string;
}

function byFile(rows: readonly Row[]): { path: string; references: string[] }[] {
  const files = new Map<string, string[]>();
  for (const { path, text } of rows) {
    files.set(path, [...(files.get(path) ?? []), text]);
  }
  return [...files].map(([path, references]) => ({ path, references }));
}
