// Ranks candidates. Each file is scored by its own signals, each of its chunks by the chunk's; a file's second chunk is
// penalised for the first. Every hit explains its score.
import type { ChunkRecord, DocumentRecord, Snapshot } from "../../index/snapshot.ts";
import type { ChunkId } from "../../vocabulary/chunk.ts";
import { ownPath } from "../../vocabulary/joined-path.ts";
import type { Hit, SignalShare } from "../../vocabulary/search.ts";
import type { Ranking } from "../answer/join-hits.ts";
import type { Query } from "../query/parse-query.ts";
import { askedOf } from "../query/resolve-places.ts";
import { CALLERS, meaningOfCallers } from "./callers.ts";
import { choiceOf, placeOf, symbolShare, worthOf } from "./choose-chunk.ts";
import { spreadOf } from "./lexical-score.ts";
import { about, type ChunkMeaning } from "./measure-meaning.ts";
import { askedKind, beside, header, nameInQuery, otherPlatform } from "./path-signals.ts";
import { definition } from "./query-names.ts";
import type { Candidates, FileCandidate } from "./retrieve.ts";
import { weighBest } from "./weigh-best.ts";
import { type SignalName, WEIGHTS, type Weight } from "./weights.ts";

/** A signal's value for a chunk or its file, before its weight. */
export type SignalValues = Partial<Record<SignalName, number>>;

/** The column of weights for a query: the one with meaning only if nearly all of the project has vectors. */
export const weightsFor = (query: Query, { byMeaning, isEmbedded }: Candidates): keyof Weight =>
  query.shape === "symbol" ? "symbol" : byMeaning && isEmbedded ? "meaning" : "words";

const total = (shares: readonly SignalShare[]): number => shares.reduce((sum, { share }) => sum + share, 0);

/** Shares other than 0, in the order of the values. */
const explain = (values: SignalValues, weights: keyof Weight): SignalShare[] =>
  (Object.entries(values) as [SignalName, number][])
    .map(([signal, value]) => ({ signal, share: value * WEIGHTS[signal][weights] }))
    .filter(({ share }) => share !== 0);

/** Signals of a file as a whole, in the order of the explanation. */
const FILE_SIGNALS = [
  "chunkWords",
  "spread",
  "fileWords",
  "definedNames",
  "namedByQuery",
  "nameInQuery",
  "holdsName",
  "namedPath",
  "beside",
  "askedKind",
  "otherPlatform",
  "header",
  "meaning",
  "about",
] as const satisfies readonly SignalName[];

/** By place in FILE_SIGNALS: hundreds of files are weighed for each that is explained. */
type FileValues = readonly number[];

const named = (values: FileValues): SignalValues =>
  Object.fromEntries(FILE_SIGNALS.map((signal, at) => [signal, values[at] ?? 0]));

/** The sum of what `explain` would give, in its order. */
function scoreOf(values: FileValues, fileWeights: readonly number[]): number {
  let score = 0;
  for (let at = 0; at < fileWeights.length; at++) {
    score += (values[at] ?? 0) * (fileWeights[at] ?? 0);
  }
  return score;
}

/** The highest z-score of a file's chunks; 0 where none is measured. */
function nearness({ document, chunks }: FileCandidate, firstChunk: ChunkId, meaning: ChunkMeaning): number {
  const zScores = meaning.ofDocument(document);
  let highest = Number.NEGATIVE_INFINITY;
  for (const chunk of chunks) {
    const z = zScores[chunk - firstChunk] ?? Number.NaN;
    if (z > highest) {
      highest = z;
    }
  }
  return highest === Number.NEGATIVE_INFINITY ? 0 : highest;
}

/** The signals of meaning for a file, or their upper bounds. */
interface FileMeaning {
  readonly nearness: number;
  readonly about: number;
}

const meaningOf = (
  file: FileCandidate,
  { firstChunk, chunkCount }: DocumentRecord,
  meaning: ChunkMeaning,
): FileMeaning => ({
  nearness: nearness(file, firstChunk, meaning),
  about: about(meaning.ofDocument(file.document), chunkCount),
});

