// What depends on a symbol or a file: by distance, with the tests that reach it and what of it is exported.
import { z } from "zod";
import type { SymbolNode } from "../../intelligence/edges/calls.ts";
import { type Impact, impactOf, membersOf, startsOf } from "../../intelligence/edges/impact.ts";
import { overriddenBy } from "../../intelligence/edges/overridden.ts";
import { ADDRESS_LENGTH_MAX } from "../../intelligence/symbols/address.ts";
import { escapeName } from "../../search/answer/render-answer.ts";
import { shortened } from "../../search/answer/structured-answer.ts";
import { renderCount } from "../amounts.ts";
import { defineOperation, type Operation } from "../operation.ts";
import { codeFields, codeOutput } from "./answer-code.ts";
import { answerSymbol, candidatesField, type FileScene, renderOverridden, symbolRow } from "./answer-symbol.ts";

const TOKENS = 1_500;
const DEPTH = 3;
const DEPTH_MAX = 5;
const TESTS_SHOWN = 10;
const SURFACE_SHOWN = 10;

export const analyzeImpact: Operation = defineOperation({
  name: "analyze_impact",
  title: "Impact of a change",
  summary: "Show what depends on a symbol or file, and which tests reach it",
  description:
    "What a change of a symbol or file may break: dependents by distance, tests that reach it, exported surface. Rests on exact and constrained edges alone; a name alone is no edge here.",
  input: z.strictObject({
    symbol: z.string().min(1).max(ADDRESS_LENGTH_MAX).describe("Symbol (path#Class.method, name) or a file's path"),
    depth: z.int().min(1).max(DEPTH_MAX).default(DEPTH).describe("Steps"),
    ...codeFields(TOKENS),
  }),
  output: z.object({
    ...codeOutput,
    symbol: z.string().nullable().meta({ doc: "what was meant; null where none or several are" }),
    dependents: z.array(z.string()).optional().meta({ doc: "`<distance> <path>:<line> <symbol>`, nearest first" }),
    by_distance: z.array(z.number()).optional().meta({ doc: "dependents at distance 1, 2, …" }),
    tests: z
      .array(z.string())
      .optional()
      .meta({ doc: `test files among them, at most ${TESTS_SHOWN}` }),
    tests_found: z.number().optional(),
    surface: z
      .array(z.string())
      .optional()
      .meta({ doc: `exported dependents, nearest first, at most ${SURFACE_SHOWN}` }),
    surface_found: z.number().optional(),
    cut: z.number().optional().meta({ doc: "dependents whose own dependents were not looked for" }),
    candidates: candidatesField,
  }),
  annotations: { readOnly: true, destructive: false, idempotent: true },
  command: {
    command: "analyze-impact",
    positionals: ["symbol"],
    examples: [
      "context-broker analyze-impact UserService.get",
      "context-broker analyze-impact src/main.ts --depth 2 --json",
    ],
  },
  toolset: "code",
  run: (input, context) =>
    answerSymbol(input, context, {
      operation: "analyze_impact",
      look(scene) {
        const { document, definition } = scene.symbol;
        const facts = scene.edges.lookup.facts(document.path);
        const starts = facts === null ? [] : startsOf(document.path, facts, membersOf(facts, definition));
        return look(
          scene,
          symbolRow(scene.symbol),
          starts.length > 0 ? starts : [nodeOfSymbol(scene.symbol)],
          input.depth,
          renderOverridden(overriddenBy(scene.edges, scene.symbol)),
        );
      },
      lookAtFile(scene) {
        const { path } = scene.document;
        const facts = scene.edges.lookup.facts(path);
        const starts = facts === null ? [] : startsOf(path, facts, () => true);
        return look(scene, path, starts, input.depth);
      },
      tell: ({ label, impact, documents, count, overridden }) => ({
        outcome: impact.dependents.length === 0 ? "empty" : "found",
        documents,
        files: impact.graph.filesRead.size,
        filesLeft: impact.graph.filesLeft.size,
        found: impact.dependents.length,
        rows: impact.dependents.length,
        write: (shown) => {
          const { headline, ...rest } = write(label, impact, count, shown);
          return { headline: `${headline}${overridden}`, ...rest };
        },
      }),
    }),
});

const nodeOfSymbol = ({ document, definition, name, places }: Parameters<typeof symbolRow>[0]): SymbolNode => ({
  path: document.path,
  symbol: definition.path,
  target: { name, places },
  line: definition.nameLine,
});

function* look(
  { snapshot, edges }: FileScene,
  label: string,
  starts: readonly SymbolNode[],
  depth: number,
  overridden = "",
) {
  const impact = yield* impactOf(edges, starts, depth);
  const paths = new Set(impact.dependents.map(({ path }) => path));
  const documents = [...paths].flatMap((path) => snapshot.documentAt(path) ?? []);
  return { label, impact, documents, count: starts.length, overridden };
}

const placeOf = ({ path, line, symbol }: SymbolNode): string =>
  symbol === null ? path : `${path}:${line} ${shortened(symbol)}`;

function write(label: string, { graph, dependents, tests, surface }: Impact, starts: number, shown: number) {
  const byDistance: number[] = [];
  for (const { depth } of dependents) {
    byDistance[depth - 1] = (byDistance[depth - 1] ?? 0) + 1;
  }
  const rows = dependents.slice(0, shown).map((node) => `${node.depth} ${placeOf(node)}`);
  // What is said beside the rows has its own bound, and nothing where the rows have none.
  const toldTests = tests.slice(0, shown === 0 ? 0 : TESTS_SHOWN);
  const toldSurface = surface.slice(0, shown === 0 ? 0 : SURFACE_SHOWN).map(placeOf);
  const cut = graph.cut === 0 ? "" : `; ${renderCount(graph.cut, "node")} not followed`;
  const what = starts > 1 ? `${label} (${starts.toLocaleString("en")} symbols)` : label;
  return {
    headline: `${renderCount(dependents.length, "dependent")} of ${what}, by distance ${byDistance.join(", ") || "0"}; ${renderCount(tests.length, "test file")}; ${surface.length.toLocaleString("en")} exported${cut}`,
    lines: [
      ...rows,
      ...(toldTests.length === 0
        ? []
        : [`tests: ${toldTests.join(", ")}${tests.length > toldTests.length ? ", …" : ""}`]),
      ...(toldSurface.length === 0
        ? []
        : [`exported: ${toldSurface.join(", ")}${surface.length > toldSurface.length ? ", …" : ""}`]),
    ].map(escapeName),
    fields: {
      symbol: label,
      dependents: rows,
      by_distance: byDistance,
      tests: toldTests,
      tests_found: tests.length,
      surface: toldSurface,
      surface_found: surface.length,
      cut: graph.cut,
    },
  };
}
