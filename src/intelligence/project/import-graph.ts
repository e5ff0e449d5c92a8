// Which file imports which, for a whole project: kept in memory, and brought up to each generation by the files that
// changed. Works for so long as it is let, so that nothing waits behind it. Knows no module names and no tool.

import type { DocumentRecord, Snapshot } from "../../index/snapshot.ts";
import type { Lookup } from "../../linking/lookup.ts";
import type { LinkRules } from "../../linking/rules.ts";
import { roleOf } from "../../search/query/file-role.ts";
import { append } from "../../system/append.ts";
import type { ParseState } from "../../vocabulary/chunk.ts";
import { type DefinitionFact, type Facts, type FactsShape, LOCAL, type ModuleConfig } from "../../vocabulary/facts.ts";
import type { DocumentId, Generation } from "../../vocabulary/ids.ts";
import { pathTable } from "../edges/path-table.ts";
import { inPackages, outermostOf, type Packages, packagesOf } from "./declared-packages.ts";
import { NO_RISK, type OwnRisk, ownRisk } from "./own-risk.ts";

export interface GraphFile {
  readonly id: DocumentId;
  readonly path: string;
  readonly language: string | null;
  readonly parse: ParseState;
  readonly isTest: boolean;
  /** False for what stands beside the source: tests, examples, fixtures, vendored and generated files, prose. */
  readonly isSource: boolean;
  /** Definitions that are not inside a function, without fields. */
  readonly symbols: number;
  /** As Facts.package. */
  readonly package: string | null;
  readonly config: ModuleConfig | null;
  readonly risk: OwnRisk;
  /** False where its language's imports are not read: it has no edges, and that says nothing. */
  readonly hasFacts: boolean;
  /** Files of the project that it brings in, itself left out. */
  readonly imports: readonly DocumentId[];
}

/** Good until the next `advance`. */
export interface ImportGraph {
  /** All that were read. */
  readonly files: readonly GraphFile[];
  file(id: DocumentId): GraphFile | undefined;
  importersOf(id: DocumentId): readonly GraphFile[];
  /** Files whose imports are not known yet. */
  readonly left: number;
}

/** How the imports of a language are followed; see LinkRules. */
export type Following = Pick<LinkRules, "modules" | "packaged">;
export type FollowingOf = (language: string) => Following | undefined;

export interface GraphKeeper {
  /** Works until the clock says `untilMs`, and answers whether all is done. */
  advance(snapshot: Snapshot, untilMs: number): boolean;
  /** As of the last `advance`. */
  graph(): ImportGraph;
}

/** What one file asks of a module, each once. */
interface Wanted {
  readonly specifier: string;
  /** Names that it takes, of languages where a module has modules. */
  readonly names: readonly string[];
  /** Whether all that the module has is taken. */
  readonly isWhole: boolean;
}

interface Node extends GraphFile {
  readonly contentHash: string;
  readonly firstChunk: number;
  readonly wanted: readonly Wanted[];
  /** What it defines for its package, of languages whose files declare theirs; empty else. */
  readonly outermost: readonly string[];
  imports: readonly DocumentId[];
  isResolved: boolean;
}

const NO_FILES: readonly GraphFile[] = [];

export function openGraphKeeper(followingOf: FollowingOf): GraphKeeper {
  const nodes = new Map<DocumentId, Node>();
  let generation: Generation | null = null;
  /** Documents to be read, then files to be resolved; from the end. */
  let unread: DocumentRecord[] = [];
  let unresolved: DocumentId[] = [];
  /** What resolving looks at has changed: which files there are, their packages, their configurations. */
  let isMoved = false;
  let made: ImportGraph | null = null;
  let packages: Packages = new Map();

  function follow(snapshot: Snapshot): void {
    const present = new Set<DocumentId>();
    made = null;
    unread = [];
    for (const document of snapshot.documents()) {
      present.add(document.id);
      const node = nodes.get(document.id);
      if (node?.firstChunk !== document.firstChunk || node.contentHash !== document.contentHash) {
        unread.push(document);
      }
    }
    for (const id of nodes.keys()) {
      if (!present.has(id)) {
        nodes.delete(id);
        isMoved = true;
      }
    }
    unread.reverse();
    generation = snapshot.generation;
  }

  function read(snapshot: Snapshot, document: DocumentRecord): void {
    const old = nodes.get(document.id);
    const node = nodeOf(snapshot, document, followingOf);
    nodes.set(document.id, node);
    unresolved.push(document.id);
    isMoved ||= old === undefined || saysOf(old) !== saysOf(node);
  }

  return {
    advance(snapshot, untilMs) {
      if (generation !== snapshot.generation) {
        follow(snapshot);
      }
      if (unread.length > 0 || unresolved.length > 0 || isMoved) {
        made = null;
      }
      for (let next = unread.pop(); next !== undefined; next = unread.pop()) {
        read(snapshot, next);
        if (performance.now() >= untilMs) {
          return false;
        }
      }
      if (isMoved) {
        unresolved = [...nodes.keys()].reverse();
        for (const node of nodes.values()) {
          node.imports = [];
          node.isResolved = false;
        }
        isMoved = false;
        packages = packagesOf(nodes.values());
      }
      const scene = { snapshot, lookup: lookupIn(snapshot, nodes), packages };
      for (let next = unresolved.pop(); next !== undefined; next = unresolved.pop()) {
        const node = nodes.get(next);
        if (node !== undefined) {
          node.imports = resolved(node, scene, followingOf);
          node.isResolved = true;
        }
        if (performance.now() >= untilMs) {
          return unresolved.length === 0;
        }
      }
      return true;
    },
    graph() {
      made ??= graphOf(nodes, unread.length);
      return made;
    },
  };
}

