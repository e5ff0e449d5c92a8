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

const distinctTerms = memoized((symbol): readonly string[] => [...new Set(termsOf(symbol))]);

/** Share of the query's weight, 0 to 1, whose terms are in the name. */
export function symbolShare(symbol: string | null, termShares: ReadonlyMap<string, number>): number {
  if (symbol === null) {
    return 0;
  }
  return distinctTerms(symbol).reduce((sum, term) => sum + (termShares.get(term) ?? 0), 0);
}
