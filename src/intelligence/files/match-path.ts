// How well words name a path: each must stand in it, and better in the file's name than in a folder's.

export interface PathWords {
  /** In lower case. */
  readonly words: readonly string[];
  /** Also where the letters of a word only stand in one name of the path in their order. */
  readonly loosely: boolean;
}

/** Where a word stands, the best place first, and what it is worth: only their order counts, and that a name outdoes a folder. */
const WORTH = { name: 100, stem: 90, start: 70, wordStart: 55, inName: 40, folder: 35, inPath: 20, letters: 10 };
/** Fewer letters stand in any name in their order. */
const LOOSE_LENGTH_MIN = 3;

export const wordsOf = (query: string): string[] =>
  query
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "");

/** The sum of its words' worth; null where one of them does not stand in the path. */
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

/** 0 where the letters do not stand there in their order; up to 1, the more the closer they stand. */
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
