// One module of a project: what others use of it, its most imported files, the modules it uses and is used by, and its tests.
import type { Snapshot } from "../../index/snapshot.ts";
import type { EntryPoint } from "../../languages/contract/project-layout.ts";
import { PUBLISHED_NAMES } from "../../languages/registry.ts";
import { semanticsOf } from "../../languages/semantics.ts";
import { nameOfPath } from "../../linking/lookup.ts";
import { EXPORTED, LOCAL } from "../../vocabulary/facts.ts";
import { Failure } from "../../vocabulary/failure.ts";
import { requestedPath } from "../requested-path.ts";
import { comparePaths } from "../symbols/candidate-files.ts";
import { entryPoints } from "./entry-points.ts";
import { fileCycles, type Hub, hubsAmong } from "./hubs.ts";
import type { GraphFile, ImportGraph } from "./import-graph.ts";
import { type Module, modulesOf } from "./modules.ts";
import type { Uses } from "./uses-of-files.ts";

/** A name that files of other modules use. */
export interface SurfaceName {
  readonly name: string;
  /** Files of other modules that use it, tests included. */
  readonly importers: number;
  /** The file of the module that defines it, or hands it on from another module. */
  readonly path: string;
}

export interface ModuleDetail {
  readonly module: Module;
  /** Paths of its files. */
  readonly members: ReadonlySet<string>;
  /** Paths of files of other modules that import one of its files, or see it without an import. */
  readonly importers: readonly string[];
  /** Outermost definitions that it declares to be for others; null where its language's are not read. */
  readonly exported: number | null;
  readonly entryPoints: readonly EntryPoint[];
  readonly hubs: readonly Hub[];
  /** Circles that at least one of its files is in. */
  readonly cycles: readonly (readonly GraphFile[])[];
  /** Test files that import one of its files. */
  readonly tests: readonly GraphFile[];
  /** How many more of those there are. */
  readonly left: number;
}

const HUBS_MAX = 15;
/** Most files of other modules that are searched for the names they use. */
const IMPORTERS_MAX = 600;

/**
 * By its name, by how its name ends, by a file or folder in it, or as what its manifest calls it. Several where it is not said
 * which; NOT_FOUND for none.
 */
export function chooseModules(graph: ImportGraph, asked: string): readonly Module[] {
  const wanted = requestedPath(asked) || ".";
  const { all, of } = modulesOf(graph);
  const named = all.filter(({ name }) => name === wanted);
  const ending = all.filter(({ name }) => name.endsWith(`/${wanted}`) || name.endsWith(`.${wanted}`));
  const containing = new Set(
    graph.files.flatMap((file) => {
      const module = file.path === wanted || file.path.startsWith(`${wanted}/`) ? of(file) : undefined;
      return module === undefined ? [] : [module];
    }),
  );
  const published = graph.files.flatMap((file) => (publishedName(file) === wanted ? (of(file) ?? []) : []));
  // The graph lists files in the order in which they were indexed.
  const byName = (modules: Iterable<Module>) => [...modules].sort((a, b) => comparePaths(a.name, b.name));
  const chosen = [named, ending, byName(containing), byName(published)].find((some) => some.length > 0);
  if (chosen === undefined) {
    throw new Failure("NOT_FOUND", `this project has no module ${JSON.stringify(asked.slice(0, 200))}`, {
      hint: "list_modules lists the names; a path of a file or folder in the module works too",
    });
  }
  return chosen;
}

const publishedName = ({ path, config }: GraphFile): unknown =>
  config === null ? undefined : PUBLISHED_NAMES.get(nameOfPath(path))?.(config);

export function moduleDetail(snapshot: Snapshot, graph: ImportGraph, module: Module): ModuleDetail {
  const inside = new Set(module.files.map(({ id }) => id));
  const importers = new Set(module.files.flatMap(({ id }) => graph.importersOf(id)));
  const outer = [...new Set([...importers, ...seeingWithoutImport(graph, module)])].filter(({ id }) => !inside.has(id));
  const members = new Set(module.files.map(({ path }) => path));
  return {
    module,
    members,
    importers: outer.slice(0, IMPORTERS_MAX).map(({ path }) => path),
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

/** Files of the same namespaces as the module's, or of namespaces inside of these: they see its names without an import. */
function seeingWithoutImport({ files }: ImportGraph, module: Module): GraphFile[] {
  const spaces = new Set(module.files.flatMap((file) => (isInNamespace(file) ? (file.package ?? []) : [])));
  return spaces.size === 0
    ? []
    : files.filter(
        (file) => isInNamespace(file) && namespacesOf(file.package ?? "").some((space) => spaces.has(space)),
      );
}

const isInNamespace = ({ language }: GraphFile): boolean =>
  language !== null && semanticsOf(language)?.packages?.areNested === true;

/** `a.b.c`, `a.b`, `a`. */
const namespacesOf = (space: string): string[] => {
  const parts = space.split(".");
  return parts.map((_, at) => parts.slice(0, parts.length - at).join("."));
};

function exportedOf(snapshot: Snapshot, { id, hasFacts }: GraphFile): number {
  const definitions = (hasFacts ? snapshot.shape(id)?.definitions : undefined) ?? [];
  return definitions.filter(({ flags, parent }) => parent < 0 && (flags & EXPORTED) !== 0 && (flags & LOCAL) === 0)
    .length;
}

/** What others take from the module: the most used names first. */
export const surfaceOf = ({ names }: Uses): SurfaceName[] =>
  names
    .map(({ name, path, users }) => ({ name, path, importers: users.size }))
    .sort(
      (a, b) => b.importers - a.importers || (a.name < b.name ? -1 : a.name > b.name ? 1 : a.path < b.path ? -1 : 1),
    );
