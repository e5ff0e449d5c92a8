import { describe, expect, it } from "vitest";
import { answerToSave } from "../../../src/operations/saved/answer-to-save.ts";
import { parseSavedDocument } from "../../../src/storage/saved-document.ts";
import { savedResultOf } from "../../../src/storage/saved-result.ts";
import { loadTokenCounter } from "../../../src/system/token-counter.ts";
import type { SearchRequest } from "../../../src/vocabulary/search.ts";
import { searchMemory } from "../../search/search-memory.ts";
import { memoryProject } from "../../support/memory-project.ts";

const counter = await loadTokenCounter();
const calls = (name: string, count = 12): string =>
  Array.from({ length: count }, (_, at) => `    ${name}(${at}, "a statement of some length about ${name}");\n`).join(
    "",
  );
const project = await memoryProject(
  {
    "desk.ts": `import { book } from "../book.ts";\nimport { cancel } from "../cancel.ts";\n\nexport class Desk {\n  open(): void {\n${calls("open", 40)}  }\n\n  book(): void {\n${calls("book")}  }\n\n  wait(): void {\n${calls("wait", 90)}  }\n\n  cancel(): void {\n${calls("cancel")}  }\n}\n`,
    "other.ts": "export const other = 1;\n",
  },
  { withVectors: false },
);

async function save(query: string, detail: SearchRequest["detail"]) {
  const request: SearchRequest = {
    query,
    topK: 1,
    detail,
    maxTokens: 500,
    filter: { paths: ["desk.ts"], languages: [], kinds: [] },
  };
  const result = await searchMemory(project, request, { embedder: null });
  return { result, answer: await answerToSave({ request, result }) };
}

describe("an answer to save", () => {
  it("has the lines that were answered in order, each once, those around the source too", async () => {
    const { result, answer } = await save("statement of some length about cancel", "snippets");
    const carried = result.hits.flatMap(({ source }) => source ?? []);
    expect(carried.some(({ context }) => context.length > 0)).toBe(true);
    const [file] = answer.files;
    const lines = (file?.content ?? "").split("\n");
    const all = (project.files.get("desk.ts") ?? "").split("\n");
    const shown = all.filter((_, at) =>
      carried.some(
        ({ startLine, endLine, context }) =>
          (startLine <= at + 1 && at + 1 <= endLine) || context.some(({ line }) => line === at + 1),
      ),
    );
    expect(lines.filter((line) => !line.startsWith("… ")).slice(0, -1)).toEqual(shown);
    expect(lines.filter((line) => line.startsWith("… "))).toEqual(["… lines 3-155 left out …"]);
    expect(lines.at(-1)).toBe("");
    const isThere = (line: number) =>
      file?.ranges.some(({ startLine, endLine }) => startLine <= line && line <= endLine) ?? false;
    expect(all.filter((_, at) => isThere(at + 1))).toEqual(shown);
    expect(answer.statistics.contextTokens).toBe(counter.count(file?.content ?? ""));
  });

  it.each(["snippets", "files", "locations"] as const)("is read as it was written, with detail %s", async (detail) => {
    const { answer } = await save("cancel book", detail);
    const document = savedResultOf(answer, {
      project: "desk",
      mode: "global",
      time: new Date(0),
      root: "/desk",
      absolute: ({ path }) => `/desk/${path}`,
    });
    expect(parseSavedDocument(JSON.stringify(document), "desk")).toEqual(document);
  });
});
