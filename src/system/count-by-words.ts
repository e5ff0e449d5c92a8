// Counts the tokens of ASCII text word by word, and each different word only once: source repeats its words, and the encoding
// never joins two of them. Splits words as the o200k_base encoding does.
import { Buffer } from "node:buffer";

type Count = (text: string) => number;

/** Byte classes of the encoding's split expression; classes of letters are below DIGIT. */
const END = 0;
const UPPER = 1;
const LOWER = 2;
const DIGIT = 3;
const SIGN = 4;
const SPACE = 5;
const LINE_BREAK = 6;

const QUOTE = 0x27;
const SLASH = 0x2f;
const BLANK = 0x20;
/** Turns an ASCII letter into lower case; of other bytes it makes nothing that is compared with a letter. */
const SMALL = 0x20;

/** Marks the end of the text; UTF-8 text never contains it. */
const END_BYTE = 0xff;

const CLASS_OF = new Uint8Array(256).fill(SIGN);
CLASS_OF.fill(UPPER, 0x41, 0x5b);
CLASS_OF.fill(LOWER, 0x61, 0x7b);
CLASS_OF.fill(DIGIT, 0x30, 0x3a);
CLASS_OF.fill(SPACE, 0x09, 0x0e);
CLASS_OF[BLANK] = SPACE;
CLASS_OF[0x0a] = LINE_BREAK;
CLASS_OF[0x0d] = LINE_BREAK;
CLASS_OF[END_BYTE] = END;

const codeOf = (letter: string): number => letter.charCodeAt(0);
const [S, D, M, T, L, V, R, E] = [..."sdmtlvre"].map(codeOf);

// Indexes below are inside the text or on the byte that ends it; `as number` costs nothing in these loops, which are
// nearly all of a count's time.
const classAt = (bytes: Uint8Array, at: number): number => CLASS_OF[bytes[at] as number] as number;

/** Letters, upper case before lower case, and a contraction after them: `HTTPServer` is one word, `fooBar` two. */
function endOfLetters(bytes: Uint8Array, from: number): number {
  let at = from;
  while (classAt(bytes, at) === UPPER) at++;
  while (classAt(bytes, at) === LOWER) at++;
  if (bytes[at] !== QUOTE) {
    return at;
  }
  const first = (bytes[at + 1] as number) | SMALL;
  const second = classAt(bytes, at + 1) === END ? END : (bytes[at + 2] as number) | SMALL;
  if (first === S || first === D || first === M || first === T) {
    return at + 2;
  }
  const isLong = first === L ? second === L : (first === V || first === R) && second === E;
  return isLong ? at + 3 : at;
}

function endOfSigns(bytes: Uint8Array, from: number): number {
  let at = from;
  while (classAt(bytes, at) === SIGN) at++;
  while (classAt(bytes, at) === LINE_BREAK || bytes[at] === SLASH) at++;
  return at;
}

/** White space up to its last line break; without one, all but the last space, which belongs to the next word. */
function endOfSpace(bytes: Uint8Array, from: number): number {
  let at = from;
  let afterBreak = from;
  for (let kind = classAt(bytes, at); kind >= SPACE; kind = classAt(bytes, at)) {
    at++;
    afterBreak = kind === LINE_BREAK ? at : afterBreak;
  }
  if (afterBreak > from) {
    return afterBreak;
  }
  return classAt(bytes, at) === END || at === from + 1 ? at : at - 1;
}

function endOfWord(bytes: Uint8Array, from: number): number {
  const kind = classAt(bytes, from);
  if (kind < DIGIT) {
    return endOfLetters(bytes, from);
  }
  if (kind === DIGIT) {
    const second = classAt(bytes, from + 1) === DIGIT;
    return from + 1 + (second ? 1 + (classAt(bytes, from + 2) === DIGIT ? 1 : 0) : 0);
  }
  const next = classAt(bytes, from + 1);
  if (kind !== LINE_BREAK && (next === UPPER || next === LOWER)) {
    return endOfLetters(bytes, from + 1);
  }
  const isSigns = kind === SIGN || (bytes[from] === BLANK && next === SIGN);
  return isSigns ? endOfSigns(bytes, from + 1) : endOfSpace(bytes, from);
}

/** The hash table of words is at most half full. Longer words than WORD_BYTES_MAX are not kept. */
const SLOTS = 65_536;
const WORDS_MAX = SLOTS / 2;
const WORD_BYTES_MAX = 64;
const LETTERS_MAX = 1_048_576;
/** FNV-1a (Fowler, Noll, Vo). */
const FNV_PRIME = 0x01000193;

