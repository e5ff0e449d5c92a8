// Determines the language of a structural pattern and parses it with that language's grammars. If it cannot be parsed, the
// error says what to write instead.

import { languagesMeant, type PatternLanguage, patternLanguage } from "../../languages/pattern-language.ts";
import { patternSettings } from "../../languages/registry.ts";
import type { GrammarName } from "../../syntax/grammars.ts";
import type { GrammarPattern } from "../../syntax/patterns/match-text.ts";
import { metavariablesOf } from "../../syntax/patterns/metavariables.ts";
import type { PatternReading } from "../../syntax/patterns/read-pattern.ts";
import { Failure } from "../../vocabulary/failure.ts";

const LISTED_MAX = 12;

/** More languages than these are not tried one after the other. */
const TRIED_MAX = 8;

/** The language named, or those that there are. INVALID_INPUT. */
export function chooseLanguages(named: string | undefined, there: () => Iterable<string>): readonly PatternLanguage[] {
  const meant = named === undefined ? languagesMeant(there()) : [named];
  const languages = meant.flatMap((id) => patternLanguage(id) ?? []);
  if (languages.length > 0 && languages.length <= TRIED_MAX) {
    return languages;
  }
  if (named !== undefined) {
    throw new Failure("INVALID_INPUT", `there is no parser for the language ${JSON.stringify(named.slice(0, 40))}`, {
      hint: "list_languages lists those with a parser; search_text works for any file",
    });
  }
  throw meant.length === 0
    ? new Failure("INVALID_INPUT", "no file there is in a language with a parser", {
        hint: "choose other paths, or use search_text",
      })
    : new Failure("INVALID_INPUT", `no language given; the files have ${meant.length}`, {
        hint: `add language, one of: ${meant.slice(0, LISTED_MAX).join(", ")}${meant.length > LISTED_MAX ? ", …" : ""}`,
      });
}

type ReadPattern = (pattern: string, grammar: GrammarName) => Promise<PatternReading>;

/** Those of the languages whose grammars can read the pattern, with the pattern as each reads it. INVALID_INPUT if none can. */
export async function readInLanguages(
  pattern: string,
  languages: readonly PatternLanguage[],
  read: ReadPattern,
): Promise<{ readonly languages: readonly PatternLanguage[]; readonly patterns: readonly GrammarPattern[] }> {
  const patterns = new Map<GrammarName, GrammarPattern>();
  const reading: PatternLanguage[] = [];
  let refused: Failure | null = null;
  for (const language of languages) {
    try {
      for (const one of await readForGrammars(pattern, language, read)) {
        patterns.set(one.grammar, one);
      }
      reading.push(language);
    } catch (error) {
      if (!(error instanceof Failure && error.code === "INVALID_INPUT")) {
        throw error;
      }
      refused ??= error;
    }
  }
  if (refused !== null && reading.length === 0) {
    const tried = languages.map(({ id }) => id).join(", ");
    const message = refused.message.replace(/^not a \S+ pattern(?=:)/, () => `not a pattern of ${tried}`);
    throw new Failure(refused.code, message, { hint: refused.hint, cause: refused });
  }
  return { languages: reading, patterns: [...patterns.values()] };
}

/** Node types of what has a body, or is declared without one. */
const DECLARES = /declaration|definition|signature|function|method|_item$|^class$|^module$/;

/**
 * The pattern with a body, where it declares something without one and the grammar reads it with one: what has a body is
 * found by that alone. Null where it has a body, or cannot have one.
 */
export async function withBody(
  pattern: string,
  patterns: readonly GrammarPattern[],
  read: ReadPattern,
): Promise<string | null> {
  for (const { grammar, programs } of patterns) {
    const { body } = patternSettings(grammar);
    const declares = programs.some(({ understood }) => understood.some((type) => DECLARES.test(type)));
    if (body !== undefined && declares && !pattern.includes(body.trim())) {
      const longer = `${pattern.trim().replace(/;$/, "")}${body}`;
      const reading = await read(longer, grammar);
      if (
        "programs" in reading &&
        reading.programs.some(({ understood }) => understood.some((type) => DECLARES.test(type)))
      ) {
        return longer;
      }
    }
  }
  return null;
}

/** For each of the language's grammars that reads it. INVALID_INPUT where none does. */
export async function readForGrammars(
  pattern: string,
  { id, grammars }: PatternLanguage,
  read: ReadPattern,
): Promise<readonly GrammarPattern[]> {
  const patterns: GrammarPattern[] = [];
  const problems: string[] = [];
  for (const grammar of grammars) {
    const reading = await read(pattern, grammar);
    if ("programs" in reading) {
      patterns.push({ grammar, programs: reading.programs });
    } else {
      problems.push(reading.trouble);
    }
  }
  const [first] = grammars;
  if (patterns.length > 0 || first === undefined) {
    return patterns;
  }
  const variables = [...new Set(metavariablesOf(pattern.trim()).map(({ written }) => written))].slice(0, LISTED_MAX);
  const understood = variables.length === 0 ? "no metavariables in it" : `metavariables in it: ${variables.join(", ")}`;
  const [one, other] = patternSettings(first).examples.map((example) => JSON.stringify(example));
  throw new Failure("INVALID_INPUT", `not a ${id} pattern: ${problems[0] ?? "unread"}; ${understood}`, {
    hint: `write complete code, with $X for one node and $$$ for any number, such as ${one} or ${other}`,
  });
}

/** Node types that the pattern was understood as, each once: `call_expression`. */
export function understoodAs(patterns: readonly GrammarPattern[]): string {
  const all = patterns.flatMap(({ programs }) => programs.map(({ understood }) => understood.join(", ")));
  return [...new Set(all)].join(" or ");
}

/** Metavariables that are literal text at their position, each once. */
export const literalIn = (patterns: readonly GrammarPattern[]): string[] => [
  ...new Set(patterns.flatMap(({ programs }) => programs.flatMap(({ literal }) => literal))),
];

/** Words that occur in everything that the pattern matches. */
export function wordsOf(patterns: readonly GrammarPattern[]): string[] {
  const [first, ...others] = patterns.flatMap(({ programs }) => programs.map(({ words }) => words));
  return (first ?? []).filter((word) => others.every((words) => words.includes(word)));
}
