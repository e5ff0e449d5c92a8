// The caller's filter, checked and compiled: which documents and which chunks a search may propose at all. It acts
// before ranking. Knows snapshots, not queries.
import type { DocumentRecord, Snapshot } from "../../index/snapshot.ts";
import type { ChangedFiles } from "../../project/changed-since.ts";
import { CHUNK_KINDS, type ChunkKind } from "../../vocabulary/chunk.ts";
import { Failure } from "../../vocabulary/failure.ts";
import type { ChunkId, DocumentId } from "../../vocabulary/ids.ts";
import type { SearchFilter } from "../../vocabulary/search.ts";
import { compileGlob } from "./glob.ts";

/** Languages that have a grammar of their own and are asked for by the other's name as well. */
const DIALECTS: ReadonlyMap<string, string> = new Map([["tsx", "typescript"]]);

/** Patterns in one request. */
export const GLOBS_MAX = 32;

/** A filter bound to one snapshot. */
export interface Scope {
  readonly filter: SearchFilter;
  document(id: DocumentId): boolean;
  /** Whether the chunk's kind and its document are admitted. */
  chunk(id: ChunkId): boolean;
  /** Admitted documents. */
  readonly files: number;
}

/** A compiled filter: by document, and by kind of chunk. */
export interface CompiledFilter {
  readonly filter: SearchFilter;
  admitsDocument(document: Pick<DocumentRecord, "path" | "language">): boolean;
  admitsKind(kind: ChunkKind): boolean;
  /** True where nothing is filtered at all. */
  readonly open: boolean;
}

function invalid(message: string, hint: string): never {
  throw new Failure("INVALID_INPUT", message, { hint });
}

function checkLanguages(languages: readonly string[], known: ReadonlySet<string>): void {
  const unknown = languages.filter((language) => !known.has(language));
  if (unknown.length > 0) {
    const names = unknown.slice(0, 5).map((name) => JSON.stringify(name.slice(0, 40)));
    invalid(`no such language: ${names.join(", ")}`, `the languages are: ${[...known].sort().join(", ")}`);
  }
}

function checkKinds(kinds: readonly string[]): void {
  const known: readonly string[] = CHUNK_KINDS;
  const unknown = kinds.filter((kind) => !known.includes(kind));
  if (unknown.length > 0) {
    const names = unknown.slice(0, 5).map((name) => JSON.stringify(name.slice(0, 40)));
    invalid(`no such kind: ${names.join(", ")}`, `the kinds are: ${CHUNK_KINDS.join(", ")}`);
  }
}

/**
 * `changed` is what the filter's `changedSince` stands for now. Throws INVALID_INPUT, with what would be valid, for an unknown language or kind and for a senseless glob. */
export function compileFilter(
  filter: SearchFilter,
  knownLanguages: ReadonlySet<string>,
  changed: ChangedFiles | null = null,
): CompiledFilter {
  if (filter.paths.length > GLOBS_MAX) {
    invalid(
      `${filter.paths.length} path globs, over the limit of ${GLOBS_MAX}`,
      "join them with {a,b} or name a folder",
    );
  }
  checkLanguages(filter.languages, knownLanguages);
  checkKinds(filter.kinds);
  const includes = filter.paths.filter((glob) => !glob.startsWith("!")).map(compileGlob);
  const excludes = filter.paths.filter((glob) => glob.startsWith("!")).map((glob) => compileGlob(glob.slice(1)));
  const languages = new Set(filter.languages);
  const kinds = new Set(filter.kinds);
  const changedPaths = changed === null ? null : new Set(changed.paths);
  return {
    filter,
    admitsDocument: ({ path, language }) =>
      (changedPaths === null || changedPaths.has(path)) &&
      (languages.size === 0 ||
        (language !== null && (languages.has(language) || languages.has(DIALECTS.get(language) ?? language)))) &&
      (includes.length === 0 || includes.some((matches) => matches(path))) &&
      !excludes.some((matches) => matches(path)),
    admitsKind: (kind) => kinds.size === 0 || kinds.has(kind),
    open: changed === null && filter.paths.length + filter.languages.length + filter.kinds.length === 0,
  };
}

/** Decides each document once. */
export function bindFilter(compiled: CompiledFilter, snapshot: Snapshot): Scope {
  if (compiled.open) {
    return { filter: compiled.filter, document: () => true, chunk: () => true, files: snapshot.documentCount };
  }
  const admitted = new Set<DocumentId>();
  for (const document of snapshot.documents()) {
    if (compiled.admitsDocument(document)) {
      admitted.add(document.id);
    }
  }
  return {
    filter: compiled.filter,
    document: (id) => admitted.has(id),
    chunk: (id) => compiled.admitsKind(snapshot.chunkKind(id)) && admitted.has(snapshot.chunkDocument(id)),
    files: admitted.size,
  };
}
