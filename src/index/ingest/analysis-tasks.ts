// The messages between the indexing process and its workers. Both sides import these types.

import type { TextLayout } from "../../languages/contract/import-statements.ts";
import type { Inspection } from "../../languages/inspection/inspection.ts";
import type { TextFacts, TextOccurrences } from "../../languages/text-facts.ts";
import type { SyntaxCheck } from "../../syntax/check-syntax.ts";
import type { TextPrint } from "../../syntax/fingerprint.ts";
import type { GrammarName } from "../../syntax/grammars.ts";
import type { TextMatches } from "../../syntax/patterns/match-text.ts";
import type { PatternReading } from "../../syntax/patterns/read-pattern.ts";
import type { TextSpans } from "../../syntax/spans.ts";
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
  | TextTask<"spans">
  | TextTask<"facts">
  | TextTask<"inspect">
  | (TextTask<"occurrences"> & { readonly names: readonly string[] })
  | TextTask<"layout">
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
  /** Where the text's symbols stand. */
  readonly spans: TextSpans;
  /** The text's facts about names. */
  readonly facts: TextFacts;
  /** What a review asks of the text. */
  readonly inspect: Inspection;
  /** The same with exact places, and the occurrences of these names. */
  readonly occurrences: TextOccurrences;
  /** Where imports and outermost definitions stand. */
  readonly layout: TextLayout | null;
  /** A structural pattern, compiled for a grammar. */
  readonly "read-pattern": PatternReading;
  /** For the first texts, as many as time allowed. */
  readonly match: readonly TextMatches[];
  /** Tokens. */
  readonly count: number;
}
