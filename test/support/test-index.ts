// A project index on a temporary folder of files, analysed in this process (by real workers where a test asks for some) and,
// where asked, with a hash embedder and a real vector store. The one place of the tests of index/ that opens the room.
import { mkdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { SqliteVectorStore } from "../../src/embedding/sqlite-vector-store.ts";
import type { VectorStore } from "../../src/embedding/vector-store.ts";
import { openProjectIndex } from "../../src/index/coordination/open-project-index.ts";
import type { ProjectIndexOptions } from "../../src/index/coordination/project-index-options.ts";
import type { FreshenOptions, ProjectIndex } from "../../src/index/project-index.ts";
import type { Snapshot } from "../../src/index/snapshot.ts";
import { openFolderCorpus, temporaryFolder } from "./folder-corpus.ts";
import { type HashEmbedder, openHashEmbedder } from "./hash-embedder.ts";
import { inProcessAnalyzer } from "./in-process-analyzer.ts";

export const WAIT: FreshenOptions = { waitMs: 60_000, embedUpTo: 0 };

export interface TestProject {
  /** Holds `files`, `index` and `store`. */
  readonly folder: string;
  readonly files: string;
  /** Writes a file; its time is set back so that it is not too young to be trusted. */
  write(path: string, text: string): void;
  remove(path: string): void;
  /** Opens the index; several may be open at once. */
  open(changes?: Partial<ProjectIndexOptions>): Promise<ProjectIndex>;
  /** Opens it with vectors from this embedder. */
  openWithVectors(embedder?: HashEmbedder, changes?: Partial<ProjectIndexOptions>): Promise<ProjectIndex>;
  /** Closes what was opened and removes the folder. */
  dispose(): Promise<void>;
}

export function openTestProject(files: Readonly<Record<string, string>> = {}): TestProject {
  const temporary = temporaryFolder();
  const root = join(temporary.path, "files");
  const opened: ProjectIndex[] = [];
  const stores: VectorStore[] = [];
  mkdirSync(root);

  function write(path: string, text: string): void {
    const full = join(root, path);
    mkdirSync(dirname(full), { recursive: true });
    writeFileSync(full, text);
    // The change time cannot be set: it stays young, so such files are read again, which the racy rule wants.
    const past = Date.now() / 1000 - 60;
    utimesSync(full, past, past);
  }

  async function open(changes: Partial<ProjectIndexOptions> = {}): Promise<ProjectIndex> {
    const own = "analysisWorkers" in changes || "analysisEntry" in changes || "extensions" in changes;
    const index = await openProjectIndex({
      ...(own ? {} : { analyzer: inProcessAnalyzer }),
      folder: join(temporary.path, "index"),
      corpus: openFolderCorpus(root),
      embedder: null,
      vectors: null,
      vectorKind: "auto",
      hnswFrom: 20_000,
      extensions: {},
      analysisWorkers: 1,
      ...changes,
    });
    opened.push(index);
    return index;
  }

  for (const [path, text] of Object.entries(files)) {
    write(path, text);
  }
  return {
    folder: temporary.path,
    files: root,
    write,
    remove: (path) => rmSync(join(root, path), { recursive: true }),
    open,
    openWithVectors(embedder = openHashEmbedder(), changes = {}) {
      const { model, dimensions } = embedder;
      const vectors = new SqliteVectorStore({ folder: join(temporary.path, "store"), model, dimensions });
      stores.push(vectors);
      return open({ embedder, vectors, ...changes });
    },
    async dispose() {
      await Promise.all(opened.map((index) => index.close()));
      for (const store of stores) {
        store.close();
      }
      temporary.remove();
    },
  };
}

/** What a snapshot says of a term: `path#ordinal×times`, documents and chunks in order. */
export function whereIs(snapshot: Snapshot, term: string): string[] {
  const { documents, chunkStarts, chunks, chunkCounts } = snapshot.postings(term);
  return [...documents].flatMap((id, at) => {
    const record = snapshot.document(id as Parameters<Snapshot["document"]>[0]);
    const places: string[] = [];
    for (let chunk = chunkStarts[at] ?? 0; chunk < (chunkStarts[at + 1] ?? 0); chunk++) {
      places.push(`${record.path}#${(chunks[chunk] ?? 0) - record.firstChunk}×${chunkCounts[chunk]}`);
    }
    return places.length === 0 ? [record.path] : places;
  });
}

/** Asks a snapshot and releases it. */
export function ask<Answer>(index: ProjectIndex, question: (snapshot: Snapshot) => Answer): Answer {
  const snapshot = index.snapshot();
  try {
    return question(snapshot);
  } finally {
    snapshot.release();
  }
}
