// Writes the vectors of a project's chunks to one file, in ascending order of their keys and in bounded memory. The file is written whole
// or not at all, but for one that goes to a device or a pipe.
import { createHash } from "node:crypto";
import { unlinkSync } from "node:fs";
import { basename, dirname } from "node:path";
import { bytesOfVector } from "../../embedding/vector-bytes.ts";
import { abandonedWrites } from "../../system/atomic-file.ts";
import { type Sink, writeNamedFile } from "../../system/named-file.ts";
import { Failure, throwIfCancelled } from "../../vocabulary/failure.ts";
import { EMBEDDING_TEXT_VERSION } from "../embeddings/embedding-text.ts";
import type { VectorAccess } from "../embeddings/vector-access.ts";
import type { ExportOptions, ExportReport } from "../project-index.ts";
import { type ChunkKeys, chunkKeysOf } from "./chunk-keys.ts";
import { EXPORT_KEY_BYTES, encodeHeader, recordBytes } from "./export-header.ts";
import { exportFailure } from "./export-place.ts";
import { chunksMarked, KEYS_SLICE, storedKeys } from "./stored-keys.ts";

/** What is written: the keys that are marked, with their vectors. */
interface Content {
  readonly header: Buffer;
  readonly keys: ChunkKeys;
  readonly marks: Uint8Array;
  readonly count: number;
}

/** Throws ALREADY_EXISTS, STORAGE_UNAVAILABLE, INDEX_UNAVAILABLE, CANCELLED; an existing file is then unchanged. */
export async function exportVectors(access: VectorAccess, options: ExportOptions): Promise<ExportReport> {
  const { handles, embedder, store, stored } = access;
  const { file, overwrite, signal } = options;
  const keys = await chunkKeysOf(stored, handles.table.view, signal);
  const marks = await storedKeys(store, keys, signal);
  const count = marks.reduce((sum, mark) => sum + mark, 0);
  const content = { header: headerOf(access, options, count), keys, marks, count };
  const written = { bytes: 0, sha256: "" };
  try {
    removeAbandoned(file);
    const write = async (sink: Sink) => {
      Object.assign(written, await writeContent(content, access, options, sink));
    };
    await writeNamedFile(file, write, { overwrite });
  } catch (error) {
    throw exportFailure(error, file);
  }
  const chunksLeftOut = keys.chunkCount - chunksMarked(keys, marks);
  return { model: embedder.model, chunks: keys.chunkCount, chunksLeftOut, vectors: count, ...written };
}

const headerOf = ({ embedder }: VectorAccess, { origin }: ExportOptions, count: number): Buffer =>
  encodeHeader({
    model: embedder.model,
    dimensions: embedder.dimensions,
    text_version: EMBEDDING_TEXT_VERSION,
    count,
    project: origin.project,
    commit: origin.commit,
    changed: origin.changed,
    made_at: new Date().toISOString(),
    program: origin.program,
  });

/** Returns the size of the whole file in bytes, and its SHA-256 in hex. */
async function writeContent(
  { header, keys, marks, count }: Content,
  { store, embedder }: VectorAccess,
  { signal, onProgress }: ExportOptions,
  sink: Sink,
): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash("sha256");
  let [bytes, done] = [0, 0];
  const put = async (part: Buffer) => {
    hash.update(part);
    bytes += part.length;
    await sink.writeFile(part);
  };
  await put(header);
  for (let from = 0; from < keys.size; from += KEYS_SLICE) {
    throwIfCancelled(signal);
    const records = recordsOf(store, keys, marks, from, recordBytes(embedder.dimensions));
    await put(records);
    done += records.length / recordBytes(embedder.dimensions);
    onProgress({ phase: "writing", done, total: count });
  }
  // The hash of what precedes goes on as the hash of the whole file, as `sha256sum` prints it.
  await put(hash.copy().digest());
  return { bytes, sha256: hash.digest("hex") };
}

/** The records of the marked keys of one slice. */
function recordsOf(
  store: VectorAccess["store"],
  keys: ChunkKeys,
  marks: Uint8Array,
  from: number,
  size: number,
): Buffer {
  const end = Math.min(from + KEYS_SLICE, keys.size);
  const wanted = keys.keysIn(from, end, (at) => marks[at] === 1);
  // For each place in the slice, the number of its record.
  const places: number[] = [];
  let count = 0;
  for (const key of wanted) {
    places.push(count);
    count += key === undefined ? 0 : 1;
  }
  const records = Buffer.alloc(count * size);
  let found = 0;
  store.visit(wanted, (at, vector) => {
    const start = (places[at] ?? 0) * size;
    records.set(wanted[at] ?? [], start);
    records.set(bytesOfVector(vector), start + EXPORT_KEY_BYTES);
    found += 1;
  });
  if (found < count) {
    throw new Failure("INDEX_UNAVAILABLE", "vectors were removed from the cache while they were exported", {
      hint: "export again when no `context-broker index gc` or `index clear` runs",
    });
  }
  return records;
}

/** Removes temporary files of killed exports to the same file. */
function removeAbandoned(file: string): void {
  const beginning = `.${basename(file).slice(0, 40)}.`;
  for (const path of abandonedWrites(dirname(file)).filter((one) => basename(one).startsWith(beginning))) {
    unlinkSync(path);
  }
}
