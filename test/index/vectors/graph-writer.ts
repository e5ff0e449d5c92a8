// A process that builds a graph of 700 points at the path given, for the tests of full disks.
import process from "node:process";
import { buildHnswFile } from "../../../src/index/vectors/hnsw-build.ts";
import type { ChunkId, Generation } from "../../../src/vocabulary/chunk.ts";
import { Failure } from "../../../src/vocabulary/failure.ts";

const [file = ""] = process.argv.slice(2);
const DIMENSIONS = 24;
const entries = Array.from({ length: 700 }, (_, index) => {
  const vector = Float32Array.from({ length: DIMENSIONS }, (_value, at) => Math.sin(index * 31 + at * at));
  return [(index + 1) as ChunkId, vector] as const;
});

try {
  const origin = { databaseId: "d1", model: "m@1", dimensions: DIMENSIONS };
  await buildHnswFile({ file, origin, generation: 8 as Generation, entries });
  process.stdout.write("ok\n");
} catch (error) {
  process.stdout.write(error instanceof Failure ? `${error.code} ${error.message}\n` : `defect ${String(error)}\n`);
}
