// Where a symbol is used: each place with its role, certainty, enclosing symbol and source line.
import { z } from "zod";
import { mayBeCalledByLibrary } from "../../../change/breaks/called-by-libraries.ts";
import { findUses } from "../../../change/constructions.ts";
import type { EdgeScene } from "../../../intelligence/edges/edge-scene.ts";
import { enclosingAt } from "../../../intelligence/edges/enclosing-definition.ts";
import { overriddenBy } from "../../../intelligence/edges/overridden-member.ts";
import type { Reference } from "../../../intelligence/edges/reference-search.ts";
import { surveyFiles } from "../../../intelligence/occurrences/survey-files.ts";
import { CERTAINTIES, type Certainty, ROLES, type Role } from "../../../vocabulary/facts.ts";
import { renderCount, shortened } from "../../../vocabulary/shown-text.ts";
import { defineTable, type RowOf } from "../../answer/table.ts";
import { countsOf } from "../../answer/text-lines.ts";
import { explained, limitField, projectsField } from "../../contract/fields.ts";
import type { Operation } from "../../contract/operation.ts";
import {
  defineSymbolTool,
  libraryField,
  meantSymbol,
  overriddenField,
  renderLibrary,
  renderOverridden,
  renderUnresolved,
  type SymbolScene,
  symbolLabel,
  unresolvedField,
  wireNode,
} from "../symbols/answer-symbol.ts";
import { accountFields, accountIn, countDoubts, renderAccount, writeDoubts } from "../symbols/write-account.ts";
import { admitsTests, readLineTexts, renderShared, type Tests, testsField } from "./line-text.ts";

const REFERENCES = defineTable({
  doc: "by file",
  columns: {
    path: z.string(),
    line: z.number().meta({ doc: "1-based" }),
    role: z.enum(ROLES),
    certainty: z.enum(CERTAINTIES),
    symbol: z.string().nullable().meta({ doc: "what it stands in; null: the top of the file" }),
    source: z
      .string()
      .nullable()
      .meta({ doc: "its line, where there is room; of an import or export the role says it" }),
  },
  grouped: true,
  shared: ["role", "certainty"],
  usual: { role: "call", certainty: "exact" },
  verbatim: ["source"],
  line: ({ line, role, certainty, symbol, source }) =>
    `${[line, role, certainty, symbol].filter((cell) => cell !== undefined).join(" ")}${source === undefined ? "" : `: ${source}`}`,
});
type Row = RowOf<typeof REFERENCES>;

