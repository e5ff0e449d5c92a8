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

export type AnalysisTask =
  /** `plain` cuts at blank lines, without a grammar: for texts that crashed a grammar. */
  | { readonly kind: "analyze"; readonly path: string; readonly text: string; readonly plain: boolean }
  /** Whether the grammar parses all of it. */
  | { readonly kind: "check"; readonly path: string; readonly text: string }
  /** Fingerprints of its symbols, to compare them with another text's. */
  | { readonly kind: "fingerprint"; readonly path: string; readonly text: string }
  /** Its facts about names. */
  | { readonly kind: "facts"; readonly path: string; readonly text: string }
  /** Compiles a structural pattern for a grammar. */
  | { readonly kind: "read-pattern"; readonly pattern: string; readonly grammar: GrammarName }
  | ({ readonly kind: "match" } & MatchTask)
  | { readonly kind: "count"; readonly text: string };

export type AnalysisResult =
  | { readonly kind: "analyze"; readonly document: AnalyzedDocument }
  | { readonly kind: "check"; readonly check: SyntaxCheck }
  | { readonly kind: "fingerprint"; readonly print: TextPrint }
  | { readonly kind: "facts"; readonly read: TextFacts }
  | { readonly kind: "read-pattern"; readonly reading: PatternReading }
  /** For the first texts, as many as time allowed. */
  | { readonly kind: "match"; readonly matches: readonly TextMatches[] }
  | { readonly kind: "count"; readonly tokens: number };
