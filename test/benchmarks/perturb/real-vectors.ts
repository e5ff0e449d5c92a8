// Vectors of real chunks, which others are made of.
import { openSqlite } from "../../../src/system/sqlite.ts";
import type { ModelId } from "../../../src/vocabulary/chunk.ts";
import { Failure } from "../../../src/vocabulary/failure.ts";

/** Real vectors to choose from: 100 MB at most. */
const REAL_MAX = 65_536;

interface RealVectors {
  readonly model: ModelId;
  readonly dimensions: number;
  readonly vectors: readonly Float32Array[];
}

/** Throws INVALID_INPUT for a store without vectors. */
export function readReal(file: string): RealVectors {
  const database = openSqlite(file, { readonly: true, fileMustExist: true });
  try {
    const store = database.prepare<[], { model: ModelId; dimensions: number }>("SELECT * FROM store").get();
    const blobs = database
      .prepare<[number], Buffer>("SELECT vector FROM vectors ORDER BY rowid LIMIT ?")
      .pluck()
      .all(REAL_MAX);
    if (store === undefined || blobs.length === 0) {
      throw new Failure("INVALID_INPUT", `${file} holds no vectors`, { hint: "index a project with vectors first" });
    }
    const vectors = blobs.map((bytes) => new Float32Array(Uint8Array.from(bytes).buffer));
    return { ...store, vectors };
  } finally {
    database.close();
  }
}
