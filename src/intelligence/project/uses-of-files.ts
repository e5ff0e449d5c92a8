// Which of several files are really used: by resolving names, not by imports. An import of a Go package, of a C# namespace or
// of `a.b.*` refers to all its files, of which a file may use one.

import type { Snapshot } from "../../index/snapshot.ts";
import { semanticsOf } from "../../languages/semantics.ts";
import { inTime } from "../../linking/linker.ts";
import { UNKNOWN } from "../../linking/resolution.ts";
import type { Steps } from "../../system/slices.ts";
import { importChain } from "../../vocabulary/chain.ts";
import { type DefinitionFact, FILE, type ImportFact, LOCAL, type ReferenceGroup } from "../../vocabulary/facts.ts";
import { type EdgeScene, lookupOf, openEdges } from "../edges/edge-scene.ts";
import type { GraphFile, ImportGraph } from "./import-graph.ts";

/** An outermost definition of a file, by its path there. */
export interface UsedName {
  readonly name: string;
  /** The file that defines it. */
  readonly path: string;
  readonly users: ReadonlySet<string>;
}

export interface Uses {
  /** By the path of a used file: the files that refer to something that it defines, members of its types included. */
  readonly usersOf: ReadonlyMap<string, ReadonlySet<string>>;
  /** What is referred to by its own name. */
  readonly names: readonly UsedName[];
  /** Files that were not looked into in time. */
  readonly left: ReadonlySet<string>;
}

/** Paths of files at the other end of a file's imports. */
export interface Linked {
  /** By an import of one file. */
  readonly direct: readonly string[];
  /** Only by imports of several files, of which not all may be used. */
  readonly grouped: readonly string[];
}

const NOTHING: Linked = { direct: [], grouped: [] };

/** The files that it imports. */
export function importsOf(graph: ImportGraph, file: GraphFile | undefined): Linked {
  const paths = (isGrouped: boolean): string[] =>
    (file?.imports ?? []).flatMap((id) => (file?.grouped.has(id) === isGrouped ? (graph.file(id)?.path ?? []) : []));
  return file === undefined ? NOTHING : { direct: paths(false), grouped: paths(true) };
}

/** The files that import it. */
export function importersOf(graph: ImportGraph, file: GraphFile | undefined): Linked {
  if (file === undefined) {
    return NOTHING;
  }
  const all = graph.importersOf(file.id);
  const paths = (isGrouped: boolean): string[] =>
    all.filter(({ grouped }) => grouped.has(file.id) === isGrouped).map(({ path }) => path);
  return { direct: paths(false), grouped: paths(true) };
}

/** Those of its importers that use the file, in order of path. */
export const realImporters = ({ direct, grouped }: Linked, path: string, { usersOf }: Uses): string[] =>
  [...direct, ...grouped.filter((user) => usersOf.get(path)?.has(user) === true)].sort();

/** Those of its imports that the file uses, in order of path. */
export const realImports = ({ direct, grouped }: Linked, path: string, { usersOf }: Uses): string[] =>
  [...direct, ...grouped.filter((used) => usersOf.get(used)?.has(path) === true)].sort();

export interface UsesScene {
  readonly signal: AbortSignal;
  inSlices<Value>(use: (snapshot: Snapshot) => Steps<Value>): Promise<Value>;
}

/** As usesOf, of the project as it is indexed now. */
export const findUses = (
  { signal, inSlices }: UsesScene,
  members: ReadonlySet<string>,
  users: Iterable<string>,
): Promise<Uses> => inSlices((snapshot) => usesOf(openEdges(snapshot, lookupOf(snapshot), signal), members, users));

/** What the files `users` use of the files `members`; neither counts for itself. A step a file. */
export function* usesOf(scene: EdgeScene, members: ReadonlySet<string>, users: Iterable<string>): Steps<Uses> {
  const defined = definedIn(scene, members);
  const usersOf = new Map<string, Set<string>>();
  const names = new Map<string, { name: string; path: string; users: Set<string> }>();
  const left = new Set<string>();
  for (const user of users) {
    const used = scene.isOver()
      ? null
      : inTime(() => [...usedBy(scene, members, defined, user), ...handedOn(scene, members, user)]);
    if (used === null) {
      left.add(user);
      continue;
    }
    for (const { path, name } of used.value) {
      usersOf.set(path, (usersOf.get(path) ?? new Set<string>()).add(user));
      if (name !== null) {
        const key = `${path}#${name}`;
        const known = names.get(key) ?? { name, path, users: new Set<string>() };
        names.set(key, known);
        known.users.add(user);
      }
    }
    yield;
  }
  return { usersOf, names: [...names.values()], left };
}

function definedIn({ lookup }: EdgeScene, members: ReadonlySet<string>): ReadonlySet<string> {
  const names = new Set<string>();
  for (const path of members) {
    for (const { name, flags } of lookup.facts(path)?.definitions ?? []) {
      if ((flags & LOCAL) === 0) {
        names.add(name);
      }
    }
  }
  return names;
}

interface Used {
  readonly path: string;
  /** Null for a member of what the file defines. */
  readonly name: string | null;
}

function* usedBy(
  { lookup, linker }: EdgeScene,
  members: ReadonlySet<string>,
  defined: ReadonlySet<string>,
  user: string,
): Iterable<Used> {
  const facts = lookup.facts(user);
  const renamed = renamedIn(facts?.imports ?? []);
  for (const group of facts?.references ?? []) {
    if (!defined.has(group.name) && !renamed.has(group.name)) {
      continue;
    }
    const { value } = linker.target(user, group);
    for (const { path, at } of value.is === "definition" ? value.places : []) {
      const definition = lookup.facts(path)?.definitions[at];
      if (path !== user && members.has(path) && definition !== undefined) {
        yield { path, name: isOutermost(definition) ? definition.name : null };
      }
    }
  }
}

/** What a file imports from a member that only hands it on: a name that another module defines. */
function* handedOn({ lookup, linker }: EdgeScene, members: ReadonlySet<string>, user: string): Iterable<Used> {
  const { resolve } = semanticsOf(lookup.language(user) ?? "")?.modules ?? {};
  for (const [at, { specifier, imported }] of (lookup.facts(user)?.imports ?? []).entries()) {
    if (imported !== null && imported !== "*") {
      const path = resolve?.(specifier, user, lookup).find((one) => members.has(one));
      const { value } = path === undefined ? UNKNOWN : linker.declared(user, importChain(at));
      const isDefined = value.is === "definition" && value.places.some((place) => members.has(place.path));
      if (path !== undefined && !isDefined) {
        yield { path, name: imported };
      }
    }
  }
}

/** Names under which a file imports something, if they differ from the exported ones. */
const renamedIn = (imports: readonly ImportFact[]): ReadonlySet<ReferenceGroup["name"]> =>
  new Set(imports.flatMap(({ local, imported }) => (local === null || local === imported ? [] : [local])));

/** A definition at the top level of its file under its own name: not a method listed there under its type's. */
const isOutermost = ({ parent, name, path }: DefinitionFact): boolean => parent === FILE && name === path;
