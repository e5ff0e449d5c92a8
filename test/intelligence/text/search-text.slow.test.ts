// The search over real files and, for expressions, in a real process.
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Case, parsePattern } from "../../../src/intelligence/text/pattern.ts";
import { searchText, type TextFound } from "../../../src/intelligence/text/search-text.ts";
import type { CorpusSource } from "../../../src/project/corpus.ts";
import { packagePath } from "../../../src/system/package-root.ts";
import { splitLines } from "../../../src/vocabulary/text.ts";
import { openFolderCorpus } from "../../support/folder-corpus.ts";
import { propertyRuns } from "../../support/property-runs.ts";

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) {
    rmSync(folder, { recursive: true, force: true });
  }
});

async function corpusOf(files: Readonly<Record<string, string>>): Promise<CorpusSource> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "search-text-")));
  folders.push(root);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  const corpus = openFolderCorpus(root);
  await corpus.refresh();
  return corpus;
}

interface Asked {
  readonly pattern: string;
  readonly regex?: boolean;
  readonly case?: Case;
  readonly most?: number;
  readonly context?: number;
  readonly timeMs?: number;
  readonly signal?: AbortSignal;
}

const search = (corpus: CorpusSource, asked: Asked): Promise<TextFound> =>
  searchText({
    corpus,
    pattern: parsePattern({ pattern: asked.pattern, regex: asked.regex ?? false, case: asked.case ?? "smart" }),
    paths: corpus.current().files.keys(),
    most: asked.most ?? 50,
    context: asked.context ?? 0,
    timeMs: asked.timeMs ?? 60_000,
    signal: asked.signal ?? new AbortController().signal,
  });

/** `path:line text` of each line told, and how many more of the file match. */
const rows = ({ files }: TextFound): string[] =>
  files.flatMap(({ path, count, lines }) => [
    ...lines.map(({ line, text }) => `${path}:${line} ${text}`),
    ...(count > lines.length ? [`${path} ${count - lines.length} more`] : []),
  ]);

/** For which `(a+)+$` takes longer than anybody lives. */
const ENDLESS = `${"a".repeat(200)}!\n`;

describe("a search of text", () => {
  const files = {
    "test/b.test.ts": "order();\n",
    "vendor/a.js": "order\n",
    "src/b.ts": "const Order = 1;\n  order(Order);\n\norder\n",
    "src/a.ts": "// none\r\n// an order\r\n",
    "z.ts": "order\n",
  };

  it("finds the source before what is beside it, then by path and line", async () => {
    const found = await search(await corpusOf(files), { pattern: "order" });
    expect(rows(found)).toEqual([
      "src/a.ts:2 // an order",
      "src/b.ts:1 const Order = 1;",
      "src/b.ts:2 order(Order);",
      "src/b.ts:4 order",
      "z.ts:1 order",
      "test/b.test.ts:1 order();",
      "vendor/a.js:1 order",
    ]);
    expect(found).toMatchObject({ count: 7, looked: 5, left: 0, givenUp: [] });
  });

  it("tells as many lines as were asked for, and counts all", async () => {
    const found = await search(await corpusOf(files), { pattern: "order", most: 2 });
    expect(rows(found)).toEqual([
      "src/a.ts:2 // an order",
      "src/b.ts:1 const Order = 1;",
      "src/b.ts 2 more",
      "z.ts 1 more",
      "test/b.test.ts 1 more",
      "vendor/a.js 1 more",
    ]);
    expect(found.count).toBe(7);
  });

  it("by an expression finds the same lines as by the text", async () => {
    const corpus = await corpusOf(files);
    const byText = await search(corpus, { pattern: "order", context: 1 });
    expect(await search(corpus, { pattern: "[o]rder", regex: true, context: 1 })).toEqual(byText);
  });

  it("gives a file up whose lines take too long, keeps what it found in it, and goes on", async () => {
    const corpus = await corpusOf({ "a.txt": "aa\n", "b.txt": `baa\n${ENDLESS}aaa\n`, "c.txt": "b\naaaa\n" });
    const found = await search(corpus, { pattern: "(a+)+$", regex: true });
    expect(rows(found)).toEqual(["a.txt:1 aa", "b.txt:1 baa", "c.txt:2 aaaa"]);
    expect(found).toMatchObject({ count: 3, looked: 2, left: 1, givenUp: ["b.txt"] });
  });

  it("ends in time with what it found where every file takes too long", async () => {
    const many = Array.from({ length: 40 }, (_, at) => [`b${at}.txt`, ENDLESS] as const);
    const big = Array.from({ length: 40 }, (_, at) => [`a${String(at).padStart(2, "0")}.txt`, "aaa\n"] as const);
    const corpus = await corpusOf(Object.fromEntries([...big, ...many]));
    const found = await search(corpus, { pattern: "(a+)+$", regex: true, timeMs: 1_200 });
    expect(found.count).toBe(32);
    expect(found).toMatchObject({ looked: 32, left: 48 });
  });

  it("looks at nothing where there is no time, and says so", async () => {
    const found = await search(await corpusOf(files), { pattern: "order", timeMs: -1 });
    expect(found).toMatchObject({ files: [], count: 0, looked: 0, left: 5 });
  });

  it("reads a file as it is when its turn comes, and none that is gone", async () => {
    const corpus = await corpusOf({ "a.txt": "order\n", "b.txt": "order\n" });
    writeFileSync(join(corpus.root, "a.txt"), "an order of now\n");
    rmSync(join(corpus.root, "b.txt"));
    expect(rows(await search(corpus, { pattern: "order" }))).toEqual(["a.txt:1 an order of now"]);
  });

  it("by expressions goes on a few at a time, the others in their turn", async () => {
    const corpus = await corpusOf({ "a.txt": `aa\n${ENDLESS}`, "b.txt": "aaa\n" });
    const all = Array.from({ length: 5 }, () => search(corpus, { pattern: "(a+)+$", regex: true }));
    for (const found of await Promise.all(all)) {
      expect(found).toMatchObject({ count: 2, givenUp: ["a.txt"] });
    }
  });

  it("can be cancelled while an expression is tried", async () => {
    const corpus = await corpusOf({ "a.txt": ENDLESS });
    const stop = new AbortController();
    const found = search(corpus, { pattern: "(a+)+$", regex: true, signal: stop.signal });
    setTimeout(() => stop.abort(), 100);
    await expect(found).rejects.toMatchObject({ code: "CANCELLED" });
  });

  it("shows lines around, and of long ones the part around the match", async () => {
    const long = `${"x".repeat(300)}order${"y".repeat(300)}`;
    const corpus = await corpusOf({ "a.txt": `one\n  two\n  order\nfour\n${long}\n` });
    const [first, second] = (await search(corpus, { pattern: "order", context: 2 })).files[0]?.lines ?? [];
    expect(first).toMatchObject({
      line: 3,
      text: "  order",
      clipped: false,
      before: [
        { line: 1, text: "one" },
        { line: 2, text: "  two" },
      ],
      after: [{ line: 4, text: "four" }, { line: 5 }],
    });
    expect(second).toMatchObject({
      line: 5,
      text: `…${"x".repeat(40)}order${"y".repeat(115)}…`,
      clipped: true,
      after: [],
    });
  });
});

