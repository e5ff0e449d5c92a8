// A search as a pipeline: query → candidates → ranked hits → an answer that fits its budget; or the same answer from the cache.
// It takes a snapshot for each piece of work between two waits: to look the answer up, to weigh words while the model's process
// works on the query, and to rank.
import type { Freshness } from "../index/project-index.ts";
import type { DocumentRecord, Snapshot } from "../index/snapshot.ts";
import type { RemoteVectors } from "../index/vectors/vector-index.ts";
import { withSnapshot } from "../index/with-snapshot.ts";
import type { ChangedFiles } from "../project/changed-since.ts";
import type { ChunkId } from "../vocabulary/chunk.ts";
import { throwIfCancelled } from "../vocabulary/failure.ts";
import { innermostPath, placeOfPath } from "../vocabulary/joined-path.ts";
import type { Detail, GrepEstimate, Hit, SearchRequest } from "../vocabulary/search.ts";
import { assemble, type ResultHead } from "./answer/assemble.ts";
import { estimateGrep } from "./answer/estimate-grep.ts";
import { joinHits, type SurroundedHit, surround } from "./answer/join-hits.ts";
import type { Definition, MatchType, PartStatus, Parts, SearchOutcome, SearchResult } from "./answer/search-result.ts";
import { countProject, type ProjectTokens } from "./answer/token-statistics.ts";
import { excludedCounts, keyFor } from "./answer-key.ts";
import type { CachedAnswer, CacheKey, QueryCache } from "./cache/query-cache.ts";
import { correctTypos } from "./query/correct-typos.ts";
import { bindFilter, type CompiledFilter, compileFilter, prepareFilter, type Scope } from "./query/filter.ts";
import type { Query } from "./query/parse-query.ts";
import { type ByWords, isOf, weighByWords } from "./ranking/by-words.ts";
import {
  type Doubt,
  type DoubtEvidence,
  gatherDoubt,
  isCalibrated,
  isNamed,
  judgeDoubt,
  wordsToName,
} from "./ranking/doubt.ts";
import {
  awaitMeaning,
  type BegunEmbedding,
  coverageNow,
  embeddingOf,
  lacksVectors,
  type QueryMeaning,
  vectorsPart,
} from "./ranking/query-meaning.ts";
import { equalDefinitions } from "./ranking/query-names.ts";
import { rank } from "./ranking/rank.ts";
import { type Candidates, type PhraseShares, retrieve } from "./ranking/retrieve.ts";
import { findPhrases, promisingChunks, type Suspects, suspectFiles } from "./ranking/words-alone.ts";
import type { JoinedSearch, SearchInputs } from "./search-inputs.ts";

const OFF: PartStatus = { state: "disabled", detail: "" };

/** All that the answer needs from the snapshot, which can be closed then. */
interface Found {
  readonly joined: readonly SurroundedHit[];
  readonly documents: ReadonlyMap<string, DocumentRecord>;
  readonly vectors: PartStatus;
  readonly chunksEmbedded: number;
  /** Of the snapshot: more files may have been indexed while the vectors were awaited. */
  readonly freshness: Freshness;
  readonly definitions: readonly Definition[];
  readonly matchType: MatchType;
  readonly doubt: Doubt;
  /** Words of the question that occur nowhere and are worth naming. */
  readonly missingWords: readonly string[];
  readonly filesInScope: number;
  readonly filesRead: number;
  readonly generation: number;
  readonly project: ProjectTokens;
  readonly grep: GrepEstimate | null;
  /** The key to cache the answer by; null where it must not be cached. */
  readonly key: CacheKey | null;
}

function matchTypeOf(query: Query, [first]: readonly Hit[], { byWords, byMeaning }: Candidates): MatchType {
  if (first === undefined) {
    return "none";
  }
  if (query.shape === "symbol" && first.explanation.some(({ signal }) => signal === "definition")) {
    return "symbol";
  }
  return byWords && byMeaning ? "hybrid" : byWords ? "words" : "meaning";
}

/** Places that an answer names where nothing answers. */
const NEAREST_PLACES = 3;

/**
 * Whether to doubt that the project has an answer, and the words that occur nowhere. No doubt while files are not indexed yet or projects
 * are left out, where the answer may be; nor of a question in another language, whose words are hardly the project's.
 */
function doubt(
  snapshot: Snapshot,
  query: Query,
  candidates: Candidates,
  ranked: readonly Hit[],
  vector: Float32Array | null,
  { query: asked, embedder, freshness, projects }: SearchInputs,
): Pick<Found, "doubt" | "missingWords"> {
  const { building, coverage } = freshness;
  const isWhole =
    !building &&
    coverage.filesSearchable === coverage.files &&
    (projects?.members() ?? []).every(({ failure }) => failure === null);
  const isEmpty = ranked.length === 0;
  if (!isWhole || isNamed(query, candidates) || !(query.isEnglish || isEmpty)) {
    return { doubt: null, missingWords: [] };
  }
  const isMeasured = candidates.byMeaning && candidates.isEmbedded && isCalibrated(embedder?.model);
  const evidence: DoubtEvidence = gatherDoubt(snapshot, asked.gist, query, ranked, isMeasured ? vector : null);
  const judged = isEmpty ? null : judgeDoubt(query, evidence);
  return { doubt: judged, missingWords: wordsToName(evidence, isEmpty || judged !== null) };
}

