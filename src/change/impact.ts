// What may have to change or be checked when a symbol or a file changes: everything that depends on it, by distance, the tests
// among it, and its exported part.

import { callersOf, type Edge, keyOfNode, nodeOf, type SymbolNode } from "../intelligence/edges/calls.ts";
import type { EdgeScene, Target } from "../intelligence/edges/edge-scene.ts";
import { filesWithTests, openTests } from "../intelligence/edges/in-tests.ts";
import { overriddenBy } from "../intelligence/edges/overridden-member.ts";
import type { Reference } from "../intelligence/edges/reference-search.ts";
import { findReferences } from "../intelligence/edges/references.ts";
import { symbolOf } from "../intelligence/edges/target.ts";
import {
  type Graph,
  type GraphNode,
  namesAtFirstStep,
  type UnnamedUses,
  walkGraph,
} from "../intelligence/edges/walk-graph.ts";
import { keyOf, type Place } from "../linking/resolution.ts";
import type { Steps } from "../system/slices.ts";
import {
  CALL_ROLES,
  type DefinitionAt,
  EXPORTED,
  type Facts,
  isNamed,
  LOCAL,
  ROLES,
  type Role,
} from "../vocabulary/facts.ts";

import { findUnnamed } from "./breaks/find-breaks.ts";
import { lostWith, supposedLoss } from "./state/lost.ts";

export interface Impact {
  readonly graph: Graph;
  /** Nearest first, then source before tests; the start is left out. */
  readonly dependents: readonly GraphNode[];
  /** Further symbols that call a method whose place a start takes: these calls may run it. They are not followed. */
  readonly mayRun: readonly Edge[];
  /** Paths of tests among both. */
  readonly tests: readonly string[];
  /** Those that other files can import. */
  readonly surface: readonly GraphNode[];
}

const NODES_MAX = 1_000;
const ALL: ReadonlySet<Role> = new Set(ROLES);

/** A file as it was read. */
interface ReadFile {
  readonly path: string;
  readonly language: string | null;
  readonly facts: Facts;
}

/** Symbols of a file that other files may use: all of them, or those admitted. Overloads are one symbol. */
export function startsOf(
  { path, language, facts }: ReadFile,
  admits: (at: DefinitionAt) => boolean = () => true,
): SymbolNode[] {
  const starts = new Map<string, SymbolNode>();
  for (const [at, definition] of facts.definitions.entries()) {
    const node = nodeOf(path, facts, at);
    const key = keyOfNode(node);
    const known = starts.get(key)?.target?.places ?? [];
    const isReached = (definition.flags & LOCAL) === 0 && isNamed(definition) && admits(at);
    if (isReached && !known.some((place) => place.at === at)) {
      // Things that a language distinguishes by their use (a field and a method of one name) are merged if both are meant.
      const places = symbolOf({ path, language }, facts, [at])?.places ?? [];
      starts.set(key, { ...node, target: { name: definition.name, places: [...known, ...places] } });
    }
  }
  return [...starts.values()];
}

/** Symbols that go with these definitions of the file: those inside of them, and fields that a constructor declares. */
export function startsWith(file: ReadFile, roots: readonly Place[]): SymbolNode[] {
  const all = roots.flatMap(({ at }) => {
    const definition = file.facts.definitions[at];
    return definition === undefined ? [] : lostWith(file, file.facts, definition, null).definitions;
  });
  const gone = new Set([...roots.map(({ at }) => at), ...all.map(({ at }) => at)]);
  return startsOf(file, (at) => gone.has(at));
}

export function* impactOf(scene: EdgeScene, starts: readonly SymbolNode[], depth: number): Steps<Impact> {
  const walked = yield* walkGraph(scene, starts, {
    direction: "callers",
    depth,
    roles: ALL,
    admits: namesAtFirstStep,
    nodesMax: NODES_MAX,
    unnamed: (target) => unnamedUses(scene, target),
    followsNames: false,
  });
  const calls = yield* callsOfOverridden(scene, starts);
  const graph = { ...walked, filesLeft: new Set([...walked.filesLeft, ...calls.filesLeft]) };
  // Symbols that the graph has are not said twice.
  const mayRun = callersOf(scene, calls, CALL_ROLES).filter(({ node }) => !graph.nodes.has(keyOfNode(node)));
  const own = new Set(starts.map(keyOfNode));
  const found = [...graph.nodes.values()].filter((node) => !own.has(keyOfNode(node)));
  const isTest = openTests(scene);
  const dependents = found.sort((a, b) => a.depth - b.depth || Number(isTest(a)) - Number(isTest(b)));
  const surface = dependents.filter((node) => !isTest(node) && isExported(scene, node));
  const tests = filesWithTests(isTest, [...dependents, ...mayRun.map(({ node }) => node)]);
  return { graph, dependents, mayRun, tests, surface };
}

/** Where a change of the symbol may break what does not name it. */
function* unnamedUses(scene: EdgeScene, target: Target): Steps<UnnamedUses> {
  const loss = supposedLoss(scene, target, true);
  const found = loss === null ? NOTHING : yield* findUnnamed(loss.change, loss.lost);
  const references = found.breaks
    .filter(({ effect, certainty }) => effect !== "idle" && !(effect === "may-break" && certainty === "heuristic"))
    .map(({ path, line, kind, certainty, effect }): Reference => {
      const role = kind === "override" ? "extend" : kind === "conversion" ? "type" : "call";
      return { path, line, role, certainty: effect === "may-break" ? "heuristic" : certainty };
    });
  return { references, filesLeft: [...found.filesLeft] };
}

/** Calls of the methods whose place a start takes, the nearest first. */
function* callsOfOverridden(scene: EdgeScene, starts: readonly SymbolNode[]): Steps<UnnamedUses> {
  const references: Reference[] = [];
  const filesLeft: string[] = [];
  for (const { target } of starts) {
    const seen = new Set(target?.places.map(keyOf));
    let above = target === null ? null : (overriddenBy(scene, target)?.target ?? null);
    while (above?.places.some((place) => !seen.has(keyOf(place)))) {
      const found = yield* findReferences(scene, above);
      references.push(...found.references.filter(({ role }) => CALL_ROLES.has(role)));
      filesLeft.push(...found.filesLeft);
      for (const place of above.places) {
        seen.add(keyOf(place));
      }
      above = overriddenBy(scene, above)?.target ?? null;
    }
  }
  return { references, filesLeft };
}

const NOTHING = { breaks: [], filesLeft: [] } as const;

const isExported = ({ lookup }: EdgeScene, { target }: SymbolNode): boolean =>
  (target?.places ?? []).some(({ path, at }) => ((lookup.facts(path)?.definitions[at]?.flags ?? 0) & EXPORTED) !== 0);