describe("the sources of the languages, searched", () => {
  const corpus = openFolderCorpus(packagePath("src/languages"));
  /** By path. */
  let texts: ReadonlyMap<string, readonly string[]>;
  beforeAll(async () => {
    const { files } = await corpus.refresh();
    const linesOf = (path: string) => splitLines(readFileSync(join(corpus.root, path), "utf8"));
    texts = new Map(Array.from(files.keys(), (path) => [path, linesOf(path)]));
  });

  const numbered = (found: TextFound): string[] =>
    found.files.flatMap(({ path, lines }) => lines.map(({ line }) => `${path}:${line}`)).sort();

  /** As a person would: each line of each file by itself. */
  const naive = (isHit: (line: string) => boolean): string[] =>
    [...texts]
      .flatMap(([path, lines]) => lines.flatMap((line, at) => (isHit(line) ? [`${path}:${at + 1}`] : [])))
      .sort();

  it("for a part of any line has the lines of a naive search", async () => {
    const lines = [...texts.values()].flat().filter((line) => line.length > 3);
    const part = fc
      .tuple(
        fc.nat({ max: lines.length - 1 }),
        fc.double({ min: 0, max: 0.99, noNaN: true }),
        fc.integer({ min: 2, max: 12 }),
      )
      .map(([at, share, length]) => {
        const line = lines[at] ?? "";
        const from = Math.floor(share * (line.length - 1));
        return line.slice(from, from + length);
      });
    await fc.assert(
      fc.asyncProperty(part, fc.boolean(), async (pattern, sensitive) => {
        const found = await search(corpus, { pattern, case: sensitive ? "sensitive" : "insensitive", most: 1e9 });
        // Not `toLowerCase`: of some letters it makes two (`İ` becomes `i` and a dot), and then `i` would be found in `İ`.
        const units = pattern.replace(/[\s\S]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
        const folded = new RegExp(units, "i");
        expect(numbered(found).join("\n")).toBe(
          naive((line) => (sensitive ? line.includes(pattern) : folded.test(line))).join("\n"),
        );
      }),
      { numRuns: propertyRuns(40) },
    );
  });

  it.each([
    "^export (?:async )?function",
    "\\bread\\w*\\(",
    "[A-Z]{4,}_MAX",
    "catch|finally",
    "^$",
    "é|…",
    "\\p{Lu}\\p{Ll}+Error",
  ])("for %s has the lines of the expression tried on each", async (pattern) => {
    const expression = new RegExp(pattern, /\\p/.test(pattern) ? "u" : "");
    const found = await search(corpus, { pattern, regex: true, case: "sensitive", most: 1e9 });
    expect(numbered(found).join("\n")).toBe(naive((line) => expression.test(line)).join("\n"));
    expect(found.count).toBe(numbered(found).length);
  });
});