function find(
  snapshot: Snapshot,
  filter: CompiledFilter,
  { query, words }: Ahead,
  meaning: QueryMeaning,
  phrases: PhraseShares,
  inputs: SearchInputs,
): Found {
  const { index, request, corpus, freshness } = inputs;
  const scope: Scope = bindFilter(filter, snapshot);
  // Files may have been indexed since: then chunk ids differ, and words are weighed again.
  const candidates = isOf(snapshot, words)
    ? retrieve(snapshot, query, scope, meaning.vector, request.topK, phrases, words)
    : retrieve(snapshot, query, scope, meaning.vector, request.topK);
  const ranked = rank(snapshot, query, candidates);
  const doubted = doubt(snapshot, query, candidates, ranked.hits, meaning.vector, inputs);
  const surrounded = surround(
    snapshot,
    joinHits(ranked, request, (path) => snapshot.documentAt(path)),
  );
  const shown = doubted.doubt === "none" ? surrounded.slice(0, NEAREST_PLACES) : surrounded;
  const joined = shown.map((one) => withProject(one, inputs.projects));
  const documents = joined.flatMap(({ hit }) => snapshot.documentAt(hit.path) ?? []);
  const definitions = equalDefinitions(snapshot, query, scope);
  const isFresh = freshness.lagging === 0 || freshness.unchecked === true;
  const project = countProject(snapshot, corpus.current(), isFresh);
  return {
    joined,
    documents: new Map(documents.map((document) => [document.path, document])),
    vectors: vectorsPart(index.vectorStatus(), meaning, candidates),
    chunksEmbedded: snapshot.vectors?.size ?? 0,
    freshness: freshness.lagging > 0 ? index.recount() : freshness,
    definitions: definitions.length > 1 ? definitions : [],
    matchType: matchTypeOf(query, ranked.hits, candidates),
    ...doubted,
    filesInScope: scope.files,
    filesRead: Math.min(corpus.current().files.size, snapshot.documentCount + skippedOf(freshness)),
    generation: snapshot.generation,
    project,
    grep: estimateGrep(snapshot, query, project),
    key: inputs.cache === null ? null : keyFor(snapshot, inputs),
  };
}

/** Files that were read and found to be no text: nothing of them is left to be searched. */
const skippedOf = ({ texts }: Freshness): number =>
  [...(texts?.values() ?? [])].reduce((sum, { skipped }) => sum + skipped, 0);

function withProject(one: SurroundedHit, projects: JoinedSearch | undefined): SurroundedHit {
  const place = placeOfPath(innermostPath(one.hit.path, projects?.inner() ?? []));
  const label = projects?.labels[place ?? -1];
  return label === undefined ? one : { ...one, project: label };
}

function cacheParts(cache: QueryCache | null, key: CacheKey | null, hit: CachedAnswer | null): Omit<Parts, "vectors"> {
  if (cache === null) {
    return { cache: OFF, diskCache: OFF };
  }
  const detail = hit !== null ? `hit, ${hit.layer}` : key === null ? "not kept" : "miss";
  return { cache: { state: "applied", detail }, diskCache: cache.diskStatus };
}

/** What is found by words while the model's process computes the query's vector. */
interface Ahead {
  /** With typing errors corrected. */
  readonly query: Query;
  /** Null where meaning is not used. */
  readonly embedding: BegunEmbedding | null;
  readonly words: ByWords;
  /** Files that may contain the message that the query quotes. */
  readonly suspects: Suspects;
  /** Chunks to embed first; null where none lacks a vector that could be made now. */
  readonly promising: readonly ChunkId[] | null;
  /** Null where all vectors are on this machine. */
  readonly remote: RemoteVectors | null;
}

function weighAhead(snapshot: Snapshot, filter: CompiledFilter, inputs: SearchInputs): Ahead {
  const { freshness, request } = inputs;
  // While a project is indexed, a word that is missing so far may be in the rest.
  const query = freshness.building ? inputs.query : correctTypos(snapshot, inputs.query);
  const embedding = embeddingOf(inputs, query, snapshot.vectors?.size ?? 0);
  const scope = bindFilter(filter, snapshot);
  const words = weighByWords(snapshot, query.terms, scope);
  const lacking = embedding !== null && lacksVectors(inputs);
  return {
    query,
    embedding,
    words,
    suspects: suspectFiles(snapshot, query, scope, words),
    promising: lacking ? promisingChunks(snapshot, query, scope, request.topK, words) : null,
    remote: snapshot.vectors?.remote ?? null,
  };
}