const saysOf = ({ path, package: name, config, outermost }: Node): string =>
  JSON.stringify([path, name, config, outermost]);

function nodeOf(snapshot: Snapshot, document: DocumentRecord, followingOf: FollowingOf): Node {
  const { id, path, language, parse, contentHash, firstChunk, nameTerms } = document;
  const role = roleOf(path)?.role;
  const shape = snapshot.shape(id);
  const following = language === null ? undefined : followingOf(language);
  const hasFacts = shape !== null && following !== undefined;
  const symbols = hasFacts
    ? shape.definitions.filter(isSymbol).length
    : nameTerms === 0
      ? 0
      : snapshot.symbols(id).filter(({ kind }) => kind !== "section" && kind !== "data").length;
  return {
    id,
    path,
    language,
    parse,
    isTest: role === "test",
    isSource: isSourcePath(path),
    symbols,
    package: shape?.package ?? null,
    config: shape?.config ?? null,
    risk: hasFacts ? ownRisk(shape.definitions) : NO_RISK,
    hasFacts,
    contentHash,
    firstChunk,
    wanted: hasFacts ? wantedOf(shape, following) : [],
    outermost: hasFacts && following.packaged === true ? outermostOf(shape) : [],
    imports: [],
    isResolved: false,
  };
}

export function isSourcePath(path: string): boolean {
  const role = roleOf(path)?.role;
  return role === undefined || role === "declaration";
}

const isSymbol = ({ flags, kind }: DefinitionFact): boolean =>
  (flags & LOCAL) === 0 && kind !== "field" && kind !== "member";

function wantedOf({ imports }: FactsShape, { modules }: Following): Wanted[] {
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

interface Resolving {
  readonly snapshot: Snapshot;
  readonly lookup: Lookup;
  readonly packages: Packages;
}

/** What resolving may look at. It never looks into definitions, so that a changed body moves no other file's edges. */
function lookupIn(snapshot: Snapshot, nodes: ReadonlyMap<DocumentId, Node>): Lookup {
  const nodeAt = (path: string): Node | undefined => {
    const document = snapshot.documentAt(path);
    return document === undefined ? undefined : nodes.get(document.id);
  };
  const factsOf = ({ package: name, config }: Node): Facts => {
    return { package: name, config, definitions: [], imports: [], exports: null, mentions: [], left: 0 };
  };
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
    mentioning: () => [],
  };
}

function resolved(
  node: Node,
  { snapshot, lookup, packages }: Resolving,
  followingOf: FollowingOf,
): readonly DocumentId[] {
  const following = node.language === null ? undefined : followingOf(node.language);
  if (following === undefined || node.wanted.length === 0) {
    return [];
  }
  const { modules, packaged } = following;
  const found = new Set<DocumentId>();
  const add = (path: string): void => {
    const id = snapshot.documentAt(path)?.id;
    if (id !== undefined && id !== node.id) {
      found.add(id);
    }
  };
  for (const wanted of node.wanted) {
    const { specifier, names } = wanted;
    const paths = modules.resolve(specifier, node.path, lookup);
    (paths.length === 0 && packaged === true ? inPackages(specifier, wanted.isWhole, packages) : paths).forEach(add);
    for (const name of names) {
      modules.submodule?.(specifier, name, node.path, lookup).forEach(add);
    }
  }
  return [...found];
}

function graphOf(nodes: ReadonlyMap<DocumentId, Node>, unread: number): ImportGraph {
  const files = [...nodes.values()];
  let importers: Map<DocumentId, GraphFile[]> | null = null;
  const backward = (): Map<DocumentId, GraphFile[]> => {
    const made = new Map<DocumentId, GraphFile[]>();
    for (const file of files) {
      for (const id of file.imports) {
        append(made, id, file);
      }
    }
    return made;
  };
  return {
    files,
    file: (id) => nodes.get(id),
    importersOf(id) {
      importers ??= backward();
      return importers.get(id) ?? NO_FILES;
    },
    left: unread + files.filter(({ isResolved }) => !isResolved).length,
  };
}
