import { expect, test } from "vitest";
import { findLikelyFiles } from "../../../src/index/ingest/find-likely-files.ts";
import type { CorpusFile } from "../../../src/project/corpus.ts";

const TEXTS: Readonly<Record<string, string | null>> = {
  "a.ts": "nothing of it",
  "b.ts": "flush the queue, flush the queue",
  // Gone since the walk.
  "c.ts": null,
};

test("files that hold the words are found in their bytes, though another is gone by then", async () => {
  const told: (readonly string[])[] = [];
  const found = await findLikelyFiles({
    hints: { needles: ["flush", "queue"], names: [], places: [], admits: () => true, sideDistance: () => 0 },
    files: Object.keys(TEXTS).map((path) => ({ path, size: 100 }) as CorpusFile),
    source: { peek: (path) => (TEXTS[path] == null ? null : Buffer.from(TEXTS[path])) },
    untilMs: Number.POSITIVE_INFINITY,
    signal: undefined,
    onFound: (paths) => told.push(paths),
  });
  expect(found).toEqual(["b.ts"]);
  expect(told).toEqual([["b.ts"]]);
});