/** The same answer from the cache; null where there is none. */
function lookUp(inputs: SearchInputs): { readonly key: CacheKey | null; readonly result: SearchResult | null } {
  const { index, cache } = inputs;
  if (cache === null) {
    return { key: null, result: null };
  }
  const key = withSnapshot(index, (snapshot) => keyFor(snapshot, inputs));
  const hit = key === null ? null : cache.lookup(key);
  return {
    key,
    result: hit && { ...hit.result, parts: { ...hit.result.parts, ...cacheParts(cache, key, hit) } },
  };
}

const outcomeOf = ({ joined, definitions, doubt: doubted }: Found): SearchOutcome =>
  joined.length === 0 ? "empty" : definitions.length > 1 ? "ambiguous" : (doubted ?? "found");

/** Of what does not answer, source would only cost. */
const detailOf = ({ doubt: doubted }: Found, { detail }: Pick<SearchRequest, "detail">): Detail =>
  doubted === "none" ? "locations" : detail;

function headOf(
  query: Query,
  found: Found,
  { request, changed = null, freshness, corpus, cache, projects }: SearchInputs,
): ResultHead {
  return {
    ...(projects === undefined ? {} : { projects: projects.members() }),
    outcome: outcomeOf(found),
    matchType: found.matchType,
    query: query.text,
    ...(query.corrections.length > 0 ? { corrections: query.corrections } : {}),
    ...(found.missingWords.length > 0 ? { missingWords: found.missingWords } : {}),
    detail: detailOf(found, request),
    definitions: found.definitions,
    generation: found.generation,
    lagging: found.freshness.lagging,
    building: found.freshness.building,
    ...(found.freshness.unchecked === undefined ? {} : { unchecked: found.freshness.unchecked }),
    filesRead: found.filesRead,
    writtenElsewhere: freshness.writtenElsewhere,
    coverage: coverageNow(found.freshness.coverage, found.chunksEmbedded),
    scope: {
      filter: request.filter,
      ...(changed === null ? {} : { changedSince: changedScope(changed) }),
      filesInScope: found.filesInScope,
      excluded: excludedCounts(corpus),
    },
    parts: { vectors: found.vectors, ...cacheParts(cache, found.key, null) },
    problems: freshness.problems,
  };
}

/** Each brings more of the nearest, or the similarities of files that they led to. */
const FETCHES_MAX = 5;

/** Finds, and where vectors are elsewhere, again after each fetch that brings anything new. */
async function findFetching(
  remote: RemoteVectors | null,
  vector: Float32Array | null,
  findNow: () => Found,
  signal: AbortSignal | undefined,
): Promise<Found> {
  if (vector === null || remote === null) {
    return findNow();
  }
  await remote.fetch(vector, signal);
  let found = findNow();
  for (let fetches = 1; fetches < FETCHES_MAX && (await remote.fetch(vector, signal)); fetches++) {
    found = findNow();
  }
  return found;
}

const changedScope = ({ commit: { id }, paths }: ChangedFiles) => ({
  ...(id === "" ? {} : { commit: id }),
  files: paths.length,
});

/**
 * Answers a request from what is indexed now. Throws INVALID_INPUT for a filter that is invalid, and CANCELLED. If the embedder fails, words
 * alone answer. If `changedFiles` of the result is not empty, have the index updated and ask again.
 */
export async function searchProject(inputs: SearchInputs): Promise<SearchResult> {
  const { index, request, corpus, counter, cache, signal } = inputs;
  const compiled = compileFilter(request.filter, inputs.languages, inputs.changed, inputs.projects?.inner());
  const cached = lookUp(inputs);
  if (cached.result !== null) {
    return cached.result;
  }
  throwIfCancelled(signal);
  const { texts } = inputs.freshness;
  const filter = await prepareFilter(compiled, corpus.current().files, signal);
  const ahead = withSnapshot(index, (snapshot) => weighAhead(snapshot, filter, inputs), texts);
  const { query } = ahead;
  const [meaning, phrases] = await Promise.all([
    awaitMeaning(inputs, query, ahead.embedding, ahead.promising),
    findPhrases(query, ahead.suspects, corpus),
  ]);
  throwIfCancelled(signal);
  const findNow = () =>
    withSnapshot(index, (snapshot) => find(snapshot, filter, ahead, meaning, phrases, inputs), texts);
  const found = await findFetching(ahead.remote, meaning.vector, findNow, signal);
  const head = headOf(query, found, inputs);
  const result = await assemble({
    head,
    projects: inputs.projects,
    request: { ...request, detail: head.detail },
    corpus,
    counter,
    ...found,
  });
  throwIfCancelled(signal);
  // An answer made while files changed, or for which meaning failed, is right for now only.
  const isSettled = result.changedFiles.length === 0 && found.vectors.state !== "unavailable";
  if (cached.key !== null && cached.key === found.key && isSettled) {
    cache?.store(cached.key, result);
  }
  return result;
}
