// Code-aware terms, the same for documents and queries: identifiers whole and split, English words stemmed, stop words
// dropped, CJK text as single letters and pairs.
import { stem } from "porter2";
import { STOP_WORDS } from "./stop-words.ts";

/** Raise it when the terms of some text change: indexed documents are then analysed again. */
export const TERMS_VERSION = 1;

/** A run longer than this is data (base64, hashes), not a name. UTF-16 units. */
const RUN_LENGTH_MAX = 200;
/** A whole identifier longer than this is searched by its parts only. */
const WHOLE_LENGTH_MAX = 64;
const PART_LENGTH_MAX = 40;
const PARTS_MAX = 24;
const CACHED_RUNS_MAX = 60_000;

export const LOWER = 1;
export const UPPER = 2;
export const DIGIT = 3;
const UNDERSCORE = 4;
const OTHER_SCRIPT = 5;

/** Class of each ASCII code; 0 ends a run. */
const CLASS_OF = new Uint8Array(128);
for (let code = 0; code < 26; code++) {
  CLASS_OF[0x61 + code] = LOWER;
  CLASS_OF[0x41 + code] = UPPER;
}
CLASS_OF.fill(DIGIT, 0x30, 0x3a);
CLASS_OF[0x5f] = UNDERSCORE;

const classAt = (text: string, at: number): number => {
  const code = text.charCodeAt(at);
  return code < 128 ? (CLASS_OF[code] ?? 0) : OTHER_SCRIPT;
};

export function isAscii(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) {
    if (text.charCodeAt(at) > 127) {
      return false;
    }
  }
  return true;
}

/** LOWER, UPPER, DIGIT, or something else; outside of the text 0. Of a text in ASCII. */
export const asciiClassAt = (text: string, at: number): number => CLASS_OF[text.charCodeAt(at)] ?? 0;

/** CASE_CHANGE between two characters of these kinds, `after` being that of the next one. */
export const changesCase = (before: number, kind: number, after: number): boolean =>
  kind === UPPER && (before === LOWER || before === DIGIT || (before === UPPER && after === LOWER));

/** The parts of a name of any script between changes of case; in ASCII without the regular expression. */
function splitCase(word: string): string[] {
  if (!isAscii(word)) {
    return word.split(CASE_CHANGE);
  }
  const parts: string[] = [];
  let from = 0;
  for (let at = 1; at < word.length; at += 1) {
    if (changesCase(asciiClassAt(word, at - 1), asciiClassAt(word, at), asciiClassAt(word, at + 1))) {
      parts.push(word.slice(from, at));
      from = at;
    }
  }
  parts.push(word.slice(from));
  return parts;
}

