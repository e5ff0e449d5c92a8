// Which files of the project the imports of one file refer to: by paths, configuration files and declared packages alone.
import type { Snapshot } from "../../index/snapshot.ts";
import { folderOf, isBelow, type Lookup } from "../../linking/lookup.ts";
import type { LanguageSemantics } from "../../linking/semantics.ts";
import type { DocumentId } from "../../vocabulary/chunk.ts";
import { type Facts, type FactsShape, type ModuleConfig, NO_FACTS } from "../../vocabulary/facts.ts";
import { pathTable } from "../edges/path-table.ts";
import { inPackages, type Packages } from "./declared-packages.ts";

/** How the imports of a language are followed; see LanguageSemantics. */
export type Following = Pick<LanguageSemantics, "modules" | "packages">;
export type FollowingOf = (language: string) => Following | undefined;

/** What one file asks of a module, each once. */
export interface Wanted {
  readonly specifier: string;
  /** Names that it takes, of languages where a module has modules. */
  readonly names: readonly string[];
  /** Whether all that the module has is taken. */
  readonly isWhole: boolean;
}

/** A file before its imports are resolved. */
export interface ImportingFile {
  readonly id: DocumentId;
  readonly path: string;
  readonly language: string | null;
  readonly package: string | null;
  readonly config: ModuleConfig | null;
  readonly hasFacts: boolean;
  readonly wanted: readonly Wanted[];
}

export interface ResolvedImports {
  readonly imports: readonly DocumentId[];
  readonly grouped: ReadonlySet<DocumentId>;
}

export const NO_IMPORTS: ResolvedImports = { imports: [], grouped: new Set() };

export function wantedOf({ imports }: FactsShape, { modules }: Following): Wanted[] {
  const wanted = new Map<string, { readonly names: Set<string>; isWhole: boolean }>();
  for (const { specifier, imported, local } of imports) {
    const of = wanted.get(specifier) ?? { names: new Set(), isWhole: false };
    wanted.set(specifier, of);
    of.isWhole ||= imported === "*" && local === null;
    if (modules.submodule !== undefined && imported !== null && imported !== "*") {
      of.names.add(imported);
    }
  }
  return [...wanted].map(([specifier, { names, isWhole }]) => ({ specifier, names: [...names], isWhole }));
}

export interface Resolving {
  readonly snapshot: Snapshot;
  readonly lookup: Lookup;
  readonly packages: Packages;
  wantedAt(path: string): readonly Wanted[];
}

/** What resolving may look at. It never looks into definitions, so that a changed body moves no other file's edges. */
export function lookupIn(snapshot: Snapshot, nodes: ReadonlyMap<DocumentId, ImportingFile>): Lookup {
  const nodeAt = (path: string): ImportingFile | undefined => {
    const document = snapshot.documentAt(path);
    return document === undefined ? undefined : nodes.get(document.id);
  };
  const factsOf = ({ package: name, config }: ImportingFile): Facts => ({ ...NO_FACTS, package: name, config });
  return {
    ...pathTable(snapshot),
    language: (path) => nodeAt(path)?.language ?? null,
    facts(path) {
      const node = nodeAt(path);
      return node === undefined || (!node.hasFacts && node.config === null) ? null : factsOf(node);
    },
    exists: (path) => snapshot.documentAt(path) !== undefined,
    defining: () => [],
    declaring: () => [],
    containing: () => [],
    importing: () => [],
  };
}

/** What files at the side of `path` and above it import for it. */
function wantedForAll(
  path: string,
  { packages }: Following,
  lookup: Lookup,
  wantedAt: Resolving["wantedAt"],
): Wanted[] {
  const files = (packages?.importsForAll ?? []).flatMap((name) => lookup.named(name));
  return files
    .filter((other) => other !== path && isBelow(path, folderOf(other)))
    .flatMap((other) => wantedAt(other))
    .filter(({ isWhole }) => isWhole);
}

/** Itself left out. */
export function resolved(
  node: ImportingFile,
  { snapshot, lookup, packages, wantedAt }: Resolving,
  followingOf: FollowingOf,
): ResolvedImports {
  const following = node.language === null ? undefined : followingOf(node.language);
  if (following === undefined) {
    return NO_IMPORTS;
  }
  const forAll = wantedForAll(node.path, following, lookup, wantedAt);
  if (node.wanted.length + forAll.length === 0) {
    return NO_IMPORTS;
  }
  const { modules } = following;
  const isPackaged = following.packages !== null || modules.unit !== undefined;
  const [direct, grouped] = [new Set<DocumentId>(), new Set<DocumentId>()];
  const addTo = (found: Set<DocumentId>, paths: readonly string[]): void => {
    for (const path of paths) {
      const id = snapshot.documentAt(path)?.id;
      if (id !== undefined && id !== node.id) {
        found.add(id);
      }
    }
  };
  for (const { specifier, names, isWhole } of [...node.wanted, ...forAll]) {
    const found = isPackaged ? inPackages(specifier, isWhole, packages) : null;
    if (found !== null && found.paths.length > 0) {
      addTo(found.isWhole ? grouped : direct, found.paths);
    } else {
      const paths = modules.resolve(specifier, node.path, lookup);
      addTo(paths.length > 1 ? grouped : direct, paths);
    }
    for (const name of names) {
      addTo(direct, modules.submodule?.(specifier, name, node.path, lookup) ?? []);
    }
  }
  return {
    imports: [...new Set([...direct, ...grouped])],
    grouped: new Set([...grouped].filter((id) => !direct.has(id))),
  };
}
