// What may have to change, or be looked at, when a symbol or a file changes: all that depends on it, by distance, the tests
// among it and what of it others are meant to use. Knows facts and edges, no text.

import { roleOf } from "../../search/query/file-role.ts";
import type { Steps } from "../../system/steps.ts";
import {
  type DefinitionFact,
  EXPORTED,
  type Facts,
  FILE,
  isNamed,
  LOCAL,
  ROLES,
  type Role,
} from "../../vocabulary/facts.ts";
import { type Edge, keyOfNode, nodeOf, type SymbolNode } from "./calls.ts";
import type { EdgeScene } from "./references.ts";
import { type Graph, type GraphNode, walkGraph } from "./walk-graph.ts";

export interface Impact {
  readonly graph: Graph;
  /** Nearest first, then source before tests; the start is left out. */
  readonly dependents: readonly GraphNode[];
  /** Paths of tests among them. */
  readonly tests: readonly string[];
  /** Those that other files can import. */
  readonly surface: readonly GraphNode[];
}

const NODES_MAX = 1_000;
const ALL: ReadonlySet<Role> = new Set(ROLES);

/** A name alone proves nothing here: each step would multiply what is wrong. */
const admits = ({ certainty }: Edge): boolean => certainty !== "heuristic";

/** All definitions of a file that others may reach; of a symbol, itself with its members. */
export function startsOf(path: string, facts: Facts, within: (definition: DefinitionFact) => boolean): SymbolNode[] {
  const starts = new Map<string, SymbolNode>();
  const seen = new Set<string>();
  for (const [at, definition] of facts.definitions.entries()) {
    // Overloads are one symbol.
    const symbol = `${definition.parent} ${definition.path}`;
    if ((definition.flags & LOCAL) === 0 && isNamed(definition) && !seen.has(symbol) && within(definition)) {
      seen.add(symbol);
      const node = nodeOf(path, facts, at);
      starts.set(keyOfNode(node), node);
    }
  }
  return [...starts.values()];
}

/** Itself and what stands in it. */
export function membersOf({ definitions }: Facts, root: DefinitionFact): (definition: DefinitionFact) => boolean {
  return (definition) => {
    for (let one: DefinitionFact | undefined = definition; one !== undefined; one = definitions[one.parent]) {
      if (one.path === root.path) {
        return true;
      }
      if (one.parent === FILE) {
        return false;
      }
    }
    return false;
  };
}

export function* impactOf(scene: EdgeScene, starts: readonly SymbolNode[], depth: number): Steps<Impact> {
  const graph = yield* walkGraph(scene, starts, {
    direction: "callers",
    depth,
    roles: ALL,
    admits,
    nodesMax: NODES_MAX,
  });
  const own = new Set(starts.map(keyOfNode));
  const reached = [...graph.nodes.values()].filter((node) => !own.has(keyOfNode(node)));
  const isTest = ({ path }: SymbolNode): boolean => roleOf(path)?.role === "test";
  const dependents = reached.sort((a, b) => a.depth - b.depth || Number(isTest(a)) - Number(isTest(b)));
  const surface = dependents.filter((node) => !isTest(node) && isExported(scene, node));
  return { graph, dependents, tests: [...new Set(dependents.filter(isTest).map(({ path }) => path))], surface };
}

function isExported({ lookup }: EdgeScene, { target }: SymbolNode): boolean {
  return (target?.places ?? []).some(
    ({ path, at }) => ((lookup.facts(path)?.definitions[at]?.flags ?? 0) & EXPORTED) !== 0,
  );
}
