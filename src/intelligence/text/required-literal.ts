// The longest text that occurs in everything a regular expression matches, derived from its source. Parses only unambiguous
// syntax, and returns nothing if that might lose a match.

/** Shorter ones occur in nearly every file. */
const LENGTH_MIN = 3;

/** Printable ASCII; null if no text of some length is certain to occur. */
export function requiredLiteral(source: string): string | null {
  let longest = "";
  let run = "";
  const end = (): void => {
    longest = run.length > longest.length ? run : longest;
    run = "";
  };
  for (let at = 0; at < source.length; ) {
    const atom = atomAt(source, at);
    if (atom === null) {
      return null;
    }
    const next = at + atom.length;
    const quantifier = QUANTIFIER.exec(source.slice(next))?.[0] ?? "";
    if (atom.letter === null) {
      end();
    } else if (quantifier === "") {
      run += atom.letter;
    } else {
      // `ab+c` contains "abc" only if b occurs once.
      if (/^\+|^\{[1-9]/.test(quantifier)) {
        run += atom.letter;
      }
      end();
    }
    at = next + quantifier.length;
  }
  end();
  return longest.length >= LENGTH_MIN ? longest : null;
}

const QUANTIFIER = /^(?:[*+?]|\{\d+(?:,\d*)?\})\??/;

interface Atom {
  readonly length: number;
  /** What it matches, where that is one letter and no other. */
  readonly letter: string | null;
}

/** Null where alternatives begin: the text before `|` need not occur. */
function atomAt(source: string, at: number): Atom | null {
  const letter = source.charAt(at);
  switch (letter) {
    case "|":
      return null;
    case "\\":
      return escapeAt(source, at);
    case "[":
      return { length: classEnd(source, at) - at, letter: null };
    case "(":
      return { length: groupEnd(source, at) - at, letter: null };
    case ".":
    case "^":
    case "$":
    case "{":
    case "}":
      return { length: 1, letter: null };
    default:
      return { length: 1, letter: letter >= " " && letter <= "~" ? letter : null };
  }
}

/** `\.` is a dot. An escape with a letter or a digit may mean anything, and be as long as these go on. */
function escapeAt(source: string, at: number): Atom {
  const escaped = source.charAt(at + 1);
  if (/[!-/:-@[-^`{-~]/.test(escaped)) {
    return { length: 2, letter: escaped };
  }
  const rest = source.slice(at + 1);
  const length = /^(?:[pPu]\{[^}]*\}|k<[^>]*>|u[\da-fA-F]{4}|x[\da-fA-F]{2}|c[A-Za-z]|\d+)/.exec(rest)?.[0].length ?? 1;
  return { length: 1 + length, letter: null };
}

function classEnd(source: string, open: number): number {
  let at = open + 1;
  while (at < source.length && source[at] !== "]") {
    at += source[at] === "\\" ? 2 : 1;
  }
  return at + 1;
}

function groupEnd(source: string, open: number): number {
  let depth = 0;
  for (let at = open; at < source.length; ) {
    const letter = source[at];
    if (letter === "\\") {
      at += 2;
    } else if (letter === "[") {
      at = classEnd(source, at);
    } else {
      depth += letter === "(" ? 1 : letter === ")" ? -1 : 0;
      at += 1;
      if (depth === 0) {
        return at;
      }
    }
  }
  return source.length;
}
