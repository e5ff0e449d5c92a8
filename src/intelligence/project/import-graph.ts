// The import graph of a whole project: kept in memory, and updated to each generation by the files that changed. Works in
// slices, so that nothing waits for it.

import type { DocumentRecord, Snapshot } from "../../index/snapshot.ts";
import { roleOf } from "../../languages/file-role.ts";
import { nameOfPath } from "../../linking/lookup.ts";
import { append } from "../../system/append.ts";
import type { DocumentId, Generation, ParseState } from "../../vocabulary/chunk.ts";
import type { ModuleConfig } from "../../vocabulary/facts.ts";
import { isCodeSymbol } from "../symbols/code-symbols.ts";
import { outermostOf, type Packages, packagesOf } from "./declared-packages.ts";
import {
  type Following,
  type FollowingOf,
  lookupIn,
  NO_IMPORTS,
  resolved,
  type Wanted,
  wantedOf,
} from "./resolve-imports.ts";
import { NO_RISK, type RiskDistribution, riskDistribution } from "./risk-distribution.ts";

export interface GraphFile {
  readonly id: DocumentId;
  readonly path: string;
  readonly language: string | null;
  readonly parse: ParseState;
  readonly isTest: boolean;
  /** Tests stand beside the code in it, as in Rust. */
  readonly hasOwnTests: boolean;
  /** False for tests, examples, fixtures, vendored and generated files, and prose. */
  readonly isSource: boolean;
  /** What list_symbols lists of it, without headings of prose and keys of data. */
  readonly symbols: number;
  /** As Facts.package. */
  readonly package: string | null;
  readonly config: ModuleConfig | null;
  readonly risk: RiskDistribution;
  /** False if the imports of its language are not read: then it has no edges, whatever it imports. */
  readonly hasFacts: boolean;
  /** Files of the project that it brings in, itself left out. */
  readonly imports: readonly DocumentId[];
  /**
   * Those of them that it brings in only together with others, as an import of a Go package does: which of these it uses,
   * `usesOf` says.
   */
  readonly grouped: ReadonlySet<DocumentId>;
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

interface Node extends GraphFile {
  readonly contentHash: string;
  readonly firstChunk: number;
  readonly wanted: readonly Wanted[];
  /** What it defines for its package, of languages whose files declare theirs; empty else. */
  readonly outermost: readonly string[];
  /** Whether what it imports holds for other files, too. */
  readonly isForAll: boolean;
  imports: readonly DocumentId[];
  grouped: ReadonlySet<DocumentId>;
  isResolved: boolean;
}

const NO_FILES: readonly GraphFile[] = [];

/** The graph of one project, from generation to generation. */
export class GraphCache {
  readonly #followingOf: FollowingOf;
  readonly #nodes = new Map<DocumentId, Node>();
  #generation: Generation | null = null;
  /** Documents to be read, then files to be resolved; from the end. */
  #unread: DocumentRecord[] = [];
  #unresolved: DocumentId[] = [];
  /** What resolving looks at has changed: which files there are, their packages, their configurations. */
  #isMoved = false;
  #graph: ImportGraph | null = null;
  #packages: Packages = new Map();

  constructor(followingOf: FollowingOf) {
    this.#followingOf = followingOf;
  }

  /** Works until the clock says `untilMs`, and answers whether all is done. */
  advance(snapshot: Snapshot, untilMs: number): boolean {
    if (this.#generation !== snapshot.generation) {
      this.#follow(snapshot);
    }
    if (this.#unread.length > 0 || this.#unresolved.length > 0 || this.#isMoved) {
      this.#graph = null;
    }
    for (let next = this.#unread.pop(); next !== undefined; next = this.#unread.pop()) {
      this.#read(snapshot, next);
      if (performance.now() >= untilMs) {
        return false;
      }
    }
    if (this.#isMoved) {
      this.#forgetImports();
    }
    return this.#resolve(snapshot, untilMs);
  }

  /** As of the last `advance`. */
  graph(): ImportGraph {
    this.#graph ??= graphOf(this.#nodes, this.#unread.length);
    return this.#graph;
  }

