// A process that opens a folder's query cache when it is told to, keeps and reads answers among others that do the same,
// and tells its parent what it saw. Run through child-program.ts.
import process from "node:process";
import type { PartStatus, SearchResult } from "../../src/search/answer/search-result.ts";
import { QueryCache } from "../../src/search/cache/query-cache.ts";

export interface CacheChildArgument {
  readonly folder: string;
  readonly name: string;
  readonly answers: number;
}

export interface CacheChildReport {
  readonly status: PartStatus;
  /** Own answers read back as they were kept. */
  readonly own: number;
  /** Answers of the key asked for that say anything else. */
  readonly torn: number;
}

const { folder, name, answers } = JSON.parse(process.argv[2] ?? "{}") as CacheChildArgument;

function run(): CacheChildReport {
  const cache = new QueryCache(folder);
  let [own, torn] = [0, 0];
  for (let i = 0; i < answers; i++) {
    // The cache reads no field of an answer but tells it by its hits.
    const result = { query: name, hits: [], head: name.repeat(500) } as unknown as SearchResult;
    cache.store(`${name} ${i}`, result);
    cache.store("shared", { ...result, query: "shared" });
    const kept = cache.lookup(`${name} ${i}`);
    own += kept?.result.query === name ? 1 : 0;
    const shared = cache.lookup("shared");
    torn += shared === null || shared.result.query === "shared" ? 0 : 1;
  }
  const status = cache.diskStatus;
  cache.close();
  return { status, own, torn };
}

process.once("message", () => {
  const report = run();
  process.send?.(report, () => process.disconnect());
});
process.send?.("ready");
