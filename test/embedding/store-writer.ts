// A process that writes 1,000 vectors in batches of ten from the number given, for the tests of the store.
import process from "node:process";
import { SqliteVectorStore } from "../../src/embedding/sqlite-vector-store.ts";
import { embeddingKey } from "../../src/embedding/vector-store.ts";
import type { ModelId } from "../../src/vocabulary/chunk.ts";
import { Failure } from "../../src/vocabulary/failure.ts";

const [folder = "", model = "", dimensionsText = "", fromText = ""] = process.argv.slice(2);
const dimensions = Number(dimensionsText);
const vector = (number: number) =>
  Float32Array.from({ length: dimensions }, (_, i) => Math.fround(Math.sin(number + i)));

try {
  const store = new SqliteVectorStore({ folder, model: model as ModelId, dimensions });
  for (let at = Number(fromText); at < Number(fromText) + 1_000; at += 10) {
    const numbers = Array.from({ length: 10 }, (_, index) => at + index);
    store.write(new Map(numbers.map((number) => [embeddingKey(`text ${number}`), vector(number)])));
    store.read(numbers.map((number) => embeddingKey(`text ${number}`)));
  }
  store.close();
  process.stdout.write("ok\n");
} catch (error) {
  process.stdout.write(error instanceof Failure ? `${error.code} ${error.message}\n` : `defect ${String(error)}\n`);
}