/** Neither is above this; a file without any measured chunk has 0 for both. */
const mostOf = (ceilings: Float64Array, { chunkCount }: DocumentRecord): FileMeaning => ({
  nearness: ceilings.reduce((most, z) => (Number.isNaN(z) ? most : Math.max(most, z)), 0),
  about: about(ceilings, chunkCount),
});

function valuesOfFile(
  snapshot: Snapshot,
  query: Query,
  file: FileCandidate,
  { maxima, platforms }: Candidates,
  of: FileMeaning,
): FileValues {
  const { lexical, asked } = file;
  const { path: indexed } = snapshot.document(file.document);
  const path = ownPath(indexed);
  const nameShare = nameInQuery(query, path);
  return [
    lexical === null ? 0 : (lexical.chunks[0]?.score ?? 0) / maxima.chunk,
    lexical === null ? 0 : spreadOf(lexical) / maxima.spread,
    lexical === null ? 0 : lexical.body / maxima.body,
    lexical === null ? 0 : lexical.names / maxima.names,
    lexical === null ? 0 : nameShare * lexical.pathShare,
    nameShare,
    file.holdsName ? 1 : 0,
    asked?.share ?? 0,
    beside(query, path, asked !== null),
    askedKind(query, path),
    otherPlatform(platforms, path),
    header(snapshot, query, indexed),
    of.nearness,
    of.about,
  ];
}

export interface ChunkEvidence {
  readonly chunk: ChunkRecord;
  /** What the chunk adds to its file's evidence. */
  readonly values: SignalValues;
  /** What else decides among the chunks of one file. */
  readonly choice: number;
  /** What it adds to its file's score where places of different files compete. */
  readonly place: number;
}

/** A file and its chunks that may be shown, with all evidence for them. */
export interface FileEvidence {
  readonly document: DocumentRecord;
  readonly values: SignalValues;
  readonly chunks: readonly ChunkEvidence[];
}

/** Whether it quotes a message that the source raises. */
const isMessage = ({ phrases }: Query): boolean => phrases.length > 0;

function evidenceOfChunk(
  query: Query,
  file: FileCandidate,
  fileValues: SignalValues,
  chunk: ChunkRecord,
  words: number,
  candidates: Candidates,
): ChunkEvidence {
  const best = file.lexical?.chunks[0]?.score ?? 0;
  const inputs = {
    meaning: candidates.meaning.get(chunk.id) ?? 0,
    symbolShare: symbolShare(chunk.symbol, candidates.termShares),
    kind: chunk.kind,
  };
  const own = {
    definition: definition(query, chunk, file.definitions),
    namedLine: file.asked === null ? 0 : askedOf(file.asked, chunk),
    phrase: candidates.phrases.get(chunk.id) ?? 0,
  };
  return {
    chunk,
    values: own,
    choice: choiceOf({ ...inputs, words: best === 0 ? 0 : words / best }),
    place: placeOf({
      ...inputs,
      ...own,
      isMessage: isMessage(query),
      words: words / candidates.maxima.chunk,
      beside: fileValues.beside ?? 0,
    }),
  };
}

function gatherFile(
  snapshot: Snapshot,
  query: Query,
  file: FileCandidate,
  values: SignalValues,
  candidates: Candidates,
): FileEvidence {
  const words = new Map(file.lexical?.chunks.map(({ chunk, score }) => [chunk, score]));
  return {
    document: snapshot.document(file.document),
    values,
    chunks: snapshot
      .chunks(file.chunks)
      .map((chunk) => evidenceOfChunk(query, file, values, chunk, words.get(chunk.id) ?? 0, candidates)),
  };
}

/** The evidence for each candidate, without weights or order: what the weights are fitted to. */
export const gatherEvidence = (snapshot: Snapshot, query: Query, candidates: Candidates): FileEvidence[] =>
  candidates.files.map((file) => {
    const of = meaningOf(file, snapshot.document(file.document), candidates.meaning);
    const values = named(valuesOfFile(snapshot, query, file, candidates, of));
    return gatherFile(snapshot, query, widened(snapshot, query, file, candidates), values, candidates);
  });

type Unranked = Omit<Hit, "rank">;

/** Evidence of the chunk's own, such as the requested definition, weighs this much more than other evidence within its file. */
export const OWN_EVIDENCE = 4;

