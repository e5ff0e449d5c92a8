// Asks a judged project, as the tests of rankings do.
import { joinHits } from "../../../src/search/answer/join-hits.ts";
import { correctTypos } from "../../../src/search/query/correct-typos.ts";
import { bindFilter, compileFilter } from "../../../src/search/query/filter.ts";
import { parseQuery } from "../../../src/search/query/parse-query.ts";
import { rank } from "../../../src/search/ranking/rank.ts";
import { retrieve } from "../../../src/search/ranking/retrieve.ts";
import { findPhrases, suspectFiles } from "../../../src/search/ranking/words-alone.ts";
import type { Hit } from "../../../src/vocabulary/search.ts";
import { DEPTH } from "../../support/judged.ts";
import type { MemoryProject } from "../../support/memory-project.ts";

/** The places that an answer would show, best first. */
export async function ask(
  { snapshot, corpus }: MemoryProject,
  text: string,
  vector: Float32Array | null,
): Promise<Hit[]> {
  const query = correctTypos(snapshot, parseQuery(text));
  const scope = bindFilter(compileFilter({ paths: [], languages: [], kinds: [] }, new Set()), snapshot);
  const phrases = await findPhrases(query, suspectFiles(snapshot, query, scope), corpus);
  const ranked = rank(snapshot, query, retrieve(snapshot, query, scope, vector, DEPTH, phrases));
  const joined = joinHits(ranked, { topK: DEPTH, detail: "locations" }, (path) => snapshot.documentAt(path));
  return joined.map(({ hit }) => hit);
}
