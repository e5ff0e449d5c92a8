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
 * Fitted to 160 judged places of several lines in 17 repositories; docs/ranking.md has what it is worth. What does
 * something answers more questions than what declares it, and imports answer next to none.
 */
const CHOICE = { words: 1.85, meaning: 1.4, symbolShare: 3.3, acts: 2.1, imports: -1.2 } as const;

const ACTS: ReadonlySet<ChunkKind> = new Set(["function", "method"]);

export function choiceOf({ words, meaning, symbolShare, kind }: ChoiceInputs): number {
  return (
    CHOICE.words * words +
    CHOICE.meaning * meaning +
    CHOICE.symbolShare * symbolShare +
    (ACTS.has(kind) ? CHOICE.acts : 0) +
    (kind === "import" ? CHOICE.imports : 0)
  );
}

/**
 * Fitted to 130 plain questions with judged lines over ten repositories, each predicted by weights that did not see its repository
 * (`npm run bench:lines`); in units of a file's score. Meaning and words outweigh the file: of the right files' places it was often the
 * wrong one that was shown.
 */
const PLACE = { words: 8.9, meaning: 5.7, symbolShare: 5, acts: 7.5, imports: -4.3, prose: -8.3, tests: -3.7 } as const;

export interface PlaceInputs extends Omit<ChoiceInputs, "words"> {
  /** BM25 over that of the best chunk of any file, 0 to 1. */
  readonly words: number;
}

/** What a place adds to its file's score when places of different files compete for room. */
export function placeOf({ words, meaning, symbolShare, kind }: PlaceInputs): number {
  return (
    PLACE.words * words +
    PLACE.meaning * meaning +
    PLACE.symbolShare * symbolShare +
    (ACTS.has(kind) ? PLACE.acts : 0) +
    (kind === "import" ? PLACE.imports : 0) +
    (kind === "section" || kind === "data" ? PLACE.prose : 0) +
    (kind === "test" ? PLACE.tests : 0)
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
