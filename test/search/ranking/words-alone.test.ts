import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ProjectIndex } from "../../../src/index/project-index.ts";
import type { CorpusSource } from "../../../src/project/corpus.ts";
import { bindFilter, compileFilter } from "../../../src/search/query/filter.ts";
import { parseQuery } from "../../../src/search/query/parse-query.ts";
import { findPhrases, suspectFiles } from "../../../src/search/ranking/words-alone.ts";
import type { SearchFilter } from "../../../src/vocabulary/search.ts";
import { type Files, type MemoryProject, memoryProject } from "../../support/memory-project.ts";
import { searchMemory } from "../search-memory.ts";

const step = (name: string, line: string): string =>
  `export function ${name}() {\n  ${line}\n${"  step();\n".repeat(60)}}\n\n`;

const MESSAGE = "TypeError: cannot read property 'x' of undefined";
const RAISES = 'throw new TypeError("Cannot read property " + name + " of undefined");';
const FILES: Files = {
  "src/raise.ts": step("unlike", "return property;") + step("raise", RAISES),
  "src/half.ts": step("half", 'log("cannot read property");'),
  "src/words.ts": step("words", "// of a property that is undefined we cannot read"),
  "test/raise.test.ts": step("testRaise", RAISES),
};
const WORDS_ONLY = { withVectors: false };

function scopeOf({ snapshot }: MemoryProject, filter: Partial<SearchFilter> = {}) {
  return bindFilter(compileFilter({ paths: [], languages: [], kinds: [], ...filter }, new Set()), snapshot);
}

/** `path symbol share` of each chunk with evidence, in order. */
async function evidence(
  project: MemoryProject,
  text: string,
  filter: Partial<SearchFilter> = {},
  corpus: CorpusSource = project.corpus,
): Promise<string[]> {
  const { snapshot } = project;
  const query = parseQuery(text);
  const shares = await findPhrases(query, suspectFiles(snapshot, query, scopeOf(project, filter)), corpus);
  return [...shares]
    .map(([id, share]) => {
      const [chunk] = snapshot.chunks([id]);
      return `${snapshot.document(snapshot.chunkDocument(id)).path} ${chunk?.symbol} ${share.toFixed(2)}`;
    })
    .sort();
}

