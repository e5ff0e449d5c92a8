// What became of symbols and files: what went elsewhere is told as that only where it can be nothing else, and what could not
// be compared, for want of time or of a text, is said.
import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { analyzeChanges, type ChangesTask } from "../../../src/change/read/analyze-changes.ts";
import { type Analyzer, openAnalyzer } from "../../../src/languages/analyze.ts";
import { diffRows } from "../../../src/operations/code/changes/diff-rows.ts";
import { writeDiff } from "../../../src/operations/code/changes/write-diff.ts";
import { differenceOf } from "../../../src/project/git-sides.ts";
import { openCorpus } from "../../../src/project/open-corpus.ts";
import { useScratch } from "../../project/scratch.ts";
import { useScratchGit } from "../../project/scratch-git.ts";
import { DEFAULT_RULES } from "../../support/default-rules.ts";

const scratch = useScratch();
const git = useScratchGit(scratch);
type Files = Readonly<Record<string, string>>;

let analyzer: Analyzer;
beforeAll(async () => {
  analyzer = await openAnalyzer();
});

function commit(files: Files): void {
  for (const name of readdirSync(join(scratch.root, "p"))) {
    if (name !== ".git") rmSync(join(scratch.root, "p", name), { recursive: true });
  }
  scratch.write(Object.fromEntries(Object.entries(files).map(([path, text]) => [`p/${path}`, text])));
  git("p", "add", "-A");
  git("p", "commit", "-q", "-m", "c");
}

function commitBoth(before: Files, after: Files): void {
  mkdirSync(join(scratch.root, "p"), { recursive: true });
  git("p", "init", "-q", "-b", "main");
  commit(before);
  commit(after);
}

async function analyze(before: Files, after: Files, options: Partial<ChangesTask> = {}) {
  commitBoth(before, after);
  return analyzeLastCommit(options);
}

async function analyzeLastCommit(options: Partial<ChangesTask> = {}, scope: "commit" | "worktree" = "commit") {
  const corpus = openCorpus({ root: join(scratch.root, "p"), rules: DEFAULT_RULES });
  await corpus.refresh();
  const { signal } = new AbortController();
  const { files } = await differenceOf(corpus, { scope }, signal);
  const fingerprint: ChangesTask["fingerprint"] = (path, text) => analyzer.fingerprint({ path, text });
  return analyzeChanges({ corpus, files, fingerprint, timeMsMax: 60_000, signal, ...options });
}

async function told(before: Files, after: Files): Promise<readonly string[]> {
  const rows = diffRows(await analyze(before, after));
  return writeDiff({ compared: "", files: 0, risk: null, unweighed: 0, history: "applied" }, rows, rows.length).lines;
}

const long = (name: string, more = ""): string =>
  `export function ${name}(a: number, b: number) {\n  const sum = a + b;\n  if (sum > 10) {\n    return sum * a;\n  }${more}\n  return sum;\n}\n`;

describe("what went elsewhere", () => {
  it("is a symbol of the same name and content", async () => {
    expect(await told({ "a.ts": long("f"), "b.ts": "start();\n" }, { "b.ts": `start();\n${long("f")}` })).toEqual([
      "b.ts",
      " moved 2-8 function f from a.ts:1",
      "removed a.ts",
      " moved away: f",
    ]);
  });

  it("is one of another name where there is only one that it can be", async () => {
    expect(await told({ "a.ts": long("f") }, { "a.ts": long("g") })).toEqual([
      "a.ts",
      " renamed 1-7 function g from f, line 1",
    ]);
    expect(await told({ "a.ts": long("f") }, { "a.ts": long("g") + long("h") })).toEqual([
      "a.ts",
      " removed 1-7 function f",
      " added 1-7 function g",
      " added 8-14 function h",
    ]);
  });

  it("is not what is too short to be told apart, or what has changed too", async () => {
    expect(await told({ "a.ts": "function f() {}\n" }, { "b.ts": "function g() {}\n" })).toEqual([
      "removed a.ts",
      " removed 1 function f",
      "added b.ts",
      " added 1 function g",
    ]);
    expect(await told({ "a.ts": long("f") }, { "a.ts": long("g", " log(a);") })).toEqual([
      "a.ts",
      " removed 1-7 function f",
      " added 1-7 function g",
    ]);
  });

  it("takes along what stands in it", async () => {
    const box = `export class Box {\n${long("put").replace("export function ", " ")}${long("get").replace("export function ", " ")}}\n`;
    expect(await told({ "a.ts": `${box}${long("f")}` }, { "a.ts": long("f"), "b.ts": `start();\n${box}` })).toEqual([
      "added b.ts",
      " moved 2-17 class Box from a.ts:1",
      "a.ts, lines 1-16 deleted",
      " moved away: Box",
    ]);
  });

  it("is a file with the same text, or with mostly the same symbols", async () => {
    const text = long("f") + long("g") + long("h");
    expect(await told({ "a.ts": text, "x.md": "# X\n" }, { "b.ts": text, "y.md": "# X\n" })).toEqual([
      "renamed b.ts from a.ts",
      " the same text",
      "renamed y.md from x.md",
      " the same text",
    ]);
    expect(
      await told({ "a.ts": text }, { "b.ts": text.replace("function g(a: number", "function g(a: bigint") }),
    ).toEqual([
      "renamed b.ts from a.ts",
      " signature 8-14 function g: export function g(a: number, b: number) → export function g(a: bigint, b: number)",
    ]);
  });
});

