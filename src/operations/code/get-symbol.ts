// What a symbol is in a few lines: signature, documentation, who calls it and what it calls, tests, risk, history.
import { z } from "zod";
import { HISTORY_WAIT_MS } from "../../history/history.ts";
import type { FileSignals } from "../../history/signals.ts";
import { calleesOf, callersOf, type Edge, type SymbolNode } from "../../intelligence/edges/calls.ts";
import { type Hierarchy, hierarchyOf, type Member } from "../../intelligence/edges/hierarchy.ts";
import { overriddenBy } from "../../intelligence/edges/overridden.ts";
import { findReferences } from "../../intelligence/edges/references.ts";
import type { Relative } from "../../intelligence/edges/related-types.ts";
import type { TargetSymbol } from "../../intelligence/edges/target.ts";
import { riskOf } from "../../intelligence/symbols/risk.ts";
import { documentationOf, signatureOf } from "../../intelligence/symbols/signature.ts";
import { escapeName } from "../../search/answer/render-answer.ts";
import { shortened } from "../../search/answer/structured-answer.ts";
import { roleOf } from "../../search/query/file-role.ts";
import { sourceText } from "../../search/source/source-text.ts";
import { ABSTRACT, type DefinitionFact, EXPORTED, ROLES } from "../../vocabulary/facts.ts";
import { renderOrdinal } from "../amounts.ts";
import { defineOperation, type Operation } from "../operation.ts";
import { type CodeScene, codeFields, codeOutput } from "./answer-code.ts";
import {
  answerSymbol,
  candidatesField,
  meantField,
  meantSymbol,
  type SymbolScene,
  symbolField,
  symbolLabel,
} from "./answer-symbol.ts";
import { countsOf, renderCounts } from "./counts.ts";

const TOKENS = 350;
const EDGES_SHOWN = 2;
const POINTS_SHOWN = 4;
const TOGETHER_SHOWN = 2;

export const getSymbol: Operation = defineOperation({
  name: "get_symbol",
  title: "One symbol",
  summary: "Show what a symbol is: signature, callers, callees, risk, history",
  description:
    "What a symbol is, in at most 350 tokens: signature, documentation, callers and callees counted with the top ones, tests, risk with its points, git signals.",
  input: z.strictObject({
    symbol: symbolField,
    ...codeFields(TOKENS),
  }),
  output: z.object({
    ...codeOutput,
    symbol: meantField,
    facts: z
      .array(z.string())
      .optional()
      .meta({ doc: "one a line, each beginning with what it is: `signature: …`, `callers: …`" }),
    candidates: candidatesField,
  }),
  annotations: { readOnly: true, destructive: false, idempotent: true },
  command: {
    command: "get-symbol",
    positionals: ["symbol"],
    examples: ["context-broker get-symbol UserService.get", "context-broker get-symbol src/app.ts:42 --json"],
  },
  toolset: "code",
  run: (input, context) =>
    answerSymbol(input, context, {
      operation: "get_symbol",
      look,
      async tell(found, scene) {
        const rows = await describe(found, scene);
        return {
          outcome: "found",
          documents: [found.symbol.document],
          files: found.references.filesRead.length,
          filesLeft: found.references.filesLeft.length,
          found: rows.length,
          rows: rows.length,
          write: (shown) => ({
            headline: symbolLabel(found.symbol),
            lines: rows.slice(0, shown).map(escapeName),
            fields: { symbol: meantSymbol(found.symbol), facts: rows.slice(0, shown) },
          }),
        };
      },
    }),
});

function* look({ edges, symbol }: SymbolScene) {
  // First, since it is quick, and who refers to it may take all the time there is.
  const callees = calleesOf(edges, symbol);
  yield;
  const hierarchy = yield* hierarchyOf(edges, symbol);
  const references = yield* findReferences(edges, symbol);
  const callers = callersOf(edges, references);
  const dependents = callersOf(edges, references, new Set(ROLES));
  return { symbol, references, callers, dependents, callees, hierarchy, overridden: overriddenBy(edges, symbol) };
}

type Found = ReturnType<typeof look> extends Generator<unknown, infer Result> ? Result : never;

