// Asks an in-memory project, with the real token counter: the one place where the tests of search/ call searchProject.
import type { Embedder } from "../../src/embedding/embedder.ts";
import type { Freshness } from "../../src/index/project-index.ts";
import type { SearchResult } from "../../src/search/answer/search-result.ts";
import type { QueryCache } from "../../src/search/cache/query-cache.ts";
import { parseQuery } from "../../src/search/query/parse-query.ts";
import type { BegunEmbedding } from "../../src/search/ranking/query-meaning.ts";
import { searchProject } from "../../src/search/search.ts";
import { loadTokenCounter } from "../../src/system/token-counter.ts";
import type { SearchRequest } from "../../src/vocabulary/search.ts";
import { openHashEmbedder } from "../support/hash-embedder.ts";
import type { MemoryProject } from "../support/memory-project.ts";

export interface Asking {
  readonly cache?: QueryCache | null;
  readonly embedder?: Embedder | null;
  readonly begun?: BegunEmbedding | null;
  readonly freshness?: Partial<Freshness>;
  readonly signal?: AbortSignal;
}

export const LANGUAGES: ReadonlySet<string> = new Set(["typescript", "python", "go", "markdown"]);

export async function searchMemory(
  project: MemoryProject,
  { query, ...request }: Partial<SearchRequest> & { readonly query: string },
  { cache = null, embedder = openHashEmbedder(), begun = null, freshness = {}, signal }: Asking = {},
): Promise<SearchResult> {
  const now: Freshness = { ...project.freshness, ...freshness };
  return searchProject({
    index: { ...project.index, recount: () => now },
    corpus: project.corpus,
    embedder,
    begun,
    query: parseQuery(query),
    request: {
      topK: 10,
      detail: "snippets",
      maxTokens: 4_000,
      ...request,
      filter: { paths: [], languages: [], kinds: [], ...request.filter },
    },
    freshness: now,
    meaningWaitMs: 0,
    cache,
    counter: await loadTokenCounter(),
    languages: LANGUAGES,
    ...(signal === undefined ? {} : { signal }),
  });
}
