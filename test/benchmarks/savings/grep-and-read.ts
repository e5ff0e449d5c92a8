// An assistant without this program, as a rule: it greps the rarest words of its question, sees the first matching lines, and reads
// whole files, those with the most of its words first, until it has read the one that answers. The search is `git grep`.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";

/** Words that say nothing of what is looked for. */
const STOP_WORDS = new Set(
  `about after also and are been before between but can does each for from get has have how into its make more not one only other
  over per same set should some such than that the their them then there these they this those through under use used using was what when
  where which while who why will with within without would`.split(/\s+/),
);
const LETTERS_MIN = 3;
/** Words that it greps for: more would match everywhere. */
const WORDS_MAX = 3;
/** As much of grep's output as common assistants show. */
const LINES_MAX = 100;
const LINE_LENGTH_MAX = 200;
/** It gives up after so many files. */
const FILES_MAX = 10;
const FILE_LINES_MAX = 2_000;

/** One turn: what a call put into the context. */
export interface Step {
  /** The file that was read; null for the output of a search. */
  readonly path: string | null;
  readonly tokens: number;
}

export interface Replay {
  /** Whether a file that answers was read. */
  readonly found: boolean;
  /** What came into the context: grep's output and the files read. */
  readonly tokens: number;
  readonly files: number;
  readonly steps: readonly Step[];
}

/** Names in a question keep their form; plain words count in any case. */
export const wordsOf = (question: string): string[] =>
  [...new Set((question.match(/[\p{L}_][\p{L}\p{N}_]*/gu) ?? []).map((word) => word.toLowerCase()))].filter(
    (word) => word.length >= LETTERS_MIN && !STOP_WORDS.has(word),
  );

function grep(root: string, args: readonly string[]): string[] {
  try {
    const text = execFileSync("git", ["-C", root, "grep", "-I", "-i", ...args], {
      encoding: "utf8",
      maxBuffer: 256 * 1024 * 1024,
      stdio: ["ignore", "pipe", "ignore"],
    });
    return text.split("\n").slice(0, -1);
  } catch (error) {
    // grep found nothing.
    if ((error as { status?: number }).status === 1) {
      return [];
    }
    throw error;
  }
}

/** `isAnswer`: whether a path, relative to `root`, is a file that answers. */
export function grepAndRead(
  root: string,
  question: string,
  isAnswer: (path: string) => boolean,
  count: (text: string) => number,
): Replay {
  const matching = wordsOf(question).map((word) => ({ word, files: grep(root, ["-l", "-F", "-e", word]) }));
  const rarest = matching
    .filter(({ files }) => files.length > 0)
    .sort((a, b) => a.files.length - b.files.length)
    .slice(0, WORDS_MAX);
  if (rarest.length === 0) {
    return { found: false, tokens: 0, files: 0, steps: [] };
  }
  const lines = grep(root, ["-n", "-F", ...rarest.flatMap(({ word }) => ["-e", word])]);
  const shown = lines.slice(0, LINES_MAX).map((line) => line.slice(0, LINE_LENGTH_MAX));
  const steps: Step[] = [{ path: null, tokens: count(shown.join("\n")) }];
  const files = inOrder(rarest, lines).slice(0, FILES_MAX);
  const answering = files.findIndex(isAnswer);
  const read = answering < 0 ? files : files.slice(0, answering + 1);
  for (const path of read) {
    const text = readFileSync(join(root, path), "utf8").split("\n").slice(0, FILE_LINES_MAX).join("\n");
    steps.push({ path, tokens: count(text) });
  }
  const tokens = steps.reduce((sum, step) => sum + step.tokens, 0);
  return { found: answering >= 0, tokens, files: read.length, steps };
}

/** The files with the most of the words, then with the most matching lines. */
function inOrder(rarest: readonly { readonly files: readonly string[] }[], lines: readonly string[]): string[] {
  const matches = new Map<string, number>();
  for (const line of lines) {
    const path = line.slice(0, line.indexOf(":"));
    matches.set(path, (matches.get(path) ?? 0) + 1);
  }
  const distinct = (path: string): number => rarest.filter(({ files }) => files.includes(path)).length;
  return [...new Set(rarest.flatMap(({ files }) => files))].sort(
    (a, b) => distinct(b) - distinct(a) || (matches.get(b) ?? 0) - (matches.get(a) ?? 0) || (a < b ? -1 : 1),
  );
}
