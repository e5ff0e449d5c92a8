// Asks the real program what each signal says of the candidates for every judged question, with its vector and without:
// the samples that weights are fitted to. Knows no weights but for which files stand far behind.

import { correctTypos } from "../../../src/search/query/correct-typos.ts";
import { bindFilter, compileFilter } from "../../../src/search/query/filter.ts";
import { parseQuery } from "../../../src/search/query/parse-query.ts";
import { type FileEvidence, gatherEvidence, OWN_EVIDENCE, weightsFor } from "../../../src/search/ranking/rank.ts";
import { type Candidates, retrieve } from "../../../src/search/ranking/retrieve.ts";
import { findPhrases, suspectFiles } from "../../../src/search/ranking/words-alone.ts";
import { Failure } from "../../../src/vocabulary/failure.ts";
import { DEPTH, type Target } from "../../support/judged.ts";
import type { JudgedQuery, Repository } from "../quality/judged-queries.ts";
import type { Program } from "../quality/program.ts";
import {
  type Arm,
  type Column,
  coveredBy,
  PRESENT,
  type Sample,
  type SampleFile,
  SIGNALS,
  scoreOf,
} from "./samples.ts";

/** Files of one question that are kept, by the present weights: what is beyond does not come among ten by other weights. */
const FILES_KEPT = 150;

/** A question as one of the files of queries asks it. */
export interface Question extends JudgedQuery {
  readonly set: number;
  readonly weight: number;
}

function fileOf({ document, values, chunks }: FileEvidence, prefix: string, targets: readonly Target[]): SampleFile {
  const path = prefix === "" ? document.path : `${prefix}/${document.path}`;
  return {
    path,
    chunks: chunks.map((one) => {
      const { startLine, endLine } = one.chunk;
      return {
        startLine,
        endLine,
        values: SIGNALS.map((signal) => (values[signal] ?? 0) + (one.values[signal] ?? 0)),
        // rank.ts weighs what a chunk adds so much more than what else chooses it; samples add the two.
        choice: one.choice / OWN_EVIDENCE,
        covers: coveredBy({ path, startLine, endLine }, targets),
      };
    }),
  };
}

function keepBest(files: readonly SampleFile[], column: Column): SampleFile[] {
  const best = ({ chunks }: SampleFile): number =>
    chunks.reduce((max, { values }) => Math.max(max, scoreOf(values, PRESENT[column])), Number.NEGATIVE_INFINITY);
  return files
    .map((file) => ({ file, score: best(file) }))
    .sort((a, b) => b.score - a.score)
    .slice(0, FILES_KEPT)
    .map(({ file }) => file)
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}

type Asked = Pick<Sample, "arm" | "column" | "chunksPerFile" | "files">;

/** One question both ways. */
type Ask = (question: JudgedQuery) => Promise<readonly Asked[]>;

async function openAsking(
  session: Parameters<Parameters<Program["with"]>[1]>[0],
  { name, prefix }: Repository,
): Promise<{ readonly ask: Ask; release(): void }> {
  const [corpus, index, embedder] = [await session.corpus(), await session.index(), await session.embedder()];
  const snapshot = index.snapshot();
  const scope = bindFilter(compileFilter({ paths: [], languages: [], kinds: [] }, session.languages, null), snapshot);
  if (embedder === null || (snapshot.vectors?.size ?? 0) === 0) {
    snapshot.release();
    throw new Failure("EMBEDDING_UNAVAILABLE", `${name} has no vectors`, {
      hint: "weights of meaning need the model: see `context-broker status`",
    });
  }
  const ask: Ask = async ({ query: text, targets }) => {
    const query = correctTypos(snapshot, parseQuery(text));
    const vector = await embedder.embedQuery(query.gist);
    const phrases = await findPhrases(query, suspectFiles(snapshot, query, scope), corpus);
    const asked = (arm: Arm, candidates: Candidates): Asked => {
      const column = weightsFor(query, candidates);
      const files = gatherEvidence(snapshot, query, candidates).map((file) => fileOf(file, prefix, targets));
      return { arm, column, chunksPerFile: candidates.chunksPerFile, files: keepBest(files, column) };
    };
    return [
      asked("with vectors", retrieve(snapshot, query, scope, vector, DEPTH, phrases)),
      asked("words only", retrieve(snapshot, query, scope, null, DEPTH, phrases)),
    ];
  };
  return { ask, release: () => snapshot.release() };
}

/**
 * The samples of one repository's questions. A question that uses the same column both ways counts half in each.
 */
export async function gatherSamples(
  program: Program,
  repository: Repository,
  questions: readonly Question[],
): Promise<Sample[]> {
  const samples: Sample[] = [];
  await program.index(repository.root);
  await program.with(repository.root, async (session) => {
    const { ask, release } = await openAsking(session, repository);
    try {
      for (const question of questions) {
        const asked = await ask(question);
        const alike = new Set(asked.map(({ column }) => column)).size === 1;
        samples.push(
          ...asked.map((one) => ({
            ...one,
            set: question.set,
            repo: question.repo,
            weight: question.weight / (alike ? asked.length : 1),
            targets: question.targets,
          })),
        );
      }
    } finally {
      release();
    }
  });
  return samples;
}
