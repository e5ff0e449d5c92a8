// Who calls a symbol, or what it calls, as deep as asked: edges with how often and how surely, and the cycles among them.
import { z } from "zod";
import type { Snapshot } from "../../index/snapshot.ts";
import { CALLS, type Edge, keyOfNode } from "../../intelligence/edges/calls.ts";
import { namedCycles } from "../../intelligence/edges/cycles.ts";
import { overriddenBy } from "../../intelligence/edges/overridden.ts";
import type { EdgeScene } from "../../intelligence/edges/references.ts";
import { type Graph, type GraphEdge, type GraphNode, walkGraph } from "../../intelligence/edges/walk-graph.ts";
import { openMembership } from "../../intelligence/project/modules.ts";
import { escapeName } from "../../search/answer/render-answer.ts";
import { shortened } from "../../search/answer/structured-answer.ts";
import type { Steps } from "../../system/steps.ts";
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

const TOKENS = 2_000;
const DEPTH = 2;
const DEPTH_MAX = 5;
const NODES_MAX = 300;
const CYCLES_MAX = 20;

export const getCallGraph: Operation = defineOperation({
  name: "get_call_graph",
  title: "Call graph",
  summary: "Show who calls a symbol or what it calls, several steps deep",
  description:
    "Callers or callees of a symbol by steps, each edge with its count and certainty (exact, constrained; heuristic for the first step alone), and cycles. level file or module joins its symbols.",
  input: z.strictObject({
    symbol: symbolField,
    direction: z.enum(["callers", "callees"]).default("callers").describe("Which way to go"),
    depth: z.int().min(1).max(DEPTH_MAX).default(DEPTH).describe("Steps"),
    level: z.enum(["symbol", "file", "module"]).default("symbol").describe("What a node is"),
    ...codeFields(TOKENS),
  }),
  output: z.object({
    ...codeOutput,
    symbol: meantField,
    edges: z
      .array(z.object({ of: z.string(), step: z.number(), to: z.array(z.string()) }))
      .optional()
      .meta({ doc: "by node, nearest first: `<path>:<line> <symbol> ×<count> <certainty>` of its callers or callees" }),
    cycles: z.array(z.string()).optional().meta({ doc: "nodes that lead to each other" }),
    cut: z.number().optional().meta({ doc: "nodes whose own edges were not looked at" }),
    candidates: candidatesField,
  }),
  annotations: { readOnly: true, destructive: false, idempotent: true },
  command: {
    command: "get-call-graph",
    positionals: ["symbol"],
    examples: [
      "context-broker get-call-graph UserService.get",
      "context-broker get-call-graph src/app.ts#start --direction callees --depth 3",
    ],
  },
  toolset: "code",
  run: (input, context) =>
    answerSymbol(input, context, {
      operation: "get_call_graph",
      look: (scene) => look(scene, input),
      tell: ({ label, graph, rows, cycles, documents, overridden }) => ({
        outcome: rows.length === 0 ? "empty" : "found",
        documents,
        files: graph.filesRead.size,
        filesLeft: graph.filesLeft.size,
        found: rows.length,
        rows: rows.length,
        write(shown) {
          const edges = byNode(rows.slice(0, shown));
          const cut = graph.cut === 0 ? "" : `; ${renderCount(graph.cut, "node")} not followed`;
          const loops = cycles.length === 0 ? "" : `; ${renderCount(cycles.length, "cycle")}`;
          const told = cycles.slice(0, shown === 0 ? 0 : CYCLES_MAX);
          return {
            headline: `${renderCount(rows.length, input.direction.slice(0, -1))} within ${renderCount(input.depth, "step")} of ${label}${loops}${cut}${overridden}`,
            lines: [
              ...edges.flatMap(({ of, to }) => [of, ...to.map((row) => ` ${row}`)]),
              ...told.map((cycle) => `cycle: ${cycle}`),
            ].map(escapeName),
            fields: { symbol: label, edges, cycles: told, cut: graph.cut },
          };
        },
      }),
    }),
});

interface Row {
  readonly of: string;
  readonly step: number;
  readonly text: string;
  readonly certainty: string;
}

