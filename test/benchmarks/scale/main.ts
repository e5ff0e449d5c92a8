// The generator of large projects, from its command line to its report: reads sources, writes packages, commits them.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { Failure } from "../../../src/vocabulary/failure.ts";
import { runMain, tell } from "../run-main.ts";
import { type Options, parseOptions, USAGE } from "./options.ts";
import { countWords } from "./rename.ts";
import { readSources, type SourceRun } from "./sources.ts";
import { writeProject } from "./write-project.ts";

/** Of the files, every so many-th is read for its words. */
const WORDS_EVERY = 7;
/** Fixed, so that the commit's id is the same in every run. */
const COMMIT_DATE = "2026-01-01T00:00:00Z";

async function wordsOf(runs: readonly SourceRun[]): Promise<readonly string[]> {
  const words = countWords();
  for (const file of runs.flatMap(({ files }) => files).filter((_, at) => at % WORDS_EVERY === 0)) {
    words.add((await file.read()) ?? "");
  }
  return words.top();
}

/** Makes a repository of one commit, which nothing repacks while a benchmark runs. */
function commit(folder: string): void {
  const person = { NAME: "Benchmark", EMAIL: "benchmark@example.com", DATE: COMMIT_DATE };
  const env = Object.fromEntries(
    ["AUTHOR", "COMMITTER"].flatMap((role) =>
      Object.entries(person).map(([key, value]) => [`GIT_${role}_${key}`, value]),
    ),
  );
  const git = (...args: string[]) =>
    execFileSync("git", ["-C", folder, ...args], {
      env: { ...process.env, ...env },
      stdio: ["ignore", "ignore", "inherit"],
    });
  git("init", "-q", "-b", "main");
  git("config", "gc.auto", "0");
  git("config", "core.autocrlf", "false");
  git("add", "-A");
  git("commit", "-q", "--no-verify", "-m", "Generated project");
}

async function run({ files, to, sources, seed }: Options): Promise<void> {
  if (existsSync(to)) {
    throw new Failure("ALREADY_EXISTS", `${to} exists`, {
      hint: "name a folder that does not exist yet, or delete it",
    });
  }
  const runs = await readSources(sources, seed);
  const available = runs.reduce((sum, { files: { length } }) => sum + length, 0);
  tell(`${available} files in ${runs.length} runs`);
  const words = await wordsOf(runs);
  mkdirSync(to, { recursive: true });
  const written = await writeProject(to, runs, words, { files, seed });
  tell(`${written.files} files written, to be committed`);
  commit(to);
  const megabytes = (written.bytes / 1e6).toFixed(1);
  process.stdout.write(
    `${to}: ${written.files} files (${megabytes} MB) in ${written.packages} packages, ${written.noise} files of noise\n`,
  );
}

/** Writes a project; answers the exit code: 0, or 2 where something that was given is wrong. */
export const main = (args: readonly string[], cwd: string): Promise<number> =>
  runMain({ usage: USAGE, parse: () => parseOptions(args, cwd), run });