/** Letters, marks and digits of any script; what is between them separates. */
const WORD = /[\p{L}\p{M}\p{N}_]+/gu;
/** Scripts written without spaces between words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー]+/gu;
/** Where a name of any script changes case: `fooBar`, `HTTPServer`. */
export const CASE_CHANGE = /(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u;
const LETTERS_AND_DIGITS = /\d+|\D+/g;

/** Terms of a run by the run as written; names repeat so much in code that this is most of the speed. */
let termsOfRun = new Map<string, readonly string[]>();

const isAsciiLower = (word: string): boolean => {
  for (let at = 0; at < word.length; at++) {
    if (CLASS_OF[word.charCodeAt(at)] !== LOWER) {
      return false;
    }
  }
  return true;
};

function pushWord(word: string, terms: string[]): void {
  if (word.length < 2 || word.length > PART_LENGTH_MAX || STOP_WORDS.has(word)) {
    return;
  }
  terms.push(word.length > 2 && isAsciiLower(word) ? stem(word) : word);
}

/** One lower-case part of a name: `sha256` is itself, `sha` and `256`. */
function pushPart(part: string, terms: string[]): void {
  pushWord(part, terms);
  const pieces = part.match(LETTERS_AND_DIGITS) ?? [];
  if (pieces.length > 1) {
    for (const piece of pieces) {
      pushWord(piece, terms);
    }
  }
}

function pushName(run: string, terms: string[]): void {
  const parts = run
    .split("_")
    .flatMap(splitCase)
    .filter((part) => part !== "")
    .map((part) => part.toLowerCase());
  if (parts.length > 1) {
    // `getById`, `get_by_id` and `GET_BY_ID` are one name to a reader.
    const whole = parts.join("");
    if (whole.length <= WHOLE_LENGTH_MAX) {
      terms.push(whole);
    }
  }
  for (const part of parts.slice(0, PARTS_MAX)) {
    pushPart(part, terms);
  }
}

/** Every letter and every pair of neighbours, so that a word of any length finds itself. */
function pushUnspaced(text: string, terms: string[]): void {
  const letters = [...text];
  letters.forEach((letter, at) => {
    terms.push(letter);
    const next = letters[at + 1];
    if (next !== undefined) {
      terms.push(letter + next);
    }
  });
}

/** A run with characters beyond ASCII, and the ASCII characters next to them. */
function pushUnicode(run: string, terms: string[]): void {
  for (const [word] of run.normalize("NFKC").matchAll(WORD)) {
    let at = 0;
    for (const match of word.matchAll(UNSPACED)) {
      pushName(word.slice(at, match.index), terms);
      pushUnspaced(match[0], terms);
      at = match.index + match[0].length;
    }
    pushName(word.slice(at), terms);
  }
}

function analyzeRun(run: string, unicode: boolean): readonly string[] {
  const terms: string[] = [];
  if (unicode) {
    pushUnicode(run, terms);
  } else {
    pushName(run, terms);
  }
  return terms;
}

/** A copy of its own: a slice would keep the whole text it was cut from alive in the cache. */
function detached(run: string, unicode: boolean): string {
  const encoding = unicode ? "utf16le" : "latin1";
  return Buffer.from(run, encoding).toString(encoding);
}

function remember(run: string, unicode: boolean): readonly string[] {
  const own = detached(run, unicode);
  const terms = analyzeRun(own, unicode);
  if (termsOfRun.size >= CACHED_RUNS_MAX) {
    termsOfRun = new Map();
  }
  termsOfRun.set(own, terms);
  return terms;
}

/** Calls `visit` with each run of name characters; `unicode` if it contains any character beyond ASCII. */
function eachRun(text: string, visit: (run: string, unicode: boolean) => void): void {
  let start = -1;
  let unicode = false;
  for (let at = 0; at <= text.length; at++) {
    const kind = at < text.length ? classAt(text, at) : 0;
    if (kind !== 0) {
      if (start < 0) {
        start = at;
      }
      unicode ||= kind === OTHER_SCRIPT;
    } else if (start >= 0) {
      visit(text.slice(start, at), unicode);
      start = -1;
      unicode = false;
    }
  }
}

/**
 * The terms of a text in its order, repetitions included. A name of several words gives the whole (lower case, without
 * separators) and its words; `UPPER`, `camelCase` and `snake_case` of one name give the same terms.
 */
export function termsOf(text: string): string[] {
  const terms: string[] = [];
  eachRun(text, (run, unicode) => {
    // Prose without spaces may be one run of any length; in ASCII a run of that length is data.
    if (run.length > RUN_LENGTH_MAX && !unicode) {
      return;
    }
    const cached =
      run.length > RUN_LENGTH_MAX ? analyzeRun(run, unicode) : (termsOfRun.get(run) ?? remember(run, unicode));
    for (const term of cached) {
      terms.push(term);
    }
  });
  return terms;
}

/** Terms of a project-relative path: of every folder, the stem and the extension. */
export const pathTerms = (path: string): string[] => termsOf(path);

/** Terms of a defined name. */
export const nameTerms = (name: string): string[] => termsOf(name);
