import { expect, test } from "vitest";
import { chooseVectorIndex, HNSW_FROM, isWorthRebuilding, type VectorMode } from "../../../src/index/vectors/choose.ts";

test.each([
  { mode: "auto", chunks: 100, native: true, kind: "exact", because: /100 chunks, fewer than/ },
  { mode: "auto", chunks: HNSW_FROM - 1, native: true, kind: "exact", because: /fewer than/ },
  { mode: "auto", chunks: HNSW_FROM, native: true, kind: "hnsw", because: /at least/ },
  { mode: "auto", chunks: HNSW_FROM, native: false, kind: "exact", because: /not compiled/ },
  { mode: "hnsw", chunks: 100, native: true, kind: "hnsw", because: /set so/ },
  { mode: "hnsw", chunks: 100, native: false, kind: "exact", because: /not compiled/ },
  { mode: "exact", chunks: 1_000_000, native: true, kind: "exact", because: /set so/ },
])("$mode with $chunks chunks, native library $native: $kind", ({ mode, chunks, native, kind, because }) => {
  const choice = chooseVectorIndex({
    mode: mode as VectorMode,
    chunks,
    hnswFrom: HNSW_FROM,
    hnswlibReason: native ? "" : "not compiled",
  });
  expect(choice).toEqual({ kind, reason: expect.stringMatching(because) });
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
