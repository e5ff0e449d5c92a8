import { expect, test } from "vitest";
import {
  chooseVectorIndex,
  HNSW_FROM,
  isWorthRebuilding,
  type VectorMode,
  vectorMegabytes,
} from "../../../src/index/vectors/choose.ts";
import { MEMORY_LIMIT_MB, planMemory } from "../../../src/system/memory-plan.ts";

test.each([
  { mode: "auto", chunks: 100, kind: "exact", because: /100 chunks, fewer than 20,000/ },
  { mode: "auto", chunks: 1, kind: "exact", because: /^1 chunk, fewer than 20,000/ },
  { mode: "auto", chunks: HNSW_FROM - 1, kind: "exact", because: /fewer than/ },
  { mode: "auto", chunks: HNSW_FROM, kind: "hnsw", because: /at least/ },
  { mode: "auto", chunks: HNSW_FROM, native: false, kind: "int8", because: /not compiled: int8 scan/ },
  { mode: "auto", chunks: 150_000, kind: "hnsw", because: /at least/ },
  {
    mode: "auto",
    chunks: 500_000,
    kind: "int8",
    because:
      /^500,000 chunks: a graph of 848 MB, .* do not fit in memory_limit_mb 1024: int8 scan with float32 rescoring$/,
  },
  { mode: "auto", chunks: 500_000, limit: 4_096, kind: "hnsw", because: /at least/ },
  { mode: "auto", chunks: 500_000, native: false, kind: "int8", because: /do not fit/ },
  { mode: "auto", chunks: 19_000, limit: 256, kind: "int8", because: /float32 vectors of 29 MB do not fit/ },
  { mode: "hnsw", chunks: 100, kind: "hnsw", because: /set so/ },
  { mode: "hnsw", chunks: 100, native: false, kind: "int8", because: /not compiled/ },
  { mode: "hnsw", chunks: 500_000, kind: "int8", because: /a graph of 848 MB/ },
  { mode: "exact", chunks: 300_000, kind: "exact", because: /set so/ },
  { mode: "exact", chunks: 500_000, kind: "int8", because: /float32 vectors of 768 MB do not fit in memory_limit_mb/ },
  { mode: "int8", chunks: 10, kind: "int8", because: /set so/ },
  { mode: "int8", chunks: 5_000_000, kind: "int8", because: /set so/ },
])("$mode with $chunks chunks: $kind", ({ mode, chunks, native = true, limit = MEMORY_LIMIT_MB, kind, because }) => {
  const choice = chooseVectorIndex({
    mode: mode as VectorMode,
    chunks,
    dimensions: 384,
    hnswFrom: HNSW_FROM,
    hnswlibReason: native ? "" : "not compiled",
    memoryLimitMb: limit,
    vectorsMb: planMemory(limit).vectorsMb,
  });
  expect(choice).toEqual({ kind, reason: expect.stringMatching(because) });
});

test("half a million chunks fit the default limit as an int8 scan", () => {
  expect(vectorMegabytes("int8", 500_000, 384)).toBeLessThan(planMemory(MEMORY_LIMIT_MB).vectorsMb);
});

test.each([
  { drift: 0, size: 20_000, worth: false },
  { drift: 400, size: 1_000, worth: false },
  { drift: 600, size: 1_000, worth: true },
  { drift: 1_500, size: 20_000, worth: false },
  { drift: 2_500, size: 20_000, worth: true },
  { drift: 5_001, size: 500_000, worth: true },
])("a drift of $drift in $size chunks is worth a rebuild: $worth", ({ drift, size, worth }) => {
  expect(isWorthRebuilding(drift, size)).toBe(worth);
});
