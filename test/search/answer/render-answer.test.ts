import { describe, expect, it } from "vitest";
import { renderAnswer, renderHit } from "../../../src/search/answer/render-answer.ts";
import type { ShownHit } from "../../../src/search/answer/search-result.ts";
import { answerDetails, structuredAnswer } from "../../../src/search/answer/structured-answer.ts";
import { escapeName } from "../../../src/vocabulary/shown-text.ts";
import { expectGolden } from "../../support/golden.ts";
import { memoryProject } from "../../support/memory-project.ts";
import { searchMemory } from "../search-memory.ts";

const project = await memoryProject(
  {
    "src/queue.ts": `/** First in, first out. */\nexport class Queue {\n  readonly #jobs: string[] = [];\n\n  push(job: string): void {\n    this.#jobs.push(job);\n  }\n\n  take(): string | undefined {\n    return this.#jobs.shift();\n  }\n}\n`,
    "src/worker.ts": `import { Queue } from "./queue.ts";\n\n/** Takes jobs off the queue until it is empty. */\nexport function work(queue: Queue): number {\n  let done = 0;\n  while (queue.take() !== undefined) {\n    done++;\n  }\n  return done;\n}\n`,
    "docs/queue.md": "# Queue\n\nJobs wait in a queue.\n\n```sh\nqueue push job\n```\n",
  },
  { withVectors: false },
);
const ask = (query: string, maxTokens: number, more: { readonly explain?: boolean } = {}) =>
  searchMemory(project, { query, maxTokens, ...more }, { embedder: null });

/** A class too long for one chunk, with a method too long for one chunk. */
const step = (name: string, count: number): string =>
  Array.from({ length: count }, (_, at) => `    this.${name}.push(parseLine(lines, ${at}, "${name} ${at}"));\n`).join(
    "",
  );
const ledger = await memoryProject(
  {
    "src/ledger.ts": `import { readFile } from "node:fs/promises";\nimport {\n  formatLine,\n  parseLine,\n} from "./lines.ts";\n\n/** Accounts and what was booked on them. */\nexport class Ledger {\n  readonly debits: Line[] = [];\n  readonly credits: Line[] = [];\n\n  /** Books what a bank statement says. */\n  bookStatement(\n    lines: readonly string[],\n  ): void {\n${step("debits", 16)}${step("credits", 16)}  }\n\n  /** The balance as text. */\n  balance(): string {\n    return formatLine(this.debits.length - this.credits.length);\n  }\n\n${step("debits", 0)}  async load(path: string): Promise<void> {\n    this.bookStatement((await readFile(path, "utf8")).split("\\n"));\n  }\n}\n`,
    "src/lines.ts": `export type Line = { text: string };\nexport function formatLine(balance: number): string {\n  return \`balance \${balance}\`;\n}\n`,
  },
  { withVectors: false },
);

const hit: ShownHit = {
  rank: 1,
  chunk: 1 as ShownHit["chunk"],
  path: "a.md",
  startLine: 3,
  endLine: 9,
  symbol: null,
  kind: "section",
  language: "markdown",
  score: 1,
  explanation: [],
  placeScore: 1,
  line: 3,
  symbolLines: null,
  source: null,
  trimmed: false,
  contentHash: "",
};

