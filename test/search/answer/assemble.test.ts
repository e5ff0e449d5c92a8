import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { renderAnswer } from "../../../src/search/answer/render-answer.ts";
import type { SearchResult } from "../../../src/search/answer/search-result.ts";
import { structuredAnswer } from "../../../src/search/answer/structured-answer.ts";
import { loadTokenCounter } from "../../../src/system/token-counter.ts";
import { DETAILS } from "../../../src/vocabulary/search.ts";
import { splitLines } from "../../../src/vocabulary/text.ts";
import { type MemoryProject, memoryProject } from "../../support/memory-project.ts";
import { propertyRuns } from "../../support/property-runs.ts";
import { LANGUAGES, searchMemory } from "../search-memory.ts";

const counter = await loadTokenCounter();

const step = (name: string, lines: number): string =>
  `export function ${name}(input: string): string {\n${Array.from({ length: lines }, (_, i) => `  const needle${i} = input.slice(${i}); // ${name} looks for the needle\n`).join("")}  return needle0;\n}\n`;

const FILES = {
  "src/short.ts": step("findNeedle", 3),
  "src/long.ts": step("findNeedleSlowly", 200),
  "src/many.ts": ["one", "two", "three", "four"].map((name) => step(`needle${name}`, 18)).join("\n"),
  "src/crlf.ts": step("needleOnWindows", 4).replaceAll("\n", "\r\n"),
  "src/日本 file\nname.ts": step("needleFar", 5),
  "docs/needle.md":
    "# Needle\n\nHow the needle is found.\n\n```ts\nfindNeedle(`haystack`);\n```\n\n````\nneedle\n````\n",
  "tools/needle.py": `def needle():\n${"    needle = 1\n".repeat(30)}`,
  [`deep/${"folder/".repeat(20)}needle.ts`]: step("needleDeep", 10),
};
const project = await memoryProject(FILES);

function tokens(result: SearchResult): { text: number; json: number } {
  return { text: counter.count(renderAnswer(result)), json: counter.count(JSON.stringify(structuredAnswer(result))) };
}

/** No line of a file is in the source of two hits. */
function checkNothingTwice(hits: SearchResult["hits"]): void {
  const lines = hits.flatMap(({ path, source }) =>
    source === null
      ? []
      : Array.from({ length: source.endLine - source.startLine + 1 }, (_, at) => `${path}:${source.startLine + at}`),
  );
  expect(new Set(lines).size).toBe(lines.length);
}

/** What must hold of every answer, whatever was asked and cut. */
function checkAnswer(result: SearchResult, maxTokens: number, files: MemoryProject["files"]): void {
  const { text, json } = tokens(result);
  expect(text).toBeLessThanOrEqual(maxTokens);
  expect(json).toBeLessThanOrEqual(maxTokens);
  const { cut, hits } = result;
  expect(cut.hitsReturned).toBe(hits.length);
  expect(cut.hitsFound).toBeGreaterThanOrEqual(hits.length);
  expect(hits.filter(({ trimmed }) => trimmed).length).toBe(cut.hitsTrimmed);
  expect(hits.map(({ rank }) => rank)).toEqual(hits.map((_, at) => at + 1));
  for (const { source, path, startLine, endLine, trimmed, symbolLines } of hits) {
    if (source === null) {
      continue;
    }
    // What is shown is the file's own lines, no more than the hit's and no fewer without saying so.
    const lines = splitLines(files.get(path) ?? "");
    expect(source.text.split(/\r\n|\n|\r/)).toEqual(lines.slice(source.startLine - 1, source.endLine));
    expect(source.startLine).toBeGreaterThanOrEqual(startLine);
    expect(source.endLine).toBeLessThanOrEqual(endLine);
    expect(trimmed).toBe(source.startLine !== startLine || source.endLine !== endLine);
    const beside = source.context.map(({ text }) => `${text}\n`).join("");
    expect(source.tokens).toBe(counter.count(source.text) + counter.count(beside));
    // A context line is the file's line of that number, or says that it is only its beginning.
    for (const { line, text } of source.context) {
      expect(text.length > 200 ? lines[line - 1]?.startsWith(text.slice(0, -1)) : lines[line - 1] === text).toBe(true);
      expect(line < source.startLine || line > source.endLine).toBe(true);
    }
    expect(source.context.map(({ line }) => line)).toEqual(
      source.context.map(({ line }) => line).toSorted((a, b) => a - b),
    );
    expect(symbolLines === null || (symbolLines.startLine <= startLine && endLine <= symbolLines.endLine)).toBe(true);
  }
  checkNothingTwice(hits);
  const carried = hits.reduce((sum, { source }) => sum + (source?.tokens ?? 0), 0);
  expect(result.statistics.contextTokens).toBe(carried);
}

