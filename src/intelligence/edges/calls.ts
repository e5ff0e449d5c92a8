// Callers and callees of a symbol, one step: edges between symbols, each with its count and certainty.
import { openIndexOf } from "../../linking/derived.ts";
import { inTime } from "../../linking/linker.ts";
import type { Place } from "../../linking/resolution.ts";
import {
  CERTAINTIES,
  type Certainty,
  type DefinitionAt,
  type DefinitionFact,
  type Facts,
  type Role,
} from "../../vocabulary/facts.ts";
import type { EdgeScene, Target } from "./edge-scene.ts";
import { enclosingAt, openInside, placeIn } from "./enclosing-definition.ts";
import type { References } from "./references.ts";

/** A symbol of a file, or the file's own top level. */
export interface SymbolNode {
  readonly path: string;
  /** Readable path in the file; null for code outside of symbols. */
  readonly symbol: string | null;
  /** Its definitions; none for a file's top level. */
  readonly target: Target | null;
  /** Line of the first definition; 1 for a file's top level. */
  readonly line: number;
}

export interface Edge {
  readonly node: SymbolNode;
  /** Certainty of the most certain reference. */
  readonly certainty: Certainty;
  readonly count: number;
  /** Where the caller first refers to the other. */
  readonly at: { readonly path: string; readonly line: number };
}

export const CALLS: ReadonlySet<Role> = new Set(["call", "new", "decorate"]);

export const keyOfNode = ({ path, symbol }: Pick<SymbolNode, "path" | "symbol">): string => `${path}#${symbol ?? ""}`;

const byPath = openIndexOf<DefinitionFact>(({ path }) => [path]);

/** All definitions of a file that share the path of the one at `at`. */
export function nodeOf(path: string, facts: Facts, at: DefinitionAt): SymbolNode {
  const definition = facts.definitions[at];
  if (definition === undefined) {
    return { path, symbol: null, target: null, line: 1 };
  }
  const places = byPath(facts.definitions, definition.path)
    .filter((other) => facts.definitions[other]?.parent === definition.parent)
    .map((other): Place => ({ path, at: other }));
  const line = facts.definitions[places[0]?.at ?? at]?.nameLine ?? definition.nameLine;
  return { path, symbol: definition.path, target: { name: definition.name, places }, line };
}

/** Symbols that enclose the references that are calls (or have these roles), the most frequent first. */
export function callersOf(
  { lookup }: EdgeScene,
  { references }: Pick<References, "references">,
  roles: ReadonlySet<Role> = CALLS,
): Edge[] {
  const edges = new Map<string, Edge>();
  for (const { path, role, certainty, ...place } of references) {
    const facts = lookup.facts(path);
    if (facts === null || !roles.has(role)) {
      continue;
    }
    const at = { path, line: place.line };
    add(edges, { path, facts, at: enclosingAt(facts, place) }, { certainty, count: 1, at });
  }
  return inOrder(edges);
}

/**
 * What the symbol's lines call (or refer to in these roles), the most frequent first; itself and what is inside of it left out. Null
 * where time was up first.
 */
export const calleesOf = (scene: EdgeScene, target: Target, roles: ReadonlySet<Role> = CALLS): Edge[] | null =>
  inTime(() => findCallees(scene, target, roles))?.value ?? null;

function findCallees({ lookup, linker }: EdgeScene, { places }: Target, roles: ReadonlySet<Role>): Edge[] {
  const edges = new Map<string, Edge>();
  for (const path of new Set(places.map((place) => place.path))) {
    const facts = lookup.facts(path);
    if (facts === null) {
      continue;
    }
    const isInside = openInside(
      facts,
      places.flatMap((place) => (place.path === path ? [place.at] : [])),
    );
    for (const group of facts.references) {
      const lines = group.lines.filter(
        (_, index) => roles.has(group.roles[index] ?? "read") && isInside(placeIn(group, index)),
      );
      const [line] = lines;
      const resolution = line === undefined ? null : linker.target(path, group);
      const [place] = resolution?.value.is === "definition" ? resolution.value.places : [];
      const target = place === undefined ? null : lookup.facts(place.path);
      if (line === undefined || resolution === null || place === undefined || target === null) {
        continue;
      }
      const definition = target.definitions[place.at];
      const isOwn =
        place.path === path && definition !== undefined && isInside({ line: definition.nameLine, within: place.at });
      if (!isOwn) {
        const found = { path: place.path, facts: target, at: place.at };
        add(edges, found, { certainty: resolution.certainty, count: lines.length, at: { path, line } });
      }
    }
  }
  return inOrder(edges);
}

interface Found {
  readonly path: string;
  readonly facts: Facts;
  readonly at: DefinitionAt;
}

function add(edges: Map<string, Edge>, { path, facts, at }: Found, reference: Omit<Edge, "node">): void {
  const key = keyOfNode({ path, symbol: facts.definitions[at]?.path ?? null });
  const edge = edges.get(key);
  if (edge === undefined) {
    edges.set(key, { node: nodeOf(path, facts, at), ...reference });
    return;
  }
  const isSurer = CERTAINTIES.indexOf(reference.certainty) < CERTAINTIES.indexOf(edge.certainty);
  const isEarlier = reference.at.path === edge.at.path && reference.at.line < edge.at.line;
  edges.set(key, {
    ...edge,
    certainty: isSurer ? reference.certainty : edge.certainty,
    count: edge.count + reference.count,
    at: isEarlier ? reference.at : edge.at,
  });
}

const inOrder = (edges: ReadonlyMap<string, Edge>): Edge[] =>
  [...edges.values()].sort((a, b) => b.count - a.count || (keyOfNode(a.node) < keyOfNode(b.node) ? -1 : 1));
