// Asks the real program what speaks for and against an answer to each question, with its vector and without: the samples that doubt
// is fitted to and judged by.

import { plainWords } from "../../../src/index/embeddings/plain-words.ts";
import { correctTypos } from "../../../src/search/query/correct-typos.ts";
import { bindFilter, compileFilter } from "../../../src/search/query/filter.ts";
import { parseQuery } from "../../../src/search/query/parse-query.ts";
import { doubtOf, doubtSignals, gatherDoubt, isNamed, judgeDoubt } from "../../../src/search/ranking/doubt.ts";
import { rank } from "../../../src/search/ranking/rank.ts";
import { retrieve } from "../../../src/search/ranking/retrieve.ts";
import { findPhrases, suspectFiles } from "../../../src/search/ranking/words-alone.ts";
import { Failure } from "../../../src/vocabulary/failure.ts";
import { DEPTH } from "../../support/judged.ts";
import type { Question } from "../lines/questions.ts";
import type { Program } from "../quality/program.ts";
import type { Arm, Sample } from "./fit-doubt.ts";

type Session = Parameters<Parameters<Program["with"]>[1]>[0];

/** `set`: the file that the questions are of. */
async function gatherIn(
  session: Session,
  questions: readonly (Question & { readonly set: string })[],
): Promise<Sample[]> {
  const [corpus, index, embedder] = [await session.corpus(), await session.index(), await session.embedder()];
  const snapshot = index.snapshot();
  try {
    if (embedder === null || (snapshot.vectors?.size ?? 0) === 0) {
      throw new Failure("EMBEDDING_UNAVAILABLE", "a project has no vectors", {
        hint: "doubt needs the model: see `context-broker status`",
      });
    }
    const scope = bindFilter(compileFilter({ paths: [], languages: [], kinds: [] }, session.languages, null), snapshot);
    const samples: Sample[] = [];
    for (const { repo, kind, question, set } of questions) {
      const asked = parseQuery(question);
      const query = correctTypos(snapshot, asked);
      const embedded = await embedder.embedQuery(plainWords(query.gist));
      const phrases = await findPhrases(query, suspectFiles(snapshot, query, scope), corpus);
      const sampleOf = (arm: Arm, vector: Float32Array | null): Sample => {
        const candidates = retrieve(snapshot, query, scope, vector, DEPTH, phrases);
        const { hits } = rank(snapshot, query, candidates);
        const evidence = gatherDoubt(snapshot, asked.gist, query, hits, vector);
        const named = isNamed(query, candidates);
        const isEmpty = hits.length === 0;
        const judged = isEmpty ? "none" : named ? null : judgeDoubt(query, evidence);
        const isRule = isEmpty || named || query.symbol !== null || evidence.missing.length === evidence.words;
        const { lack, names, cosine } = doubtSignals(evidence);
        return {
          arm,
          set,
          repo,
          question,
          hasAnswer: kind !== "none",
          isRule,
          judged,
          sum: doubtOf(evidence),
          signals: [lack, names, cosine],
        };
      };
      samples.push(sampleOf("meaning", embedded), sampleOf("words", null));
    }
    return samples;
  } finally {
    snapshot.release();
  }
}

/** The samples of one repository's questions, in both arms. */
export async function gatherSamples(
  program: Program,
  root: string,
  questions: readonly (Question & { readonly set: string })[],
): Promise<Sample[]> {
  await program.index(root);
  return program.with(root, (session) => gatherIn(session, questions));
}