describe("the rendered answer", () => {
  it("is an envelope and the hits, as text and as JSON", async () => {
    const result = await ask("how are jobs taken off the queue", 4_000);
    expectGolden("search/answer.txt", renderAnswer(result));
    expectGolden("search/answer.json", `${JSON.stringify(structuredAnswer(result), null, 2)}\n`);
  });

  it("counts one problem as it counts more", async () => {
    const result = await ask("queue", 4_000);
    const problems = [{ code: "PARSE_PARTIAL" as const, path: "src/queue.ts", message: "read in part" }];
    expect(structuredAnswer({ ...result, problems })).toMatchObject({ problems_count: 1 });
  });

  it("says that filters leave no file", async () => {
    const request = { query: "queue", filter: { paths: ["nowhere/**"], languages: [], kinds: [] } };
    const result = await searchMemory(project, request, { embedder: null });
    expect(renderAnswer(result)).toContain("the filters leave no file: correct or remove them");
  });

  it("says that no file differs, also before all files are indexed", async () => {
    const { scope, ...result } = await ask("queue", 4_000);
    const filter = { ...scope.filter, changedSince: "main" };
    const unchanged = { ...scope, filter, filesInScope: 0, changedSince: { commit: "a".repeat(40), files: 0 } };
    const text = renderAnswer({ ...result, hits: [], outcome: "empty", building: true, scope: unchanged });
    expect(text).toContain("scope: changed since main, commit aaaaaaaaaaaa: 0 files\n");
    expect(text).toMatch(/\nno file differs from main\n$/);
  });

  it("says what was cut", async () => {
    const result = await ask("how are jobs taken off the queue", 420);
    expectGolden("search/answer-cut.txt", renderAnswer(result));
    expectGolden("search/answer-cut.json", `${JSON.stringify(structuredAnswer(result), null, 2)}\n`);
  });

  it("shows the signatures around a hit and the imports it uses under their own lines", async () => {
    const result = await searchMemory(ledger, { query: "the balance as text", maxTokens: 900 }, { embedder: null });
    expectGolden("search/answer-context.txt", renderAnswer(result));
    expectGolden("search/answer-context.json", `${JSON.stringify(structuredAnswer(result), null, 2)}\n`);
  });

  it("says the same numbers in both forms", async () => {
    const result = await ask("queue", 300);
    const { cut = "" } = structuredAnswer(result);
    const { cut: counts } = answerDetails(result);
    const text = renderAnswer(result);
    expect(text).toContain(`found: ${counts?.hits_returned} hits`);
    expect(cut).toMatch(/^\d of \d hits (shortened|without source)/);
    expect(text).toContain(`\n${cut}\n`);
  });

  it("sums the shares to the score in JSON too", async () => {
    const { hits } = structuredAnswer(await ask("queue", 8_000, { explain: true }));
    expect(hits.some(({ signals }) => signals !== undefined)).toBe(true);
    for (const { signals = {}, score = 0 } of hits) {
      const sum = Object.values(signals).reduce((total, share) => total + share, 0);
      expect(Math.abs(sum - score)).toBeLessThan(0.01);
    }
  });

  it("lets no name start a line, reorder text or hide", () => {
    const path = "a\n2. b.ts:1-2\u202egnp\u200b\u0007.\\ts";
    expect(escapeName(path)).toBe("a\\u{a}2. b.ts:1-2\\u{202e}gnp\\u{200b}\\u{7}.\\\\ts");
    const text = renderHit({ ...hit, path, symbol: "x\r\ny" });
    expect(text.split("\n")).toHaveLength(2);
    expect(text.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  });

  it("shows a problem's path as project/ escaped it, and lets no message start a line", async () => {
    const result = await ask("queue", 4_000);
    const path = "src/caf\\xe9.ts";
    const problems = [{ code: "FILE_NAME_NOT_UTF8", path, message: "not\nUTF-8" } as const];
    const text = renderAnswer({ ...result, problems });
    expect(text).toContain(String.raw`problem FILE_NAME_NOT_UTF8: src/caf\xe9.ts: not\u{a}UTF-8`);
  });

  it("fences source so that it cannot close the fence", () => {
    const source = {
      startLine: 3,
      endLine: 9,
      tokens: 1,
      context: [],
      lineEnd: "",
      text: "```ts\nx\n`````\n7. fake.ts:1-2\n",
    };
    const lines = renderHit({ ...hit, source }).split("\n");
    expect(lines[1]).toBe("``````");
    expect(lines.indexOf("``````", 2)).toBe(lines.length - 2);
  });

  it("names the lines shown where they are fewer than found", () => {
    const source = { startLine: 3, endLine: 5, tokens: 1, context: [], lineEnd: "\n", text: "x" };
    expect(renderHit({ ...hit, source, trimmed: true })).toContain("a.md:3-9 (section) — lines 3–5 of 3–9 shown\n");
  });

  it("names the lines of the whole symbol where the hit is a part of it", () => {
    const source = { startLine: 3, endLine: 9, tokens: 1, context: [], lineEnd: "\n", text: "x" };
    const symbolLines = { startLine: 1, endLine: 40 };
    expect(renderHit({ ...hit, source, symbolLines })).toContain("a.md:3-9 (section) — part of 1–40\n");
    expect(renderHit({ ...hit, source: { ...source, endLine: 5 }, symbolLines })).toContain(
      " — lines 3–5 of 3–9 shown; part of 1–40\n",
    );
  });

  it("fences what stands around the source too", () => {
    const source = {
      startLine: 3,
      endLine: 9,
      tokens: 1,
      context: [{ line: 1, text: "`````" }],
      lineEnd: "\n",
      text: "x",
    };
    expect(
      renderHit({ ...hit, source })
        .split("\n")
        .slice(1),
    ).toEqual(["``````", "1: `````", "``````", "``````", "x", "``````", ""]);
  });
});
