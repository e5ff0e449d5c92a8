// The metavariables of a structural pattern: `$X` matches one node, `$$$REST` any number of neighbours, `$_` and `$$$` the same
// without a name. Finds them, and writes the pattern with names in their place.

export interface Metavariable {
  /** Null for `$_` and `$$$`. */
  readonly name: string | null;
  /** True for any number of neighbours. */
  readonly isRest: boolean;
  /** 0-based offset in the pattern, in UTF-16 units. */
  readonly start: number;
  /** As written. */
  readonly written: string;
}

/** `a$X` and `$Xa` are names of some languages. */
const WRITTEN = /(?<![\p{L}\p{N}_$])(?:(\$\$\$)([A-Z][A-Z0-9_]*|_)?|\$([A-Z][A-Z0-9_]*|_))(?![\p{L}\p{N}_$])/gu;

export const metavariablesOf = (pattern: string): Metavariable[] =>
  [...pattern.matchAll(WRITTEN)].map((match) => {
    const name = match[2] ?? match[3] ?? "_";
    return { name: name === "_" ? null : name, isRest: match[1] !== undefined, start: match.index, written: match[0] };
  });

/** How a metavariable is written so that a grammar takes it: `%` is a name. */
export type Spelling = string;

/** Where a metavariable is in the text that is parsed: offsets in UTF-16 units, end exclusive. */
export interface Place {
  readonly variable: Metavariable;
  readonly start: number;
  readonly end: number;
}

export interface SpelledPattern {
  readonly text: string;
  readonly places: readonly Place[];
  /** The part of `text` that is the pattern itself. */
  readonly start: number;
  readonly end: number;
}

/** A beginning of names that the pattern does not hold. */
export function unusedPrefix(pattern: string): string {
  let prefix = "zqv";
  while (pattern.toLowerCase().includes(prefix)) {
    prefix += "q";
  }
  return prefix;
}

/** The pattern between two texts, each metavariable in a spelling of its own. */
export function spell(
  pattern: string,
  variables: readonly Metavariable[],
  spellings: readonly Spelling[],
  prefix: string,
  [before, after]: readonly [string, string],
): SpelledPattern {
  let text = before;
  let done = 0;
  const places: Place[] = [];
  variables.forEach((variable, at) => {
    text += pattern.slice(done, variable.start);
    const start = text.length;
    // A tag and its end must have one name.
    const first = variables.findIndex(({ written }) => written === variable.written);
    const name = `${prefix}${variable.name === null ? at : first}`;
    text += (spellings[at] ?? "%").replaceAll("%", name).replaceAll("^", name.toUpperCase());
    places.push({ variable, start, end: text.length });
    done = variable.start + variable.written.length;
  });
  text += pattern.slice(done);
  return { text: text + after, places, start: before.length, end: text.length };
}