  /** Lists what differs from the generation before. */
  #follow(snapshot: Snapshot): void {
    const present = new Set<DocumentId>();
    this.#graph = null;
    this.#unread = [];
    for (const document of snapshot.documents()) {
      present.add(document.id);
      const node = this.#nodes.get(document.id);
      if (node?.firstChunk !== document.firstChunk || node.contentHash !== document.contentHash) {
        this.#unread.push(document);
      }
    }
    for (const id of this.#nodes.keys()) {
      if (!present.has(id)) {
        this.#nodes.delete(id);
        this.#isMoved = true;
      }
    }
    this.#unread.reverse();
    this.#generation = snapshot.generation;
  }

  #read(snapshot: Snapshot, document: DocumentRecord): void {
    const old = this.#nodes.get(document.id);
    const node = nodeOf(snapshot, document, this.#followingOf);
    this.#nodes.set(document.id, node);
    this.#unresolved.push(document.id);
    this.#isMoved ||= old === undefined || saysOf(old) !== saysOf(node);
  }

  #forgetImports(): void {
    this.#unresolved = [...this.#nodes.keys()].reverse();
    for (const node of this.#nodes.values()) {
      Object.assign(node, NO_IMPORTS);
      node.isResolved = false;
    }
    this.#isMoved = false;
    this.#packages = packagesOf(this.#nodes.values());
  }

  #resolve(snapshot: Snapshot, untilMs: number): boolean {
    const wantedAt = (path: string): readonly Wanted[] => {
      const document = snapshot.documentAt(path);
      return (document === undefined ? undefined : this.#nodes.get(document.id))?.wanted ?? [];
    };
    const scene = { snapshot, lookup: lookupIn(snapshot, this.#nodes), packages: this.#packages, wantedAt };
    for (let next = this.#unresolved.pop(); next !== undefined; next = this.#unresolved.pop()) {
      const node = this.#nodes.get(next);
      if (node !== undefined) {
        Object.assign(node, resolved(node, scene, this.#followingOf));
        node.isResolved = true;
      }
      if (performance.now() >= untilMs) {
        return this.#unresolved.length === 0;
      }
    }
    return true;
  }
}

const saysOf = ({ path, package: name, config, outermost, isForAll, wanted }: Node): string =>
  JSON.stringify([path, name, config, outermost, isForAll ? wanted : []]);

function nodeOf(snapshot: Snapshot, document: DocumentRecord, followingOf: FollowingOf): Node {
  const { id, path, language, parse, contentHash, firstChunk, nameTerms } = document;
  const role = roleOf(path)?.role;
  const shape = snapshot.shape(id);
  const following = language === null ? undefined : followingOf(language);
  const hasFacts = shape !== null && following !== undefined;
  const symbols = nameTerms === 0 ? [] : snapshot.symbols(id);
  return {
    id,
    path,
    language,
    parse,
    isTest: role === "test",
    hasOwnTests: role !== "test" && symbols.some(({ kind }) => kind === "test"),
    isSource: isSourcePath(path),
    symbols: symbols.filter(isCodeSymbol).length,
    package: shape?.package ?? packageOf(path, following) ?? null,
    config: shape?.config ?? null,
    risk: hasFacts ? riskDistribution(shape.definitions) : NO_RISK,
    hasFacts,
    contentHash,
    firstChunk,
    wanted: hasFacts ? wantedOf(shape, following) : [],
    isForAll: following?.packages?.importsForAll.includes(nameOfPath(path)) === true,
    outermost: hasFacts && isPackaged(following) ? outermostOf(shape) : [],
    ...NO_IMPORTS,
    isResolved: false,
  };
}

const isPackaged = ({ packages, modules }: Following): boolean => packages !== null || modules.unit !== undefined;

/** The name of the module that a file's folder makes it belong to. */
function packageOf(path: string, following: Following | undefined): string | null {
  const folder = following?.modules.unit?.(path) ?? "";
  return folder === "" ? null : nameOfPath(folder).replaceAll(/\W/g, "_");
}

export function isSourcePath(path: string): boolean {
  const role = roleOf(path)?.role;
  return role === undefined || role === "declaration";
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
