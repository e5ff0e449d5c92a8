// What a model finds with ripgrep and the words of its question: the files that hold most of them, and their matching
// lines. Says where ripgrep is not there instead of measuring nothing.
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { STOP_WORDS } from "../../../src/index/lexical/stop-words.ts";
import type { AnswerLine } from "./budget.ts";

const run = promisify(execFile);
const OUTPUT_BYTES_MAX = 512 * 1024 * 1024;

export interface FileMatches {
  readonly path: string;
  readonly lines: readonly AnswerLine[];
}

/** Words of the query that a person would search for: no stop words, no single letters; each once. */
export function searchedWords(query: string): string[] {
  const words = query.match(/[\p{L}\p{N}_]+/gu) ?? [];
  return [...new Set(words.map((word) => word.toLowerCase()))].filter(
    (word) => word.length > 1 && !STOP_WORDS.has(word),
  );
}

/** Reads `path NUL line:text` and orders the files: those with most of the words first, then by matching lines, then by path. */
export function rankMatches(output: string, words: readonly string[]): FileMatches[] {
  const files = new Map<string, AnswerLine[]>();
  for (const [, path = "", line = "", text = ""] of output.matchAll(/^(?:\.\/)?(.*?)\0(\d+):(.*)$/gm)) {
    const lines = files.get(path) ?? [];
    files.set(path, lines);
    lines.push({ path, line: Number(line), text: `${path}:${line}:${text}` });
  }
  const held = (lines: readonly AnswerLine[], path: string): number => {
    // The path stands before each line, and ripgrep did not search it.
    const text = lines.map((line) => line.text.slice(path.length).toLowerCase()).join("\n");
    return words.filter((word) => text.includes(word)).length;
  };
  return [...files]
    .map(([path, lines]) => ({ path, lines, held: held(lines, path) }))
    .sort((a, b) => b.held - a.held || b.lines.length - a.lines.length || (a.path < b.path ? -1 : 1))
    .map(({ path, lines }) => ({ path, lines }));
}

/** ripgrep's version, or null where it is not installed. */
export async function ripgrepVersion(): Promise<string | null> {
  try {
    return (await run("rg", ["--version"])).stdout.split("\n", 1)[0] ?? "";
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") {
      return null;
    }
    throw error;
  }
}

/** Files under `root` that hold any of the query's words, as `rankMatches` orders them. */
export async function askRipgrep(root: string, query: string): Promise<FileMatches[]> {
  const words = searchedWords(query);
  if (words.length === 0) {
    return [];
  }
  const options = ["--no-config", "--no-require-git", "--ignore-case", "--fixed-strings", "--line-number", "--null"];
  const patterns = words.flatMap((word) => ["-e", word]);
  try {
    // Without a path it would search its input.
    const { stdout } = await run("rg", [...options, "--no-heading", ...patterns, "."], {
      cwd: root,
      maxBuffer: OUTPUT_BYTES_MAX,
    });
    return rankMatches(stdout, words);
  } catch (error) {
    // 1 is ripgrep's word for: nothing found.
    if ((error as { code?: unknown }).code === 1) {
      return [];
    }
    throw error;
  }
}
