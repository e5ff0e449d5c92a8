// What weights are fitted to: judged questions with the values of every signal for the chunks they could be answered by, and
// the order that some weights give these. Pure; the evidence is gathered elsewhere. Knows no repository but by a label.
import { type JoinedHit, joinHits } from "../../../src/search/answer/join-hits.ts";
import { type SignalName, WEIGHTS, type Weight } from "../../../src/search/ranking/weights.ts";
import type { ChunkId } from "../../../src/vocabulary/chunk.ts";
import type { Hit } from "../../../src/vocabulary/search.ts";
import { covers, DEPTH, ndcg10, type Place, type Target } from "../../support/judged.ts";

export const COLUMNS = ["meaning", "words", "symbol"] as const satisfies readonly (keyof Weight)[];
export type Column = (typeof COLUMNS)[number];

/** With the query's vector, and without any. */
export const ARMS = ["with vectors", "words only"] as const;
export type Arm = (typeof ARMS)[number];

/** In the order in which values and weights stand here. */
export const SIGNALS = Object.keys(WEIGHTS) as readonly SignalName[];

/** One weight a signal, in their order. */
export type WeightVector = readonly number[];
export type Weighting = Readonly<Record<Column, WeightVector>>;

export const PRESENT: Weighting = {
  meaning: SIGNALS.map((signal) => WEIGHTS[signal].meaning),
  words: SIGNALS.map((signal) => WEIGHTS[signal].words),
  symbol: SIGNALS.map((signal) => WEIGHTS[signal].symbol),
};

const [REPEAT, BEHIND] = [SIGNALS.indexOf("repeat"), SIGNALS.indexOf("behind")];

export interface SampleChunk {
  readonly startLine: number;
  readonly endLine: number;
  /** By signal: its file's values and what it adds to them; 0 for those that depend on the order. */
  readonly values: readonly number[];
  /** What else decides which of the file's chunks is its first. */
  readonly choice: number;
  /** Which of the sample's targets the chunk answers. */
  readonly covers: readonly number[];
}

export interface SampleFile {
  /** Relative to the checkout. */
  readonly path: string;
  readonly chunks: readonly SampleChunk[];
}

/** One question asked one way. */
export interface Sample {
  /** Which file of queries it is from, by its place among those given. */
  readonly set: number;
  readonly repo: string;
  readonly arm: Arm;
  readonly column: Column;
  /** How much it counts in the fitting; in figures each counts once. */
  readonly weight: number;
  readonly targets: readonly Target[];
  /** Chunks of one file that an answer may show. */
  readonly chunksPerFile: number;
  /** By path. */
  readonly files: readonly SampleFile[];
}

const NONE: readonly number[] = [];

/** The targets, by their place, that the lines answer. */
export function coveredBy(place: Place, targets: readonly Target[]): readonly number[] {
  const covered = targets.flatMap((target, at) => (covers(place, target) ? [at] : []));
  return covered.length === 0 ? NONE : covered;
}

export function scoreOf(values: readonly number[], weights: WeightVector): number {
  let score = 0;
  for (let at = 0; at < values.length; at++) {
    score += (values[at] ?? 0) * (weights[at] ?? 0);
  }
  return score;
}

/** Ranked chunks that can still change the first ten places: a place joins few of them. */
const RANKED_MAX = 100;

type Scored = Place & { readonly score: number };

/** As rank.ts orders the chunks of a file. */
function hitsOfFile({ path, chunks }: SampleFile, weights: WeightVector, most: number): Scored[] {
  const sorted = chunks
    .map(({ startLine, endLine, values, choice }) => ({
      path,
      startLine,
      endLine,
      choice,
      score: scoreOf(values, weights),
    }))
    // The file's share is in all of them.
    .sort((a, b) => b.score + b.choice - (a.score + a.choice) || a.startLine - b.startLine);
  const first = sorted[0]?.choice ?? 0;
  return sorted.slice(0, most).map(({ choice, ...hit }, before) => {
    const behind = before === 0 ? 0 : Math.max(0, first - choice);
    return { ...hit, score: hit.score + before * (weights[REPEAT] ?? 0) + behind * (weights[BEHIND] ?? 0) };
  });
}

/** Joining looks at paths and lines; the rest of a hit is made up. */
const asHit = (scored: Scored, at: number): Hit => ({
  ...scored,
  rank: at + 1,
  chunk: at as ChunkId,
  symbol: null,
  kind: "block",
  language: null,
  explanation: [],
  placeScore: scored.score,
});

/** The first ten places of the answer, in the program's order and joined as it joins them. */
export function answerOf({ files, chunksPerFile }: Sample, weights: WeightVector): Place[] {
  const ranked = files
    .flatMap((file) => hitsOfFile(file, weights, chunksPerFile))
    .sort((a, b) => b.score - a.score || (a.path < b.path ? -1 : a.path > b.path ? 1 : a.startLine - b.startLine))
    .slice(0, RANKED_MAX)
    .map(asHit);
  return joinHits({ hits: ranked, further: [] }, { topK: DEPTH, detail: "locations" }, () => undefined).map(
    ({ hit }: JoinedHit) => hit,
  );
}

export const ndcgOf = (sample: Sample, weighting: Weighting): number =>
  ndcg10(answerOf(sample, weighting[sample.column]), sample.targets);
