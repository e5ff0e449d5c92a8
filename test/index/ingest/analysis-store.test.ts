// Texts that were analysed before are not analysed again, whatever project they are in; and trouble with the store costs an analysis,
// never an answer.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { AnalysisStore, analysesPath, clearAnalyses } from "../../../src/index/ingest/analysis-store.ts";
import type { DocumentAnalyzer } from "../../../src/index/ingest/analyze-documents.ts";
import { sha256Of } from "../../../src/system/sha256.ts";
import { openSqlite } from "../../../src/system/sqlite.ts";
import { temporaryFolder } from "../../support/folder-corpus.ts";
import { inProcessAnalyzer } from "../../support/in-process-analyzer.ts";
import { databasePath, readIndexContents } from "../../support/index-contents.ts";
import { openTestProject, type TestProject } from "../../support/test-index.ts";

const FILES = {
  "src/order.ts": "export class Order {\n  total(): number {\n    return 1;\n  }\n}\n",
  "src/cart.py": "class Cart:\n    def add(self, item):\n        return self.items.append(item)\n",
  "notes.md": "# Notes\n\nOrders are renewed at night.\n",
};
const OTHER = "export class Order {\n  total(): number {\n    return 2;\n  }\n}\n";

let cache: { readonly path: string; remove(): void };
let store: AnalysisStore;
const projects: TestProject[] = [];

beforeEach(() => {
  cache = temporaryFolder();
  store = new AnalysisStore(cache.path);
});
afterEach(async () => {
  await Promise.all(projects.splice(0).map((project) => project.dispose()));
  store.close();
  cache.remove();
});

function newProject(files: Readonly<Record<string, string>> = FILES): TestProject {
  const project = openTestProject(files);
  projects.push(project);
  return project;
}

/** Brings the project's index up to date and returns which files were analysed, and what the index holds. */
async function indexed(project: TestProject) {
  const analysed: string[] = [];
  const analyzer: DocumentAnalyzer = {
    ...inProcessAnalyzer,
    analyze: (path, text, signal) => {
      analysed.push(path);
      return inProcessAnalyzer.analyze(path, text, signal);
    },
  };
  const index = await project.open({ analyzer, analyses: store });
  await index.complete({});
  await index.close();
  const folder = join(project.folder, "index");
  const database = openSqlite(databasePath(folder), { readonly: true });
  const tokens = database
    .prepare<[], number | null>("SELECT tokens FROM document WHERE removed = 0 ORDER BY path")
    .pluck()
    .all();
  database.close();
  return { analysed: analysed.sort(), contents: readIndexContents(folder), tokens };
}

const ALL = Object.keys(FILES).sort();

it("a second copy of a project analyses nothing, and has the same index with the same counts of tokens", async () => {
  const first = await indexed(newProject());
  const second = await indexed(newProject());
  expect(first.analysed).toEqual(ALL);
  expect(second.analysed).toEqual([]);
  expect(second.contents).toEqual(first.contents);
  expect(first.tokens.every((count) => count !== null && count > 0)).toBe(true);
  expect(second.tokens).toEqual(first.tokens);
});

it("a text that comes back is not analysed again; one at another path is", async () => {
  const project = newProject();
  const before = await indexed(project);
  project.write("src/order.ts", OTHER);
  expect((await indexed(project)).analysed).toEqual(["src/order.ts"]);
  project.write("src/order.ts", FILES["src/order.ts"]);
  const back = await indexed(project);
  expect(back.analysed).toEqual([]);
  expect(back.contents).toEqual(before.contents);
  project.write("src/orders/order.ts", FILES["src/order.ts"]);
  expect((await indexed(project)).analysed).toEqual(["src/orders/order.ts"]);
});

it.each<[string, (path: string) => void]>([
  [
    "an entry that is not as it was written",
    (path) => {
      const database = openSqlite(path);
      database.prepare("UPDATE analysis SET document = zeroblob(64)").run();
      database.close();
    },
  ],
  [
    "an entry that another version of Node wrote",
    (path) => {
      const database = openSqlite(path);
      const bytes = Buffer.from([0xff, 0x63, 0x6f]);
      database.prepare("UPDATE analysis SET document = ?, digest = ?").run(bytes, sha256Of(bytes, 32));
      database.close();
    },
  ],
  ["a file that is no database", (path) => writeFileSync(path, "not a database ".repeat(600))],
  ["half a file", (path) => writeFileSync(path, readFileSync(path).subarray(0, 5_000))],
  [
    "a folder in place of the file",
    (path) => {
      rmSync(path);
      mkdirSync(path);
    },
  ],
])("%s costs an analysis, and nothing else", async (_, spoil) => {
  const first = await indexed(newProject());
  store.close();
  spoil(analysesPath(cache.path));
  for (const ending of ["-wal", "-shm"]) {
    rmSync(analysesPath(cache.path) + ending, { force: true });
  }
  store = new AnalysisStore(cache.path);
  const second = await indexed(newProject());
  expect(second.analysed).toEqual(ALL);
  expect(second.contents).toEqual(first.contents);
});

it("what another try might improve is not stored", async () => {
  const document = await inProcessAnalyzer.analyze("a.ts", "export const a = 1;\n");
  const text = (path: string) => ({ path, contentHash: "00".repeat(32), analysis: "1:" });
  const problem = (code: "PARSE_FAILED" | "PARSE_PARTIAL") => [{ code, path: "a.ts", message: "It was cut." }];
  store.write([
    { ...text("crashed.ts"), document: { ...document, problems: problem("PARSE_FAILED") } },
    { ...text("partial.ts"), document: { ...document, problems: problem("PARSE_PARTIAL") } },
  ]);
  expect(store.read(text("crashed.ts"))).toBeNull();
  expect(store.read(text("partial.ts"))?.document.problems).toEqual(problem("PARSE_PARTIAL"));
});

it("it stays within its bound: those that were stored first go", async () => {
  const document = await inProcessAnalyzer.analyze("a.ts", FILES["src/order.ts"].repeat(40));
  const small = new AnalysisStore(cache.path, 400_000);
  const text = (at: number) => ({ path: `${at}.ts`, contentHash: "00".repeat(32), analysis: "1:" });
  for (let at = 0; at < 200; at += 1) {
    small.write([{ ...text(at), document }]);
  }
  const stored = Array.from({ length: 200 }, (_, at) => small.read(text(at)) !== null);
  small.close();
  expect(stored[0]).toBe(false);
  expect(stored[199]).toBe(true);
  expect(stored.indexOf(true)).toBe(stored.lastIndexOf(false) + 1);
  expect(stored.filter(Boolean).length * document.entries.length).toBeLessThan(400_000);
});

it("is empty when it was cleared, while it is open elsewhere", async () => {
  await indexed(newProject());
  clearAnalyses(cache.path);
  expect((await indexed(newProject())).analysed).toEqual(ALL);
});
