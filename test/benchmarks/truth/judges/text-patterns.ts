// Patterns to look for in lines, drawn from the files by seed: literal and regular, in every way of case.
import type { Random } from "../../../support/random.ts";

const CASES = ["sensitive", "insensitive", "smart"] as const;

export interface Pattern {
  readonly pattern: string;
  readonly regex: boolean;
  readonly case: (typeof CASES)[number];
}

const pick = <Item>(items: readonly Item[], random: Random): Item | undefined =>
  items[Math.floor(random() * items.length)];

const escaped = (text: string): string =>
  text
    .replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&")
    .replaceAll("\\/", "/")
    .replaceAll("\\-", "-");

/** A part of a line as someone might look for it; null where the line has nothing to look for. */
function literalFrom(line: string, random: Random): string | null {
  const words = line
    .trim()
    .split(/\s+/)
    .filter((word) => word.length > 2);
  if (words.length === 0) {
    return null;
  }
  const from = Math.floor(random() * words.length);
  const text = words
    .slice(from, from + 1 + Math.floor(random() * 3))
    .join(" ")
    .slice(0, 60);
  return line.includes(text) ? text : (words[from] ?? null);
}

/** An expression that both engines read alike. */
function regexFrom(line: string, other: string, random: Random): string | null {
  const word = pick(line.match(/[A-Za-z_]{3,}/g) ?? [], random);
  const second = pick(other.match(/[A-Za-z_]{3,}/g) ?? [], random) ?? "x";
  if (word === undefined) {
    return null;
  }
  const forms = [
    `\\b${word}\\b`,
    `${word}\\w*`,
    `${word}|${second}`,
    `^\\s*${word}`,
    `${word}.*${second}`,
    `[${word.slice(0, 2)}]${word.slice(1)}`,
    `${word}\\(`,
    `${word}\\s*[=:(]`,
    `(?:${word}|${second})s?$`,
    escaped(line.trim().slice(0, 40)),
    `${word.slice(0, 3)}[a-z]+${word.slice(-1)}`,
    `${word}[^\\s]*$`,
  ];
  return pick(forms, random) ?? null;
}

/** So many patterns, literal and regular in turn, of the files that `read` reads. */
export function drawPatterns(
  count: number,
  files: readonly string[],
  read: (path: string) => string,
  random: Random,
): Pattern[] {
  const patterns: Pattern[] = [];
  while (patterns.length < count) {
    const lines = read(pick(files, random) ?? "").split(/\r?\n/);
    const [line = "", other = ""] = [pick(lines, random), pick(lines, random)];
    const regex = patterns.length % 2 === 1;
    const pattern = regex ? regexFrom(line, other, random) : literalFrom(line, random);
    if (pattern !== null && pattern.trim() !== "" && !/[\r\n\0\uFFFD]/.test(pattern)) {
      patterns.push({ pattern, regex, case: CASES[patterns.length % CASES.length] ?? "smart" });
    }
  }
  return patterns;
}