/** The most telling first: a budget cuts from the end. */
async function describe(
  { symbol, references, callers, dependents, callees, hierarchy, overridden }: Found,
  scene: CodeScene,
): Promise<string[]> {
  const { document, definition } = symbol;
  const [read, history] = await Promise.all([
    scene.read(document),
    scene.session.history().then((open) => open.ask(HISTORY_WAIT_MS, scene.signal)),
  ]);
  const file = read === null ? null : sourceText(read.text, 1);
  const documentation = file === null ? null : documentationOf(file, definition);
  const tests = new Set(references.references.map(({ path }) => path).filter((path) => roleOf(path)?.role === "test"));
  const signals = history.signals?.of(document.path) ?? null;
  const risk = riskOf({
    definition,
    dependents: dependents.length,
    tests: tests.size,
    hotspotRank: signals?.hotspotRank ?? null,
  });
  const points = risk.points.slice(0, POINTS_SHOWN).map(({ points: count, reason }) => `${reason} +${count}`);
  return [
    ...(file === null ? [] : [`signature: ${signatureOf(file, definition)}`]),
    ...(documentation === null ? [] : [`doc: ${documentation}`]),
    `callers: ${renderEdges(callers)}`,
    ...(overridden === null ? [] : [`overrides: ${renderNode(overridden)}, whose callers may run it too`]),
    ...(hierarchy === null ? [] : summariesOf(hierarchy, symbol)),
    `callees: ${callees === null ? "not determined in time" : renderEdges(callees)}`,
    `references: ${references.references.length} in ${new Set(references.references.map(({ path }) => path)).size} files${references.unknown === 0 ? "" : `, ${references.unknown} more mentions unresolved`}`,
    `tests: ${tests.size === 0 ? "none" : [...tests].slice(0, 2).join(", ")}${tests.size > 2 ? ` and ${tests.size - 2} more` : ""}`,
    `risk: ${risk.score}/100${points.length === 0 ? "" : `: ${points.join(", ")}`}`,
    `exported: ${(definition.flags & EXPORTED) === 0 ? "no" : "yes"}`,
    `git: ${signals === null ? `${history.state}, ${history.reason}` : renderSignals(signals, history.state)}`,
    ...(hierarchy === null ? [] : listsOf(hierarchy, symbol)),
  ];
}

/** What each part of a hierarchy is called, and each one of it. */
function titled({ supers, implemented, subtypes, overriding }: Hierarchy, { definition, document }: TargetSymbol) {
  const isInterface = definition.kind === "interface";
  const below = isInterface ? "implemented by" : document.language === "go" ? "embedded by" : "extended by";
  return [
    { title: document.language === "go" ? "embeds" : "extends", all: supers },
    { title: "implements", all: implemented },
    { title: below, all: subtypes },
    { title: isAbstract(definition) ? "implemented by" : "overridden by", all: overriding },
  ];
}

/** Each with the first two; a member that stands alone needs no sum. */
function summariesOf(hierarchy: Hierarchy, symbol: TargetSymbol): string[] {
  const counted = titled(hierarchy, symbol).flatMap(({ title, all }) =>
    all.length === 0 ? [] : `${title}: ${renderRelatives(all)}`,
  );
  const { members, isWhole } = hierarchy;
  return [
    ...counted,
    ...(members.length === 0 ? [] : [`members: ${members.length}`]),
    ...(isWhole ? [] : ["subtypes: not all files were looked into"]),
  ];
}

function renderRelatives(all: readonly Relative[]): string {
  const counts = renderCounts(countsOf(all.map(({ certainty }) => certainty)));
  const top = all.slice(0, EDGES_SHOWN).map(({ node }) => renderNode(node));
  return `${all.length} (${counts}): ${top.join("; ")}${all.length > top.length ? "; …" : ""}`;
}

/** Those that the sums leave out, one a row. */
const listsOf = (hierarchy: Hierarchy, symbol: TargetSymbol): string[] => [
  ...titled(hierarchy, symbol).flatMap(({ title, all }) =>
    all
      .slice(EDGES_SHOWN)
      .map(
        ({ node, kind, certainty }) =>
          `${title}: ${kind} ${renderNode(node)}${certainty === "exact" ? "" : ` ${certainty}`}`,
      ),
  ),
  ...hierarchy.members.map((member) => `member: ${renderMember(member, symbol.document.path)}`),
];

/** `method save 12-20`, with its file where that is another one. */
function renderMember({ path, definition }: Member, own: string): string {
  const { kind, name, startLine, endLine } = definition;
  const lines = startLine === endLine ? String(startLine) : `${startLine}-${endLine}`;
  return `${kind} ${shortened(name)} ${path === own ? "" : `${path}:`}${lines}`;
}

const isAbstract = ({ flags }: DefinitionFact): boolean => (flags & ABSTRACT) !== 0;

const renderNode = ({ path, symbol, line }: SymbolNode): string =>
  symbol === null ? path : `${shortened(symbol)} ${path}:${line}`;

function renderEdges(edges: readonly Edge[]): string {
  const top = edges.slice(0, EDGES_SHOWN).map(({ node, count }) => {
    const place = renderNode(node);
    return count === 1 ? place : `${place} ×${count}`;
  });
  const counts = renderCounts(countsOf(edges.map(({ certainty }) => certainty)));
  return edges.length === 0
    ? "none"
    : `${edges.length} (${counts}): ${top.join("; ")}${edges.length > top.length ? "; …" : ""}`;
}

function renderSignals({ commits, lastCommitMs, authors, hotspotRank, coChanged }: FileSignals, state: string): string {
  const [author] = authors;
  const last = new Date(lastCommitMs).toISOString().slice(0, 10);
  const together = coChanged.slice(0, TOGETHER_SHOWN).map(({ path, together: count }) => `${path} (${count})`);
  return [
    `${commits} commits of the file, last ${last}`,
    ...(author === undefined ? [] : [`${Math.round(author.share * 100)} % by ${author.name}`]),
    ...(hotspotRank === null ? [] : [`${renderOrdinal(hotspotRank)} most-changed file`]),
    ...(together.length === 0 ? [] : [`changes with ${together.join(", ")}`]),
    ...(state === "applied" ? [] : [state]),
  ].join("; ");
}
