// Callers or callees of a symbol, several steps deep: edges with their count and certainty, and the cycles among them.
import { z } from "zod";
import { findConstructions } from "../../../change/constructions.ts";
import type { Snapshot } from "../../../index/snapshot.ts";
import { CALLS, keyOfNode } from "../../../intelligence/edges/calls.ts";
import type { EdgeScene } from "../../../intelligence/edges/edge-scene.ts";
import { namedCycles } from "../../../intelligence/edges/named-cycles.ts";
import { overriddenBy } from "../../../intelligence/edges/overridden-member.ts";
import {
  type Graph,
  type GraphEdge,
  type GraphNode,
  namesAtFirstStep,
  walkGraph,
} from "../../../intelligence/edges/walk-graph.ts";
import { surveyUnlessUsed } from "../../../intelligence/occurrences/survey-files.ts";
import { openMembership } from "../../../intelligence/project/modules.ts";
import type { Steps } from "../../../system/slices.ts";
import { CERTAINTIES } from "../../../vocabulary/facts.ts";
import { renderCount, shortened } from "../../../vocabulary/shown-text.ts";
import { defineTable, type RowOf } from "../../answer/table.ts";
import { explained } from "../../contract/fields.ts";
import type { Operation } from "../../contract/operation.ts";
import {
  defineSymbolTool,
  meantSymbol,
  nodeColumns,
  overriddenField,
  renderOverridden,
  renderUnresolved,
  type SymbolScene,
  symbolLabel,
  unresolvedField,
  wireNode,
} from "../symbols/answer-symbol.ts";
import { accountFields, accountUnlessUsed } from "../symbols/write-account.ts";
import { admitsTests, depthField, readLineTexts, renderShared, type Tests, testsField } from "./line-text.ts";

const NODES_MAX = 300;
const CYCLES_MAX = 20;

const EDGES = defineTable({
  doc: "by node, nearest first: its callers or callees",
  columns: {
    of: z.string().meta({ doc: "path#symbol, a file or a module" }),
    ...nodeColumns,
    certainty: z.enum(CERTAINTIES),
    count: z.number().meta({ doc: "calls" }),
    call_line: z.number().nullable().meta({ doc: "of the first call, in the caller's file" }),
    source: z.string().nullable().meta({ doc: "that line, where there is room" }),
  },
  grouped: true,
  shared: ["certainty", "count"],
  usual: { certainty: "exact", count: 1 },
  verbatim: ["source"],
  line: ({ path = "", line, symbol, certainty, count, call_line: call, source }) =>
    [
      line === undefined ? path : `${path}:${line}`,
      ...(symbol === undefined ? [] : [symbol]),
      ...(count === undefined ? [] : [`×${count}`]),
      ...(certainty === undefined ? [] : [certainty]),
      ...(call === undefined ? [] : [source === undefined ? `line ${call}` : `${call}: ${source}`]),
    ].join(" "),
});
type Row = RowOf<typeof EDGES>;

export const getCallGraph: Operation = defineSymbolTool({
  name: "get_call_graph",
  title: "Call graph",
  summary: "Show who calls a symbol or what it calls, several steps deep",
  description: "Callers or callees of a symbol, several steps deep: edges with count, certainty and call line; cycles.",
  tokens: 1_200,
  input: {
    direction: explained(z.enum(["callers", "callees"]).default("callers"), "", "Follow callers or callees"),
    depth: depthField(2),
    level: explained(
      z.enum(["symbol", "file", "module"]).default("symbol"),
      "",
      "Show symbols, or merge them by file or module",
    ),
    tests: testsField,
  },
  output: {
    edges: EDGES.field.optional(),
    cycles: z.array(z.array(z.string())).optional().meta({ doc: "nodes that lead to each other, in order" }),
    cut: z.number().optional().meta({ doc: "nodes whose own edges were not looked at; absent: none" }),
    unresolved: unresolvedField,
    overrides: overriddenField,
    ...accountFields,
  },
  examples: [
    "context-broker get-call-graph UserService.get",
    "context-broker get-call-graph src/app.ts#start --direction callees --depth 3",
  ],
  toolset: "code",
  look,
  async report({ symbol, graph, rows, hidden, cycles, documents, overridden, surveyed }, scene, input) {
    const account = await accountUnlessUsed(symbol.name, surveyed, scene);
    const textAt = await readLineTexts(input.level === "symbol" ? rows.map(({ caller }) => caller) : [], scene);
    return {
      sought: `${input.direction} of ${symbolLabel(symbol)}`,
      filtered: hidden === 0 ? null : { by: ["tests"], hidden, files: null },
      documents,
      files: graph.filesRead.size,
      filesLeft: graph.filesLeft.size,
      found: rows.length,
      doubts: account.doubts,
      extras: input.level === "symbol" ? rows.length : 0,
      write(shown, sources) {
        const cells = rows.slice(0, shown).map(({ caller, ...row }, at): Row => {
          return at < sources && row.call_line !== null ? { ...row, source: textAt(caller, row.call_line) } : row;
        });
        const { shared, lines, field } = EDGES.write(cells);
        const cut = graph.cut === 0 ? "" : `; ${renderCount(graph.cut, "node")} not followed`;
        const loops = cycles.length === 0 ? "" : `; ${renderCount(cycles.length, "cycle")}`;
        const listed = cycles.slice(0, shown === 0 ? 0 : CYCLES_MAX);
        return {
          headline: `${renderCount(rows.length, input.direction.slice(0, -1))} within ${renderCount(input.depth, "step")}${loops}${cut}`,
          about: ` of ${symbolLabel(symbol)}${renderShared(shared)}${renderUnresolved(graph.unresolved, symbol.name)}${renderOverridden(overridden)}${account.about}`,
          lines: [...lines, ...account.lines, ...listed.map((cycle) => `cycle: ${cycle.join(" → ")}`)],
          fields: {
            symbol: meantSymbol(symbol),
            edges: field,
            ...(listed.length === 0 ? {} : { cycles: listed }),
            ...(graph.cut === 0 ? {} : { cut: graph.cut }),
            ...(graph.unresolved === 0 ? {} : { unresolved: graph.unresolved }),
            ...(overridden === null ? {} : { overrides: wireNode(overridden) }),
            ...account.fields,
          },
        };
      },
    };
  },
});

