// A process that indexes a folder with vectors by hash and exports them, or indexes its words and imports the vectors, and tells its
// parent how much its memory grew meanwhile. Run through child-program.ts.
import { statSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { SqliteVectorStore } from "../../src/embedding/sqlite-vector-store.ts";
import { openProjectIndex } from "../../src/index/coordination/open-project-index.ts";
import type { ProjectIndex } from "../../src/index/project-index.ts";
import { openFolderCorpus } from "../support/folder-corpus.ts";
import { openHashEmbedder } from "../support/hash-embedder.ts";

export interface TransferMemoryArgument {
  readonly way: "export" | "import";
  readonly files: string;
  /** For the index and the store. */
  readonly home: string;
  readonly file: string;
}

const { way, files, home, file } = JSON.parse(process.argv[2] ?? "{}") as TransferMemoryArgument;
const MEBIBYTE = 1024 ** 2;
const embedder = openHashEmbedder({ dimensions: 384 });
const { model, dimensions } = embedder;
const vectors = new SqliteVectorStore({ folder: join(home, "store"), model, dimensions });

function open(meaning: boolean): Promise<ProjectIndex> {
  return openProjectIndex({
    folder: join(home, "index"),
    corpus: openFolderCorpus(files),
    embedder: meaning ? embedder : null,
    vectors: meaning ? vectors : null,
    vectorKind: "int8",
    hnswFrom: 20_000,
    extensions: {},
    analysisWorkers: 2,
  });
}

const words = await open(false);
await words.complete({});
await words.close();
const index = await open(true);
const { signal } = new AbortController();
const quiet = { file, signal, onProgress: () => undefined };
if (way === "export") {
  await index.complete({});
}

const used = () => process.memoryUsage().rss / MEBIBYTE;
const beforeMebibytes = used();
let peak = beforeMebibytes;
const timer = setInterval(() => {
  peak = Math.max(peak, used());
}, 20);
const started = performance.now();
const origin = { project: "many", commit: null, changed: null, program: "bench" };
const { chunks } =
  way === "export"
    ? await index.exportVectors({ ...quiet, overwrite: true, origin })
    : await index.importVectors(quiet);
const seconds = (performance.now() - started) / 1000;
clearInterval(timer);
const { size: bytes } = statSync(file);
process.send?.({ chunks, bytes, seconds, beforeMebibytes, grownMebibytes: peak - beforeMebibytes });
await index.close();
vectors.close();
process.disconnect();
