// Questions about texts, indexed or not. A worker answers them, so that a parser that hangs or crashes costs one text.
import type { TextFacts } from "../languages/analyze.ts";
import type { SyntaxCheck } from "../syntax/check-syntax.ts";
import type { TextPrint } from "../syntax/fingerprint.ts";
import type { GrammarName } from "../syntax/grammars.ts";
import type { GrammarPattern, TextMatches } from "../syntax/patterns/match-text.ts";
import type { PatternReading } from "../syntax/patterns/read-pattern.ts";

/** Where a structural pattern matches in some texts. */
export interface MatchTask {
  readonly texts: readonly { readonly path: string; readonly text: string }[];
  readonly patterns: readonly GrammarPattern[];
  /** Matches per text that are described; further ones are only counted. */
  readonly most: number;
  /** No text is begun after this time. */
  readonly timeMs: number;
}

/** Why a text has no fingerprint, or no facts. */
export interface UnreadText {
  readonly unread: string;
}

/** Rejects with CANCELLED and for a broken installation; `checkSyntax`, `fingerprint` and `factsOf` never because of the text. */
export interface TextAnalyzer {
  /** Whether the grammar parses all of it. */
  checkSyntax(path: string, text: string, signal?: AbortSignal): Promise<SyntaxCheck>;
  /** Fingerprints of its symbols, which show how they differ from another text's. */
  fingerprint(path: string, text: string, signal?: AbortSignal): Promise<TextPrint | UnreadText>;
  /** Its facts about names. */
  factsOf(path: string, text: string, signal?: AbortSignal): Promise<TextFacts | UnreadText>;
  /** Compiles a structural pattern for a grammar; a problem if that did not end in time. */
  readPattern(pattern: string, grammar: GrammarName, signal?: AbortSignal): Promise<PatternReading>;
  /** For the first texts, as many as time allowed. Rejects if a text crashed its parser or took too long. */
  matchPattern(task: MatchTask, signal?: AbortSignal): Promise<readonly TextMatches[]>;
}
