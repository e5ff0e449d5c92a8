// Whether a value looks drawn at random, as credentials are, or made up by a person to show where one would stand.

/** Bits per character, by Shannon. */
export function entropyOf(text: string): number {
  const counts = new Map<string, number>();
  for (const char of text) {
    counts.set(char, (counts.get(char) ?? 0) + 1);
  }
  let bits = 0;
  for (const count of counts.values()) {
    bits -= (count / text.length) * Math.log2(count / text.length);
  }
  return bits;
}

const PLACEHOLDER =
  /example|sample|dummy|fake|mock|placeholder|change[-_]?(?:me|it|this)|your[-_A-Z]|\byour|my[-_]?(?:pass|secret|token|key)|xxx|\*\*\*|\.\.\.|…|redacted|removed|censored|insert|replace|todo|fixme|foobar|\bfoo|lorem|deadbeef|cafebabe|not[-_]?(?:a|real)|invalid|default|eby8vdm02xnocqflquwjpllmetlcdxj1ouzft50usrz6ifsufq2uver|undefined|test|demo|secret[-_]?(?:key|token)|(.)\1{4}/i;
const SEQUENCES = [
  "0123456789012345678901234567890",
  "abcdefghijklmnopqrstuvwxyzabcdef",
  "qwertyuiop",
  "asdfghjkl",
  "9876543210",
];
/** A run of this many characters in the order of the alphabet is not random. */
const SEQUENCE_LENGTH = 5;

/** A value that a person wrote in place of a real one. */
export function isPlaceholder(value: string): boolean {
  if (PLACEHOLDER.test(value)) {
    return true;
  }
  const lowered = value.toLowerCase();
  for (let at = 0; at + SEQUENCE_LENGTH <= lowered.length; at += 1) {
    if (SEQUENCES.some((sequence) => sequence.includes(lowered.slice(at, at + SEQUENCE_LENGTH)))) {
      return true;
    }
  }
  return false;
}

/** How many of these it has: lower case, upper case, digits, others. */
export const classesOf = (value: string): number =>
  [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z\d]/].filter((pattern) => pattern.test(value)).length;

/** Letters that stand in words. */
const WORDS_SHARE = 0.6;

/** Made of words, as names, keys of messages and addresses are: `reset-password.title2`. */
export function isWordy(value: string): boolean {
  const words = value.match(/[A-Z]?[a-z]{3,}|[A-Z]{4,}/g) ?? [];
  const spoken = words.filter((word) => /[aeiouy]/i.test(word) && !/[^aeiouy]{5}/i.test(word));
  return spoken.join("").length >= value.length * WORDS_SHARE;
}
