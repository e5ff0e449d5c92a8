// Candidates to ranked hits. Each file is weighed by what speaks for it as a whole, each of its chunks by what speaks
// for that chunk; a file's second chunk pays for the first. Every hit explains its score. Knows no files' text.
import type { ChunkRecord, DocumentRecord, Snapshot } from "../index/snapshot.ts";
import type { ChunkId } from "../vocabulary/ids.ts";
import type { Hit, SignalShare } from "../vocabulary/search.ts";
import { header } from "./header.ts";
import type { Query } from "./parse-query.ts";
import { otherPlatform } from "./platform.ts";
import { askedOf } from "./resolve-places.ts";
import type { Candidates, FileCandidate } from "./retrieve.ts";
import * as signals from "./signals.ts";
import { type SignalName, WEIGHTS, type Weight } from "./signals.ts";

/** What a signal says of a chunk or its file, before its weight. */
export type SignalValues = Partial<Record<SignalName, number>>;

/** The column of weights for a query. */
export const weightsFor = (query: Query, { byMeaning }: Candidates): keyof Weight =>
  query.shape === "symbol" ? "symbol" : byMeaning ? "meaning" : "words";

const total = (shares: readonly SignalShare[]): number => shares.reduce((sum, { share }) => sum + share, 0);

/** Shares other than 0, in the order of the values. */
function explain(values: SignalValues, weights: keyof Weight): SignalShare[] {
  return (Object.entries(values) as [SignalName, number][])
    .map(([signal, value]) => ({ signal, share: value * WEIGHTS[signal][weights] }))
    .filter(({ share }) => share !== 0);
}

function zScoresOf({ firstChunk, chunkCount }: DocumentRecord, meaning: Candidates["meaning"]): number[] {
  const scores: number[] = [];
  for (let place = 0; place < chunkCount; place++) {
    const z = meaning.get((firstChunk + place) as ChunkId);
    if (z !== undefined) {
      scores.push(z);
    }
  }
  return scores;
}

const highest = (values: readonly number[]): number => (values.length === 0 ? 0 : Math.max(...values));

function valuesOfFile(snapshot: Snapshot, query: Query, file: FileCandidate, candidates: Candidates): SignalValues {
  const { maxima, meaning } = candidates;
  const { lexical, asked } = file;
  const document = snapshot.document(file.document);
  const { path } = document;
  const named = signals.nameInQuery(query, path);
  return {
    ...(lexical === null
      ? {}
      : {
          chunkWords: (lexical.chunks[0]?.score ?? 0) / maxima.chunk,
          spread: signals.spreadOf(lexical) / maxima.spread,
          fileWords: lexical.body / maxima.body,
          definedNames: lexical.names / maxima.names,
          namedByQuery: named * lexical.pathShare,
        }),
    nameInQuery: named,
    namedPath: asked?.share ?? 0,
    beside: signals.beside(query, path, asked !== null),
    askedKind: signals.askedKind(query, path),
    otherPlatform: otherPlatform(query.text, path),
    header: header(snapshot, query, path),
    meaning: highest(file.chunks.flatMap((chunk) => meaning.get(chunk) ?? [])),
    about: signals.about(zScoresOf(document, meaning), document.chunkCount),
  };
}

function evidenceOfChunk(query: Query, file: FileCandidate, chunk: ChunkRecord, candidates: Candidates): ChunkEvidence {
  const words = file.lexical?.chunks.find((one) => one.chunk === chunk.id)?.score ?? 0;
  return {
    chunk,
    values: {
      definition: signals.definition(query, chunk, file.definitions),
      namedLine: file.asked === null ? 0 : askedOf(file.asked, chunk),
      phrase: candidates.phrases.get(chunk.id) ?? 0,
    },
    choice: { chunkWords: words / candidates.maxima.chunk, meaning: candidates.meaning.get(chunk.id) ?? 0 },
  };
}

export interface ChunkEvidence {
  readonly chunk: ChunkRecord;
  /** What the chunk adds to its file's evidence. */
  readonly values: SignalValues;
  /** What decides among the chunks of one file; the best of each counts for the file as a whole. */
  readonly choice: SignalValues;
}

/** A file and its chunks that may be shown, with all that the signals say of them. */
export interface FileEvidence {
  readonly document: DocumentRecord;
  readonly values: SignalValues;
  readonly chunks: readonly ChunkEvidence[];
}

/** The evidence for each candidate, without weights or order: what the weights are fitted to. */
export function gatherEvidence(snapshot: Snapshot, query: Query, candidates: Candidates): FileEvidence[] {
  return candidates.files.map((file) => ({
    document: snapshot.document(file.document),
    values: valuesOfFile(snapshot, query, file, candidates),
    chunks: snapshot.chunks(file.chunks).map((chunk) => evidenceOfChunk(query, file, chunk, candidates)),
  }));
}

type Unranked = Omit<Hit, "rank">;

/**
 * The file's best chunks, best first. The first one stands for its file, and for all that words and meaning find in it; a
 * later one pays for those before it, and for how far it is behind the first.
 */
function hitsOfFile({ document, values, chunks }: FileEvidence, weights: keyof Weight, most: number): Unranked[] {
  const ofFile = explain(values, weights);
  const sorted = chunks
    .map(({ chunk, values: own, choice }) => ({
      chunk,
      ofChunk: explain(own, weights),
      standing: total(explain(own, weights)) + total(explain(choice, weights)),
      chosenBy: total(explain(choice, weights)),
    }))
    .sort((a, b) => b.standing - a.standing || a.chunk.startLine - b.chunk.startLine);
  const first = sorted[0]?.chosenBy ?? 0;
  return sorted.slice(0, most).map(({ chunk, ofChunk, chosenBy }, before) => {
    const later: SignalValues = before === 0 ? {} : { behind: Math.max(0, first - chosenBy), repeat: before };
    const explanation = [...ofChunk, ...ofFile, ...explain(later, weights)];
    return {
      chunk: chunk.id,
      path: document.path,
      startLine: chunk.startLine,
      endLine: chunk.endLine,
      symbol: chunk.symbol,
      kind: chunk.kind,
      language: document.language,
      score: total(explanation),
      explanation,
    };
  });
}

const byScore = (a: Unranked, b: Unranked): number =>
  b.score - a.score || (a.path < b.path ? -1 : a.path > b.path ? 1 : a.startLine - b.startLine);

/** All hits, best first; ties by path (code units), then line. */
export function rank(snapshot: Snapshot, query: Query, candidates: Candidates): Hit[] {
  const weights = weightsFor(query, candidates);
  return gatherEvidence(snapshot, query, candidates)
    .flatMap((file) => hitsOfFile(file, weights, candidates.chunksPerFile))
    .sort(byScore)
    .map((hit, at) => ({ rank: at + 1, ...hit }));
}
