// Which chunk of a file to show: other evidence decides this than which file is best.
import { termsOf } from "../../index/lexical/terms.ts";
import { memoized } from "../../system/memo.ts";
import type { ChunkKind } from "../../vocabulary/chunk.ts";

export interface ChoiceInputs {
  /** BM25 over that of the file's best chunk, 0 to 1. */
  readonly words: number;
  /** z-score of the chunk's cosine to the query within the project. */
  readonly meaning: number;
  /** Share of the query's weight whose terms are in the chunk's own name. */
  readonly symbolShare: number;
  readonly kind: ChunkKind;
}

/**
 * Fitted to 160 judged places of several lines in 17 repositories; docs/inside/ranking.md has what it is worth. What does
 * something answers more questions than what declares it, and imports answer next to none.
 */
const CHOICE = { words: 1.85, meaning: 1.4, symbolShare: 3.3, acts: 2.1, imports: -1.2 } as const;

const ACTS: ReadonlySet<ChunkKind> = new Set(["function", "method"]);

export const choiceOf = ({ words, meaning, symbolShare, kind }: ChoiceInputs): number =>
  CHOICE.words * words +
  CHOICE.meaning * meaning +
  CHOICE.symbolShare * symbolShare +
  (ACTS.has(kind) ? CHOICE.acts : 0) +
  (kind === "import" ? CHOICE.imports : 0);

/**
 * Weights of a question and of a message, in units of a file's score. Fitted to 130 plain questions with judged lines over ten
 * repositories, each predicted by weights that did not see its repository, and to 24 messages (`npm run bench:lines`). Of the right files'
 * places it was often the wrong one that was shown, so meaning and words outweigh the file. A message's constant text says where it is
 * raised, in code that is no test; other words and meaning lead to where it is explained.
 */
const PLACE = {
  words: { question: 8.9, message: 6 },
  meaning: { question: 5.7, message: 2 },
  symbolShare: { question: 5, message: 5 },
  definition: { question: 8, message: 0 },
  phrase: { question: 0, message: 10 },
  acts: { question: 7.5, message: 7.5 },
  imports: { question: -4.3, message: -4.3 },
  prose: { question: -8.3, message: -18 },
  tests: { question: -3.7, message: -14 },
  beside: { question: 0, message: -10 },
} as const;

export interface PlaceInputs extends Omit<ChoiceInputs, "words"> {
  /** Whether the query quotes a message. */
  readonly isMessage: boolean;
  /** BM25 over that of the best chunk of any file, 0 to 1. */
  readonly words: number;
  /** How well it defines a name of the query, 0 to 1. */
  readonly definition: number;
  /** Share of the message's constant text in the chunk, 0 to 1. */
  readonly phrase: number;
  /** How far the file is beside the project's source, 0 to 1. */
  readonly beside: number;
}

/** What words and meaning add of that: known before a chunk is read. */
export function worthOf(isMessage: boolean): (words: number, meaning: number) => number {
  const query = isMessage ? "message" : "question";
  const [byWords, byMeaning] = [PLACE.words[query], PLACE.meaning[query]];
  return (words, meaning) => byWords * words + byMeaning * meaning;
}

/** What a place adds to its file's score when places of different files compete for room. */
export function placeOf({ isMessage, kind, ...inputs }: PlaceInputs): number {
  const weight = (name: keyof typeof PLACE): number => PLACE[name][isMessage ? "message" : "question"];
  return (
    weight("words") * inputs.words +
    weight("meaning") * inputs.meaning +
    weight("symbolShare") * inputs.symbolShare +
    weight("definition") * inputs.definition +
    weight("phrase") * inputs.phrase +
    weight("beside") * inputs.beside +
    (ACTS.has(kind) ? weight("acts") : 0) +
    (kind === "import" ? weight("imports") : 0) +
    (kind === "section" || kind === "data" ? weight("prose") : 0) +
    (kind === "test" ? weight("tests") : 0)
  );
}

const distinctTerms = memoized((symbol): readonly string[] => [...new Set(termsOf(symbol))]);

/** Share of the query's weight, 0 to 1, whose terms are in the name. */
export function symbolShare(symbol: string | null, termShares: ReadonlyMap<string, number>): number {
  if (symbol === null) {
    return 0;
  }
  return distinctTerms(symbol).reduce((sum, term) => sum + (termShares.get(term) ?? 0), 0);
}
