// Questions about texts, indexed or not. A worker answers them, so that a parser that hangs or crashes costs one text.

import type { TextLayout } from "../languages/contract/import-statements.ts";
import type { Inspection } from "../languages/inspection/inspection.ts";
import type { TextFacts, TextOccurrences } from "../languages/text-facts.ts";
import type { SyntaxCheck } from "../syntax/check-syntax.ts";
import type { TextPrint } from "../syntax/fingerprint.ts";
import type { GrammarName } from "../syntax/grammars.ts";
import type { GrammarPattern, TextMatches } from "../syntax/patterns/match-text.ts";
import type { PatternReading } from "../syntax/patterns/read-pattern.ts";
import type { TextSpans } from "../syntax/spans.ts";

/** Where a structural pattern matches in some texts. */
export interface MatchTask {
  readonly texts: readonly { readonly path: string; readonly text: string }[];
  readonly patterns: readonly GrammarPattern[];
  /** Matches per text that are described; further ones are only counted. */
  readonly most: number;
  /** No text is begun after this time. */
  readonly timeMs: number;
}

/** Why a text has no fingerprint, no spans or no facts. */
export interface UnreadText {
  readonly unread: string;
}

/** Rejects with CANCELLED and for a broken installation; what answers `UnreadText`, and `checkSyntax`, never because of the text. */
export interface TextAnalyzer {
  /** Whether the grammar parses all of it. */
  checkSyntax(path: string, text: string, signal?: AbortSignal): Promise<SyntaxCheck>;
  /** Fingerprints of its symbols, which show how they differ from another text's. */
  fingerprint(path: string, text: string, signal?: AbortSignal): Promise<TextPrint | UnreadText>;
  /** Where its symbols stand, to the character. */
  spansOf(path: string, text: string, signal?: AbortSignal): Promise<TextSpans | UnreadText>;
  /** Its facts about names. */
  factsOf(path: string, text: string, signal?: AbortSignal): Promise<TextFacts | UnreadText>;
  /** What a review asks of it beyond its symbols and names. */
  inspect(path: string, text: string, signal?: AbortSignal): Promise<Inspection | UnreadText>;
  /** Its facts with offsets for lines, and the occurrences of these names. */
  occurrencesOf(
    path: string,
    text: string,
    names: readonly string[],
    signal?: AbortSignal,
  ): Promise<TextOccurrences | UnreadText>;
  /** Where its imports and outermost definitions stand; null for a language whose imports are not written. */
  layoutOf(path: string, text: string, signal?: AbortSignal): Promise<TextLayout | UnreadText | null>;
  /** Compiles a structural pattern for a grammar; a problem if that did not end in time. */
  readPattern(pattern: string, grammar: GrammarName, signal?: AbortSignal): Promise<PatternReading>;
  /** For the first texts, as many as time allowed. Rejects if a text crashed its parser or took too long. */
  matchPattern(task: MatchTask, signal?: AbortSignal): Promise<readonly TextMatches[]>;
}
