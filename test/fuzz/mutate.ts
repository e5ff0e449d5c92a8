// New inputs from old ones: the usual small damages, splices of two inputs, words of the target's dictionary. Repeats
// exactly with the same random numbers.
import type { Random } from "../support/random.ts";

const INTERESTING = ["\0", "\n", "\r\n", "\\", '"', "/", "..", "*", "**", "[", "]", "{", "}", "!", "#", " ", "-1"];
const WIDE = ["é", "\u2028", "😀", "\ufeff"].map((text) => Buffer.from(text));
const BROKEN = [Buffer.from([0xff]), Buffer.from([0xc3]), Buffer.from([0xed, 0xa0, 0x80])];
const REPEATS_MAX = 2_000;

type Mutation = (input: Buffer, random: Random, other: Buffer, words: readonly Buffer[]) => Buffer;

const at = (input: Buffer, random: Random): number => Math.floor(random() * (input.length + 1));

function insert(input: Buffer, where: number, part: Buffer): Buffer {
  return Buffer.concat([input.subarray(0, where), part, input.subarray(where)]);
}

function pick<Item>(items: readonly Item[], random: Random): Item | undefined {
  return items[Math.floor(random() * items.length)];
}

function piece(input: Buffer, random: Random): Buffer {
  const start = at(input, random);
  return input.subarray(start, start + Math.floor(random() * (input.length - start + 1)));
}

const MUTATIONS: readonly Mutation[] = [
  (input, random) => {
    const changed = Buffer.from(input);
    const where = Math.floor(random() * input.length);
    changed[where] = (changed[where] ?? 0) ^ (1 << Math.floor(random() * 8));
    return changed;
  },
  (input, random) => insert(input, at(input, random), Buffer.from([Math.floor(random() * 256)])),
  (input, random) => {
    const start = at(input, random);
    const length = 1 + Math.floor(random() * Math.min(40, input.length));
    return Buffer.concat([input.subarray(0, start), input.subarray(start + length)]);
  },
  (input, random, _other, words) => insert(input, at(input, random), pick(words, random) ?? Buffer.alloc(0)),
  (input, random) => insert(input, at(input, random), piece(input, random)),
  (input, random, other) => insert(input, at(input, random), piece(other, random)),
  (input, random, other) => Buffer.concat([input.subarray(0, at(input, random)), piece(other, random)]),
  (input, random, _other, words) => {
    const part = random() < 0.5 ? (pick(words, random) ?? Buffer.alloc(0)) : piece(input, random).subarray(0, 8);
    const repeated = Buffer.concat(Array.from({ length: 1 + Math.floor(random() * REPEATS_MAX) }, () => part));
    return insert(input, at(input, random), repeated);
  },
  (input, random) => {
    const digits = [...input.toString("latin1").matchAll(/\d+/g)];
    const found = pick(digits, random);
    if (found === undefined) {
      return input;
    }
    const number = pick(["0", "-1", "1e999", "9007199254740993", "0.1", "null"], random) ?? "";
    const end = found.index + found[0].length;
    return Buffer.concat([input.subarray(0, found.index), Buffer.from(number), input.subarray(end)]);
  },
];

/** One to four damages at once, cut to `bytesMax`. */
export function mutate(
  input: Buffer,
  other: Buffer,
  { dictionary, bytesMax, random }: { dictionary: readonly string[]; bytesMax: number; random: Random },
): Buffer {
  const words = [...[...dictionary, ...INTERESTING].map((word) => Buffer.from(word)), ...WIDE, ...BROKEN];
  let mutated = input;
  for (let count = 1 + Math.floor(random() * 4); count > 0; count -= 1) {
    mutated = pick(MUTATIONS, random)?.(mutated, random, other, words) ?? mutated;
  }
  return mutated.subarray(0, bytesMax);
}