interface Placed extends Row {
  /** File of the caller, which contains the call. */
  readonly caller: string;
}

interface Asked {
  readonly direction: "callers" | "callees";
  readonly depth: number;
  readonly level: "symbol" | "file" | "module";
  readonly tests: Tests;
}

function* look({ snapshot, edges, symbol }: SymbolScene, { direction, depth, level, tests }: Asked) {
  const graph = yield* walkFrom(edges, symbol, { direction, depth });
  const isAdmitted = admitsTests(edges, tests);
  const far = ({ from, to }: GraphEdge) => graph.nodes.get(direction === "callers" ? from : to);
  const admitted = graph.edges.filter((edge) => {
    const node = far(edge);
    return node === undefined || isAdmitted(node);
  });
  const kept = { ...graph, edges: admitted };
  const merged =
    level === "symbol" ? kept : joined(kept, level === "file" ? (path) => path : modulesIn(snapshot, edges));
  const cycles = namedCycles(merged.edges).map((nodes) => nodes.map((key) => shortened(key)));
  const paths = new Set(admitted.flatMap((edge) => far(edge)?.path ?? []));
  const rows = rowsOf(merged, { direction, level });
  const isUsed = direction === "callees" || graph.edges.length > 0;
  return {
    symbol,
    graph,
    rows,
    surveyed: yield* surveyUnlessUsed(snapshot, edges, symbol, isUsed),
    hidden: graph.edges.length - admitted.length,
    cycles,
    documents: [symbol.document, ...[...paths].flatMap((path) => snapshot.documentAt(path) ?? [])],
    overridden: direction === "callees" ? null : overriddenBy(edges, symbol),
  };
}

function walkFrom(
  edges: EdgeScene,
  { document, definition, name, places }: SymbolScene["symbol"],
  { direction, depth }: Pick<Asked, "direction" | "depth">,
): Steps<Graph> {
  const start = { path: document.path, symbol: definition.path, target: { name, places }, line: definition.nameLine };
  return walkGraph(edges, [start], {
    direction,
    depth,
    roles: CALLS,
    admits: namesAtFirstStep,
    nodesMax: NODES_MAX,
    unnamed: (target) => findConstructions(edges, target),
  });
}

function modulesIn(snapshot: Snapshot, { lookup }: EdgeScene): (path: string) => string {
  const membership = openMembership(snapshot.documents());
  return (path) => {
    const declared = lookup.facts(path)?.package ?? null;
    return membership({ path, language: lookup.language(path), package: declared }).name;
  };
}

/** The same graph with the symbols of each file, or module, merged. */
function joined(graph: Graph, placeOf: (path: string) => string): Graph {
  const nodes = new Map<string, GraphNode>();
  for (const node of graph.nodes.values()) {
    const path = placeOf(node.path);
    const key = keyOfNode({ path, symbol: null });
    nodes.set(key, nodes.get(key) ?? { ...node, path, symbol: null, line: 1 });
  }
  const edges = new Map<string, GraphEdge>();
  for (const { from, to, certainty, count, at } of graph.edges) {
    const whole = (key: string): string => keyOfNode({ path: placeOf(graph.nodes.get(key)?.path ?? ""), symbol: null });
    const [a, b] = [whole(from), whole(to)];
    const known = edges.get(`${a} ${b}`);
    if (a !== b) {
      edges.set(`${a} ${b}`, {
        from: a,
        to: b,
        certainty: known?.certainty ?? certainty,
        count: count + (known?.count ?? 0),
        at: known?.at ?? at,
      });
    }
  }
  return { ...graph, nodes, edges: [...edges.values()] };
}

/** Nearest to the start first. */
function rowsOf({ nodes, edges }: Graph, { direction, level }: Pick<Asked, "direction" | "level">): Placed[] {
  const rows = edges.map(({ from, to, certainty, count, at }) => {
    const [near, far] = direction === "callers" ? [to, from] : [from, to];
    const node = nodes.get(far);
    const step = (nodes.get(near)?.depth ?? 0) + 1;
    const row: Placed = {
      caller: at.path,
      of: shortened(near.replace(/#$/, "")),
      ...(node === undefined ? { path: far, line: null, symbol: null } : wireNode(node)),
      certainty,
      count,
      call_line: level === "symbol" ? at.line : null,
      source: null,
    };
    return { step, row };
  });
  return rows.sort((a, b) => a.step - b.step).map(({ row }) => row);
}
