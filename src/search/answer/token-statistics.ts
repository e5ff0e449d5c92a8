// The savings of an answer: tokens of the whole project and of the files hit, against those of the answer. docs/inside/statistics.md
// documents the method.
import type { DocumentRecord, Snapshot, TokenSums } from "../../index/snapshot.ts";
import type { Corpus } from "../../project/corpus.ts";
import type { TokenCounter } from "../../system/token-counter.ts";
import { type Alternatives, type FileTokens, percentOf, type TokenStatistics } from "../../vocabulary/search.ts";

/** Bytes a token, used until some file is counted: 14 repositories in 13 languages have 3.5 to 5.1, together 4.0. */
export const BYTES_PER_TOKEN = 4;

/** A text is counted up to this many characters and estimated beyond, so that one of megabytes does not hold up a server. */
export const COUNTED_CHARACTERS_MAX = 100_000;

/** An assistant that reads files reads those of so many hits. */
export const FIRST_HITS = 3;

/** Tokens of a text of any length; of a longer one an estimate. */
export const tokensOf = (text: string, counter: TokenCounter): number =>
  text.length > COUNTED_CHARACTERS_MAX ? Math.ceil(text.length / BYTES_PER_TOKEN) : counter.count(text);

/** The project's part of the statistics. */
export interface ProjectTokens {
  readonly total: number;
  readonly exact: boolean;
  /** Bytes a token of the counted files, to estimate the others by. */
  readonly bytesPerToken: number;
}

interface Counted {
  readonly databaseId: string;
  readonly generation: number;
  readonly tokens: ProjectTokens;
}

/** The newest count of each corpus: counts change by generation, files by corpus. */
const counted = new WeakMap<Corpus, Counted>();

/** The same for every answer from one snapshot and corpus. `isFresh`: the snapshot has each file of the corpus as it is. */
export function countProject(snapshot: Snapshot, corpus: Corpus, isFresh: boolean): ProjectTokens {
  const { databaseId, generation } = snapshot;
  const known = counted.get(corpus);
  if (known?.databaseId === databaseId && known.generation === generation) {
    return known.tokens;
  }
  const isAdded = isFresh && snapshot.documentCount === corpus.files.size;
  const tokens = projectTokens((isAdded ? snapshot.tokens : null) ?? addUp(snapshot, corpus));
  counted.set(corpus, { databaseId, generation, tokens });
  return tokens;
}

/** A file counts by its indexed tokens, unless it is not counted yet or not indexed in its present size. */
function addUp(snapshot: Snapshot, corpus: Corpus): TokenSums {
  let [countedBytes, countedTokens, openBytes] = [0, 0, 0];
  for (const { path, size } of corpus.files.values()) {
    const document = snapshot.documentAt(path);
    if (document?.tokens == null || document.size !== size) {
      openBytes += size;
    } else {
      countedBytes += size;
      countedTokens += document.tokens;
    }
  }
  return { countedBytes, countedTokens, openBytes };
}

/** What is not counted is estimated from its bytes by the ratio of what is. */
function projectTokens({ countedBytes, countedTokens, openBytes }: TokenSums): ProjectTokens {
  const bytesPerToken = countedTokens === 0 ? BYTES_PER_TOKEN : countedBytes / countedTokens;
  return { total: countedTokens + Math.round(openBytes / bytesPerToken), exact: openBytes === 0, bytesPerToken };
}

/** Tokens of each whole file, each once, estimated from the size where not counted. */
export function countFiles(documents: readonly DocumentRecord[], { bytesPerToken }: ProjectTokens): FileTokens[] {
  const byPath = new Map(documents.map((document) => [document.path, document]));
  return Array.from(byPath.values(), ({ path, tokens, size }) => {
    return { path, tokens: tokens ?? Math.round(size / bytesPerToken) };
  });
}

/** `alternatives`: of an answer that stands in place of reading or grepping. */
export function tokenStatistics(
  project: ProjectTokens,
  hitFiles: readonly FileTokens[],
  contextTokens: number,
  encoding: string,
  alternatives?: Alternatives,
): TokenStatistics {
  const savedTokens = Math.max(0, project.total - contextTokens);
  return {
    totalTokens: project.total,
    totalTokensExact: project.exact,
    contextTokens,
    savedTokens,
    savedPercent: percentOf(savedTokens, project.total),
    hitFilesTokens: hitFiles.reduce((sum, { tokens }) => sum + tokens, 0),
    ...(alternatives === undefined ? {} : { alternatives }),
    encoding,
  };
}
