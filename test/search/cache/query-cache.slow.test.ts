import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import type { SearchResult } from "../../../src/search/answer/search-result.ts";
import { DISK_CACHE_NAME } from "../../../src/search/cache/disk-cache.ts";
import { type CacheInputs, cacheKey, QueryCache } from "../../../src/search/cache/query-cache.ts";
import { openSqlite } from "../../../src/system/sqlite.ts";
import type { CacheChildReport } from "../../support/cache-child.ts";
import { bundleChildProgram, ended, nextMessage } from "../../support/child-program.ts";
import { memoryProject } from "../../support/memory-project.ts";
import { searchMemory } from "../search-memory.ts";

const folders: string[] = [];
const caches: QueryCache[] = [];

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "cb-query-cache-"));
  folders.push(folder);
  return folder;
}

function open(folder: string | null): QueryCache {
  const cache = new QueryCache(folder);
  caches.push(cache);
  return cache;
}

afterEach(() => {
  for (const cache of caches.splice(0)) {
    cache.close();
  }
  for (const folder of folders.splice(0)) {
    chmodSync(folder, 0o700);
    rmSync(folder, { recursive: true, force: true });
  }
});

const project = await memoryProject({ "a.ts": "export function alpha() {\n  return 1;\n}\n" });
const answer = await searchMemory(project, { query: "alpha" });

const program = await bundleChildProgram("test/support/cache-child.ts");
afterAll(() => program.dispose());

const inputs: CacheInputs = {
  projectRoot: "/p",
  databaseId: "d",
  generation: 3,
  query: "how",
  request: { topK: 5, detail: "snippets", maxTokens: 1000, filter: { paths: ["a", "b"], languages: [], kinds: [] } },
  changed: null,
  model: null,
  isRead: true,
  rankingVersion: 1,
  vectorState: "applied exact 10",
  encoding: "o200k_base",
  envelope: [1],
};

describe("a cache key", () => {
  const filter = inputs.request.filter;
  it("tells the files that differ from a commit apart", () => {
    const commit = { ref: "main", id: "1" };
    const key = cacheKey({ ...inputs, changed: { commit, paths: ["a.ts"] } });
    expect(cacheKey({ ...inputs, changed: { commit, paths: ["a.ts"] } })).toBe(key);
    expect(cacheKey({ ...inputs, changed: { commit, paths: ["a.ts", "b.ts"] } })).not.toBe(key);
    expect(cacheKey({ ...inputs, changed: { commit: { ...commit, id: "2" }, paths: ["a.ts"] } })).not.toBe(key);
  });

  it.each<[string, Partial<CacheInputs>]>([
    ["the project", { projectRoot: "/q" }],
    ["the database", { databaseId: "e" }],
    ["the generation", { generation: 4 }],
    ["the query", { query: "how?" }],
    ["the number of hits", { request: { ...inputs.request, topK: 6 } }],
    ["the detail", { request: { ...inputs.request, detail: "files" } }],
    ["the budget", { request: { ...inputs.request, maxTokens: 1001 } }],
    ["the paths", { request: { ...inputs.request, filter: { ...filter, paths: ["a"] } } }],
    ["the languages", { request: { ...inputs.request, filter: { ...filter, languages: ["go"] } } }],
    ["the kinds", { request: { ...inputs.request, filter: { ...filter, kinds: ["class"] } } }],
    ["the commit that is compared with", { changed: { commit: { ref: "main", id: "1" }, paths: ["a.ts"] } }],
    ["the model", { model: "m" as CacheInputs["model"] }],
    ["the ranking", { rankingVersion: 2 }],
    ["the vectors", { vectorState: "applied hnsw 10" }],
    ["the encoding", { encoding: "other" }],
    ["what the envelope repeats", { envelope: [2] }],
  ])("differs by %s", (_, change) => {
    expect(cacheKey({ ...inputs, ...change })).not.toBe(cacheKey(inputs));
  });

  it("does not differ by the order or repetition of a filter's values", () => {
    const paths = ["b", "a", "b"];
    expect(cacheKey({ ...inputs, request: { ...inputs.request, filter: { ...filter, paths } } })).toBe(
      cacheKey(inputs),
    );
  });
});

