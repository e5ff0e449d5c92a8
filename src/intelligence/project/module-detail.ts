// One module of a project from near: what others take from it, its most imported files, what it uses and is used by, and
// which tests look at it.
import type { Snapshot } from "../../index/snapshot.ts";
import { type Lookup, nameOfPath } from "../../linking/lookup.ts";
import { rulesOf } from "../../linking/rules-of.ts";
import { EXPORTED, LOCAL } from "../../vocabulary/facts.ts";
import { Failure } from "../../vocabulary/failure.ts";
import { askedPath } from "../asked-path.ts";
import { lookupOf } from "../edges/snapshot-lookup.ts";
import { type EntryPoint, entryPoints } from "./entry-points.ts";
import { fileCycles, type Hub, hubsAmong } from "./hubs.ts";
import type { GraphFile, ImportGraph } from "./import-graph.ts";
import { type Module, modulesOf } from "./modules.ts";

/** A name that files of other modules import. */
export interface SurfaceName {
  readonly name: string;
  /** Files of other modules that import it, tests included. */
  readonly importers: number;
  /** A file of the module that they import; not always the one that defines it. */
  readonly path: string;
}

export interface ModuleDetail {
  readonly module: Module;
  /** The most imported first. */
  readonly surface: readonly SurfaceName[];
  /** Outermost definitions that it declares to be for others; null where its language's are not read. */
  readonly exported: number | null;
  readonly entryPoints: readonly EntryPoint[];
  readonly hubs: readonly Hub[];
  /** Circles that at least one of its files is in. */
  readonly cycles: readonly (readonly GraphFile[])[];
  /** Test files that import one of its files. */
  readonly tests: readonly GraphFile[];
  /** Files of other modules that were not looked into for what they take. */
  readonly left: number;
}

const HUBS_MAX = 15;
/** Of other modules, looked into for the names they take: some 100 ms. */
const IMPORTERS_MAX = 600;

/**
 * By its name, by how its name ends, by a file or folder in it, or as what its manifest calls it. Several where it is not said
 * which; NOT_FOUND for none.
 */
export function chooseModules(graph: ImportGraph, asked: string): readonly Module[] {
  const wanted = askedPath(asked) || ".";
  const { all, of } = modulesOf(graph);
  const named = all.filter(({ name }) => name === wanted);
  const ending = all.filter(({ name }) => name.endsWith(`/${wanted}`) || name.endsWith(`.${wanted}`));
  const holding = new Set(
    graph.files.flatMap((file) => {
      const module = file.path === wanted || file.path.startsWith(`${wanted}/`) ? of(file) : undefined;
      return module === undefined ? [] : [module];
    }),
  );
  const published = graph.files.flatMap((file) => (publishedName(file) === wanted ? (of(file) ?? []) : []));
  const chosen = [named, ending, [...holding], published].find((some) => some.length > 0);
  if (chosen === undefined) {
    throw new Failure("NOT_FOUND", `no module of this project is called ${JSON.stringify(asked.slice(0, 200))}`, {
      hint: "list_modules tells their names; the path of a file or folder in one does as well",
    });
  }
  return chosen;
}

const publishedName = ({ path, config }: GraphFile): unknown =>
  nameOfPath(path) === "package.json" ? config?.["name"] : undefined;

export function moduleDetail(snapshot: Snapshot, graph: ImportGraph, module: Module): ModuleDetail {
  const inside = new Set(module.files.map(({ id }) => id));
  const importers = new Set(module.files.flatMap(({ id }) => graph.importersOf(id)));
  const outer = [...importers].filter(({ id }) => !inside.has(id));
  const members = new Set(module.files.map(({ path }) => path));
  return {
    module,
    surface: surfaceOf(snapshot, members, outer.slice(0, IMPORTERS_MAX)),
    exported: module.files.some(({ hasFacts }) => hasFacts)
      ? module.files.reduce((sum, file) => sum + exportedOf(snapshot, file), 0)
      : null,
    entryPoints: entryPoints(snapshot, graph).filter(({ path }) => members.has(path)),
    hubs: hubsAmong(graph, module.files, HUBS_MAX),
    cycles: fileCycles(graph).filter((files) => files.some(({ path }) => members.has(path))),
    tests: [...importers].filter(({ isTest }) => isTest).sort((a, b) => (a.path < b.path ? -1 : 1)),
    left: Math.max(0, outer.length - IMPORTERS_MAX),
  };
}

function exportedOf(snapshot: Snapshot, { id, hasFacts }: GraphFile): number {
  const definitions = (hasFacts ? snapshot.shape(id)?.definitions : undefined) ?? [];
  return definitions.filter(({ flags, parent }) => parent < 0 && (flags & EXPORTED) !== 0 && (flags & LOCAL) === 0)
    .length;
}

function surfaceOf(snapshot: Snapshot, members: ReadonlySet<string>, outer: readonly GraphFile[]): SurfaceName[] {
  const lookup = lookupOf(snapshot);
  const names = new Map<string, { name: string; path: string; importers: Set<string> }>();
  for (const file of outer) {
    for (const { name, path } of taken(snapshot, lookup, members, file)) {
      const known = names.get(`${name} ${path}`) ?? { name, path, importers: new Set() };
      names.set(`${name} ${path}`, known);
      known.importers.add(file.path);
    }
  }
  return [...names.values()]
    .map(({ name, path, importers }) => ({ name, path, importers: importers.size }))
    .sort(
      (a, b) => b.importers - a.importers || (a.name < b.name ? -1 : a.name > b.name ? 1 : a.path < b.path ? -1 : 1),
    );
}

/** What a file takes from the members: names that it imports, and names that it reaches through a whole module. */
function* taken(
  snapshot: Snapshot,
  lookup: Lookup,
  members: ReadonlySet<string>,
  { id, path, language }: GraphFile,
): Iterable<Pick<SurfaceName, "name" | "path">> {
  const resolver = language === null ? undefined : rulesOf(language)?.modules;
  const resolved = new Map<string, string | undefined>();
  /** By the chain's root. */
  const modules = new Map<string, string>();
  for (const [at, { specifier, imported }] of (snapshot.shape(id)?.imports ?? []).entries()) {
    if (!resolved.has(specifier)) {
      resolved.set(
        specifier,
        resolver?.resolve(specifier, path, lookup).find((one) => members.has(one)),
      );
    }
    const target = resolved.get(specifier);
    if (target !== undefined && imported === "*") {
      modules.set(`%${at}`, target);
    } else if (target !== undefined && imported !== null) {
      yield { name: imported, path: target };
    }
  }
  for (const { name, of } of modules.size === 0 ? [] : snapshot.mentions(id)) {
    const [, root = "", member] = /^(%\d+)\.([^.()^*[\]]+)$/.exec(of ?? "") ?? [];
    const target = modules.get(root);
    if (target !== undefined && member === name) {
      yield { name, path: target };
    }
  }
}
