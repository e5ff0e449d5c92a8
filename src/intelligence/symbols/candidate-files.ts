// Finds files that may define a similar name, by the terms of the names they define, best first and within a bound. A term is a
// name's word, stemmed, or all its words as one (index/lexical/terms.ts).
import { BLOCK_SIZE } from "../../index/lexical/posting-block.ts";
import { termsOf } from "../../index/lexical/terms.ts";
import type { DocumentRecord, Snapshot } from "../../index/snapshot.ts";
import { roleOf } from "../../languages/file-role.ts";
import type { ChunkKind, DocumentId } from "../../vocabulary/chunk.ts";
import { errorsIn, type ParsedName } from "./match-name.ts";

/** Files whose symbols one question compares: some 30 ms. */
export const FILES_MAX = 800;
/** Blocks of postings that one question reads, whatever the project's size: some 20 ms. */
const BLOCKS_MAX = 12_000;
const TERMS_MIN = 16;
/** Terms with one prefix that are listed, to choose the shortest of them. */
const LISTED_MAX = 4_000;
/** Shorter words are prefixes of too many others, and in too many names. */
const PART_LENGTH_MIN = 3;
const INITIALS_LENGTH_MAX = 6;

export type Admits = (document: DocumentRecord) => boolean;

/** What a caller wants of the project's files and symbols. */
export interface SymbolFilter {
  readonly admits: Admits;
  readonly admitsKind: (kind: ChunkKind) => boolean;
}

export interface CandidateFiles {
  /** Source before what is beside it, then in order of path. */
  readonly documents: readonly DocumentRecord[];
  /** Files that may define such a name as well, and are beyond the bound. */
  readonly left: number;
}

type Ids = ReadonlySet<DocumentId>;

/** Files found, and those that may be missing, since not all terms were read. */
interface FilesFound {
  readonly ids: Ids;
  readonly maybe: Ids | "any";
}

const NONE: Ids = new Set();

/** 0 for source; more for tests, examples and the like. */
export const distanceOf = ({ path }: DocumentRecord): number => roleOf(path)?.distance ?? 0;

/** Ties by path, so that no order depends on when a file was indexed. */
const sourceFirst = (documents: readonly DocumentRecord[]): DocumentRecord[] =>
  documents
    .map((document) => ({ document, distance: distanceOf(document) }))
    .sort((a, b) => a.distance - b.distance || comparePaths(a.document.path, b.document.path))
    .map(({ document }) => document);

export const comparePaths = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const termsMax = ({ documentCount }: Snapshot): number =>
  Math.max(TERMS_MIN, Math.floor(BLOCKS_MAX / Math.max(1, Math.ceil(documentCount / BLOCK_SIZE))));

/** Files that define a name with one of the terms. */
function defining(snapshot: Snapshot, terms: readonly string[]): Set<DocumentId> {
  const ids = new Set<DocumentId>();
  for (const term of terms) {
    const { documents, nameCounts } = snapshot.postings(term);
    for (let at = 0; at < documents.length; at++) {
      if ((nameCounts[at] ?? 0) > 0) {
        ids.add(documents[at] as DocumentId);
      }
    }
  }
  return ids;
}

/** Letters that a stemmer takes off at most, as of `characteristically`. */
const ENDING_LENGTH_MAX = 8;

/** Terms that a word may have been stemmed to, if it is one. */
function stemsOf(snapshot: Snapshot, word: string): string[] {
  const shortest = Math.max(PART_LENGTH_MIN, word.length - ENDING_LENGTH_MAX);
  return Array.from({ length: Math.max(0, word.length - shortest) }, (_, at) => word.slice(0, at + shortest))
    .filter((stem) => snapshot.holdsTerm(stem))
    .concat(termsOf(word));
}

/** Files with words that begin so: the shortest first, and the stems that such a word may have. */
function beginning(snapshot: Snapshot, start: string, most: number): FilesFound {
  const listed = snapshot.termsFrom(start, LISTED_MAX);
  const shortest = listed.toSorted((a, b) => a.length - b.length || (a < b ? -1 : 1)).slice(0, most);
  const terms = new Set([...stemsOf(snapshot, start), ...shortest]);
  return { ids: defining(snapshot, [...terms]), maybe: shortest.length < listed.length ? "any" : NONE };
}

/**
 * Files that define names with the part; null if no term selects them. A part that is a whole word of the project's names
 * matches only that word, except for the last part, which may be unfinished.
 */
function filesWithTerms(snapshot: Snapshot, part: string, isLast: boolean, most: number): FilesFound | null {
  const terms = termsOf(part);
  if (part.length < PART_LENGTH_MIN || terms.length === 0) {
    return null;
  }
  const whole = isLast ? NONE : defining(snapshot, terms);
  return whole.size > 0 ? { ids: whole, maybe: NONE } : beginning(snapshot, part, most);
}

/** Null for none at all. */
function common(each: readonly Ids[]): Ids | null {
  const [first, ...others] = each.toSorted((a, b) => a.size - b.size);
  return first === undefined ? null : new Set([...first].filter((id) => others.every((other) => other.has(id))));
}