/** A file's part in the scores of its places. */
interface OfFile {
  readonly document: DocumentRecord;
  readonly shares: readonly SignalShare[];
  /** `choice` of its best place. */
  readonly first: number;
}

/** A chunk of a ranked file as a place to show. */
interface Place {
  readonly file: OfFile;
  readonly chunk: ChunkRecord;
  readonly shares: readonly SignalShare[];
  readonly choice: number;
  /** Better places of the same file. */
  readonly before: number;
  readonly placeScore: number;
}

/** The file's chunks as places, best first. */
function placesOfFile({ document, values, chunks }: FileEvidence, weights: keyof Weight): Place[] {
  const ofFile = explain(values, weights);
  const fileScore = total(ofFile);
  const sorted = chunks
    .map(({ chunk, values: own, choice, place }) => {
      const shares = explain(own, weights);
      const evidence = OWN_EVIDENCE * total(shares);
      return { chunk, shares, choice, merit: evidence + choice, placeScore: fileScore + evidence + place };
    })
    .sort((a, b) => b.merit - a.merit || a.chunk.startLine - b.chunk.startLine);
  const file = { document, shares: ofFile, first: sorted[0]?.choice ?? 0 };
  return sorted.map(({ merit: _, ...place }, before) => ({ file, before, ...place }));
}

/**
 * The first place of a file represents it; later ones are penalised for those before them and for their distance to the first. The place of
 * the name is shown once: its file's other chunks are no nearer to it than another file's.
 */
function hitOf({ file, chunk, shares, choice, before, placeScore }: Place, weights: keyof Weight): Unranked {
  const { document, first } = file;
  const ofFile = before === 0 ? file.shares : file.shares.filter(({ signal }) => signal !== "holdsName");
  const later: SignalValues = before === 0 ? {} : { behind: Math.max(0, first - choice), repeat: before };
  const explanation = [...shares, ...ofFile, ...explain(later, weights)];
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
    placeScore,
  };
}

const byScore = (a: Unranked, b: Unranked): number =>
  b.score - a.score || (a.path < b.path ? -1 : a.path > b.path ? 1 : a.startLine - b.startLine);

/** Files whose chunks are scored, for each requested hit; others cannot be among the hits. */
const FILES_PER_HIT = 2;
const FILES_MIN = 20;
/**
 * Files, for each requested hit, of which every chunk with evidence of words or meaning is a candidate for the place to show.
 */
const WIDENED_PER_HIT = 1.5;
/** From this z-score on, meaning alone proposes a chunk of such a file: one in six of a project's chunks. */
const Z_MIN = 1;

/** Chunks of such a file with the most evidence: no answer has room for more. */
const WIDENED_CHUNKS = 6;

/** The file with its chunks that have most evidence of words and meaning, in addition to those that were proposed. */
function widened(snapshot: Snapshot, query: Query, file: FileCandidate, candidates: Candidates): FileCandidate {
  const { admits, maxima } = candidates;
  const { firstChunk } = snapshot.document(file.document);
  const zScores = candidates.meaning.ofDocument(file.document);
  const worth = worthOf(isMessage(query));
  const evident = new Map<ChunkId, number>();
  for (const { chunk, score } of file.lexical?.chunks ?? []) {
    evident.set(chunk, worth(score / maxima.chunk, zScores[chunk - firstChunk] || 0));
  }
  zScores.forEach((z, at) => {
    const chunk = (firstChunk + at) as ChunkId;
    if (z >= Z_MIN && !evident.has(chunk)) {
      evident.set(chunk, worth(0, z));
    }
  });
  const best = [...evident]
    .filter(([chunk]) => admits(chunk))
    .sort(([, a], [, b]) => b - a)
    .slice(0, WIDENED_CHUNKS);
  return { ...file, chunks: [...new Set([...file.chunks, ...best.map(([chunk]) => chunk)])] };
}

/** Whether a chunk of the file may have evidence of its own. */
const hasOwn = (file: FileCandidate, { phrases }: Candidates): boolean =>
  file.definitions.length > 0 ||
  file.asked !== null ||
  (phrases.size > 0 && file.chunks.some((chunk) => phrases.has(chunk)));

