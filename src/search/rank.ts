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
    about: signals.about(zScoresOf(document, meaning), document.chunkCount),
  };
}

function valuesOfChunk(query: Query, file: FileCandidate, chunk: ChunkRecord, candidates: Candidates): SignalValues {
  const words = file.lexical?.chunks.find((one) => one.chunk === chunk.id)?.score ?? 0;
  return {
    chunkWords: words / candidates.maxima.chunk,
    definition: signals.definition(query, chunk, file.definitions),
    namedLine: file.asked === null ? 0 : askedOf(file.asked, chunk),
    meaning: candidates.meaning.get(chunk.id) ?? 0,
  };
}

/** A file and its chunks that may be shown, with all that the signals say of them. */
export interface FileEvidence {
  readonly document: DocumentRecord;
  readonly values: SignalValues;
  readonly chunks: readonly { readonly chunk: ChunkRecord; readonly values: SignalValues }[];
}

/** The evidence for each candidate, without weights or order: what the weights are fitted to. */
export function gatherEvidence(snapshot: Snapshot, query: Query, candidates: Candidates): FileEvidence[] {
  return candidates.files.map((file) => ({
    document: snapshot.document(file.document),
    values: valuesOfFile(snapshot, query, file, candidates),
    chunks: snapshot
      .chunks(file.chunks)
      .map((chunk) => ({ chunk, values: valuesOfChunk(query, file, chunk, candidates) })),
  }));
}

type Unranked = Omit<Hit, "rank">;

/** The file's best chunks, best first, each with the file's shares beside its own. */
function hitsOfFile({ document, values, chunks }: FileEvidence, weights: keyof Weight, most: number): Unranked[] {
  const ofFile = explain(values, weights);
  return chunks
    .map((one) => ({ chunk: one.chunk, ofChunk: explain(one.values, weights) }))
    .sort((a, b) => total(b.ofChunk) - total(a.ofChunk) || a.chunk.startLine - b.chunk.startLine)
    .slice(0, most)
    .map(({ chunk, ofChunk }, before) => {
      const explanation = [...ofChunk, ...ofFile, ...explain({ repeat: before }, weights)];
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
