// What happens to a working tree at a stroke: each is one update, in which nothing is analysed or embedded whose content is
// as it was, or was embedded before. Real git, watched folders.
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, renameSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import type { CorpusSource } from "../../../src/project/corpus.ts";
import { openCorpus } from "../../../src/project/open-corpus.ts";
import { DEFAULT_RULES } from "../../support/default-rules.ts";
import { openTestProject, type TestProject } from "../../support/test-index.ts";

const FILES = 600;
const pathOf = (file: number) => `part${file % 20}/file${file}.ts`;
const textOf = (file: number, edition: string) => `export const value${file} = "${edition} of ${file}";\n`;
const range = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => from + at);

let project: TestProject | undefined;
let corpus: CorpusSource | undefined;
afterEach(async () => {
  await project?.dispose();
  corpus?.close();
});

test("branches, stashes, rebases, formatters and atomic saves", { timeout: 180_000 }, async () => {
  project = openTestProject();
  const root = project.files;
  const write = (file: number, edition: string) => {
    const path = join(root, pathOf(file));
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, textOf(file, edition));
  };
  const git = (...args: string[]) =>
    execFileSync("git", ["-C", root, "-c", "user.name=t", "-c", "user.email=t@example.org", ...args], {
      env: { ...process.env, GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_SYSTEM: "/dev/null" },
      stdio: "ignore",
    });
  const commit = () => {
    git("add", "-A");
    git("commit", "-q", "-m", "all");
  };
  for (const file of range(0, FILES)) write(file, "first");
  git("init", "-q", "-b", "main");
  commit();
  corpus = openCorpus({ root, rules: DEFAULT_RULES, watch: { scratch: project.folder } });
  const source = corpus;
  const index = await project.openWithVectors(undefined, { corpus });
  const update = async () => {
    const { indexedFiles, removedFiles, embeddedChunks, coverage } = await index.complete({});
    expect(coverage).toMatchObject({ filesSearchable: coverage.files, chunksEmbedded: coverage.chunks });
    return { analysed: indexedFiles, removed: removedFiles, embedded: embeddedChunks, files: coverage.files };
  };
  expect(await update(), "the first time").toEqual({ analysed: 600, removed: 0, embedded: 600, files: 600 });
  await vi.waitFor(() => expect(source.watchStatus().state).toBe("live"), { timeout: 20_000 });

  git("checkout", "-q", "-b", "feature");
  for (const file of range(0, 200)) write(file, "second");
  for (const file of range(FILES, FILES + 50)) write(file, "first");
  for (const file of range(550, FILES)) git("rm", "-q", pathOf(file));
  commit();
  expect(await update(), "work on a branch").toEqual({ analysed: 250, removed: 50, embedded: 250, files: 600 });

  git("checkout", "-q", "main");
  expect(await update(), "back to the other branch").toEqual({ analysed: 250, removed: 50, embedded: 0, files: 600 });

  git("checkout", "-q", "feature");
  git("checkout", "-q", "main");
  expect(await update(), "there and back").toEqual({ analysed: 0, removed: 0, embedded: 0, files: 600 });

  for (const file of range(0, FILES)) utimesSync(join(root, pathOf(file)), 1_000_000, 1_000_000 + file);
  expect(await update(), "other times").toEqual({ analysed: 0, removed: 0, embedded: 0, files: 600 });

  for (const file of range(0, FILES)) write(file, file < 100 ? "formatted" : "first");
  expect(await update(), "a formatter writes every file").toEqual({
    analysed: 100,
    removed: 0,
    embedded: 100,
    files: 600,
  });

  git("stash", "-q");
  expect(await update(), "stash").toEqual({ analysed: 100, removed: 0, embedded: 0, files: 600 });
  git("stash", "pop", "-q");
  expect(await update(), "pop").toEqual({ analysed: 100, removed: 0, embedded: 0, files: 600 });
  git("checkout", "-q", "--", ".");

  for (const file of range(300, 310)) write(file, "on main");
  commit();
  git("checkout", "-q", "feature");
  git("rebase", "-q", "main");
  expect(await update(), "rebase").toEqual({ analysed: 260, removed: 50, embedded: 10, files: 600 });

  const saved = join(root, pathOf(1));
  writeFileSync(`${saved}.tmp`, readFileSync(saved, "utf8").replace("second", "third"));
  renameSync(`${saved}.tmp`, saved);
  expect(await update(), "an atomic save").toEqual({ analysed: 1, removed: 0, embedded: 1, files: 600 });

  expect(source.watchStatus().state).toBe("live");
});
