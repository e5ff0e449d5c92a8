// Walks from one symbol along edges, breadth first, up to a depth and within limits of nodes and time. What was left out is
// counted.

import type { Steps } from "../../system/slices.ts";
import type { Certainty, Role } from "../../vocabulary/facts.ts";
import { calleesOf, callersOf, type Edge, keyOfNode, type SymbolNode } from "./calls.ts";
import { type EdgeScene, isKnownInPart, type Target } from "./edge-scene.ts";
import { findReferences, type References } from "./references.ts";

export type Direction = "callers" | "callees";

export interface GraphNode extends SymbolNode {
  /** Steps from the start. */
  readonly depth: number;
}

export interface GraphEdge {
  /** Who calls, and who is called, whatever the direction of the walk. */
  readonly from: string;
  readonly to: string;
  readonly certainty: Certainty;
  readonly count: number;
  /** Where `from` first refers to `to`. */
  readonly at: Edge["at"];
}

export interface Graph {
  /** By key, in the order of the walk; the start first. */
  readonly nodes: ReadonlyMap<string, GraphNode>;
  readonly edges: readonly GraphEdge[];
  /** Nodes whose own edges were not looked at: there were too many, or time was up. */
  readonly cut: number;
  /** References by the starts' names that may mean them and were not followed: on unknown receivers, or not admitted by options. */
  readonly unresolved: number;
  readonly filesRead: ReadonlySet<string>;
  /** Files that were not looked into in time, or are known in part alone. */
  readonly filesLeft: ReadonlySet<string>;
}

export interface WalkOptions {
  readonly direction: Direction;
  readonly depth: number;
  readonly roles: ReadonlySet<Role>;
  /** Whether a step may rest on a name alone. One wrong edge multiplies with each further step. */
  readonly admits: (edge: Edge, depth: number) => boolean;
  readonly nodesMax: number;
  /** Where a start is relied on without being named: the first step leads there, too. Default: nowhere. */
  readonly unnamed?: (target: Target) => Steps<UnnamedUses>;
  /** Whether the walk goes on from nodes that a name alone leads to; default true. */
  readonly followsNames?: boolean;
}

export type UnnamedUses = Pick<References, "references" | "filesLeft">;

/** A reference found by its name alone is followed one step and no further: each step would multiply the errors. */
export const namesAtFirstStep: WalkOptions["admits"] = ({ certainty }, depth) =>
  certainty !== "heuristic" || depth === 1;

export function* walkGraph(scene: EdgeScene, starts: readonly SymbolNode[], options: WalkOptions): Steps<Graph> {
  const walk: Walk = {
    options,
    nodes: new Map(starts.map((start) => [keyOfNode(start), { ...start, depth: 0 }])),
    edges: [],
    byName: new Set(),
    cut: 0,
    unresolved: 0,
    filesRead: new Set(),
    filesLeft: new Set(),
  };
  // Grows during the loop.
  for (const [key, node] of walk.nodes) {
    const isFollowed = options.followsNames !== false || !walk.byName.has(key);
    if (node.target === null || node.depth >= options.depth || !isFollowed) {
      continue;
    }
    const step = scene.isOver() ? null : yield* stepFrom(scene, node, options);
    if (step === null) {
      walk.cut += 1;
    } else {
      takeStep(walk, node, step);
    }
  }
  return walk;
}

interface Walk extends Graph {
  readonly options: WalkOptions;
  readonly nodes: Map<string, GraphNode>;
  readonly edges: GraphEdge[];
  /** Nodes that only edges of a name alone lead to. */
  readonly byName: Set<string>;
  cut: number;
  unresolved: number;
  readonly filesRead: Set<string>;
  readonly filesLeft: Set<string>;
}

function takeStep(walk: Walk, node: GraphNode, step: Step): void {
  for (const path of step.filesRead) {
    walk.filesRead.add(path);
  }
  for (const path of step.filesLeft) {
    walk.filesLeft.add(path);
  }
  const admitted = step.edges.filter((one) => walk.options.admits(one, node.depth + 1));
  if (node.depth === 0) {
    const all = step.edges.reduce((sum, { count }) => sum + count, step.unknown);
    walk.unresolved += admitted.reduce((sum, { count }) => sum - count, all);
  }
  for (const edge of admitted) {
    addEdge(walk, node, edge);
  }
}

function addEdge(walk: Walk, node: GraphNode, { node: found, certainty, count, at }: Edge): void {
  const { options, nodes, byName } = walk;
  const [key, other] = [keyOfNode(node), keyOfNode(found)];
  const known = nodes.get(other);
  if (known === undefined && nodes.size >= options.nodesMax) {
    walk.cut += 1;
    return;
  }
  const [from, to] = options.direction === "callers" ? [other, key] : [key, other];
  walk.edges.push({ from, to, certainty, count, at });
  const isSure = certainty !== "heuristic";
  const wasByName = isSure && byName.delete(other);
  if (known === undefined || (wasByName && options.followsNames === false)) {
    // A node that was skipped because of its name is visited at the end.
    nodes.delete(other);
    nodes.set(other, known ?? { ...found, depth: node.depth + 1 });
  }
  if (known === undefined && !isSure) {
    byName.add(other);
  }
}

interface Step {
  readonly edges: readonly Edge[];
  readonly unknown: number;
  readonly filesRead: readonly string[];
  readonly filesLeft: readonly string[];
}

/** Null if the time limit was reached first. */
function* stepFrom(
  scene: EdgeScene,
  { target, path, depth }: GraphNode,
  { direction, roles, unnamed }: WalkOptions,
): Steps<Step | null> {
  if (target === null) {
    return { edges: [], unknown: 0, filesRead: [], filesLeft: [] };
  }
  if (direction === "callees") {
    yield;
    const edges = calleesOf(scene, target, roles);
    const left = isKnownInPart(scene, path) ? [path] : [];
    return edges === null ? null : { edges, unknown: 0, filesRead: [path], filesLeft: left };
  }
  const references = yield* findReferences(scene, target);
  if (depth > 0 || unnamed === undefined) {
    return { edges: callersOf(scene, references, roles), ...references };
  }
  const more = yield* unnamed(target);
  const all = { ...references, references: [...references.references, ...more.references] };
  const edges = callersOf(scene, all, roles);
  return { ...references, edges, filesLeft: [...references.filesLeft, ...more.filesLeft] };
}
