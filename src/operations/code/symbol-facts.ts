// What get_symbol says about a symbol: each fact is a line of the text, and the same as fields and rows.
import { z } from "zod";
import { HISTORY_WAIT_MS } from "../../history/history.ts";
import type { FileSignals } from "../../history/signals.ts";
import type { Edge, SymbolNode } from "../../intelligence/edges/calls.ts";
import type { Hierarchy, Member } from "../../intelligence/edges/hierarchy.ts";
import type { References } from "../../intelligence/edges/references.ts";
import type { Relative } from "../../intelligence/edges/related-types.ts";
import type { TargetSymbol } from "../../intelligence/edges/target.ts";
import { type Risk, riskOf } from "../../intelligence/symbols/risk.ts";
import { documentationOf, signatureOf } from "../../intelligence/symbols/signature.ts";
import { shortened } from "../../search/answer/structured-answer.ts";
import { roleOf } from "../../search/query/file-role.ts";
import { type SourceText, sourceText } from "../../search/source/source-text.ts";
import { CERTAINTIES, type Certainty } from "../../vocabulary/certainty.ts";
import { ABSTRACT, type DefinitionFact, EXPORTED } from "../../vocabulary/facts.ts";
import { renderCount, renderOrdinal } from "../amounts.ts";
import type { CodeScene } from "./answer-code.ts";
import { overriddenField, wireNode } from "./answer-symbol.ts";
import { countsOf, renderCounts } from "./counts.ts";
import { defineTable, type RowOf } from "./table.ts";

const EDGES_SHOWN = 2;
const POINTS_SHOWN = 4;
const TOGETHER_SHOWN = 2;
const TESTS_SHOWN = 2;

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
type Relation = (typeof RELATIONS)[number];

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
type Related = RowOf<typeof RELATED>;

const counts = z.record(z.string(), z.number());
/** Output fields. */
export const aboutSymbol = {
  signature: z.string().optional(),
  documentation: z.string().optional(),
  counts: z
    .record(z.string(), counts)
    .optional()
    .meta({ doc: "callers, callees and relatives by certainty; a count of 0 is absent" }),
  overrides: overriddenField,
  subtypes_unknown: z.boolean().optional().meta({ doc: "true: not all files were looked into" }),
  callees_unknown: z.boolean().optional().meta({ doc: "true: not determined in time" }),
  references: z.number().optional(),
  reference_files: z.number().optional(),
  unresolved: z.number().optional().meta({ doc: "further mentions of the name" }),
  tests: z.array(z.string()).optional().meta({ doc: "the first test files that refer to it" }),
  tests_found: z.number().optional(),
  risk: z.object({ score: z.number(), points: counts }).optional().meta({ doc: "0 to 100; points by their cause" }),
  exported: z.boolean().optional(),
  git: z
    .object({
      state: z.string().optional().meta({ doc: "of git's history, unless all of it is known" }),
      commits: z.number().optional().meta({ doc: "of the file" }),
      last: z.string().optional().meta({ doc: "day of the last commit, UTC" }),
      author: z.string().optional().meta({ doc: "who changed it most" }),
      author_percent: z.number().optional(),
      hotspot_rank: z.number().optional().meta({ doc: "place among the most-changed files" }),
      changes_with: counts.optional().meta({ doc: "files by commits that they share" }),
    })
    .optional(),
};
const aboutField = z.object(aboutSymbol);
type About = Partial<z.output<typeof aboutField>>;

/** A line of the text, and what it says as fields and as rows. */
export interface Fact {
  readonly line: string;
  readonly fields?: About;
  readonly rows?: readonly Related[];
}

