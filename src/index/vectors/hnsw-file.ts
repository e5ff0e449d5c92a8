// A saved graph: a manifest that says what it was made from, and the graph file that it names. The manifest is replaced last
// and in one step, so that a reader finds a complete graph or none. Builds nothing.
import { closeSync, openSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { z } from "zod";
import type { ChunkId, Generation } from "../../vocabulary/chunk.ts";
import { openHashCollector, openVectorReader, readGraphLayout } from "./graph-file.ts";
import { sumGraphFile } from "./graph-sum.ts";
import { HnswIndex } from "./hnsw.ts";
import type { HnswGraph, Hnswlib } from "./hnswlib.ts";
import { type Refusal, refusalOf, refuseOther } from "./saved-file.ts";
import type { VectorIndexOrigin } from "./vector-index.ts";

/** 2: the file's CRC-32; 1: its SHA-256. A manifest of another version is rebuilt from the vector store. */
export const HNSW_FORMAT = 2;

const manifestSchema = z.object({
  format: z.literal(HNSW_FORMAT),
  databaseId: z.string(),
  model: z.string(),
  dimensions: z.int().min(1),
  generation: z.int().min(0),
  /** Name of the graph file, in the manifest's folder. */
  graph: z.string().regex(/^[\w.-]+\.graph$/),
  bytes: z.int().min(0),
  crc32: z.int().min(0),
  /** Chunk of each point in order of insertion: base64 of unsigned 32-bit little-endian numbers. */
  labels: z.base64(),
});
export type HnswManifest = z.output<typeof manifestSchema>;

interface Refused extends Refusal {
  readonly index: null;
}

export type HnswLoad = { readonly index: HnswIndex; readonly generation: Generation } | Refused;

/** Vectors are read from the graph file when they are needed; the file is closed when its index is garbage collected. */
const openGraphFiles = new FinalizationRegistry<number>((fd) => closeSync(fd));

/**
 * Loads the graph of the manifest `file`, if it is whole and was made from `expected`. Its generation may be older than
 * the database's: the caller then adds and removes the difference.
 */
export async function loadHnswFile(hnswlib: Hnswlib, file: string, expected: VectorIndexOrigin): Promise<HnswLoad> {
  const first = await readManifest(file);
  if ("reason" in first) {
    return first;
  }
  const load = await loadGraph(hnswlib, file, first.manifest, expected);
  if (load.index !== null || load.reason !== "missing") {
    return load;
  }
  // Between the two reads another process may have replaced the graph and removed the one just named.
  const second = await readManifest(file);
  if ("reason" in second || second.manifest.graph === first.manifest.graph) {
    return refuse("torn", `${first.manifest.graph} is not there`);
  }
  return loadGraph(hnswlib, file, second.manifest, expected);
}

const refuse = (reason: Refusal["reason"], detail: string): Refused => ({ index: null, reason, detail });

/** The manifest, or why there is none. A builder learns from it which graph file it replaces. */
export async function readManifest(file: string): Promise<{ readonly manifest: HnswManifest } | Refused> {
  let json: unknown;
  try {
    json = JSON.parse(await readFile(file, "utf8"));
  } catch (error) {
    return { index: null, ...refusalOf(error) };
  }
  const parsed = manifestSchema.safeParse(json);
  return parsed.success ? { manifest: parsed.data } : refuse("format", "the manifest is of another format");
}

async function loadGraph(
  hnswlib: Hnswlib,
  file: string,
  manifest: HnswManifest,
  expected: VectorIndexOrigin,
): Promise<HnswLoad> {
  const other = refuseOther(manifest, expected);
  if (other !== null) {
    return { index: null, ...other };
  }
  const path = join(dirname(file), basename(manifest.graph));
  try {
    const fd = openSync(path, "r");
    try {
      const index = await openGraph(hnswlib, path, fd, manifest);
      openGraphFiles.register(index, fd);
      return { index, generation: manifest.generation as Generation };
    } catch (error) {
      closeSync(fd);
      throw error;
    }
  } catch (error) {
    return { index: null, ...refusalOf(error) };
  }
}

/** Throws if the file is not what the manifest says. */
async function openGraph(hnswlib: Hnswlib, path: string, fd: number, manifest: HnswManifest): Promise<HnswIndex> {
  const { dimensions } = manifest;
  const labels = decodeLabels(manifest.labels);
  // The library loads a graph of another dimension without an error, so the file itself is checked.
  const layout = readGraphLayout(fd);
  if (layout === null || layout.dimensions !== dimensions || layout.count !== labels.length) {
    throw new Error("the graph file is not as its manifest says");
  }
  const collector = openHashCollector(layout);
  const found = await sumGraphFile(path, collector.take);
  if (found.bytes !== manifest.bytes || found.crc32 !== manifest.crc32) {
    throw new Error(`${manifest.graph} is not the file that was written`);
  }
  const graph: HnswGraph = new hnswlib.HierarchicalNSW("ip", dimensions);
  await graph.readIndex(path);
  return new HnswIndex({
    graph,
    dimensions,
    labels,
    hashes: collector.hashes(),
    readVector: openVectorReader(fd, layout),
  });
}

export function encodeLabels(labels: readonly ChunkId[]): string {
  const bytes = Buffer.alloc(labels.length * 4);
  for (const [index, label] of labels.entries()) {
    bytes.writeUInt32LE(label, index * 4);
  }
  return bytes.toString("base64");
}

function decodeLabels(text: string): ChunkId[] {
  const bytes = Buffer.from(text, "base64");
  return Array.from({ length: Math.floor(bytes.length / 4) }, (_, index) => bytes.readUInt32LE(index * 4) as ChunkId);
}
