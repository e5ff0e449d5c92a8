// Other ways to answer the same questions, at the tokens of the build's own answer: ripgrep with the two best words, the whole
// files of the first three hits, and codegraph where it is installed. Each gives an answer as read-answer.ts does.
import { execFile } from "node:child_process";
import { cpSync, existsSync, mkdirSync } from "node:fs";
import { basename, join } from "node:path";
import { promisify } from "node:util";
import { Failure } from "../../../src/vocabulary/failure.ts";
import { searchedWords } from "../quality/ripgrep.ts";
import type { Files } from "./judge-answer.ts";
import type { Answer, AnswerHit } from "./read-answer.ts";

const run = promisify(execFile);
const OUTPUT_BYTES_MAX = 512 * 1024 * 1024;

/** A line of an answer as it is printed; `line` is null for what is no source. */
export interface PrintedLine {
  readonly path: string;
  readonly line: number | null;
  /** Of the file, without the number that stands before it. */
  readonly source: string;
  /** All that is printed. */
  readonly text: string;
}

export interface BaselineReply {
  readonly answer: Answer;
  readonly tokens: number;
}

type Count = (text: string) => number;

/** The first lines that fit into `budget` tokens, as an answer: one hit a file, in the order of their first lines. */
export function answerOf(lines: Iterable<PrintedLine>, budget: number, count: Count): BaselineReply {
  const files = new Map<string, Map<number, string>>();
  let tokens = 0;
  for (const { path, line, source, text } of lines) {
    const size = count(`${text}\n`);
    if (tokens + size > budget) {
      break;
    }
    tokens += size;
    if (line !== null) {
      const shown = files.get(path) ?? new Map<number, string>();
      files.set(path, shown);
      shown.set(line, source);
    }
  }
  const hits = [...files].map(([path, shown]): AnswerHit => {
    const numbers = [...shown.keys()];
    return { path, startLine: Math.min(...numbers), endLine: Math.max(...numbers), shown };
  });
  return { answer: { outcome: hits.length === 0 ? "none" : "found", hits }, tokens };
}

/** Lines around each match. */
const AROUND = 10;
const WORDS = 2;

/** The standard output; "" where nothing was found. */
async function rg(folder: string, args: readonly string[]): Promise<string> {
  try {
    const options = ["--no-config", "--no-require-git", "--ignore-case", "--fixed-strings", ...args, "."];
    return (await run("rg", options, { cwd: folder, maxBuffer: OUTPUT_BYTES_MAX })).stdout;
  } catch (error) {
    // 1 is ripgrep's word for: nothing found.
    if ((error as { code?: unknown }).code === 1) {
      return "";
    }
    throw error;
  }
}

/** Files by how many of their lines hold the word. */
async function holders(folder: string, word: string): Promise<ReadonlyMap<string, number>> {
  const counted = await rg(folder, ["--count", "--null", "-e", word]);
  return new Map(
    counted
      .split("\n")
      .filter(Boolean)
      .map((row) => {
        const [path = "", lines = "0"] = row.split("\0");
        return [path.replace(/^\.\//, ""), Number(lines)];
      }),
  );
}

const eventSchema = (row: string) =>
  JSON.parse(row) as {
    readonly type: string;
    readonly data: {
      readonly path?: { readonly text?: string };
      readonly lines?: { readonly text?: string };
      readonly line_number?: number | null;
    };
  };

/**
 * What someone sees who searches for the two words of the question that fewest lines of the repository hold, with ten lines
 * around: files that hold both first, else in the order of their paths; a heading for each file, as in a terminal.
 */
export async function askRipgrepWords(folder: string, question: string): Promise<PrintedLine[]> {
  const counted = await Promise.all(
    searchedWords(question).map(async (word) => ({ word, files: await holders(folder, word) })),
  );
  const lines = (files: ReadonlyMap<string, number>): number => [...files.values()].reduce((sum, one) => sum + one, 0);
  const best = counted
    .filter(({ files }) => files.size > 0)
    .sort((a, b) => lines(a.files) - lines(b.files))
    .slice(0, WORDS);
  if (best.length === 0) {
    return [];
  }
  const patterns = best.flatMap(({ word }) => ["-e", word]);
  const output = await rg(folder, ["--json", "--sort", "path", `--context=${AROUND}`, ...patterns]);
  const printed = new Map<string, PrintedLine[]>();
  for (const row of output.split("\n").filter(Boolean)) {
    const { type, data } = eventSchema(row);
    const path = (data.path?.text ?? "").replace(/^\.\//, "");
    const source = data.lines?.text?.replace(/\r?\n$/, "");
    if ((type === "match" || type === "context") && source !== undefined && data.line_number != null) {
      const own = printed.get(path) ?? [{ path, line: null, source: "", text: path }];
      printed.set(path, own);
      own.push({ path, line: data.line_number, source, text: `${data.line_number}:${source}` });
    }
  }
  const both = (path: string): boolean => best.every(({ files }) => files.has(path));
  return [...printed].sort(([a], [b]) => Number(both(b)) - Number(both(a))).flatMap(([, own]) => own);
}

/** The files of the first hits, each once. */
export function wholeFiles(paths: readonly string[], files: Files): PrintedLine[] {
  return [...new Set(paths)].flatMap((path) => [
    { path, line: null, source: "", text: path },
    ...files(path).map((source, at) => ({ path, line: at + 1, source, text: source })),
  ]);
}

const FILE_HEADING = /^\*\*`([^`]+)`\*\*/;
const NUMBERED = /^(\d+)\t(.*)$/;

/** Reads what `codegraph explore` prints: a heading for each file, then its lines, each after its number and a tab. */
export function readExploration(text: string): PrintedLine[] {
  let path = "";
  return text.split("\n").map((row) => {
    path = FILE_HEADING.exec(row)?.[1] ?? path;
    const [, line, source = ""] = NUMBERED.exec(row) ?? [];
    return line === undefined || path === ""
      ? { path, line: null, source: "", text: row }
      : { path, line: Number(line), source, text: row };
  });
}

/** Asks codegraph (npm: @colbymchenry/codegraph) about a copy of the checkout, since it writes its index into the project. */
export interface Codegraph {
  ask(question: string): Promise<PrintedLine[]>;
}

/** `installed`: the folder with its node_modules. Throws NOT_FOUND where it is not there. */
export async function openCodegraph(installed: string, checkout: string, cache: string): Promise<Codegraph> {
  const command = join(installed, "node_modules", ".bin", "codegraph");
  if (!existsSync(command)) {
    throw new Failure("NOT_FOUND", `${command} is not there`, {
      hint: `npm install --prefix ${installed} @colbymchenry/codegraph@1.6.1`,
    });
  }
  const folder = join(cache, "codegraph", basename(checkout));
  const home = join(cache, "codegraph-home");
  mkdirSync(home, { recursive: true });
  const env = { PATH: process.env["PATH"] ?? "", HOME: home, NO_COLOR: "1", DO_NOT_TRACK: "1" };
  const codegraph = (args: readonly string[]) => run(command, args, { cwd: folder, env, maxBuffer: OUTPUT_BYTES_MAX });
  if (!existsSync(join(folder, ".codegraph"))) {
    cpSync(checkout, folder, { recursive: true, filter: (source) => basename(source) !== ".git" });
    await codegraph(["init", "."]);
  }
  return { ask: async (question) => readExploration((await codegraph(["explore", question])).stdout) };
}