describe("the chunks that raise a message", () => {
  it("are those with its constant text, each for its share", async () => {
    expect(await evidence(await memoryProject(FILES, WORDS_ONLY), MESSAGE)).toEqual([
      "src/half.ts half 0.62",
      "src/raise.ts raise 1.00",
      "src/words.ts words 0.34",
      "test/raise.test.ts testRaise 1.00",
    ]);
  });

  it.each<[name: string, filter: Partial<SearchFilter>, found: readonly string[]]>([
    ["paths", { paths: ["test/**"] }, ["test/raise.test.ts testRaise 1.00"]],
    ["kinds", { kinds: ["section"] }, []],
  ])("lie within the filter: %s", async (_, filter, found) => {
    expect(await evidence(await memoryProject(FILES, WORDS_ONLY), MESSAGE, filter)).toEqual(found);
  });

  it("are not looked for in what is no message: no file is read", async () => {
    const project = await memoryProject(FILES, WORDS_ONLY);
    const refuse = (path: string) => Promise.reject(new Error(`${path} was read`));
    expect(await evidence(project, "how is a property read", {}, { ...project.corpus, read: refuse })).toEqual([]);
    await expect(evidence(project, MESSAGE, {}, { ...project.corpus, read: refuse })).rejects.toThrow("was read");
  });

  it("are not in a file that changed, vanished or is no longer text", async () => {
    const project = await memoryProject(FILES, WORDS_ONLY);
    project.files.set("src/raise.ts", `\n${FILES["src/raise.ts"]}`);
    project.files.delete("test/raise.test.ts");
    const excluded: CorpusSource = {
      ...project.corpus,
      read: (path) =>
        path === "src/half.ts" ? Promise.resolve({ excluded: "binary", problems: [] }) : project.corpus.read(path),
    };
    expect(await evidence(project, MESSAGE)).toEqual(["src/half.ts half 0.62", "src/words.ts words 0.34"]);
    expect(await evidence(project, MESSAGE, {}, excluded)).toEqual(["src/words.ts words 0.34"]);
  });

  it("are sought in forty files and no more, each read once", async () => {
    const many = Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`src/${at}.ts`, step(`f${at}`, RAISES)]));
    const project = await memoryProject(many, WORDS_ONLY);
    const read: string[] = [];
    const counting: CorpusSource = {
      ...project.corpus,
      read: (path) => {
        read.push(path);
        return project.corpus.read(path);
      },
    };
    expect(await evidence(project, MESSAGE, {}, counting)).toHaveLength(40);
    expect(new Set(read).size).toBe(40);
    expect(read).toHaveLength(40);
  });

  it("may be one line of nearly a megabyte, and are not sought in a longer one", async () => {
    const line = (length: number): string =>
      `const all = "${"x ".repeat(length / 2)}"; // cannot read property of undefined\n`;
    const project = await memoryProject({ "src/long.js": line(900_000), "src/longer.js": line(1_000_000) }, WORDS_ONLY);
    expect(await evidence(project, MESSAGE)).toEqual(["src/long.js all 1.00"]);
  });

  it("are found for ten thousand phrases", async () => {
    const project = await memoryProject(FILES, WORDS_ONLY);
    const phrases = Array.from({ length: 10_000 }, (_, at) => `phrase number ${at}`);
    const query = { ...parseQuery(MESSAGE), phrases: [...phrases, "cannot read property"] };
    const shares = await findPhrases(query, suspectFiles(project.snapshot, query, scopeOf(project)), project.corpus);
    expect(shares.size).toBe(4);
    expect([...shares.values()].every((share) => share > 0 && share < 0.001)).toBe(true);
  });

  it("have shares above 0 and up to 1 for any message, within the scope", async () => {
    const project = await memoryProject(FILES, WORDS_ONLY);
    const word = fc.constantFrom("cannot", "read", "property", "of", "undefined", "'x'", "(.*)+", "[", ":", "42", "\\");
    const scope = scopeOf(project, { paths: ["src/**"] });
    await fc.assert(
      fc.asyncProperty(fc.array(word, { maxLength: 12 }), async (words) => {
        const query = parseQuery(`Error: ${words.join(" ")}`);
        const shares = await findPhrases(query, suspectFiles(project.snapshot, query, scope), project.corpus);
        for (const [chunk, share] of shares) {
          expect(scope.chunk(chunk)).toBe(true);
          expect(share).toBeGreaterThan(0);
          expect(share).toBeLessThanOrEqual(1);
        }
      }),
    );
  });
});

/** The project of a search that finds another one's index from the first file that it reads on. */
function movedWhileRead(before: MemoryProject, after: MemoryProject): MemoryProject {
  let now = before.index;
  const index: ProjectIndex = { ...before.index, snapshot: () => now.snapshot() };
  const corpus: CorpusSource = {
    ...after.corpus,
    read: (path) => {
      now = after.index;
      return after.corpus.read(path);
    },
  };
  return { ...after, index, corpus };
}

describe("evidence of a message in a search", () => {
  const phrased = async (project: MemoryProject): Promise<string[]> => {
    const { hits } = await searchMemory(project, { query: MESSAGE }, { embedder: null });
    return hits
      .filter(({ explanation }) => explanation.some(({ signal }) => signal === "phrase"))
      .map(({ path }) => path);
  };
  const before = { "src/raise.ts": step("raise", RAISES) };
  const after = { "src/a.ts": step("other", "return property;"), ...before };

  it("counts where the index stayed as it was", async () => {
    const project = await memoryProject(before, WORDS_ONLY);
    expect(await phrased(movedWhileRead(project, project))).toEqual(["src/raise.ts"]);
  });

  it("is left out where the index moved on meanwhile: its chunk ids are others now", async () => {
    const first = await memoryProject(before, { ...WORDS_ONLY, generation: 1 });
    const second = await memoryProject(after, { ...WORDS_ONLY, generation: 2 });
    expect(await phrased(movedWhileRead(first, second))).toEqual([]);
  });
});
