// The messages between the indexing process and its workers. Both sides import these types.

import type { TextFacts } from "../../languages/analyze.ts";
import type { SyntaxCheck } from "../../syntax/check-syntax.ts";
import type { TextPrint } from "../../syntax/fingerprint.ts";
import type { GrammarName } from "../../syntax/grammars.ts";
import type { TextMatches } from "../../syntax/patterns/match-text.ts";
import type { PatternReading } from "../../syntax/patterns/read-pattern.ts";
import type { AnalyzedDocument } from "../documents.ts";
import type { MatchTask } from "../text-analyzer.ts";

export interface AnalysisSettings {
  /** Further file name extensions and the language that reads them. */
  readonly extensions: Readonly<Record<string, string>>;
}

interface TextTask<Kind extends string> {
  readonly kind: Kind;
  readonly path: string;
  readonly text: string;
}

export type AnalysisTask =
  /** `plain` cuts at blank lines, without a grammar: for texts that crashed a grammar. */
  | (TextTask<"analyze"> & { readonly plain: boolean })
  | TextTask<"check">
  | TextTask<"fingerprint">
  | TextTask<"facts">
  | { readonly kind: "read-pattern"; readonly pattern: string; readonly grammar: GrammarName }
  | ({ readonly kind: "match" } & MatchTask)
  | { readonly kind: "count"; readonly text: string };

/** What each kind of task answers. */
export interface AnalysisResults {
  readonly analyze: AnalyzedDocument;
  /** Whether the grammar parses all of the text. */
  readonly check: SyntaxCheck;
  /** Fingerprints of the text's symbols, to compare them with another text's. */
  readonly fingerprint: TextPrint;
  /** The text's facts about names. */
  readonly facts: TextFacts;
  /** A structural pattern, compiled for a grammar. */
  readonly "read-pattern": PatternReading;
  /** For the first texts, as many as time allowed. */
  readonly match: readonly TextMatches[];
  /** Tokens. */
  readonly count: number;
}