interface Asked {
  readonly direction: "callers" | "callees";
  readonly depth: number;
  readonly level: "symbol" | "file" | "module";
}

/** One step may rest on a name alone, and says so; further ones not: one wrong edge multiplies. */
const admits = ({ certainty }: Edge, depth: number): boolean => certainty !== "heuristic" || depth === 1;

function* look({ snapshot, edges, symbol }: SymbolScene, { direction, depth, level }: Asked) {
  const graph = yield* walkFrom(edges, symbol, { direction, depth });
  const merged =
    level === "symbol" ? graph : joined(graph, level === "file" ? (path) => path : modulesIn(snapshot, edges));
  const rows = rowsOf(merged, direction);
  const cycles = namedCycles(merged.edges).map((nodes) => nodes.map((key) => shortened(key)).join(" → "));
  const overridden = direction === "callees" ? "" : renderOverridden(overriddenBy(edges, symbol));
  const paths = new Set([...graph.nodes.values()].map(({ path }) => path));
  const documents = [...paths].flatMap((path) => snapshot.documentAt(path) ?? []);
  return { label: symbolRow(symbol), graph, rows, cycles, documents, overridden };
}

function walkFrom(
  edges: EdgeScene,
  { document, definition, name, places }: SymbolScene["symbol"],
  { direction, depth }: Pick<Asked, "direction" | "depth">,
): Steps<Graph> {
  const start = { path: document.path, symbol: definition.path, target: { name, places }, line: definition.nameLine };
  return walkGraph(edges, [start], { direction, depth, roles: CALLS, admits, nodesMax: NODES_MAX });
}

function modulesIn(snapshot: Snapshot, { lookup }: EdgeScene): (path: string) => string {
  const membership = openMembership(snapshot.documents());
  return (path) => {
    const declared = lookup.facts(path)?.package ?? null;
    return membership({ path, language: lookup.language(path), package: declared }).name;
  };
}

/** The same graph with the symbols of each file, or module, as one. */
function joined(graph: Graph, placeOf: (path: string) => string): Graph {
  const nodes = new Map<string, GraphNode>();
  for (const node of graph.nodes.values()) {
    const path = placeOf(node.path);
    const key = keyOfNode({ path, symbol: null });
    nodes.set(key, nodes.get(key) ?? { ...node, path, symbol: null, line: 1 });
  }
  const edges = new Map<string, GraphEdge>();
  for (const { from, to, certainty, count } of graph.edges) {
    const whole = (key: string): string => keyOfNode({ path: placeOf(graph.nodes.get(key)?.path ?? ""), symbol: null });
    const [a, b] = [whole(from), whole(to)];
    const known = edges.get(`${a} ${b}`);
    if (a !== b) {
      edges.set(`${a} ${b}`, {
        from: a,
        to: b,
        certainty: known?.certainty ?? certainty,
        count: count + (known?.count ?? 0),
      });
    }
  }
  return { ...graph, nodes, edges: [...edges.values()] };
}

/** Nearest to the start first. */
function rowsOf({ nodes, edges }: Graph, direction: Asked["direction"]): Row[] {
  const rows = edges.map(({ from, to, certainty, count }) => {
    const [near, far] = direction === "callers" ? [to, from] : [from, to];
    const node = nodes.get(far);
    const place = node?.symbol == null ? (node?.path ?? far) : `${node.path}:${node.line} ${shortened(node.symbol)}`;
    const step = (nodes.get(near)?.depth ?? 0) + 1;
    return { of: shortened(near.replace(/#$/, "")), step, certainty, text: `${place} ×${count} ${certainty}` };
  });
  return rows.sort((a, b) => a.step - b.step);
}

function byNode(rows: readonly Row[]): { of: string; step: number; to: string[] }[] {
  const nodes = new Map<string, { of: string; step: number; to: string[] }>();
  for (const { of, step, text } of rows) {
    const node = nodes.get(of) ?? { of, step, to: [] };
    node.to.push(text);
    nodes.set(of, node);
  }
  return [...nodes.values()];
}