describe("an assembled answer", () => {
  it("never exceeds its budget, as text or as JSON, whatever is asked", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 200, max: 20_000 }),
        fc.constantFrom(...DETAILS),
        fc.integer({ min: 1, max: 100 }),
        fc.constantFrom("needle", "find the needle slowly", "findNeedle", "zzz", "src/long.ts"),
        fc.constantFrom([], ["src/**", "!docs/**"], Array.from({ length: 32 }, (_, i) => `src/{a,b}${i}/**`).concat()),
        async (maxTokens, detail, topK, query, paths) => {
          const request = {
            query,
            maxTokens,
            detail,
            topK,
            filter: { paths: paths.slice(0, 32), languages: [], kinds: [] },
          };
          checkAnswer(await searchMemory(project, request), maxTokens, project.files);
        },
      ),
      { numRuns: propertyRuns(150) },
    );
  });

  it("tells troubles with the text of a file only where something is found in it", async () => {
    const project = await memoryProject({ "src/a.ts": step("alpha", 1), "data/odd.xml": "<unrelated/>\n" });
    const told = [
      { code: "PARSE_PARTIAL" as const, path: "src/a.ts", message: "read in part" },
      { code: "FILE_UNREADABLE" as const, path: "src/b.ts", message: "cannot be read" },
      { code: "PARSE_FAILED" as const, message: "workers do not start" },
    ];
    const left = [
      { code: "PARSE_PARTIAL" as const, path: "data/odd.xml", message: "read in part" },
      { code: "FILE_ENCODING_GUESSED" as const, path: "data/odd.xml", message: "guessed" },
    ];
    const freshness = { problems: [...left, ...told] };
    const { problems } = await searchMemory(project, { query: "alpha" }, { freshness });
    expect(problems).toEqual(told);
  });

  it("never exceeds it with many problems, long names and an ambiguous symbol either", async () => {
    const twins = await memoryProject(
      Object.fromEntries(
        Array.from({ length: 40 }, (_, i) => [`src/${"x".repeat(i * 5)}/twin${i}.ts`, step("twin", i)]),
      ),
    );
    const problems = Array.from({ length: 200 }, (_, i) => ({
      code: "FILE_UNREADABLE" as const,
      path: `some/folder/${"y".repeat(i)}\u202e\n.ts`,
      message: `cannot be read: ${"z".repeat(i * 3)}`,
    }));
    for (const maxTokens of [200, 300, 500, 1_000, 3_000, 20_000]) {
      const result = await searchMemory(twins, { query: "twin", maxTokens }, { freshness: { problems } });
      expect(result.outcome).toBe("ambiguous");
      expect(result.definitions.length + result.cut.definitionsOmitted).toBe(40);
      checkAnswer(result, maxTokens, twins.files);
    }
  });

  it("keeps to it and to the files' lines with lines of a megabyte, imports of 10,000 characters and control characters", async () => {
    const names = Array.from({ length: 900 }, (_, at) => `needle${at}`).join(", ");
    const body = (from: number) =>
      Array.from({ length: 40 }, (_, at) => `    needle${from + at}("find the needle", ${at});\n`).join("");
    const hostile = await memoryProject({
      "src/imports.ts": `import { ${names} } from "./needles.ts";\nexport class Hay extends Stack {\n  find(): void {\n${body(0)}  }\n\n  lose(): void {\n${body(50)}  }\n}\n`,
      "src/signature.ts": `export class Needle${"x".repeat(1_000_000)} {\n  find(): void {\n${body(0)}  }\n\n  lose(): void {\n${body(50)}  }\n}\n`,
      "src/line.ts": `import { needle1 } from "./a.ts";\nexport function needleLine(): string {\n  return "${"needle ".repeat(150_000)}";\n}\n`,
      "src/binary.ts": `import { needle1 } from "./a.ts";\nconst needle = "\u0000\u0001\u202e\u2028\ud800 needle1";\n`,
      "src/mac.ts": `import { needle1 } from "./a.ts";\rneedle1("find the needle");\r`,
    });
    for (const maxTokens of [200, 300, 500, 1_000, 3_000, 20_000]) {
      for (const query of ["find the needle", "Hay.lose"]) {
        checkAnswer(await searchMemory(hostile, { query, maxTokens }), maxTokens, hostile.files);
      }
    }
    const { hits } = await searchMemory(hostile, { query: "Hay.lose", topK: 1, maxTokens: 3_000 });
    const beside = hits.flatMap(({ source }) => source?.context ?? []);
    expect(
      beside.some(({ line, text }) => line === 1 && text.startsWith("import { needle0") && text.endsWith("…")),
    ).toBe(true);
  }, 30_000);

  it("shows what a long comment is about, where it stands", async () => {
    const comment = Array.from(
      { length: 60 },
      (_, at) => ` * Why the haystack is searched in this order, ${at}.\n`,
    ).join("");
    const documented = await memoryProject({
      "src/haystack.ts": `/**\n${comment} */\nexport function searchHaystack(hay: Hay): Needle {\n  return hay.needles[0];\n}\n`,
    });
    const result = await searchMemory(documented, { query: "why is the haystack searched", topK: 1, maxTokens: 600 });
    expect(result.hits[0]?.source?.context).toEqual([
      { line: 63, text: "export function searchHaystack(hay: Hay): Needle {" },
    ]);
    checkAnswer(result, 600, documented.files);
  });

  it("gives everything where the budget allows, and says that nothing was cut", async () => {
    const { cut, hits } = await searchMemory(project, { query: "needle", topK: 5, maxTokens: 50_000, explain: true });
    expect(cut).toEqual({
      hitsFound: hits.length,
      hitsReturned: hits.length,
      hitsTrimmed: 0,
      hitsAsLocations: 0,
      tokensCut: 0,
      contextLinesCut: 0,
      signalsOmitted: false,
      definitionsOmitted: 0,
      tokensWanted: 0,
      envelope: 0,
    });
    expect(hits.every(({ source }) => source !== null)).toBe(true);
  });

  it.each([400, 700, 1_500, 3_000])(
    "asked with %i tokens proposes a budget that shows everything",
    async (maxTokens) => {
      const request = { query: "find needle slowly", topK: 10 };
      const tight = await searchMemory(project, { ...request, maxTokens });
      const { tokensWanted } = tight.cut;
      expect(tokensWanted).toBeGreaterThan(maxTokens);
      const { cut } = await searchMemory(project, { ...request, maxTokens: tokensWanted });
      expect(cut).toMatchObject({ hitsTrimmed: 0, hitsAsLocations: 0, contextLinesCut: 0, tokensWanted: 0 });
      expect(cut.hitsReturned).toBe(cut.hitsFound);
    },
  );

  it("takes lines, then source, then places away, and counts each loss", async () => {
    const full = await searchMemory(project, { query: "find needle slowly", detail: "locations", maxTokens: 50_000 });
    const whole = full.hits.reduce((sum, { path, startLine, endLine }) => {
      const lines = splitLines(project.files.get(path) ?? "").slice(startLine - 1, endLine);
      return sum + counter.count(lines.join("\n"));
    }, 0);
    const tight = await searchMemory(project, { query: "find needle slowly", maxTokens: 1_500 });
    expect(tight.cut.hitsTrimmed).toBeGreaterThan(0);
    expect(tight.cut.hitsAsLocations).toBeGreaterThan(0);
    expect(tight.cut.signalsOmitted).toBe(true);
    expect(tight.cut.tokensCut + tight.statistics.contextTokens).toBeGreaterThanOrEqual(whole);
    expect(renderAnswer(tight)).toMatch(
      /\n\d+ of \d+ hits shortened, \d+ without source; ask with max_tokens \d+ to see more\n/,
    );
    const least = await searchMemory(project, { query: "find needle slowly", maxTokens: 200 });
    expect(least.cut.hitsFound).toBe(full.cut.hitsFound);
    expect(least.hits.length).toBeLessThan(full.hits.length);
    expect(least.hits.length).toBeGreaterThan(0);
  });

  it("names further places with what no source could use", async () => {
    const request = { query: "find needle slowly", maxTokens: 700, topK: 20 };
    const { cut, hits } = await searchMemory(project, {
      ...request,
      filter: { paths: ["src/long.ts"], languages: [], kinds: [] },
    });
    expect(cut.hitsReturned).toBe(cut.hitsFound);
    expect(hits[0]?.source).not.toBeNull();
  });

  it("spends what short sources leave on further places", async () => {
    const tiny = await memoryProject(
      Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`n${i}.ts`, `needle(${i});\n`])),
    );
    const result = await searchMemory(tiny, { query: "needle", topK: 60, maxTokens: 1_500 });
    expect(result.cut.hitsReturned).toBeLessThan(result.cut.hitsFound);
    expect(tokens(result).json).toBeGreaterThan(1_500 * 0.85);
    expect(result.hits.at(-1)?.source).toBeNull();
  });

  it("does not count for seconds what it cannot show", async () => {
    const huge = await memoryProject(
      { "huge.txt": `${"needle in a long line of hay ".repeat(40)}\n`.repeat(800) },
      { counted: false },
    );
    const { cut, hits } = await searchMemory(huge, { query: "needle", detail: "files", maxTokens: 1_000 });
    expect(hits[0]?.trimmed).toBe(true);
    expect(cut.tokensCut).toBeGreaterThan(200_000);
  });

  it("uses what it is given: more budget never carries less source", async () => {
    let before = 0;
    for (const maxTokens of [400, 800, 1_600, 3_200, 6_400, 12_800]) {
      const { statistics } = await searchMemory(project, { query: "needle", maxTokens });
      expect(statistics.contextTokens).toBeGreaterThanOrEqual(before * 0.9);
      before = statistics.contextTokens;
    }
  });

  it("joins chunks of one file that touch", async () => {
    const { hits } = await searchMemory(project, { query: "needle", topK: 100, maxTokens: 50_000 });
    const ranges = hits.filter(({ path }) => path === "src/many.ts");
    for (const a of ranges) {
      for (const b of ranges) {
        expect(a === b || a.endLine + 1 < b.startLine || b.endLine + 1 < a.startLine).toBe(true);
      }
    }
    expect(ranges.length).toBeGreaterThan(0);
  });

  it("shows whole files once each for detail files, and their best lines where that is too much", async () => {
    const { hits } = await searchMemory(project, { query: "needle", detail: "files", maxTokens: 100_000 });
    expect(new Set(hits.map(({ path }) => path)).size).toBe(hits.length);
    for (const { path, source, startLine, endLine } of hits) {
      const text = project.files.get(path) ?? "";
      expect(source?.text).toBe(text.replace(/\r?\n$/, ""));
      expect([startLine, endLine]).toEqual([1, splitLines(text).length]);
    }
    const tight = await searchMemory(project, { query: "needlefour", detail: "files", maxTokens: 700, topK: 1 });
    expect(tight.hits[0]).toMatchObject({ path: "src/many.ts", trimmed: true });
    expect(tight.hits[0]?.source?.text).toContain("needlefour");
  });

  it("carries no source for detail locations, and calls that no cut", async () => {
    const { hits, cut, statistics } = await searchMemory(project, { query: "needle", detail: "locations" });
    expect(hits.every(({ source }) => source === null)).toBe(true);
    expect(cut).toMatchObject({ hitsAsLocations: 0, tokensCut: 0 });
    expect(statistics.contextTokens).toBe(0);
  });

  it("shows no line of a file that changed since it was indexed, and names the file", async () => {
    const changing = await memoryProject(FILES);
    changing.files.set("src/short.ts", `// one line more\n${FILES["src/short.ts"]}`);
    changing.files.delete("src/crlf.ts");
    const result = await searchMemory(changing, { query: "find needle", maxTokens: 50_000, topK: 50 });
    expect(result.changedFiles).toEqual(["src/crlf.ts", "src/short.ts"]);
    expect(result.hits.map(({ path }) => path)).not.toContain("src/short.ts");
    expect(result.problems.filter(({ code }) => code === "FILE_CHANGED_WHILE_READ").map(({ path }) => path)).toEqual([
      "src/crlf.ts",
      "src/short.ts",
    ]);
    checkAnswer(result, 50_000, changing.files);
  });

  it("counts the whole files that its hits lie in", async () => {
    const { statistics } = await searchMemory(project, { query: "findNeedle", topK: 1, maxTokens: 50_000 });
    const whole = Math.ceil(FILES["src/short.ts"].length / 4);
    expect(statistics).toMatchObject({ hitFilesTokens: whole, totalTokensExact: true, encoding: "o200k_base" });
    expect(statistics.savedTokens).toBe(statistics.totalTokens - statistics.contextTokens);
  });

  it("counts no file of which it shows nothing but where to look", async () => {
    const { hits, statistics } = await searchMemory(project, { query: "findNeedle", detail: "locations", topK: 5 });
    expect(hits.length).toBeGreaterThan(0);
    expect(statistics).toMatchObject({ hitFilesTokens: 0, contextTokens: 0 });
  });

  it("keeps the languages of the test in step", () => {
    expect(
      [...project.snapshot.documents()].every(({ language }) => language !== null && LANGUAGES.has(language)),
    ).toBe(true);
  });
});