describe("what could not be compared", () => {
  it("for want of time is counted", async () => {
    const { files, filesLeft } = await analyze({ "a.ts": "a\n" }, { "a.ts": "b\n" }, { timeMsMax: 0 });
    expect({ files, filesLeft }).toEqual({ files: [], filesLeft: 1 });
    const late = await analyze(
      { "a.ts": "a\n" },
      { "a.ts": "b\n" },
      {
        timeMsMax: 300,
        fingerprint: (_path, _text, signal) =>
          new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(new Error("late")))),
      },
    );
    expect(late).toMatchObject({ files: [], filesLeft: 1 });
  });

  it("since it was given up ends at once", async () => {
    const stop = new AbortController();
    const given = analyze(
      { "a.ts": "a\n" },
      { "a.ts": "b\n" },
      {
        signal: stop.signal,
        fingerprint: (_path, _text, signal) => {
          stop.abort();
          return Promise.reject(signal.reason);
        },
      },
    );
    await expect(given).rejects.toMatchObject({ code: "CANCELLED" });
  });

  it("is named with its reason", async () => {
    const before = { "a.ts": "a\n", "b.bin": "\0", "huge.ts": "x\n".repeat(600_000), "c.ts": "c\n", "mode.sh": "m\n" };
    const after = { "a.ts": "b\n", "b.bin": "\0\0", "huge.ts": "y\n".repeat(600_000), "c.ts": "d\n", "mode.sh": "m\n" };
    const found = await analyze(before, after, {
      fingerprint: async (path, text) =>
        path === "c.ts" ? { unread: "its parser crashed" } : analyzer.fingerprint({ path, text }),
    });
    expect(found.files.map(({ path, unread }) => `${path}: ${unread}`)).toEqual([
      "a.ts: null",
      "b.bin: binary",
      "c.ts: its parser crashed",
      "huge.ts: oversized",
    ]);
  });

  it("since git does not have its former content, as in a partial clone, is named with that reason", async () => {
    commitBoth({ "a.ts": "a\n", "b.ts": "b\n" }, { "a.ts": "c\n", "b.ts": "d\n" });
    const blob = git("p", "rev-parse", "HEAD~:a.ts");
    rmSync(join(scratch.root, "p/.git/objects", blob.slice(0, 2), blob.slice(2)));
    const { files } = await analyzeLastCommit();
    expect(files.map(({ path, unread }) => `${path}: ${unread}`)).toEqual([
      "a.ts: before: git does not have its content here",
      "b.ts: null",
    ]);
  });
});

it("misses a source file that the rules leave out, and no other file that they leave out", async () => {
  const generated = "// Code generated by a tool. DO NOT EDIT.\n\npackage shop\n\nfunc Open() {}\n";
  const before = { "zz.go": generated, ".env": "A=1\n" };
  const { files } = await analyze(before, { "zz.go": generated.replace("Open", "Shut"), ".env": "A=2\n" });
  expect(files.map(({ path, status, isMissed }) => ({ path, status, isMissed }))).toEqual([
    { path: ".env", status: "changed", isMissed: false },
    { path: "zz.go", status: "changed", isMissed: true },
  ]);
});

it("takes a file that the rules leave out and that differs on disk for changed", async () => {
  const generated = "// Code generated by a tool. DO NOT EDIT.\n\npackage shop\n\nfunc Open() {}\n";
  commitBoth({ "a.go": "package shop\n" }, { "zz.go": generated });
  scratch.write({ "p/zz.go": generated.replace("Open", "Shut") });
  const { files } = await analyzeLastCommit({}, "worktree");
  expect(files.map(({ path, status, isMissed }) => ({ path, status, isMissed }))).toEqual([
    { path: "zz.go", status: "changed", isMissed: true },
  ]);
});