function withAllParts(snapshot: Snapshot, parts: readonly string[], most: number): FilesFound {
  const each = parts.flatMap((part, at) => filesWithTerms(snapshot, part, at === parts.length - 1, most) ?? []);
  // The files common to all completely read parts include every possible match.
  const known = common(each.filter(({ maybe }) => maybe === NONE).map(({ ids }) => ids));
  if (known !== null && known.size <= FILES_MAX) {
    return { ids: known, maybe: NONE };
  }
  return { ids: common(each.map(({ ids }) => ids)) ?? NONE, maybe: known ?? (each.length === 0 ? NONE : "any") };
}

/** `userservice` may be two words: the pairs of terms that it can be split into. */
const splits = (snapshot: Snapshot, joined: string): string[][] =>
  Array.from({ length: Math.max(0, joined.length - 2 * PART_LENGTH_MIN + 1) }, (_, at) => at + PART_LENGTH_MIN)
    .map((cut) => [joined.slice(0, cut), joined.slice(cut)])
    .filter((pair) => pair.every((word) => termsOf(word).some((term) => snapshot.holdsTerm(term))));

function bounded(snapshot: Snapshot, found: readonly FilesFound[], admits: Admits): CandidateFiles {
  const admitted = (ids: Iterable<DocumentId>): DocumentRecord[] =>
    [...new Set(ids)].map((id) => snapshot.document(id)).filter(admits);
  const sure = found.flatMap(({ ids }) => [...ids]);
  const read = sourceFirst(admitted(sure)).slice(0, FILES_MAX);
  const count = found.some(({ maybe }) => maybe === "any")
    ? countAdmitted(snapshot, admits)
    : admitted([...sure, ...found.flatMap(({ maybe }) => (maybe === "any" ? [] : [...maybe]))]).length;
  return { documents: read, left: count - read.length };
}

function countAdmitted(snapshot: Snapshot, admits: Admits): number {
  let count = 0;
  for (const document of snapshot.documents()) {
    count += admits(document) ? 1 : 0;
  }
  return count;
}

/** Files that define names which begin with the wanted one, or contain its parts. */
export function filesLike(snapshot: Snapshot, { parts, joined }: ParsedName, admits: Admits): CandidateFiles {
  if (joined === "") {
    return { documents: [], left: 0 };
  }
  const most = Math.ceil(termsMax(snapshot) / (parts.length + 1));
  const found = [
    beginning(snapshot, joined, most),
    ...(parts.length > 1 ? [withAllParts(snapshot, parts, most)] : []),
    ...(parts.length === 1 ? splits(snapshot, joined).map((pair) => withAllParts(snapshot, pair, most)) : []),
  ];
  return bounded(snapshot, found, admits);
}

/** Capitals alone ask for first letters. */
const ALL_CAPITALS = /^\p{Lu}{2,6}$/u;

/** Whether no term selects the files: for initials, for words that are too short, and for those too common to be terms. */
export const isBeyondTerms = ({ written, parts }: ParsedName): boolean =>
  ALL_CAPITALS.test(written) ||
  (parts.length > 0 &&
    parts.every((part) => (parts.length > 1 && part.length < PART_LENGTH_MIN) || termsOf(part).length === 0));

/** True where it can be the first letters of a name's parts. */
export const mayBeInitials = ({ joined }: ParsedName): boolean =>
  joined.length > 1 && joined.length <= INITIALS_LENGTH_MAX;

/** Documents whose text has the word's rarest term; all documents if the word has no term (`$`, a single letter). */
export function* documentsWith(snapshot: Snapshot, word: string): Generator<DocumentRecord> {
  const [rarest] = [...new Set(termsOf(word))]
    .map((term) => snapshot.postings(term))
    .sort((a, b) => a.documents.length - b.documents.length);
  if (rarest === undefined) {
    yield* snapshot.documents();
    return;
  }
  const { documents, chunkStarts } = rarest;
  for (const [at, id] of documents.entries()) {
    if ((chunkStarts[at + 1] ?? 0) > (chunkStarts[at] ?? 0)) {
      yield snapshot.document(id as DocumentRecord["id"]);
    }
  }
}

/** All files that define anything. */
export function filesDefining(snapshot: Snapshot, admits: Admits): CandidateFiles {
  const documents = [...snapshot.documents()].filter((document) => document.nameTerms > 0 && admits(document));
  const read = sourceFirst(documents).slice(0, FILES_MAX);
  return { documents: read, left: documents.length - read.length };
}

/** Files that define names that differ from the wanted one only by typing errors. */
export function filesNear(snapshot: Snapshot, { parts, joined }: ParsedName, admits: Admits): CandidateFiles {
  const distanceMax = errorsIn(joined.length);
  if (distanceMax === 0) {
    return { documents: [], left: 0 };
  }
  const near = [...new Set([joined, ...termsOf(joined)])].flatMap((term) =>
    snapshot.nearTerms(term, { distanceMax, prefixLength: distanceMax - 1 }),
  );
  const terms = near.sort((a, b) => a.distance - b.distance || (a.term < b.term ? -1 : 1)).map(({ term }) => term);
  const most = termsMax(snapshot);
  // The stemmer does not recognise a mistyped ending. A name of several words has a term of its own, which is not stemmed.
  const stems = parts.length === 1 ? stemsOf(snapshot, joined) : [];
  const ids = defining(snapshot, [...new Set([...terms.slice(0, most), ...stems])]);
  return bounded(snapshot, [{ ids, maybe: terms.length > most ? "any" : NONE }], admits);
}