/** A hash table from words to their token counts. */
class Words {
  readonly #starts = new Int32Array(SLOTS);
  /** 0 if the slot is free. */
  readonly #lengths = new Uint8Array(SLOTS);
  readonly #counts = new Uint8Array(SLOTS);
  readonly #letters = new Uint8Array(LETTERS_MAX);
  #known = 0;
  #used = 0;

  /** The word's token count; 0 if it is not in the table. */
  find(bytes: Uint8Array, from: number, to: number): number {
    const length = to - from;
    if (length > WORD_BYTES_MAX) {
      return 0;
    }
    const slot = this.#slotOf(bytes, from, length);
    return this.#lengths[slot] === 0 ? 0 : (this.#counts[slot] as number);
  }

  remember(bytes: Uint8Array, from: number, to: number, tokens: number): void {
    const length = to - from;
    if (length > WORD_BYTES_MAX) {
      return;
    }
    if (this.#known >= WORDS_MAX || this.#used + length > LETTERS_MAX) {
      this.#lengths.fill(0);
      this.#known = 0;
      this.#used = 0;
    }
    const slot = this.#slotOf(bytes, from, length);
    this.#starts[slot] = this.#used;
    this.#lengths[slot] = length;
    this.#counts[slot] = tokens;
    this.#letters.set(bytes.subarray(from, to), this.#used);
    this.#known += 1;
    this.#used += length;
  }

  /** The word's slot, or the free slot where it would go. */
  #slotOf(bytes: Uint8Array, from: number, length: number): number {
    let hash = length;
    for (let at = from; at < from + length; at++) {
      hash = Math.imul(hash ^ (bytes[at] as number), FNV_PRIME);
    }
    let slot = (hash ^ (hash >>> 15)) & (SLOTS - 1);
    const lengths = this.#lengths;
    while (lengths[slot] !== 0 && (lengths[slot] !== length || !this.#isWord(slot, bytes, from, length))) {
      slot = (slot + 1) & (SLOTS - 1);
    }
    return slot;
  }

  #isWord(slot: number, bytes: Uint8Array, from: number, length: number): boolean {
    const letters = this.#letters;
    const start = this.#starts[slot] as number;
    for (let at = 0; at < length; at++) {
      if (letters[start + at] !== bytes[from + at]) {
        return false;
      }
    }
    return true;
  }
}

/** Longer texts are rare and go to the encoder. UTF-16 units. */
const TEXT_LENGTH_MAX = 32_768;
/** UTF-8 takes up to three bytes a unit. */
const TEXT_BYTES_MAX = 3 * TEXT_LENGTH_MAX;

const isSpace = (bytes: Uint8Array, at: number): boolean => classAt(bytes, at) >= SPACE;

/** The length of the unbroken run of white space, or of anything else, that the byte at `at` is in; `most` + 1 at most. */
function runLength(bytes: Uint8Array, at: number, length: number, most: number): number {
  const space = isSpace(bytes, at);
  let from = at;
  while (from > 0 && at - from <= most && isSpace(bytes, from - 1) === space) from--;
  let to = at + 1;
  while (to < length && to - from <= most && isSpace(bytes, to) === space) to++;
  return to - from;
}

/** A run longer than `most` covers at least one position of this grid. */
function hasLongRun(bytes: Uint8Array, length: number, most: number): boolean {
  for (let at = most; at < length; at += most) {
    if (runLength(bytes, at, length, most) > most) {
      return true;
    }
  }
  return false;
}

/**
 * Counts the same as `count`, which must be that of o200k_base; null for a text that is not ASCII, is long, or has an unbroken
 * run over `runLengthMax`. Uses at most 2 MB.
 */
export function countByWords(count: Count, runLengthMax: number): (text: string) => number | null {
  const words = new Words();
  const bytes = Buffer.alloc(TEXT_BYTES_MAX + 1);
  return (text) => {
    const { length } = text;
    // As many bytes as UTF-16 units: the text is ASCII.
    if (length > TEXT_LENGTH_MAX || bytes.write(text, "utf8") !== length || hasLongRun(bytes, length, runLengthMax)) {
      return null;
    }
    bytes[length] = END_BYTE;
    let tokens = 0;
    for (let from = 0; from < length; ) {
      const to = endOfWord(bytes, from);
      let ofWord = to === from + 1 ? 1 : words.find(bytes, from, to);
      if (ofWord === 0) {
        ofWord = count(text.slice(from, to));
        words.remember(bytes, from, to, ofWord);
      }
      tokens += ofWord;
      from = to;
    }
    return tokens;
  };
}
