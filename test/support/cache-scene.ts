// A cache folder with real indexes of small projects in it, their vectors in one real store: what `index gc` and `index
// clear` work on. Embeds by hash, so that a text's vector is the same whoever makes it.
import { mkdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { SqliteVectorStore } from "../../src/embedding/sqlite-vector-store.ts";
import { vectorStoresIn } from "../../src/embedding/sweep-vectors.ts";
import type { VectorStore } from "../../src/embedding/vector-store.ts";
import { openProjectIndex } from "../../src/index/coordination/open-project-index.ts";
import type { ProjectIndex } from "../../src/index/project-index.ts";
import { openSqlite } from "../../src/system/sqlite.ts";
import { openFolderCorpus, temporaryFolder } from "./folder-corpus.ts";
import { type HashEmbedder, openHashEmbedder } from "./hash-embedder.ts";
import { inProcessAnalyzer } from "./in-process-analyzer.ts";

export interface OpenedIndex {
  readonly index: ProjectIndex;
  readonly embedder: HashEmbedder;
  close(): Promise<void>;
}

export interface CacheScene {
  readonly cacheFolder: string;
  /** Root of the project of that name. */
  root(name: string): string;
  indexFolder(name: string): string;
  /** Writes the project's files: so many functions of a file each, none of which another `kind` has. */
  write(name: string, kind: string, files: number): void;
  open(name: string, options?: { readonly delayMs?: number }): Promise<OpenedIndex>;
  /** Writes, indexes completely and closes; answers how many texts were embedded. */
  make(name: string, kind: string, files: number): Promise<number>;
  /** Sets a project's last use back. */
  age(name: string, days: number): void;
  /** Keys in the store. */
  vectors(): Set<string>;
  dispose(): Promise<void>;
}

const DAY_S = 86_400;

export function openCacheScene(): CacheScene {
  const temporary = temporaryFolder();
  const cacheFolder = join(temporary.path, "cache");
  const opened = new Set<() => Promise<void>>();
  const root = (name: string) => join(temporary.path, "projects", name);
  const indexFolder = (name: string) => join(cacheFolder, "projects", `${name}-0123456789ab`);

  function write(name: string, kind: string, files: number): void {
    mkdirSync(root(name), { recursive: true });
    for (let at = 0; at < files; at++) {
      const text = `export function ${kind}${at}(value: number): number {\n  return value + ${at};\n}\n`;
      const path = join(root(name), `${kind}-${at}.ts`);
      writeFileSync(path, text);
      const past = Date.now() / 1000 - 60;
      utimesSync(path, past, past);
    }
  }

  async function open(name: string, { delayMs = 0 } = {}): Promise<OpenedIndex> {
    const embedder = openHashEmbedder({ delayMs });
    const { model, dimensions } = embedder;
    const vectors: VectorStore = new SqliteVectorStore({ folder: join(cacheFolder, "vectors"), model, dimensions });
    const index = await openProjectIndex({
      folder: indexFolder(name),
      corpus: openFolderCorpus(root(name)),
      embedder,
      vectors,
      vectorKind: "exact",
      hnswFrom: 20_000,
      extensions: {},
      analysisWorkers: 1,
      analyzer: inProcessAnalyzer,
    });
    const close = async () => {
      opened.delete(close);
      await index.close();
      vectors.close();
    };
    opened.add(close);
    return { index, embedder, close };
  }

  return {
    cacheFolder,
    root,
    indexFolder,
    write,
    open,
    async make(name, kind, files) {
      write(name, kind, files);
      const { index, embedder, close } = await open(name);
      await index.complete({});
      await close();
      return embedder.embedded.length;
    },
    age(name, days) {
      const then = Date.now() / 1000 - days * DAY_S;
      utimesSync(join(indexFolder(name), "project.json"), then, then);
    },
    vectors() {
      const keys = new Set<string>();
      for (const path of vectorStoresIn(join(cacheFolder, "vectors"))) {
        const database = openSqlite(path, { readonly: true });
        for (const key of database.prepare<[], Buffer>("SELECT key FROM vectors").pluck().all()) {
          keys.add(key.toString("hex"));
        }
        database.close();
      }
      return keys;
    },
    async dispose() {
      await Promise.all([...opened].map((close) => close()));
      rmSync(temporary.path, { recursive: true, force: true });
      temporary.remove();
    },
  };
}
