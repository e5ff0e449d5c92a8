// sqlite-vec and usearch, as their documentation says to use them. They are installed for the run (main.ts), not dependencies.
import { createRequire } from "node:module";
import { join } from "node:path";
import { openSqlite } from "../../../src/system/sqlite.ts";
import type { ChunkId } from "../../../src/vocabulary/chunk.ts";
import { type Engine, PART, PARTS, type Place } from "./engine.ts";
import { DIMENSIONS, readPoints } from "./vectors-file.ts";

const ROWS_A_TRANSACTION = 1_000;
/** Measured again in float32, of the nearest by bytes: sqlite-vec gives no bound that would say how many are needed. */
const RESCORED_PER_RESULT = 4;
/** As the graph of hnswlib: hnswlib.ts, hnsw.ts. */
const GRAPH = { connectivity: 16, expansion_add: 100, expansion_search: 128, multi: false };
/** Without a filter in its interface, more are fetched and the others left out. */
const FETCH_MAX = 2_000;

const bytesOf = (vector: Float32Array) => Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength);

function openDatabase({ folder, rivals }: Place) {
  const { getLoadablePath } = createRequire(join(rivals, "x.js"))("sqlite-vec") as { getLoadablePath(): string };
  const database = openSqlite(join(folder, "vectors.sqlite"));
  database.loadExtension(getLoadablePath());
  return database;
}

/** `scanned`: the column that a search compares. With `int8`, the float32 vectors lie beside it and decide. */
const sqliteVec = (scanned: "float32" | "int8"): Engine => ({
  async build(place) {
    const database = openDatabase(place);
    database.pragma("journal_mode = WAL");
    const [column, beside, value] =
      scanned === "float32"
        ? [`float[${DIMENSIONS}]`, "", "?"]
        : [`int8[${DIMENSIONS}]`, ", +whole blob", "vec_quantize_int8(?, 'unit')"];
    database.exec(
      `CREATE VIRTUAL TABLE chunks USING vec0(id integer primary key, part integer, vector ${column} distance_metric=cosine${beside})`,
    );
    const insert = database.prepare(`INSERT INTO chunks VALUES (?, ?, ${value}${scanned === "int8" ? ", ?" : ""})`);
    let inTransaction = 0;
    database.exec("BEGIN");
    for (const [chunk, vector] of readPoints(place.vectors, place.count)) {
      const bytes = bytesOf(vector);
      insert.run(BigInt(chunk), BigInt(chunk % PARTS), bytes, ...(scanned === "int8" ? [bytes] : []));
      inTransaction += 1;
      if (inTransaction % ROWS_A_TRANSACTION === 0) {
        database.exec("COMMIT; BEGIN");
      }
    }
    database.exec("COMMIT");
    database.pragma("wal_checkpoint(TRUNCATE)");
    database.close();
  },
  async open(place) {
    const database = openDatabase(place);
    const statementOf = (filter: string) =>
      database
        .prepare<[{ readonly query: Buffer; readonly k: number }], ChunkId>(
          scanned === "float32"
            ? `SELECT id FROM chunks WHERE vector MATCH @query AND k = @k${filter} ORDER BY distance`
            : `WITH near AS (SELECT id, whole FROM chunks WHERE vector MATCH vec_quantize_int8(@query, 'unit') AND k = @k * ${RESCORED_PER_RESULT}${filter})
               SELECT id FROM near ORDER BY vec_distance_cosine(whole, @query) LIMIT @k`,
        )
        .pluck();
    const [all, part] = [statementOf(""), statementOf(` AND part = ${PART}`)];
    const remove = database.prepare<[bigint]>("DELETE FROM chunks WHERE id = ?");
    return {
      search: (query, k) => all.all({ query: bytesOf(query), k }),
      searchPart: (query, k) => part.all({ query: bytesOf(query), k }),
      // Never committed, so that the file can be measured again.
      remove: (chunk) => {
        if (!database.inTransaction) {
          database.exec("BEGIN");
        }
        remove.run(BigInt(chunk));
      },
    };
  },
});

interface UsearchIndex {
  add(keys: BigUint64Array, vectors: Float32Array, threads: number): void;
  search(vector: Float32Array, k: number, threads: number): { readonly keys: BigUint64Array };
  remove(key: bigint): void;
  save(path: string): void;
  load(path: string): void;
  size(): number;
}

function newIndex({ rivals }: Place, quantization: "f32" | "i8"): UsearchIndex {
  const { Index } = createRequire(join(rivals, "x.js"))("usearch") as {
    Index: new (config: object) => UsearchIndex;
  };
  return new Index({ dimensions: DIMENSIONS, metric: "cos", quantization, ...GRAPH });
}

const usearch = (quantization: "f32" | "i8"): Engine => ({
  async build(place) {
    const index = newIndex(place, quantization);
    for (const [chunk, vector] of readPoints(place.vectors, place.count)) {
      index.add(BigUint64Array.of(BigInt(chunk)), vector, 1);
    }
    index.save(join(place.folder, "vectors.usearch"));
  },
  async open(place) {
    const index = newIndex(place, quantization);
    index.load(join(place.folder, "vectors.usearch"));
    if (index.size() !== place.count) {
      throw new Error(`${index.size()} points of ${place.count}`);
    }
    const search = (query: Float32Array, k: number) =>
      Array.from(index.search(query, k, 1).keys, (key) => Number(key) as ChunkId);
    return {
      search,
      searchPart: (query, k) =>
        search(query, FETCH_MAX)
          .filter((chunk) => chunk % PARTS === PART)
          .slice(0, k),
      remove: (chunk) => index.remove(BigInt(chunk)),
    };
  },
});

export const RIVALS = {
  "sqlite-vec": sqliteVec("float32"),
  "sqlite-vec, int8": sqliteVec("int8"),
  usearch: usearch("f32"),
  "usearch, int8": usearch("i8"),
} satisfies Record<string, Engine>;
