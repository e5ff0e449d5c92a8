// The caller's filter, validated and compiled: which documents and chunks a search may propose. Applied before ranking.
import type { DocumentRecord, Snapshot } from "../../index/snapshot.ts";
import { languageById } from "../../languages/registry.ts";
import type { ChangedFiles } from "../../project/changed-since.ts";
import { CHUNK_KINDS, type ChunkId, type ChunkKind, type DocumentId } from "../../vocabulary/chunk.ts";
import { Failure } from "../../vocabulary/failure.ts";
import { type InnerFolder, innermostPath, ownPath } from "../../vocabulary/joined-path.ts";
import type { SearchFilter } from "../../vocabulary/search.ts";
import { admittedPaths, asNamed, compilePathGlobs, isExpensive, type PathGlobs } from "./path-globs.ts";

/** A filter bound to one snapshot. */
export interface Scope {
  readonly filter: SearchFilter;
  document(id: DocumentId): boolean;
  /** Whether the chunk's kind and its document are admitted. */
  chunk(id: ChunkId): boolean;
  /** Admitted documents. */
  readonly files: number;
}

type FilteredDocument = Pick<DocumentRecord, "path" | "language">;

/** A compiled filter: by document, and by kind of chunk. */
export interface CompiledFilter {
  readonly filter: SearchFilter;
  /** Null without a path glob. */
  readonly globs: PathGlobs | null;
  /** The path that globs are about: in the file's own project. */
  pathIn(path: string): string;
  /** Whatever its path: by language, and by what has changed. */
  admitsElse(document: FilteredDocument): boolean;
  admitsDocument(document: FilteredDocument): boolean;
  admitsKind(kind: ChunkKind): boolean;
  /** True where nothing is filtered at all. */
  readonly open: boolean;
}

function invalid(message: string, hint: string): never {
  throw new Failure("INVALID_INPUT", message, { hint });
}

/** More than these would take more room than an answer. */
const LANGUAGES_NAMED_MAX = 12;

function checkLanguages(languages: readonly string[], known: ReadonlySet<string>): void {
  const unknown = languages.filter((language) => !known.has(language));
  if (unknown.length > 0) {
    const names = unknown.slice(0, 5).map((name) => JSON.stringify(name.slice(0, 40)));
    const start = unknown[0]?.slice(0, 1).toLowerCase() ?? "";
    const near = [...known].sort().filter((name) => name.startsWith(start) || unknown[0]?.includes(name) === true);
    const shown = (near.length === 0 ? [...known].sort() : near).slice(0, LANGUAGES_NAMED_MAX);
    invalid(
      `no such language: ${names.join(", ")}`,
      `list_languages has all ${known.size}, among them ${shown.join(", ")}`,
    );
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
 * `changed`: the present result of the filter's `changedSince`. `inner`: the searched projects that lie inside another one. Throws INVALID_INPUT, naming valid values, for an unknown
 * language or kind and for an invalid glob.
 */
export function compileFilter(
  filter: SearchFilter,
  knownLanguages: ReadonlySet<string>,
  changed: ChangedFiles | null = null,
  inner: readonly InnerFolder[] = [],
): CompiledFilter {
  checkLanguages(filter.languages, knownLanguages);
  checkKinds(filter.kinds);
  const languages = new Set(filter.languages);
  const kinds = new Set(filter.kinds);
  const changedPaths = changed === null ? null : new Set(changed.paths);
  const pathIn = (path: string): string => ownPath(innermostPath(path, inner));
  const admitsElse = ({ path, language }: FilteredDocument): boolean =>
    (changedPaths === null || changedPaths.has(innermostPath(path, inner))) &&
    (languages.size === 0 ||
      (language !== null && (languages.has(language) || languages.has(languageById(language)?.dialectOf ?? language))));
  const rest = {
    filter,
    pathIn,
    admitsElse,
    admitsKind: (kind: ChunkKind) => kinds.size === 0 || kinds.has(kind),
    open: changed === null && filter.paths.length + filter.languages.length + filter.kinds.length === 0,
  };
  return withGlobs(rest, filter.paths);
}

function withGlobs(rest: Omit<CompiledFilter, "globs" | "admitsDocument">, paths: readonly string[]): CompiledFilter {
  const globs = paths.length === 0 ? null : compilePathGlobs(paths);
  return {
    ...rest,
    globs,
    admitsDocument: (document) =>
      rest.admitsElse(document) && (globs === null || globs.admits(rest.pathIn(document.path))),
  };
}

/**
 * The filter, ready to be asked about each of a project's paths without holding the server.
 * @throws INVALID_INPUT if its globs take too long; CANCELLED.
 */
export async function prepareFilter(
  written: CompiledFilter,
  paths: ReadonlyMap<string, unknown>,
  signal: AbortSignal | undefined,
): Promise<CompiledFilter> {
  if (written.globs === null) {
    return written;
  }
  const own = [...paths.keys()].map(written.pathIn);
  const compiled = withGlobs(written, asNamed(written.filter.paths, own));
  if (compiled.globs === null || !isExpensive(compiled.globs, own)) {
    return compiled;
  }
  const admitted = await admittedPaths(compiled.globs, own, signal);
  return {
    ...compiled,
    admitsDocument: (document) => admitted.has(compiled.pathIn(document.path)) && compiled.admitsElse(document),
  };
}

/** More expensive globs are not tried for an order of work: a worse order is better than a late one. */
const STEPS_A_LETTER_MAX = 64;

/**
 * The filter's globs alone, as far as they cost little: for files that are not indexed, of which no more is known. Throws INVALID_INPUT for
 * an invalid glob.
 */
export function cheapFilter({ paths, ...filter }: SearchFilter): CompiledFilter {
  const compiled = compileFilter({ ...filter, paths, languages: [], kinds: [] }, new Set());
  const isCheap = compiled.globs === null || compiled.globs.stepsALetter <= STEPS_A_LETTER_MAX;
  return isCheap ? compiled : compileFilter({ ...filter, paths: [], languages: [], kinds: [] }, new Set());
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
