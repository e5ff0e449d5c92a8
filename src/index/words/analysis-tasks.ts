// What the indexing process asks its workers, and what they answer. Both sides import this; it does nothing.

import type { TextFacts } from "../../languages/analyze.ts";
import type { SyntaxCheck } from "../../languages/check-syntax.ts";
import type { TextPrint } from "../../languages/fingerprint.ts";
import type { GrammarName } from "../../languages/grammars.ts";
import type { GrammarPattern, TextMatches } from "../../languages/patterns/match-text.ts";
import type { PatternReading } from "../../languages/patterns/read-pattern.ts";
import type { AnalyzedDocument } from "./analyzed-document.ts";

export interface AnalysisSettings {
  /** Further file name extensions and the language that reads them. */
  readonly extensions: Readonly<Record<string, string>>;
}

export type AnalysisTask =
  /** `plain` cuts at blank lines, without a grammar: for texts on which a grammar died. */
  | { readonly kind: "analyze"; readonly path: string; readonly text: string; readonly plain: boolean }
  /** Whether its grammar reads all of it. */
  | { readonly kind: "check"; readonly path: string; readonly text: string }
  /** What tells which of its symbols differ from another text's. */
  | { readonly kind: "fingerprint"; readonly path: string; readonly text: string }
  /** What it says about names. */
  | { readonly kind: "facts"; readonly path: string; readonly text: string }
  /** What a structural pattern is to a grammar. */
  | { readonly kind: "read-pattern"; readonly pattern: string; readonly grammar: GrammarName }
  | ({ readonly kind: "match" } & MatchTask)
  | { readonly kind: "count"; readonly text: string };

/** Where a structural pattern stands in some texts. */
export interface MatchTask {
  readonly texts: readonly { readonly path: string; readonly text: string }[];
  readonly patterns: readonly GrammarPattern[];
  /** Matches of a text that are told, not only counted. */
  readonly most: number;
  /** No text is begun later. */
  readonly timeMs: number;
}

export type AnalysisResult =
  | { readonly kind: "analyze"; readonly document: AnalyzedDocument }
  | { readonly kind: "check"; readonly check: SyntaxCheck }
  | { readonly kind: "fingerprint"; readonly print: TextPrint }
  | { readonly kind: "facts"; readonly read: TextFacts }
  | { readonly kind: "read-pattern"; readonly reading: PatternReading }
  /** Of the first texts, as many as there was time for. */
  | { readonly kind: "match"; readonly matches: readonly TextMatches[] }
  | { readonly kind: "count"; readonly tokens: number };
