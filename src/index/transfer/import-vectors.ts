// Imports from an exported file the vectors that a project's chunks lack. Everything is checked before the first one is written. Vectors of
// other texts are not imported, so that a stranger's file cannot fill the cache.
import type { Embedding } from "../../embedding/embedder.ts";
import type { EmbeddingKey } from "../../embedding/vector-store.ts";
import { Failure, throwIfCancelled } from "../../vocabulary/failure.ts";
import { throwIfReplaced } from "../database/replacement.ts";
import { EMBEDDING_TEXT_VERSION } from "../embeddings/embedding-text.ts";
import type { VectorAccess } from "../embeddings/vector-access.ts";
import type { ImportOptions, ImportReport } from "../project-index.ts";
import { type ChunkKeys, chunkKeysOf } from "./chunk-keys.ts";
import { compareSample } from "./compare-sample.ts";
import { ExportedFile } from "./exported-file.ts";
import { chunksMarked, storedKeys } from "./stored-keys.ts";

/** What import adds to the report of the index. */
export type ImportedVectors = Omit<ImportReport, "coverage" | "problems">;

/** `indexWords` is called once the file is found good; the index that it updates may be another one. Throws as `ProjectIndex.importVectors`. */
export async function importVectors(
  embedder: VectorAccess["embedder"],
  options: ImportOptions,
  indexWords: () => Promise<VectorAccess>,
): Promise<ImportedVectors> {
  const { signal, onProgress } = options;
  const file = await ExportedFile.open(options.file);
  try {
    checkModel(file, embedder, options.file);
    const total = file.header.count;
    await file.verify(signal, (done) => onProgress({ phase: "checking", done, total }));
    return await importMissing(file, await indexWords(), options);
  } finally {
    await file.close();
  }
}

/** Throws MODEL_MISMATCH. */
function checkModel({ header }: ExportedFile, embedder: VectorAccess["embedder"], path: string): void {
  const cannot = `${path} cannot be imported`;
  if (header.model !== embedder.model) {
    throw new Failure(
      "MODEL_MISMATCH",
      `${cannot}: its vectors are of ${header.model}, and this machine uses ${embedder.model}`,
      {
        hint: "use the same `model` on both machines, and the same version of context-broker",
      },
    );
  }
  if (header.dimensions !== embedder.dimensions) {
    throw new Failure(
      "MODEL_MISMATCH",
      `${cannot}: its vectors have ${header.dimensions} dimensions, those of the model have ${embedder.dimensions}`,
      { hint: "export it again" },
    );
  }
  if (header.text_version !== EMBEDDING_TEXT_VERSION) {
    throw new Failure(
      "MODEL_MISMATCH",
      `${cannot}: it was made from texts of version ${header.text_version}, this program makes version ${EMBEDDING_TEXT_VERSION}`,
      { hint: "use the same version of context-broker on both machines, and export it again" },
    );
  }
}

/** Records of the file that are wanted: their places there and in the project's keys. Both ascend. */
interface Wanted {
  readonly records: Uint32Array;
  readonly places: Uint32Array;
}

async function importMissing(
  file: ExportedFile,
  access: VectorAccess,
  options: ImportOptions,
): Promise<ImportedVectors> {
  const { handles, stored, store, vectors } = access;
  const { signal, onProgress } = options;
  const keys = await chunkKeysOf(stored, handles.table.view, signal);
  const present = await storedKeys(store, keys, signal);
  const { inFile, wanted } = await match(file, keys, present, signal);
  const sampled = {
    count: wanted.records.length,
    keyPlace: (at: number) => wanted.places[at] ?? 0,
    vectorAt: (at: number) => file.vectorAt(wanted.records[at] ?? 0),
  };
  const compared = await compareSample(access, keys, sampled, {
    signal,
    onProgress: (done, total) => onProgress({ phase: "comparing", done, total }),
  });
  await writeWanted(file, wanted, access, options);
  vectors.readAgain();
  const presentBefore = chunksMarked(keys, present);
  const imported = wanted.places.reduce((sum, place) => sum + keys.chunksAt(place), 0);
  const { model, project, commit, changed, program, made_at: madeAt } = file.header;
  return {
    origin: { model, project, commit, changed, program, madeAt },
    vectors: file.header.count,
    chunks: keys.chunkCount,
    imported,
    presentBefore,
    missing: keys.chunkCount - imported - presentBefore,
    inFile,
    compared,
  };
}

/** Merges the file's keys with the project's, both in ascending order. */
async function match(
  file: ExportedFile,
  keys: ChunkKeys,
  present: Uint8Array,
  signal: AbortSignal,
): Promise<{ readonly inFile: number; readonly wanted: Wanted }> {
  const records = new Uint32Array(keys.size);
  const places = new Uint32Array(keys.size);
  let [place, inFile, count] = [0, 0, 0];
  for await (const block of file.blocks(signal)) {
    for (let at = 0; at < block.count && place < keys.size; at++) {
      const key = block.keyAt(at);
      let order = Buffer.compare(keys.keyAt(place), key);
      while (order < 0 && place + 1 < keys.size) {
        place += 1;
        order = Buffer.compare(keys.keyAt(place), key);
      }
      if (order !== 0) {
        continue;
      }
      inFile += keys.chunksAt(place);
      if (present[place] === 0) {
        records[count] = block.first + at;
        places[count] = place;
        count += 1;
      }
    }
  }
  return { inFile, wanted: { records: records.subarray(0, count), places: places.subarray(0, count) } };
}

/** One transaction for each block. What was written stays if a later block fails: each vector is valid by itself. */
async function writeWanted(
  file: ExportedFile,
  { records }: Wanted,
  { handles, store }: VectorAccess,
  { signal, onProgress }: ImportOptions,
): Promise<void> {
  let next = 0;
  for await (const block of file.blocksWith(records, signal)) {
    const entries = new Map<EmbeddingKey, Embedding>();
    for (; next < records.length && (records[next] ?? 0) < block.first + block.count; next++) {
      const at = (records[next] ?? 0) - block.first;
      entries.set(block.keyAt(at).toString("hex"), block.vectorAt(at));
    }
    throwIfCancelled(signal);
    // For an index that was cleared meanwhile, nothing is stored.
    throwIfReplaced(handles.database);
    store.write(entries);
    onProgress({ phase: "writing", done: next, total: records.length });
  }
}
