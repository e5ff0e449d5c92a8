// Whether a symbol's name matches a name that a user wrote, and how.
import { nearTerms } from "../../index/lexical/near-terms.ts";
import { CASE_CHANGE } from "../../index/lexical/terms.ts";

/** Best first. */
export const NAME_MATCHES = ["exact", "case", "prefix", "parts", "initials", "typo"] as const;
/**
 * `exact`: as written; `case`: except for case and separators; `prefix`: its beginning; `parts`: its parts, or prefixes of
 * some, in order; `initials`: the first letters of its parts; `typo`: with a typing error or two.
 */
export type NameMatch = (typeof NAME_MATCHES)[number];

export interface ParsedName {
  readonly written: string;
  /** Its words in lower case: `get`, `user` of `getUser`, `get_user` and `get user`. */
  readonly parts: readonly string[];
  /** The words as one. */
  readonly joined: string;
}

const BEYOND_ASCII = /[\u0080-\uffff]/;
const SEPARATORS = /[^\p{L}\p{M}\p{N}]+/u;
const ASCII_SEPARATORS = /[^A-Za-z0-9]+/;
/** Where a name changes case: `fooBar`, `HTTPServer`. */
const ASCII_CASE_CHANGE = /(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/;

export function parseName(written: string): ParsedName {
  const foreign = BEYOND_ASCII.test(written);
  const [separators, change] = foreign ? [SEPARATORS, CASE_CHANGE] : [ASCII_SEPARATORS, ASCII_CASE_CHANGE];
  const parts = (foreign ? written.normalize("NFKC") : written)
    .split(separators)
    .flatMap((run) => run.split(change))
    .filter((part) => part !== "")
    .map((part) => part.toLowerCase());
  return { written, parts, joined: parts.join("") };
}

/** Each of the wanted parts begins one of the name's, one after the other. */
function matchesParts(wanted: readonly string[], parts: readonly string[]): boolean {
  let at = 0;
  for (const part of parts) {
    if (part.startsWith(wanted[at] ?? part)) {
      at += 1;
    }
    if (at === wanted.length) {
      return true;
    }
  }
  return false;
}

/** The wanted name, without separators, begins where a part begins: `userser` in `MyUserService`. */
function beginsAtPart(joined: string, name: ParsedName): boolean {
  let start = 0;
  return name.parts.some((part) => {
    const begins = name.joined.startsWith(joined, start);
    start += part.length;
    return begins;
  });
}

const initialsOf = (parts: readonly string[]): string => parts.map(([letter = ""]) => letter).join("");

/** Shorter words are too similar to others; in a short one, a second error makes another word. */
const ONE_ERROR_LENGTH_MIN = 4;
const TWO_ERRORS_LENGTH_MIN = 8;

/** Typing errors that a word of that many letters may have. */
export const errorsIn = (length: number): number =>
  length < ONE_ERROR_LENGTH_MIN ? 0 : length < TWO_ERRORS_LENGTH_MIN ? 1 : 2;

const digitsOf = (word: string): string => word.replace(/\D+/g, " ").trim();

/** `http1` is no `http2` mistyped. Two errors do not touch the first letter. */
function isNear(wanted: string, word: string): boolean {
  const distanceMax = errorsIn(wanted.length);
  if (Math.abs(wanted.length - word.length) > distanceMax || digitsOf(wanted) !== digitsOf(word)) {
    return false;
  }
  const seekWord = (from: string): string | undefined => (from <= word ? word : undefined);
  const [near] = nearTerms(wanted, seekWord, { distanceMax, prefixLength: 0 });
  return near !== undefined && (near.distance < 2 || wanted[0] === word[0]);
}

const LAST_ASCII = 0x7f;
const CASE_BIT = 0x20;

/**
 * Whether the name may contain the letters in their order, as it must to match without typing errors: a fast check that
 * excludes most names of a project. Upper and lower case, whose codes differ in one bit, are treated alike; so is everything
 * beyond ASCII.
 */
function mayContain(joined: string, name: string): boolean {
  let at = 0;
  for (let place = 0; place < name.length && at < joined.length; place++) {
    const code = name.charCodeAt(place);
    if (code > LAST_ASCII) {
      return true;
    }
    at += (code | CASE_BIT) === (joined.charCodeAt(at) | CASE_BIT) ? 1 : 0;
  }
  return at === joined.length;
}

const SMALL_A = 0x61;
const LETTERS = 26;

/** One bit for each ASCII letter that a word contains, ignoring case; -1 if it contains other letters. */
function lettersOf(word: string): number {
  let letters = 0;
  for (let place = 0; place < word.length; place++) {
    const code = word.charCodeAt(place);
    if (code > LAST_ASCII) {
      return -1;
    }
    const letter = (code | CASE_BIT) - SMALL_A;
    letters |= letter >= 0 && letter < LETTERS ? 1 << letter : 0;
  }
  return letters;
}

/** Bits, up to one more than `most`. */
function countBits(bits: number, most: number): number {
  let count = 0;
  for (let left = bits; left !== 0 && count <= most; left &= left - 1) {
    count += 1;
  }
  return count;
}

/** How the wanted name matches another one, typing errors aside; null where it does not. */
function matchSpelled(wanted: ParsedName, name: ParsedName): NameMatch | null {
  if (name.joined.startsWith(wanted.joined)) {
    return name.joined.length === wanted.joined.length ? "case" : "prefix";
  }
  // A single letter is in too many names to be useful.
  if (wanted.joined.length < 2) {
    return null;
  }
  if (matchesParts(wanted.parts, name.parts) || beginsAtPart(wanted.joined, name)) {
    return "parts";
  }
  return name.parts.length > 1 && initialsOf(name.parts).startsWith(wanted.joined) ? "initials" : null;
}

/** Null if the name does not match. `typo` is tried only on request. */
export type MatchName = (name: string, withTypos: boolean) => NameMatch | null;

/** Remembers the words it compared: names have most of them in common. For the time of one question. */
export function openMatcher(wanted: ParsedName): MatchName {
  const known = new Map<string, boolean>();
  const letters = lettersOf(wanted.joined);
  const errorsMax = errorsIn(wanted.joined.length);
  /** Each letter that it lacks is an error. */
  const mayBeTypo = (name: string): boolean =>
    letters === -1 || countBits(letters & ~lettersOf(name), errorsMax) <= errorsMax;
  function isTypo(word: string): boolean {
    const near = known.get(word) ?? isNear(wanted.joined, word);
    known.set(word, near);
    return near;
  }
  return (symbolName, withTypos) => {
    if (symbolName === wanted.written) {
      return "exact";
    }
    const holds = mayContain(wanted.joined, symbolName);
    if (wanted.joined === "" || !(holds || (withTypos && mayBeTypo(symbolName)))) {
      return null;
    }
    const name = parseName(symbolName);
    const words = wanted.parts.length === 1 ? [name.joined, ...name.parts] : [name.joined];
    return (holds ? matchSpelled(wanted, name) : null) ?? (withTypos && words.some(isTypo) ? "typo" : null);
  };
}
