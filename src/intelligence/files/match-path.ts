// How well words match a path: each must occur in it; in the file's name counts more than in a folder's.

export interface PathWords {
  /** In lower case. */
  readonly words: readonly string[];
  /** Also matches if the letters of a word occur in a name of the path in their order. */
  readonly loosely: boolean;
}

/** Scores by where a word occurs, best first: only their order matters, and that a file's name outweighs a folder. */
const WORTH = { name: 100, stem: 90, start: 70, wordStart: 55, inName: 40, folder: 35, inPath: 20, letters: 10 };
/** Fewer letters occur in their order in almost any name. */
const LOOSE_LENGTH_MIN = 3;

export const wordsOf = (query: string): string[] =>
  query
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "");

/** The sum of the scores of its words; null if one of them does not occur in the path. */
export function pathWorth(path: string, { words, loosely }: PathWords): number | null {
  const folded = path.toLowerCase();
  let sum = 0;
  for (const word of words) {
    const worth = wordWorth(path, folded, word, loosely);
    if (worth === null) {
      return null;
    }
    sum += worth;
  }
  return sum;
}

function wordWorth(path: string, folded: string, word: string, loosely: boolean): number | null {
  const nameAt = folded.lastIndexOf("/") + 1;
  const at = folded.indexOf(word, word.includes("/") ? 0 : nameAt);
  if (at >= nameAt) {
    return worthInName(path, folded, nameAt, at, word);
  }
  if (folded.includes(word)) {
    return `/${folded.slice(0, nameAt)}`.includes(`/${word}/`) ? WORTH.folder : WORTH.inPath;
  }
  return loosely && word.length >= LOOSE_LENGTH_MIN ? looseWorth(folded, word) : null;
}

function worthInName(path: string, folded: string, nameAt: number, at: number, word: string): number {
  if (at === nameAt) {
    const rest = folded.slice(at + word.length);
    return rest === "" ? WORTH.name : /^\.[^.]*$/.test(rest) ? WORTH.stem : WORTH.start;
  }
  return beginsWord(path, folded, at) ? WORTH.wordStart : WORTH.inName;
}

/** After a separator, or at a capital letter after a small one. Lower case may be longer than what it is made of. */
const beginsWord = (path: string, folded: string, at: number): boolean =>
  /[^\p{L}\p{N}]/u.test(folded.charAt(at - 1)) ||
  (path.length === folded.length && /\p{Lu}/u.test(path.charAt(at)) && !/\p{Lu}/u.test(path.charAt(at - 1)));

/** In the file's name, else in a folder's. What a name ends in is no part of it here: it has letters that every name has. */
function looseWorth(folded: string, word: string): number | null {
  const names = folded.split("/");
  const stem = (names.pop() ?? "").replace(/(?<=.)\.[^.]*$/, "");
  const inFolders = names.map((name) => closeness(name, word));
  const share = closeness(stem, word) || Math.max(0, ...inFolders) / 2;
  return share === 0 ? null : WORTH.letters * share;
}

/** 0 if the letters do not occur there in their order; up to 1, the closer together the more. */
function closeness(name: string, letters: string): number {
  const start = name.indexOf(letters.charAt(0));
  let at = start;
  for (const letter of letters) {
    const found = name.indexOf(letter, at);
    if (found < 0) {
      return 0;
    }
    at = found + letter.length;
  }
  return letters.length / (at - start);
}
