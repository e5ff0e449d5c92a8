// However large a project is and whatever its names are, its overview stays within its bounds in both forms.
import { describe, expect, it } from "vitest";
import type { Signals } from "../../../../src/history/signals.ts";
import type { DocumentRecord, Snapshot } from "../../../../src/index/snapshot.ts";
import type { GraphFile, ImportGraph } from "../../../../src/intelligence/project/import-graph.ts";
import { overviewOf } from "../../../../src/intelligence/project/overview.ts";
import { NO_RISK } from "../../../../src/intelligence/project/risk-distribution.ts";
import { fitRows } from "../../../../src/operations/answer/fit-rows.ts";
import { countRows, writeSections } from "../../../../src/operations/answer/sections.ts";
import { overviewSections } from "../../../../src/operations/code/project/get-repo-overview.ts";
import { loadTokenCounter } from "../../../../src/system/token-counter.ts";
import type { ChunkId, DocumentId } from "../../../../src/vocabulary/chunk.ts";
import { memoryProject } from "../../../support/memory-project.ts";
import { readTable } from "../../../support/read-table.ts";

const FILES = 5_000;
/** What the envelope may take of the 2,500. */
const ROWS_BUDGET = 2_100;
const BYTES_MAX = 150 * 1024;

interface Made {
  readonly graph: ImportGraph;
  readonly snapshot: Snapshot;
}

/** `nameOf` makes the path of a file; each imports its neighbours, so that there are hubs and circles. */
async function made(nameOf: (at: number) => string): Promise<Made> {
  const files = Array.from({ length: FILES }, (_, at): GraphFile => {
    const riskiest = { symbol: `risky${at}`, line: 7, score: at % 60, reasons: ["98 branches", "exported"] };
    return {
      id: at as DocumentId,
      path: nameOf(at),
      language: at % 70 === 1 ? "c" : `language-${at % 70}`,
      parse: "full",
      isTest: at % 5 === 0,
      hasOwnTests: at % 10 === 1,
      isSource: at % 5 !== 0,
      symbols: at % 11,
      package: null,
      config: null,
      risk: { ...NO_RISK, counts: [3, 2, 1], riskiest },
      hasFacts: true,
      imports: [(at + 1) % FILES, at - (at % 400)].filter((id) => id !== at && at % 3 !== 0) as DocumentId[],
      grouped: new Set(),
    };
  });
  const importers = new Map<DocumentId, GraphFile[]>();
  for (const file of files) {
    for (const id of file.imports) {
      importers.set(id, [...(importers.get(id) ?? []), file]);
    }
  }
  const documents = files.map(
    ({ id, path, language, parse }): DocumentRecord => ({
      id,
      path,
      language,
      parse,
      contentHash: "",
      size: 100,
      lineCount: 1_234,
      firstChunk: id as number as ChunkId,
      chunkCount: 1,
      bodyTerms: 1,
      pathTerms: 1,
      nameTerms: 1,
      tokens: null,
    }),
  );
  const byPath = new Map(documents.map((document) => [document.path, document]));
  const base = await memoryProject({ "a.ts": "" });
  const definitions = files.slice(0, 3_000).map(({ id }) => ({
    document: id,
    name: "main",
    path: "main",
    kind: "function" as const,
    startLine: 1,
    endLine: 2,
    nameLine: 1,
  }));
  return {
    graph: {
      files,
      file: (id) => files[id],
      importersOf: (id) => importers.get(id) ?? [],
      left: 0,
    },
    snapshot: {
      ...base.snapshot,
      documents: () => documents,
      documentAt: (path) => byPath.get(path),
      document: (id) => documents[id] ?? base.snapshot.document(id),
      definitions: () => definitions,
    },
  };
}

describe("an overview of thousands of files", () => {
  it.each<[string, (at: number) => string]>([
    ["in many modules", (at) => `packages/module-${at % 900}/src/file-${at}.ts`],
    ["with names of 4,000 characters", (at) => `${"very long folder name/".repeat(180)}${at % 90}/${at}.ts`],
    ["with names that no tokenizer likes", (at) => `𝔘${"漢字\u0007😀é".repeat(9)}${at % 700}/${"Ω≈ç".repeat(6)}/${at}`],
  ])("%s is within 2,500 tokens and 150 KB", async (_name, nameOf) => {
    const { snapshot, graph } = await made(nameOf);
    const overview = overviewOf(snapshot, graph);
    expect(overview).toMatchObject({ files: FILES, linked: FILES, tests: FILES / 5 });
    const signals: Signals = {
      of: () => null,
      without: () => signals,
      hotspots: (most: number) => overview.hubs.slice(0, most).map(({ file: { path } }) => ({ path, commits: 999 })),
    };
    const sections = overviewSections(overview, { signals });
    const counter = await loadTokenCounter();
    const write = (shown: number) => {
      const { lines, fields } = writeSections(sections, shown);
      return { text: lines.join("\n"), structured: fields };
    };
    const { text, structured, shown } = fitRows(countRows(sections), ROWS_BUDGET, write, counter);
    expect(shown).toBeGreaterThan(sections.length);
    expect(counter.count(text)).toBeLessThanOrEqual(ROWS_BUDGET);
    expect(counter.count(JSON.stringify(structured))).toBeLessThanOrEqual(ROWS_BUDGET);
    expect(Buffer.byteLength(JSON.stringify(structured))).toBeLessThan(BYTES_MAX);
    // Of each part at least its first row.
    expect(Object.values(structured).map((table) => readTable(table).length > 0)).toEqual(sections.map(() => true));
  });
});