describe("the query cache", () => {
  it("answers from memory, and after a restart from disk", () => {
    const folder = newFolder();
    const first = open(folder);
    expect(first.lookup("k")).toBeNull();
    first.store("k", answer);
    expect(first.lookup("k")).toEqual({ result: answer, layer: "memory" });
    first.close();
    const second = open(folder);
    expect(second.lookup("k")).toEqual({ result: answer, layer: "disk" });
    expect(second.lookup("k")?.layer).toBe("memory");
    expect(second.lookup("other")).toBeNull();
  });

  it("is made once and shared by processes that open it at the same moment", async () => {
    const folder = newFolder();
    const names = ["one", "two", "three", "four"];
    const children = names.map((name) => program.start({ folder, name, answers: 50 }));
    await Promise.all(children.map((child) => nextMessage<"ready">(child)));
    for (const child of children) {
      child.send("go");
    }
    const reports = await Promise.all(children.map((child) => nextMessage<CacheChildReport>(child)));
    await Promise.all(children.map(ended));
    const cache = open(folder);
    const kept = names.flatMap((name) => {
      const queries = Array.from({ length: 50 }, (_, i) => cache.lookup(`${name} ${i}`)?.result.query);
      expect(queries.filter((query) => query !== undefined && query !== name)).toEqual([]);
      return queries.filter((query) => query === name);
    });
    for (const report of reports) {
      expect(report).toEqual({ status: { state: "applied", detail: "" }, own: 50, torn: 0 });
    }
    // A process does not wait to write while another one does: on a busy machine one of the four may come too late each time.
    expect(kept.length).toBeGreaterThan(0);
  }, 30_000);

  it("is shared by two connections at once", () => {
    const folder = newFolder();
    const [one, two] = [open(folder), open(folder)];
    one.store("from one", answer);
    two.store("from two", answer);
    one.store("from both", answer);
    two.store("from both", answer);
    expect(two.lookup("from one")?.layer).toBe("disk");
    expect(one.lookup("from two")?.layer).toBe("disk");
    expect([one.diskStatus.state, two.diskStatus.state]).toEqual(["applied", "applied"]);
  });

  it("goes on without waiting while another process holds the file", () => {
    const folder = newFolder();
    const cache = open(folder);
    const stranger = openSqlite(join(folder, DISK_CACHE_NAME));
    stranger.exec("BEGIN IMMEDIATE");
    cache.store("k", answer);
    expect(cache.lookup("k")?.layer).toBe("memory");
    expect(cache.diskStatus.state).toBe("applied");
    stranger.exec("ROLLBACK");
    stranger.close();
    cache.store("later", answer);
    expect(open(folder).lookup("later")?.layer).toBe("disk");
    expect(open(folder).lookup("k")).toBeNull();
  });

  it("keeps the most recently used within its bounds, in memory and on disk", () => {
    const folder = newFolder();
    const cache = open(folder);
    const large: SearchResult = { ...answer, query: "x".repeat(1_500_000) };
    for (let i = 0; i < 40; i++) {
      cache.store(`k${i}`, large);
      cache.lookup("k0");
    }
    expect(cache.lookup("k0")).not.toBeNull();
    const reopened = open(folder);
    const kept = Array.from({ length: 40 }, (_, i) => reopened.lookup(`k${i}`)).filter((one) => one !== null);
    expect(kept.length).toBeGreaterThan(10);
    expect(kept.length).toBeLessThan(30);
    expect(reopened.lookup("k39")).not.toBeNull();
  });

  it("lets go in memory what was used longest ago, not what was kept first", () => {
    const cache = open(null);
    for (let i = 0; i < 250; i++) {
      cache.store(`k${i}`, answer);
      cache.lookup("k0");
    }
    expect(cache.lookup("k0")).not.toBeNull();
    expect(cache.lookup("k1")).toBeNull();
    expect(cache.lookup("k249")).not.toBeNull();
  });

  it("does not keep on disk an answer that is larger than its share", () => {
    const folder = newFolder();
    open(folder).store("huge", { ...answer, query: "x".repeat(3_000_000) });
    expect(open(folder).lookup("huge")).toBeNull();
  });

  it.each([
    ["no database at all", "this is not a database, it is a sentence ".repeat(300)],
    ["half a header", "SQLite format 3\0"],
  ])("makes a damaged file anew: %s", (_, content) => {
    const folder = newFolder();
    writeFileSync(join(folder, DISK_CACHE_NAME), content);
    const cache = open(folder);
    cache.store("k", answer);
    expect(cache.diskStatus.state).toBe("applied");
    expect(open(folder).lookup("k")?.layer).toBe("disk");
  });

  it("does not believe an entry whose bytes were changed", () => {
    const folder = newFolder();
    open(folder).store("k", answer);
    const file = openSqlite(join(folder, DISK_CACHE_NAME));
    file.exec("UPDATE answer SET json = replace(json, 'alpha', 'omega')");
    file.close();
    const cache = open(folder);
    expect(cache.lookup("k")).toBeNull();
    cache.store("k", answer);
    expect(open(folder).lookup("k")).toEqual({ result: answer, layer: "disk" });
  });

  it("makes the table anew for a file of another layout", () => {
    const folder = newFolder();
    const other = openSqlite(join(folder, DISK_CACHE_NAME));
    other.exec("CREATE TABLE answer (something TEXT); PRAGMA user_version = 99;");
    other.close();
    const cache = open(folder);
    cache.store("k", answer);
    expect(open(folder).lookup("k")?.layer).toBe("disk");
  });

  it("reports a disk layer that cannot be opened, and answers from memory", () => {
    const folder = join(newFolder(), "missing", "folder");
    const cache = open(folder);
    expect(cache.diskStatus).toMatchObject({ state: "unavailable", detail: expect.stringMatching(/./) as string });
    cache.store("k", answer);
    expect(cache.lookup("k")).toEqual({ result: answer, layer: "memory" });
    expect(existsSync(folder)).toBe(false);
  });

  it("reports damage that happens while it is open, and goes on", () => {
    const folder = newFolder();
    const cache = open(folder);
    const stranger = openSqlite(join(folder, DISK_CACHE_NAME));
    stranger.exec("DROP TABLE answer");
    stranger.close();
    expect(cache.lookup("k")).toBeNull();
    expect(cache.diskStatus.state).toBe("unavailable");
    cache.store("k", answer);
    expect(cache.lookup("k")?.layer).toBe("memory");
  });

  it("is memory alone where no folder is given", () => {
    const cache = open(null);
    cache.store("k", answer);
    expect(cache.lookup("k")?.layer).toBe("memory");
    expect(cache.diskStatus.state).toBe("disabled");
  });
});
