// Which language a structural pattern is meant in, and what it is to that language's grammars. Says what to write instead where it
// is nothing. Knows no file: it is handed the languages there are and what reads patterns.
import type { GrammarName } from "../../languages/grammars.ts";
import type { GrammarPattern } from "../../languages/patterns/match-text.ts";
import { metavariablesOf } from "../../languages/patterns/metavariables.ts";
import { languagesMeant, type PatternLanguage, patternLanguage } from "../../languages/patterns/pattern-language.ts";
import type { PatternReading } from "../../languages/patterns/read-pattern.ts";
import { patternSettings } from "../../languages/patterns/settings.ts";
import { Failure } from "../../vocabulary/failure.ts";

const LISTED_MAX = 12;

/** The language named, or the only one of those there are. INVALID_INPUT. */
export function chooseLanguage(named: string | undefined, there: () => Iterable<string>): PatternLanguage {
  const meant = named === undefined ? languagesMeant(there()) : [named];
  const [only] = meant;
  const language = only === undefined || meant.length > 1 ? null : patternLanguage(only);
  if (language !== null) {
    return language;
  }
  if (named !== undefined) {
    throw new Failure("INVALID_INPUT", `no grammar reads the language ${JSON.stringify(named.slice(0, 40))}`, {
      hint: "list_languages tells those with a parser; search_text finds lines in any file",
    });
  }
  throw meant.length === 0
    ? new Failure("INVALID_INPUT", "none of the files is code that a grammar reads", { hint: "give other paths" })
    : new Failure("INVALID_INPUT", "the pattern's language is not told, and the files are of several", {
        hint: `give language, one of: ${meant.slice(0, LISTED_MAX).join(", ")}${meant.length > LISTED_MAX ? ", …" : ""}`,
      });
}

/** For each of the language's grammars that reads it. INVALID_INPUT where none does. */
export async function readForGrammars(
  pattern: string,
  { id, grammars }: PatternLanguage,
  read: (pattern: string, grammar: GrammarName) => Promise<PatternReading>,
): Promise<readonly GrammarPattern[]> {
  const patterns: GrammarPattern[] = [];
  const troubles: string[] = [];
  for (const grammar of grammars) {
    const reading = await read(pattern, grammar);
    if ("programs" in reading) {
      patterns.push({ grammar, programs: reading.programs });
    } else {
      troubles.push(reading.trouble);
    }
  }
  const [first] = grammars;
  if (patterns.length > 0 || first === undefined) {
    return patterns;
  }
  const variables = [...new Set(metavariablesOf(pattern.trim()).map(({ written }) => written))].slice(0, LISTED_MAX);
  const understood = variables.length === 0 ? "no metavariables in it" : `metavariables in it: ${variables.join(", ")}`;
  const [one, other] = patternSettings(first).examples.map((example) => JSON.stringify(example));
  throw new Failure("INVALID_INPUT", `no pattern of ${id}: ${troubles[0] ?? "unread"}; ${understood}`, {
    hint: `a pattern is whole code in which $X is one node and $$$ any number: ${one} or ${other}`,
  });
}

/** Node types that the pattern was understood as, each once: `call_expression`. */
export function understoodAs(patterns: readonly GrammarPattern[]): string {
  const all = patterns.flatMap(({ programs }) => programs.map(({ understood }) => understood.join(", ")));
  return [...new Set(all)].join(" or ");
}

/** Metavariables that are none where they stand, each once. */
export function literalIn(patterns: readonly GrammarPattern[]): string[] {
  return [...new Set(patterns.flatMap(({ programs }) => programs.flatMap(({ literal }) => literal)))];
}

/** Words that stand in all that the pattern matches, whatever it is. */
export function wordsOf(patterns: readonly GrammarPattern[]): string[] {
  const [first, ...others] = patterns.flatMap(({ programs }) => programs.map(({ words }) => words));
  return (first ?? []).filter((word) => others.every((words) => words.includes(word)));
}
