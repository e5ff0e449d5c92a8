// What a builder of edits works with: the project's files as they are now, its index, and the analysis of texts.
import type { Snapshot } from "../index/snapshot.ts";
import type { TextAnalyzer } from "../index/text-analyzer.ts";
import type { CorpusSource } from "../project/corpus.ts";
import type { Steps } from "../system/slices.ts";

export interface EditScene {
  /** Absolute, real path. */
  readonly root: string;
  readonly corpus: CorpusSource;
  readonly analyzer: TextAnalyzer;
  readonly signal: AbortSignal;
  /** Opens a snapshot for the duration of `use`, which must be synchronous. The index was updated when the request began. */
  withSnapshot<Value>(use: (snapshot: Snapshot) => Value): Value;
  /** Like withSnapshot, for longer work: other requests run between its steps. */
  inSlices<Value>(use: (snapshot: Snapshot) => Steps<Value>): Promise<Value>;
}
