// Fills a vector store for the chunks of an indexed project, from the command line to its report.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { SqliteVectorStore } from "../../../src/embedding/sqlite-vector-store.ts";
import { openSqlite } from "../../../src/system/sqlite.ts";
import { Failure } from "../../../src/vocabulary/failure.ts";
import { missingIn } from "../../support/missing-vectors.ts";
import { runMain, tell } from "../run-main.ts";
import { type Options, parseOptions, USAGE } from "./options.ts";
import { perturbedFor } from "./perturb.ts";
import { readReal } from "./real-vectors.ts";

const AT_ONCE = 2_000;
const KEY_BYTES = 16;
const TELL_EVERY = 100_000;

/** The database that the newest pointer of an index's folder names. */
function databaseOf(folder: string): string {
  const pointer = readdirSync(folder)
    .filter((name) => /^current-v\d+$/.test(name))
    .sort((a, b) => Number(b.slice(9)) - Number(a.slice(9)))[0];
  if (pointer === undefined) {
    throw new Failure("INVALID_INPUT", `${folder} holds no index`, { hint: "index the project first" });
  }
  return join(folder, readFileSync(join(folder, pointer), "utf8").trim());
}

function* keysIn(rows: Iterable<Buffer>): Iterable<Buffer> {
  for (const keys of rows) {
    for (let at = 0; at < keys.length; at += KEY_BYTES) {
      yield keys.subarray(at, at + KEY_BYTES);
    }
  }
}

async function run({ index, from, to, noise, limit }: Options): Promise<void> {
  const { model, dimensions, vectors } = readReal(from);
  const store = new SqliteVectorStore({ folder: to, model, dimensions });
  const database = openSqlite(databaseOf(index), { readonly: true, fileMustExist: true });
  const rows = database.prepare<[], Buffer>("SELECT embedding_keys FROM chunk ORDER BY first").pluck();
  let [seen, made] = [0, 0];
  let batch: string[] = [];
  const fill = () => {
    const missing = missingIn(store, batch);
    store.write(new Map(missing.map((key) => [key, perturbedFor(key, vectors, noise)])));
    seen += batch.length;
    made += missing.length;
    batch = [];
    if (seen % TELL_EVERY === 0) {
      tell(`${seen} chunks`);
    }
  };
  try {
    for (const key of keysIn(rows.iterate())) {
      if (seen + batch.length >= limit) {
        break;
      }
      batch.push(key.toString("hex"));
      if (batch.length === AT_ONCE) {
        fill();
      }
    }
    fill();
  } finally {
    database.close();
    store.close();
  }
  process.stdout.write(`${made} vectors made of ${vectors.length} real ones, for ${seen} chunks\n`);
}

/** Fills a store; answers the exit code: 0, or 2 where something that was given is wrong. */
export const main = (args: readonly string[], cwd: string): Promise<number> =>
  runMain({ usage: USAGE, parse: () => parseOptions(args, cwd), run });
