// search_text against ripgrep: patterns drawn from the files by seed, literal and regular, in every way of case; the same
// lines of the same files are wanted.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { append } from "../../../../src/system/append.ts";
import { type Random, seededRandom } from "../../../support/random.ts";
import { readTable } from "../../../support/read-table.ts";
import type { Finding, Judge, Scene } from "../judge.ts";
import { admittedFiles } from "./admitted.ts";
import { runTool } from "./run-tool.ts";
import { openTally, type Tally } from "./tally.ts";

const PATTERNS = 170;
/** The most lines that one answer shows. */
const LINES_MAX = 500;
const TOKENS_MAX = 200_000;

const CASES = ["sensitive", "insensitive", "smart"] as const;
const CASE_FLAGS = { sensitive: "--case-sensitive", insensitive: "--ignore-case", smart: "--smart-case" } as const;

interface Pattern {
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

function drawPatterns(root: string, files: readonly string[], random: Random): Pattern[] {
  const patterns: Pattern[] = [];
  while (patterns.length < PATTERNS) {
    const lines = readFileSync(join(root, pick(files, random) ?? ""), "utf8").split(/\r?\n/);
    const [line = "", other = ""] = [pick(lines, random), pick(lines, random)];
    const regex = patterns.length % 2 === 1;
    const pattern = regex ? regexFrom(line, other, random) : literalFrom(line, random);
    if (pattern !== null && pattern.trim() !== "" && !/[\r\n\0\uFFFD]/.test(pattern)) {
      patterns.push({ pattern, regex, case: CASES[patterns.length % CASES.length] ?? "smart" });
    }
  }
  return patterns;
}

type Lines = ReadonlyMap<string, readonly number[]>;

async function byRipgrep(
  root: string,
  files: readonly string[],
  { pattern, regex, case: way }: Pattern,
): Promise<Lines> {
  const flags = ["--no-config", "--no-heading", "--line-number", "--with-filename", "--null", "--text", "--crlf"];
  const engine = regex ? [] : ["--fixed-strings"];
  const args = [...flags, CASE_FLAGS[way], ...engine, "--regexp", pattern, "--", ...files];
  const stdout = await runTool("rg", args, { cwd: root, codes: [0, 1] });
  const lines = new Map<string, number[]>();
  for (const [, path = "", line] of stdout.matchAll(/^([^\0\n]+)\0(\d+):/gm)) {
    lines.set(path, [...(lines.get(path) ?? []), Number(line)]);
  }
  return lines;
}

interface Answer {
  /** A table with the columns `path` and `line`. */
  readonly lines: unknown;
  readonly envelope?: { readonly found?: number; readonly files_left?: number };
}

/** Line numbers by path, as shown. */
function linesShown({ lines }: Answer): ReadonlyMap<string, readonly number[]> {
  const shown = new Map<string, number[]>();
  for (const { path, line } of readTable(lines)) {
    append(shown, String(path), Number(line));
  }
  return shown;
}

function compare(tally: Tally, pattern: Pattern, answer: Answer, wanted: Lines): void {
  const shown = `${pattern.regex ? "regex" : "literal"} ${pattern.case} ${JSON.stringify(pattern.pattern)}`;
  const all = [...wanted.values()].reduce((sum, lines) => sum + lines.length, 0);
  if ((answer.envelope?.files_left ?? 0) > 0) {
    tally.wrong("files were left for want of time", shown);
    return;
  }
  const told = linesShown(answer);
  const found = answer.envelope?.found ?? [...told.values()].reduce((sum, lines) => sum + lines.length, 0);
  if (found !== all) {
    tally.wrong("another number of lines", `${found} lines for ${all}: ${shown}`);
    return;
  }
  // What is beyond the most lines that an answer shows is compared by its number alone.
  const compared = all <= LINES_MAX ? told : wanted;
  const differs = [...new Set([...wanted.keys(), ...compared.keys()])].find(
    (path) => compared.get(path)?.join() !== wanted.get(path)?.join(),
  );
  if (differs === undefined) {
    tally.right();
  } else {
    tally.wrong("other lines", `${differs}: ${shown}`);
  }
}

async function run({ root, seed, startServer, tell }: Scene): Promise<readonly Finding[]> {
  const { files } = await admittedFiles(root);
  const patterns = drawPatterns(root, files, seededRandom(seed));
  const [literal, regular] = [openTally(), openTally()];
  const server = await startServer(root);
  try {
    for (const pattern of patterns) {
      const input = { ...pattern, limit: LINES_MAX, max_tokens: TOKENS_MAX };
      const answer = (await server.call("search_text", input)) as Answer;
      compare(pattern.regex ? regular : literal, pattern, answer, await byRipgrep(root, files, pattern));
    }
  } finally {
    await server.close();
  }
  tell(`${patterns.length} patterns over ${files.length} files`);
  const wanted = { least: 1 };
  return [
    literal.finding("search_text", "literal", wanted),
    regular.finding("search_text", "regular expressions", wanted),
  ];
}

export const searchText: Judge = {
  name: "search-text",
  tools: ["search_text"],
  authority: "ripgrep over the files that the program admits",
  checkouts: [
    { name: "chi", source: "go-chi/chi" },
    { name: "express", source: "expressjs/express" },
    { name: "flask", source: "pallets/flask", heldOut: true },
  ],
  versions: async () => [(await runTool("rg", ["--version"])).split("\n")[0] ?? ""],
  run,
};
