import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readForGrammars, wordsOf } from "../../../src/intelligence/structure/choose-pattern.ts";
import { filesWithWords } from "../../../src/intelligence/structure/files-with-words.ts";
import { type StructureSearch, searchStructure } from "../../../src/intelligence/structure/search-structure.ts";
import { patternLanguage } from "../../../src/languages/pattern-language.ts";
import { cancelled } from "../../../src/vocabulary/failure.ts";
import { memoryProject } from "../../support/memory-project.ts";

const files = {
  "src/b.ts": "save(1);\nsave(2);\n",
  "src/a.ts": "function f() {\n  return save(user_name);\n}\n",
  "test/a.test.ts": "save(3);\n",
  "src/none.ts": "load(all);\n",
  "src/dies.ts": "save(DIES);\n",
};
const { corpus, index, snapshot } = await memoryProject(files, { withVectors: false });

async function patternsOf(pattern: string): Promise<StructureSearch["patterns"]> {
  const language = patternLanguage("typescript");
  return language === null ? [] : await readForGrammars(pattern, language, index.readPattern);
}

const search = async (changes: Partial<StructureSearch> = {}): Promise<StructureSearch> => ({
  corpus,
  patterns: await patternsOf("save($X)"),
  candidates: Object.keys(files),
  most: 50,
  timeMs: 20_000,
  signal: new AbortController().signal,
  matchPattern: index.matchPattern,
  ...changes,
});

/** Dies of one text, as a worker does whose parser crashes. */
const dying: StructureSearch["matchPattern"] = async (task, signal) => {
  if (task.texts.some(({ text }) => text.includes("DIES"))) {
    throw new Error("a worker process ended");
  }
  return await index.matchPattern(task, signal);
};

describe("a search by structure", () => {
  it("tells the source first, by path, and counts what it does not tell", async () => {
    const found = await searchStructure(await search({ most: 2 }));
    expect(found).toMatchObject({ count: 5, left: 0, givenUp: [], partial: 0 });
    expect(found.files.map(({ path, count, lines }) => [path, count, lines.length])).toEqual([
      ["src/a.ts", 1, 1],
      ["src/b.ts", 2, 1],
      ["src/dies.ts", 1, 0],
      ["test/a.test.ts", 1, 0],
    ]);
  });

  it("goes on without a text of which the parser dies, and names it", async () => {
    const found = await searchStructure(await search({ matchPattern: dying }));
    expect(found.count).toBe(4);
    expect(found).toMatchObject({ left: 1, givenUp: [{ path: "src/dies.ts", reason: "its parser did not end" }] });
  });

  it("ends with its time, and counts the files that are left", async () => {
    const hang = (): Promise<never> => new Promise(() => undefined);
    const found = await searchStructure(await search({ matchPattern: hang, timeMs: 150 }));
    // What lacks the pattern's words is told without a parser.
    expect(found).toMatchObject({ files: [], left: 4 });
  });

  it("that is cancelled ends at once", async () => {
    const controller = new AbortController();
    const hang: StructureSearch["matchPattern"] = (_task, signal) =>
      new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(cancelled())));
    const searching = searchStructure(await search({ matchPattern: hang, signal: controller.signal, timeMs: 60_000 }));
    setTimeout(() => controller.abort(), 20);
    await expect(searching).rejects.toMatchObject({ code: "CANCELLED" });
  });
});

describe("the files with a pattern's words", () => {
  it("are all in which it matches, and no more than hold its terms", async () => {
    const words = wordsOf(await patternsOf("return save(user_name)"));
    expect(words).toEqual(["return", "save", "user_name"]);
    expect([...(filesWithWords(snapshot, words) ?? [])]).toEqual(["src/a.ts"]);
  });

  it("are none that hold the words, left out", async () => {
    const parts = ["save", "userName", "HTTPServer", "x2", "_private", "é", "the", "a", "snake_case_name", "$el"];
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(fc.constantFrom(...parts), { minLength: 1, maxLength: 4 }), async (names) => {
        const text = `call(${names.join(", ")});\n`;
        const { snapshot: one } = await memoryProject({ "a.ts": text, "b.ts": "other();\n" }, { withVectors: false });
        const holders = filesWithWords(one, wordsOf(await patternsOf(text.trim())));
        expect(holders === null || holders.has("a.ts")).toBe(true);
      }),
      { numRuns: 20 },
    );
  });
});