/** What is known about a symbol before its file is read. */
export interface FoundSymbol {
  readonly symbol: TargetSymbol;
  readonly references: References;
  readonly callers: readonly Edge[];
  /** Symbols that refer to it in any role. */
  readonly dependents: readonly Edge[];
  /** Null where they were not determined in time. */
  readonly callees: readonly Edge[] | null;
  readonly hierarchy: Hierarchy | null;
  readonly overridden: SymbolNode | null;
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

/** The most useful first: a budget cuts from the end. */
export async function describe(found: FoundSymbol, scene: CodeScene): Promise<Fact[]> {
  const { symbol, references, callers, dependents, callees, hierarchy, overridden } = found;
  const { document, definition } = symbol;
  const [read, history] = await Promise.all([
    scene.read(document),
    scene.session.history().then((open) => open.ask(HISTORY_WAIT_MS, scene.signal)),
  ]);
  const file = read === null ? null : sourceText(read.text, 1);
  const tests = new Set(references.references.map(({ path }) => path).filter((path) => roleOf(path)?.role === "test"));
  const signals = history.signals?.of(document.path) ?? null;
  const risk = riskOf({
    definition,
    dependents: dependents.length,
    tests: tests.size,
    hotspotRank: signals?.hotspotRank ?? null,
  });
  const isExported = (definition.flags & EXPORTED) !== 0;
  const unread: Fact = { line: "callees: not determined in time", fields: { callees_unknown: true } };
  return [
    ...(file === null ? [] : sourceFacts(symbol, file)),
    edgesFact("callers", "caller", callers),
    ...(overridden === null
      ? []
      : [
          {
            line: `overrides: ${renderNode(overridden)}, whose callers may run it too`,
            fields: { overrides: wireNode(overridden) },
          },
        ]),
    ...(hierarchy === null ? [] : summariesOf(hierarchy, symbol)),
    callees === null ? unread : edgesFact("callees", "callee", callees),
    referencesFact(found),
    testsFact([...tests]),
    riskFact(risk),
    ...(isExported ? [{ line: "exported", fields: { exported: true } }] : []),
    signals === null
      ? { line: `git: ${history.state}, ${history.reason}`, fields: { git: { state: history.state } } }
      : signalsFact(signals, history.state),
    ...(hierarchy === null ? [] : listsOf(hierarchy, symbol)),
  ];
}

function sourceFacts({ definition }: TargetSymbol, file: SourceText): Fact[] {
  const signature = signatureOf(file, definition);
  const documentation = documentationOf(file, definition);
  return [
    { line: `signature: ${signature}`, fields: { signature } },
    ...(documentation === null ? [] : [{ line: `doc: ${documentation}`, fields: { documentation } }]),
  ];
}

function referencesFact({ references: { references, unknown } }: FoundSymbol): Fact {
  const files = new Set(references.map(({ path }) => path)).size;
  const more = unknown === 0 ? "" : `, ${renderCount(unknown, "more mention")} unresolved`;
  return {
    line: `references: ${references.length.toLocaleString("en")} in ${renderCount(files, "file")}${more}`,
    fields: {
      references: references.length,
      reference_files: files,
      ...(unknown === 0 ? {} : { unresolved: unknown }),
    },
  };
}

function testsFact(tests: readonly string[]): Fact {
  const shown = tests.slice(0, TESTS_SHOWN);
  const more = tests.length > shown.length ? ` and ${tests.length - shown.length} more` : "";
  return {
    line: `tests: ${tests.length === 0 ? "none" : shown.join(", ")}${more}`,
    fields: { tests: shown, ...(more === "" ? {} : { tests_found: tests.length }) },
  };
}

function riskFact({ score, points }: Risk): Fact {
  const shown = points.slice(0, POINTS_SHOWN);
  const said = shown.map(({ points: count, reason }) => `${reason} +${count}`).join(", ");
  return {
    line: `risk: ${score}/100${said === "" ? "" : `: ${said}`}`,
    fields: { risk: { score, points: Object.fromEntries(shown.map(({ points: count, reason }) => [reason, count])) } },
  };
}

/** The names of each part of a hierarchy, plural and singular. */
function titled({ supers, implemented, subtypes, overriding }: Hierarchy, { definition, document }: TargetSymbol) {
  const isInterface = definition.kind === "interface";
  const isGo = document.language === "go";
  const parts: readonly { readonly title: Relation; readonly all: readonly Relative[] }[] = [
    { title: isGo ? "embeds" : "extends", all: supers },
    { title: "implements", all: implemented },
    { title: isInterface ? "implemented by" : isGo ? "embedded by" : "extended by", all: subtypes },
    { title: isAbstract(definition) ? "implemented by" : "overridden by", all: overriding },
  ];
  return parts.filter(({ all }) => all.length > 0);
}

/** Each with its first two members; a single member needs no count. */
function summariesOf(hierarchy: Hierarchy, symbol: TargetSymbol): Fact[] {
  const { members, isWhole } = hierarchy;
  return [
    ...titled(hierarchy, symbol).map(({ title, all }): Fact => {
      const counted = countsOf(all.map(({ certainty }) => certainty));
      const top = all.slice(0, EDGES_SHOWN);
      const named = top.map(({ node }) => renderNode(node));
      return {
        line: summedLine(title, all.length, counted, named),
        fields: { counts: { [title]: counted } },
        rows: top.map((one) => relativeCells(title, one)),
      };
    }),
    ...(members.length === 0
      ? []
      : [{ line: `members: ${members.length}`, fields: { counts: { members: { exact: members.length } } } }]),
    ...(isWhole ? [] : [{ line: "subtypes: not all files were looked into", fields: { subtypes_unknown: true } }]),
  ];
}

/** The members that the summaries leave out, one in each row. */
const listsOf = (hierarchy: Hierarchy, symbol: TargetSymbol): Fact[] => [
  ...titled(hierarchy, symbol).flatMap(({ title, all }) =>
    all.slice(EDGES_SHOWN).map((one): Fact => {
      const { node, kind, certainty } = one;
      return {
        line: `${title}: ${kind} ${renderNode(node)}${certainty === "exact" ? "" : ` ${certainty}`}`,
        rows: [relativeCells(title, one)],
      };
    }),
  ),
  ...hierarchy.members.map((member): Fact => {
    const row = memberCells(member, symbol.document.path);
    return { line: `member: ${renderMember(row)}`, rows: [row] };
  }),
];

const surely = (certainty: Certainty): Certainty | null => (certainty === "exact" ? null : certainty);

function nodeCells(relation: Relation, { path, symbol, line }: SymbolNode): Related {
  const name = symbol === null ? null : shortened(symbol);
  return { relation, symbol: name, path, line, end_line: null, kind: null, count: null, certainty: null };
}

const relativeCells = (relation: Relation, { node, kind, certainty }: Relative): Related => ({
  ...nodeCells(relation, node),
  kind,
  certainty: surely(certainty),
});

/** Without the file if it is the symbol's own. */
function memberCells({ path, definition }: Member, own: string): Related {
  const { kind, name, startLine, endLine } = definition;
  const node = { path, symbol: name, line: startLine, target: null };
  return {
    ...nodeCells("member", node),
    path: path === own ? null : path,
    end_line: endLine === startLine ? null : endLine,
    kind,
  };
}

/** `method save 12-20`, with the file if it is another one. */
const renderMember = ({ kind, symbol, path, line, end_line: end }: Related): string =>
  `${kind} ${symbol} ${path === null ? "" : `${path}:`}${line}${end === null ? "" : `-${end}`}`;

const isAbstract = ({ flags }: DefinitionFact): boolean => (flags & ABSTRACT) !== 0;

const renderNode = ({ path, symbol, line }: SymbolNode): string =>
  symbol === null ? path : `${shortened(symbol)} ${path}:${line}`;

/** `callers: 3 (3 exact): main src/main.ts:4; …`: how many there are, and the first of them. */
const summedLine = (
  title: string,
  count: number,
  counted: Parameters<typeof renderCounts>[0],
  first: readonly string[],
) => `${title}: ${count} (${renderCounts(counted)}): ${first.join("; ")}${count > first.length ? "; …" : ""}`;

function edgesFact(title: "callers" | "callees", relation: Relation, edges: readonly Edge[]): Fact {
  const top = edges.slice(0, EDGES_SHOWN);
  const named = top.map(({ node, count }) => `${renderNode(node)}${count === 1 ? "" : ` ×${count}`}`);
  const counted = countsOf(edges.map(({ certainty }) => certainty));
  return {
    line: edges.length === 0 ? `${title}: none` : summedLine(title, edges.length, counted, named),
    fields: edges.length === 0 ? {} : { counts: { [title]: counted } },
    rows: top.map(({ node, count, certainty }) => ({
      ...nodeCells(relation, node),
      count: count === 1 ? null : count,
      certainty: surely(certainty),
    })),
  };
}

function signalsFact({ commits, lastCommitMs, authors, hotspotRank, coChanged }: FileSignals, state: string): Fact {
  const [author] = authors;
  const last = new Date(lastCommitMs).toISOString().slice(0, 10);
  const together = coChanged.slice(0, TOGETHER_SHOWN);
  const percent = Math.round(100 * (author?.share ?? 0));
  const said = [
    `${renderCount(commits, "commit")} of the file, last ${last}`,
    ...(author === undefined ? [] : [`${percent} % by ${author.name}`]),
    ...(hotspotRank === null ? [] : [`${renderOrdinal(hotspotRank)} most-changed file`]),
    ...(together.length === 0
      ? []
      : [`changes with ${together.map(({ path, together: count }) => `${path} (${count})`).join(", ")}`]),
    ...(state === "applied" ? [] : [state]),
  ];
  return {
    line: `git: ${said.join("; ")}`,
    fields: {
      git: {
        ...(state === "applied" ? {} : { state }),
        commits,
        last,
        ...(author === undefined ? {} : { author: author.name, author_percent: percent }),
        ...(hotspotRank === null ? {} : { hotspot_rank: hotspotRank }),
        ...(together.length === 0
          ? {}
          : { changes_with: Object.fromEntries(together.map(({ path, together: count }) => [path, count])) }),
      },
    },
  };
}
