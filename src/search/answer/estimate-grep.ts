// What grep would have cost in place of an answer: the tokens of `rg -n --heading -i -C 20` on the question's two rarest words. Estimated from
// the postings in memory, without reading a file; docs/records/savings-measured.md says how near that is to what rg prints.
import { termsOf } from "../../index/lexical/terms.ts";
import type { DocumentRecord, Snapshot, TermPostings } from "../../index/snapshot.ts";
import type { ChunkId, DocumentId } from "../../vocabulary/chunk.ts";
import type { GrepEstimate } from "../../vocabulary/search.ts";

const WORDS = 2;
/** A shorter word is found everywhere. */
const LETTERS_MIN = 3;
/** Lines that grep shows before and after each match. */
const LINES_AROUND = 20;
/** Tokens of a line's number and mark. */
const LINE_TOKENS = 2;
/** Tokens of a file's name, and of the line between two groups of lines. */
const GROUP_TOKENS = 6;
/**
 * Of an inflected word the postings count all forms, and grep prints those lines only that have it as it is written: so many of them, as
 * measured over judged questions.
 */
const INFLECTED_SHARE = 0.4;
/** A question of more words than this is a pasted text: its first ones are looked at. */
const WORDS_LOOKED_AT_MAX = 200;

/** Of words with more occurrences, every second document is looked at, every third …: an estimate takes well below a millisecond. */
const OCCURRENCES_MAX = 5_000;

interface Word {
  readonly word: string;
  readonly postings: TermPostings;
  /** Of the postings' occurrences, those that are written like the word. */
  readonly share: number;
  /** Documents that have it in their text, not only in their path. */
  readonly documents: number;
}

function documentsWithText({ documents, chunkStarts }: TermPostings): number {
  let count = 0;
  for (let at = 0; at < documents.length; at++) {
    count += (chunkStarts[at + 1] ?? 0) > (chunkStarts[at] ?? 0) ? 1 : 0;
  }
  return count;
}

/** The words of the question that are in fewest files; without those that are in none. `terms`: what the question asks for. */
function rarestWords(snapshot: Snapshot, text: string, terms: ReadonlySet<string>): Word[] {
  const byTerm = new Map<string, Word>();
  for (const word of (text.match(/[\p{L}\p{N}_]+/gu) ?? []).slice(0, WORDS_LOOKED_AT_MAX)) {
    // The first term of a word stands for all of it.
    const [term] = termsOf(word);
    if (term !== undefined && word.length >= LETTERS_MIN && terms.has(term) && !byTerm.has(term)) {
      const postings = snapshot.postings(term);
      const isInflected = termsOf(word).length === 1 && term !== word.toLowerCase();
      const share = isInflected ? INFLECTED_SHARE : 1;
      byTerm.set(term, { word, postings, share, documents: documentsWithText(postings) });
    }
  }
  return [...byTerm.values()]
    .filter(({ documents }) => documents > 0)
    .sort((a, b) => a.documents - b.documents)
    .slice(0, WORDS);
}

const occurrencesOf = ({ postings }: Word): number => postings.chunkCounts.reduce((sum, count) => sum + count, 0);

/**
 * Where the words stand in every `step`-th document, in lines from 0: only the chunk is known, so matches are spread evenly over it.
 */
function matchesIn(snapshot: Snapshot, words: readonly Word[], step: number): ReadonlyMap<DocumentId, number[]> {
  const matches = new Map<DocumentId, number[]>();
  for (const { postings, share } of words) {
    // The part of a match that is left over goes to the next chunk.
    let rest = 0;
    const { documents, chunkStarts, chunks, chunkCounts } = postings;
    for (let at = 0; at < documents.length; at++) {
      const [from, to] = [chunkStarts[at] ?? 0, chunkStarts[at + 1] ?? 0];
      const id = (documents[at] ?? 0) as DocumentId;
      if (from === to || id % step !== 0) {
        continue;
      }
      const lines = matches.get(id) ?? [];
      matches.set(id, lines);
      const { firstChunk, chunkCount, lineCount } = snapshot.document(id);
      const starts = chunkStartLines(snapshot, { firstChunk, chunkCount, lineCount });
      for (let i = from; i < to; i++) {
        const place = (chunks[i] ?? 0) - firstChunk;
        const [start, end] = [starts[place] ?? 0, starts[place + 1] ?? lineCount];
        const written = (chunkCounts[i] ?? 0) * share + rest;
        const count = Math.floor(written);
        rest = written - count;
        for (let match = 0; match < count; match++) {
          lines.push(start + ((match + 0.5) * (end - start)) / count);
        }
      }
    }
  }
  return matches;
}

/** The first line of each chunk, as its share of the document's terms has it. */
function chunkStartLines(
  snapshot: Snapshot,
  { firstChunk, chunkCount, lineCount }: Pick<DocumentRecord, "firstChunk" | "chunkCount" | "lineCount">,
): Float64Array {
  const starts = new Float64Array(chunkCount + 1);
  for (let place = 0; place < chunkCount; place++) {
    starts[place + 1] = (starts[place] ?? 0) + 1 + snapshot.chunkTerms((firstChunk + place) as ChunkId);
  }
  const all = starts[chunkCount] ?? 1;
  return starts.map((terms) => (terms / all) * lineCount);
}

/** Lines around matches, each once, and the groups that they form. */
function shownAround(
  matches: readonly number[],
  lineCount: number,
): { readonly lines: number; readonly groups: number } {
  let [lines, groups, until] = [0, 0, -1];
  for (const match of matches.toSorted((a, b) => a - b)) {
    const [from, to] = [Math.max(0, match - LINES_AROUND), Math.min(lineCount, match + LINES_AROUND + 1)];
    groups += from > until ? 1 : 0;
    lines += Math.max(0, to - Math.max(from, until));
    until = Math.max(until, to);
  }
  return { lines, groups };
}

/**
 * Null where no word of the question is in the text of any file: then there is nothing to grep for. `terms`: what the question asks for;
 * `bytesPerToken`: of the files that are counted.
 */
export function estimateGrep(
  snapshot: Snapshot,
  question: { readonly text: string; readonly terms: readonly string[] },
  { bytesPerToken }: { readonly bytesPerToken: number },
): GrepEstimate | null {
  const words = rarestWords(snapshot, question.text, new Set(question.terms));
  if (words.length === 0) {
    return null;
  }
  const occurrences = words.reduce((sum, word) => sum + occurrencesOf(word), 0);
  const step = Math.max(1, Math.ceil(occurrences / OCCURRENCES_MAX));
  let tokens = 0;
  for (const [id, matches] of matchesIn(snapshot, words, step)) {
    const { lineCount, size, tokens: counted } = snapshot.document(id);
    const perLine = (counted ?? size / bytesPerToken) / Math.max(1, lineCount);
    const { lines, groups } = shownAround(matches, lineCount);
    tokens += lines * (perLine + LINE_TOKENS) + (1 + groups) * GROUP_TOKENS;
  }
  return { words: words.map(({ word }) => word), tokens: Math.round(tokens * step) };
}