export const findReferencesOperation: Operation = defineSymbolTool({
  name: "find_references",
  title: "References to a symbol",
  summary: "Find where a function, class or other symbol is used",
  description:
    "Who calls, reads, writes, extends or imports a symbol, with each line: exact, constrained (by the receiver's type) or heuristic (by name alone).",
  tokens: 1_200,
  input: {
    roles: explained(
      z.array(z.enum(ROLES)).default([]),
      "Such as call, write, extend",
      "Only references of a role; default: all",
    ),
    certainty_min: z
      .enum(CERTAINTIES)
      .default("heuristic")
      .describe("Lowest certainty to show")
      .meta({ unlisted: true }),
    tests: testsField,
    limit: limitField(50, 1_000, "references"),
    projects: projectsField,
  },
  output: {
    references: REFERENCES.field.optional(),
    counts: z.record(z.string(), z.number()).optional().meta({ doc: "of all that were found, by certainty and role" }),
    unresolved: unresolvedField,
    overrides: overriddenField,
    library_may_call: libraryField,
    ...accountFields,
  },
  examples: [
    "context-broker find-references UserService.get",
    "context-broker find-references src/app.ts#start --roles call --certainty-min constrained",
  ],
  toolset: "code",
  look,
  async report({ symbol, all, references, rows, documents, overridden, library, filtered, surveyed }, scene) {
    const account = await accountIn(scene, symbol.name, surveyed);
    const textAt = await readLineTexts(
      rows.map(({ path }) => path),
      scene,
    );
    return {
      sought: `references to ${symbolLabel(symbol)}`,
      filtered,
      documents,
      files: all.filesRead.length,
      filesLeft: all.filesLeft.length,
      found: references.length,
      doubts: countDoubts(account),
      rows: rows.length,
      extras: rows.length,
      write(shown, sources) {
        const withSource = (row: Row, at: number): Row =>
          at < sources && !SAID_BY_ROLE.has(row.role) ? { ...row, source: textAt(row.path, row.line) } : row;
        const doubts = writeDoubts(account, references.length > 0);
        const { shared, lines, field } = REFERENCES.write(rows.slice(0, shown).map(withSource));
        return {
          headline: `${scene.freshness.building ? "at least " : ""}${renderCount(references.length, "reference")} in ${renderCount(documents.length, "file")}`,
          about: ` to ${symbolLabel(symbol)}${renderShared(shared)}${renderUnresolved(all.unknown, symbol.name)}${renderOverridden(overridden)}${renderLibrary(library)}${renderAccount(account)}`,
          lines: [...lines, ...doubts.lines],
          fields: {
            symbol: meantSymbol(symbol),
            references: field,
            counts: countsOf(references.flatMap(({ certainty, role }) => [certainty, role])),
            ...(all.unknown === 0 ? {} : { unresolved: all.unknown }),
            ...(overridden === null ? {} : { overrides: wireNode(overridden) }),
            ...(library ? { library_may_call: true } : {}),
            ...doubts.fields,
          },
        };
      },
    };
  },
});

const SAID_BY_ROLE: ReadonlySet<Role> = new Set(["import", "export"]);

interface Asked {
  readonly roles: readonly Role[];
  readonly certainty_min: Certainty;
  readonly tests: Tests;
  readonly limit: number;
}

function* look({ snapshot, edges, symbol }: SymbolScene, asked: Asked) {
  const all = yield* findUses(edges, symbol);
  const filters = filtersOf(edges, asked);
  const references = all.references.filter((one) => filters.every(({ admits }) => admits(one)));
  const rows = references.slice(0, asked.limit).map(({ path, role, certainty, ...place }): Row => {
    const facts = edges.lookup.facts(path);
    const enclosing = facts?.definitions[enclosingAt(facts, place)];
    return {
      path,
      line: place.line,
      role,
      certainty,
      symbol: enclosing === undefined ? null : shortened(enclosing.path),
      source: null,
    };
  });
  const paths = new Set(references.map(({ path }) => path));
  const documents = [...paths].flatMap((path) => snapshot.documentAt(path) ?? []);
  const surveyed = yield* surveyFiles(snapshot, edges, symbol, all);
  const library = all.references.length === 0 && mayBeCalledByLibrary(edges, symbol);
  return {
    symbol,
    all,
    references,
    rows,
    documents,
    overridden: overriddenBy(edges, symbol),
    library,
    filtered: filteredBy(all.references, references, filters),
    surveyed,
  };
}

interface Filter {
  readonly field: string;
  readonly admits: (reference: Reference) => boolean;
}

function filtersOf(scene: EdgeScene, { roles, certainty_min: least, tests }: Asked): Filter[] {
  return [
    { field: "roles", admits: ({ role }) => roles.length === 0 || roles.includes(role) },
    { field: "certainty_min", admits: ({ certainty }) => CERTAINTIES.indexOf(certainty) <= CERTAINTIES.indexOf(least) },
    { field: "tests", admits: admitsTests(scene, tests) },
  ];
}

function filteredBy(all: readonly Reference[], shown: readonly Reference[], filters: readonly Filter[]) {
  const by = filters.flatMap(({ field, admits }) => (all.every(admits) ? [] : [field]));
  return by.length === 0 ? null : { by, hidden: all.length - shown.length, files: null };
}
