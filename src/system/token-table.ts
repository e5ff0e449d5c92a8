// The tokens of an encoding in one piece of memory, which is read as it lies: a map of 200,000 strings takes a tenth of a second to fill,
// at each start of the program. The build makes it (build.config.mjs).

/** A token by its rank: its text, or its bytes where they are no text. */
export type Tokens = readonly (string | readonly number[])[];

/** A power of two above the number of tokens of o200k_base. */
const SLOTS = 1 << 18;
const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

/** Half of a character that needs two UTF-16 units: no token has one, but UTF-8 writes it as a character that some have. */
const HALF_CHARACTER = /\p{Cs}/u;

function slotOf(bytes: Uint8Array, length: number): number {
  let hash = FNV_OFFSET;
  for (let at = 0; at < length; at++) {
    hash = Math.imul(hash ^ (bytes[at] as number), FNV_PRIME);
  }
  return (hash ^ (hash >>> 15)) & (SLOTS - 1);
}

/**
 * Little-endian: the number of tokens and of those that are no text; the ranks of the latter, ordered by their bytes; the slots, each with a
 * rank above zero or zero, where tokens are found by their hash; the length of each token; their bytes.
 */
export function makeTokenTable(tokens: Tokens): Uint8Array {
  const all = tokens.map((token) => Buffer.from(token as string));
  const noTexts = tokens.flatMap((token, rank) => (typeof token === "string" ? [] : [rank]));
  noTexts.sort((one, other) => Buffer.compare(all[one] as Buffer, all[other] as Buffer));
  const slots = new Uint32Array(SLOTS);
  for (const [rank, bytes] of all.entries()) {
    if (typeof tokens[rank] === "string") {
      let slot = slotOf(bytes, bytes.length);
      while (slots[slot] !== 0) {
        slot = (slot + 1) & (SLOTS - 1);
      }
      slots[slot] = rank + 1;
    }
  }
  const numbers = Uint32Array.from([tokens.length, noTexts.length, ...noTexts]);
  const lengths = Uint8Array.from(all, ({ length }) => length);
  return Buffer.concat([Buffer.from(numbers.buffer), Buffer.from(slots.buffer), lengths, ...all]);
}

export class TokenTable {
  readonly #noTexts: Uint32Array;
  readonly #slots: Uint32Array;
  /** Of each token in `#letters`, and the end of the last one. */
  readonly #starts: Uint32Array;
  readonly #letters: Uint8Array;
  readonly #sought: Buffer;
  readonly #longest: number;

  /** Of what `makeTokenTable` made, alone in its buffer. */
  constructor({ buffer }: Uint8Array<ArrayBuffer>) {
    const [count = 0, noTexts = 0] = new Uint32Array(buffer, 0, 2);
    this.#noTexts = new Uint32Array(buffer, 8, noTexts);
    this.#slots = new Uint32Array(buffer, 8 + 4 * noTexts, SLOTS);
    const lengths = new Uint8Array(buffer, 8 + 4 * (noTexts + SLOTS), count);
    this.#letters = new Uint8Array(buffer, 8 + 4 * (noTexts + SLOTS) + count);
    this.#starts = new Uint32Array(count + 1);
    let longest = 0;
    for (let rank = 0; rank < count; rank++) {
      const length = lengths[rank] as number;
      this.#starts[rank + 1] = (this.#starts[rank] as number) + length;
      longest = Math.max(longest, length);
    }
    this.#longest = longest;
    // A UTF-16 unit takes three bytes at most.
    this.#sought = Buffer.alloc(3 * longest);
  }

  /** Undefined for a text that is no token. */
  rankOf(text: string): number | undefined {
    if (text.length > this.#longest) {
      return undefined;
    }
    const length = this.#sought.write(text, "utf8");
    if (length !== text.length && HALF_CHARACTER.test(text)) {
      return undefined;
    }
    for (let slot = slotOf(this.#sought, length); ; slot = (slot + 1) & (SLOTS - 1)) {
      const rank = (this.#slots[slot] as number) - 1;
      if (rank < 0) {
        return undefined;
      }
      if (this.#isSought(rank, length)) {
        return rank;
      }
    }
  }

  #isSought(rank: number, length: number): boolean {
    const start = this.#starts[rank] as number;
    if ((this.#starts[rank + 1] as number) - start !== length) {
      return false;
    }
    for (let at = 0; at < length; at++) {
      if (this.#letters[start + at] !== this.#sought[at]) {
        return false;
      }
    }
    return true;
  }

  /** The tokens that are no text, with their ranks, ordered by their bytes. */
  noTexts(): (readonly [Uint8Array, number])[] {
    return Array.from(this.#noTexts, (rank) => [
      this.#letters.subarray(this.#starts[rank], this.#starts[rank + 1]),
      rank,
    ]);
  }
}
