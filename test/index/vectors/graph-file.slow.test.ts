// The layout of a graph file, read in parts of any size: what is hashed of a vector may lie in several.
import { closeSync, openSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { vectorHash } from "../../../src/index/vectors/background.ts";
import { openHashCollector, readGraphLayout } from "../../../src/index/vectors/graph-file.ts";
import { buildHnswFile } from "../../../src/index/vectors/hnsw-build.ts";
import { clustered, entriesOf, generation, ORIGIN, temporaryFolder } from "./support.ts";

test.each([1, 7, 250, 1_000_000])("the hash of every vector, from parts of %i bytes", async (partBytes) => {
  const vectors = clustered(60, 5);
  const folder = temporaryFolder();
  const file = join(folder, "vectors.json");
  await buildHnswFile({ file, origin: ORIGIN, generation: generation(1), entries: entriesOf(vectors) });
  const graph = join(folder, readdirSync(folder).find((name) => name.endsWith(".graph")) ?? "none");
  const fd = openSync(graph, "r");
  const layout = readGraphLayout(fd);
  closeSync(fd);
  if (layout === null) {
    throw new Error("the graph file was not understood");
  }
  const collector = openHashCollector(layout);
  const bytes = readFileSync(graph);
  for (let at = 0; at < bytes.length; at += partBytes) {
    collector.take(bytes.subarray(at, at + partBytes), at);
  }
  expect([...collector.hashes()]).toEqual(vectors.map((vector) => vectorHash(vector, 0)));
});