interface WeighedFile {
  readonly file: FileCandidate;
  readonly values: FileValues;
  readonly score: number;
}

/** The best files, up to `most`, and all with evidence of their own, scored, without order. */
function weighFiles(snapshot: Snapshot, query: Query, candidates: Candidates, most: number): WeighedFile[] {
  const { files, meaning } = candidates;
  const weights = weightsFor(query, candidates);
  const fileWeights = FILE_SIGNALS.map((signal) => WEIGHTS[signal][weights]);
  const weigh = (file: FileCandidate, of: FileMeaning): WeighedFile => {
    const values = valuesOfFile(snapshot, query, file, candidates, of);
    return { file, values, score: scoreOf(values, fileWeights) };
  };
  const measured = (file: FileCandidate) => weigh(file, meaningOf(file, snapshot.document(file.document), meaning));
  const { ceilingsOf } = meaning;
  if (ceilingsOf === null) {
    return files.map(measured);
  }
  // Both weights are positive, so the upper bounds give the highest score.
  const ceilingOf = (file: FileCandidate): number =>
    hasOwn(file, candidates)
      ? Number.POSITIVE_INFINITY
      : weigh(file, mostOf(ceilingsOf(file.document), snapshot.document(file.document))).score;
  return weighBest(files, most, ceilingOf, measured);
}

/**
 * Hits: at least `topK` where there are as many, best first; ties by path (code units), then line. Further ones: the files' other places,
 * those first that answer best.
 */
export function rank(snapshot: Snapshot, query: Query, candidates: Candidates): Ranking {
  const weights = weightsFor(query, candidates);
  const most = Math.max(FILES_MIN, FILES_PER_HIT * candidates.topK);
  const files = weighFiles(snapshot, query, candidates, most)
    .sort((a, b) => b.score - a.score || a.file.document - b.file.document)
    .filter(({ file }, at) => at < most || hasOwn(file, candidates))
    .map(({ file, values }, at) => {
      const isNear = at < WIDENED_PER_HIT * candidates.topK;
      const shown = isNear ? widened(snapshot, query, file, candidates) : file;
      return placesOfFile(gatherFile(snapshot, query, shown, named(values), candidates), weights);
    });
  const { chunksPerFile } = candidates;
  const first = files.flatMap((places) => places.slice(0, chunksPerFile));
  const further = files.flatMap((places) => places.slice(chunksPerFile));
  const best = [...first, ...further.sort(byPlaceScore).slice(0, FURTHER_MAX)];
  const places = isMessage(query) ? best : withCallers(snapshot, best, candidates);
  const isFirst = ({ before }: Place): boolean => before < chunksPerFile;
  const hitsOf = (some: readonly Place[]): Unranked[] => some.map((place) => hitOf(place, weights));
  return {
    hits: numbered(hitsOf(places.filter(isFirst)).sort(byScore)),
    further: numbered(hitsOf(places.filter((place) => !isFirst(place)).sort(byPlaceScore))),
  };
}

/** Further places that are kept: many more than an answer has room for. */
const FURTHER_MAX = 100;
/** Places, the best ones, whose callers are looked up: for others it would not be enough. */
const WITH_CALLERS_MAX = 40;

/** Adds to the best places what their callers say. */
function withCallers(snapshot: Snapshot, places: readonly Place[], { meaning }: Candidates): Place[] {
  const best = new Set([...places].sort(byPlaceScore).slice(0, WITH_CALLERS_MAX));
  return places.map((place) =>
    best.has(place)
      ? { ...place, placeScore: place.placeScore + CALLERS * meaningOfCallers(snapshot, meaning, place.chunk) }
      : place,
  );
}

type Compared = Pick<Place, "placeScore" | "before"> & { readonly file: Pick<OfFile, "document"> };

/** Ties: files by path (code units), the better place of one file first. */
const byPlaceScore = ({ placeScore, file, before }: Compared, other: Compared): number =>
  other.placeScore - placeScore ||
  (file === other.file ? before - other.before : file.document.path < other.file.document.path ? -1 : 1);

const numbered = (hits: readonly Unranked[]): Hit[] => hits.map((hit, at) => ({ rank: at + 1, ...hit }));
