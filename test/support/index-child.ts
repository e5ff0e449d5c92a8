// A process that indexes a folder to the end, or imports or exports its vectors, tells its parent, and may be told to die at a
// certain write: SIGKILL just before the n-th statement that changes a database. Run through child-program.ts.
import process from "node:process";
import Database from "better-sqlite3";
import { SqliteVectorStore } from "../../src/embedding/sqlite-vector-store.ts";
import { openProjectIndex } from "../../src/index/coordination/open-project-index.ts";
import { openFolderCorpus } from "./folder-corpus.ts";
import { openHashEmbedder } from "./hash-embedder.ts";

export interface IndexChildArgument {
  readonly files: string;
  readonly index: string;
  /** Folder of the vector store; no vectors where it is missing. */
  readonly store?: string;
  /** 1-based number of the write to die before; none where it is missing. */
  readonly dieAtWrite?: number;
  /** Takes vectors from this file first. */
  readonly importFrom?: string;
  /** Writes the vectors to this file at the end; killed with SIGKILL once so many of them are written, where `dieAtVector` is there. */
  readonly exportTo?: string;
  readonly dieAtVector?: number;
  /** Milliseconds that a vector takes. */
  readonly embedMs?: number;
}

export interface IndexChildReport {
  readonly writes: number;
  /** Of these, until the import was done; 0 without one. */
  readonly importWrites: number;
  readonly indexed: number;
  readonly embedded: number;
  readonly lagging: number;
  readonly chunks: number;
  readonly chunksEmbedded: number;
}

const argument = JSON.parse(process.argv[2] ?? "{}") as IndexChildArgument;
let writes = 0;

function countWrite(): void {
  writes += 1;
  if (writes === argument.dieAtWrite) {
    process.kill(process.pid, "SIGKILL");
  }
}

/** Every statement that may change a database passes here. */
function watchWrites(): void {
  const { prepare, exec } = Database.prototype;
  Database.prototype.prepare = function (this: Database.Database, source: string) {
    const statement = prepare.call(this, source);
    if (/^\s*(?:INSERT|UPDATE|DELETE|REPLACE|BEGIN|COMMIT)/i.test(source)) {
      const run = statement.run.bind(statement) as (...values: unknown[]) => Database.RunResult;
      statement.run = (...values: unknown[]) => {
        countWrite();
        return run(...values);
      };
    }
    return statement;
  } as typeof prepare;
  Database.prototype.exec = function (this: Database.Database, source: string) {
    countWrite();
    return exec.call(this, source);
  };
}

watchWrites();
const embedder = openHashEmbedder({ delayMs: argument.embedMs ?? 0 });
const { model, dimensions } = embedder;
const vectors =
  argument.store === undefined ? null : new SqliteVectorStore({ folder: argument.store, model, dimensions });
const index = await openProjectIndex({
  folder: argument.index,
  corpus: openFolderCorpus(argument.files),
  embedder: vectors === null ? null : embedder,
  vectors,
  vectorKind: "exact",
  hnswFrom: 20_000,
  extensions: {},
  analysisWorkers: 1,
});
process.send?.("open");
const { signal } = new AbortController();
let importWrites = 0;
if (argument.importFrom !== undefined) {
  await index.importVectors({ file: argument.importFrom, signal, onProgress: () => undefined });
  importWrites = writes;
}
const report = await index.complete({});
if (argument.exportTo !== undefined) {
  await index.exportVectors({
    file: argument.exportTo,
    overwrite: true,
    origin: { project: "shop", commit: null, changed: null, program: "child" },
    signal,
    onProgress: ({ done }) => {
      if (done >= (argument.dieAtVector ?? Number.POSITIVE_INFINITY)) {
        process.kill(process.pid, "SIGKILL");
      }
    },
  });
}
const { lagging } = await index.freshen({ waitMs: 60_000, embedUpTo: 0 });
process.send?.({
  writes,
  importWrites,
  indexed: report.indexedFiles,
  embedded: embedder.embedded.length,
  lagging,
  chunks: report.coverage.chunks,
  chunksEmbedded: report.coverage.chunksEmbedded,
} satisfies IndexChildReport);
await index.close();
vectors?.close();
process.disconnect();
