import { renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import type { IndexProgress } from "../../../src/index/project-index.ts";
import { openSqlite } from "../../../src/system/sqlite.ts";
import { Failure } from "../../../src/vocabulary/failure.ts";
import { openFolderCorpus } from "../../support/folder-corpus.ts";
import { expectGolden } from "../../support/golden.ts";
import { openHashEmbedder } from "../../support/hash-embedder.ts";
import { databasePath, readIndexContents, renderContents } from "../../support/index-contents.ts";
import { ask, openTestProject, type TestProject, WAIT, whereIs } from "../../support/test-index.ts";

const FILES = {
  "src/cart.ts":
    "// Prices in cents.\nexport class Cart {\n  total(): number {\n    return this.lines.length;\n  }\n  lines: string[] = [];\n}\n",
  "src/http_server.py": "def start_server(port):\n    return port\n",
  "README.md": "# Shop\n\nThe cart and its total.\n",
  "notes/empty.txt": "",
};

let project: TestProject | undefined;
const start = (files: Readonly<Record<string, string>> = FILES) => {
  project = openTestProject(files);
  return project;
};
afterEach(async () => {
  await project?.dispose();
  project = undefined;
});

describe("a project index", () => {
  it("holds documents, chunks, symbols and postings of every file", async () => {
    const { open, folder } = start();
    const freshness = await (await open()).freshen(WAIT);
    expect(freshness).toEqual({
      lagging: 0,
      building: false,
      coverage: { files: 4, filesSearchable: 4, chunks: 3, chunksEmbedded: 0 },
      writtenElsewhere: false,
      problems: [],
    });
    expectGolden("index/small-project.txt", renderContents(readIndexContents(join(folder, "index"))));
  });

  it("answers of an empty project", async () => {
    const index = await start({}).open();
    expect((await index.freshen(WAIT)).coverage).toEqual({
      files: 0,
      filesSearchable: 0,
      chunks: 0,
      chunksEmbedded: 0,
    });
    ask(index, (snapshot) => {
      expect(snapshot.averages).toEqual({ chunkTerms: 1, bodyTerms: 1, pathTerms: 1, nameTerms: 1 });
      expect(whereIs(snapshot, "cart")).toEqual([]);
    });
  });

  it("finds definitions by simple name, whatever their case", async () => {
    const index = await start().open();
    await index.freshen(WAIT);
    ask(index, (snapshot) => {
      expect(snapshot.definitions("TOTAL").map(({ path, kind, nameLine }) => [path, kind, nameLine])).toEqual([
        ["Cart.total", "method", 3],
      ]);
      expect(snapshot.definitions("nothing")).toEqual([]);
      const found = [...snapshot.documents()].map(({ id, path }) => [path, snapshot.definitions("TOTAL", id)] as const);
      expect(found.filter(([, definitions]) => definitions.length > 0)).toEqual([
        ["src/cart.ts", snapshot.definitions("TOTAL")],
      ]);
    });
  });

  it("sees an edit, a new and a deleted file at the next request", async () => {
    const { open, write, remove } = start();
    const index = await open();
    await index.freshen(WAIT);
    write("src/cart.ts", "export const basket = 1;\n");
    write("src/new.ts", "export const basket = 2;\n");
    remove("README.md");
    expect((await index.freshen(WAIT)).coverage).toMatchObject({ files: 4, filesSearchable: 4 });
    ask(index, (snapshot) => {
      expect(whereIs(snapshot, "basket")).toEqual(["src/cart.ts#0×1", "src/new.ts#0×1"]);
      expect(whereIs(snapshot, "cart")).toEqual(["src/cart.ts"]);
      expect(snapshot.definitions("Cart")).toEqual([]);
      expect(snapshot.documentAt("README.md")).toBeUndefined();
      expect([...snapshot.documents()].map(({ path }) => path).sort()).toEqual([
        "notes/empty.txt",
        "src/cart.ts",
        "src/http_server.py",
        "src/new.ts",
      ]);
    });
  });

  it("sees a rename, a file in place of a folder, and a removed file that is back", async () => {
    const { open, files, write, remove } = start();
    const index = await open();
    await index.freshen(WAIT);
    const before = ask(index, (snapshot) => snapshot.documentAt("README.md")?.id);
    renameSync(join(files, "src/cart.ts"), join(files, "src/basket.ts"));
    remove("notes");
    write("notes", "now a file about tulips\n");
    remove("README.md");
    await index.freshen(WAIT);
    ask(index, (snapshot) => {
      expect(snapshot.definitions("Cart").map(({ document }) => snapshot.document(document).path)).toEqual([
        "src/basket.ts",
      ]);
      expect(whereIs(snapshot, "tulip")).toEqual(["notes#0×1"]);
    });
    write("README.md", "back with orchids\n");
    await index.freshen(WAIT);
    ask(index, (snapshot) => {
      expect(snapshot.documentAt("README.md")?.id).toBe(before);
      expect(whereIs(snapshot, "orchid")).toEqual(["README.md#0×1"]);
    });
  });

  it("sees a change that neither size nor times show, while the file is young", async () => {
    const { open, files } = start();
    const corpus = openFolderCorpus(files);
    const frozen = await corpus.refresh();
    const held = await open({
      corpus: {
        ...corpus,
        refresh: async () => frozen,
        current: () => frozen,
        read: async (path) => {
          const read = await corpus.read(path);
          return "excluded" in read ? read : { ...read, file: frozen.files.get(path) ?? read.file };
        },
      },
    });
    await held.freshen(WAIT);
    writeFileSync(join(files, "README.md"), "# Shop\n\nThe kiwi and its total.\n");
    expect((await held.freshen(WAIT)).lagging).toBe(0);
    ask(held, (snapshot) => expect(whereIs(snapshot, "kiwi")).toEqual(["README.md#0×1"]));
  });

  it("does not analyse what was only touched", async () => {
    const { open, write } = start();
    const index = await open();
    await index.freshen(WAIT);
    const generation = ask(index, (snapshot) => snapshot.documentAt("src/cart.ts")?.firstChunk);
    write("src/cart.ts", FILES["src/cart.ts"]);
    expect((await index.freshen(WAIT)).lagging).toBe(0);
    expect(ask(index, (snapshot) => snapshot.documentAt("src/cart.ts")?.firstChunk)).toBe(generation);
  });

  it("opens again with what it knew, in another process's time", async () => {
    const { open } = start();
    const first = await open();
    await first.freshen(WAIT);
    const id = ask(first, (snapshot) => snapshot.databaseId);
    await first.close();
    const second = await open();
    ask(second, (snapshot) => {
      expect(snapshot.databaseId).toBe(id);
      expect(whereIs(snapshot, "cart")).toContain("README.md#0×1");
    });
  });

  it("analyses again what settings for extensions concern", async () => {
    const { open } = start({ "a.page": "<?php function greet() { return 1; }\n" });
    const plain = await open();
    await plain.freshen(WAIT);
    expect(ask(plain, (snapshot) => snapshot.documentAt("a.page")?.language)).toBeNull();
    await plain.close();
    const php = await open({ extensions: { ".page": "php" } });
    await php.freshen(WAIT);
    expect(ask(php, (snapshot) => snapshot.documentAt("a.page")?.language)).toBe("php");
  });

  it("counts what reading put into a class that is not searched, and says why a file could not be read", async () => {
    const { open, files } = start();
    const corpus = openFolderCorpus(files);
    const problem = { code: "FILE_UNREADABLE", path: "README.md", message: "Access was refused." } as const;
    const index = await open({
      corpus: {
        ...corpus,
        read: async (path) =>
          path === "README.md" ? { excluded: "unreadable", problems: [problem] } : await corpus.read(path),
      },
    });
    const freshness = await index.freshen(WAIT);
    expect(freshness.problems).toEqual([problem]);
    expect(ask(index, (snapshot) => snapshot.documentAt("README.md"))).toBeUndefined();
  });

  it("answers within its wait from what there is, and says what is missing", async () => {
    const many = Object.fromEntries(
      Array.from({ length: 300 }, (_, at) => [`f${at}.ts`, `export const v${at} = 1;\n`]),
    );
    const index = await start(many).open();
    const early = await index.freshen({ waitMs: 0, embedUpTo: 0 });
    expect(early.lagging).toBeGreaterThan(0);
    expect(early.coverage.filesSearchable).toBe(300 - early.lagging);
    expect(index.working()).toBe(true);
    const late = await index.freshen(WAIT);
    expect(late).toMatchObject({ lagging: 0, coverage: { files: 300, filesSearchable: 300, chunks: 300 } });
  });

  it("begins anew when its folder is deleted under it", async () => {
    const { open, folder } = start();
    const index = await open();
    await index.freshen(WAIT);
    rmSync(join(folder, "index"), { recursive: true });
    expect(await index.freshen(WAIT)).toMatchObject({ lagging: 0, coverage: { filesSearchable: 4 } });
    ask(index, (snapshot) => expect(whereIs(snapshot, "cart")).toContain("README.md#0×1"));
    expect(readIndexContents(join(folder, "index")).strays).toEqual([]);
  });

  it("answers as it was while a file is in its folder's place, and says so", async () => {
    const { open, folder, write } = start();
    const index = await open();
    await index.freshen(WAIT);
    rmSync(join(folder, "index"), { recursive: true });
    writeFileSync(join(folder, "index"), "");
    write("README.md", "# Till\n");
    const freshness = await index.freshen(WAIT);
    expect(freshness.lagging).toBeGreaterThan(0);
    expect(freshness.problems.map(({ code }) => code)).toContain("INDEX_READ_ONLY");
    rmSync(join(folder, "index"));
    expect(await index.freshen(WAIT)).toMatchObject({ lagging: 0, problems: [] });
    ask(index, (snapshot) => expect(whereIs(snapshot, "till")).toEqual(["README.md#0×1"]));
  });

  it("reports progress of each phase", async () => {
    const index = await start().openWithVectors();
    const seen: IndexProgress[] = [];
    await index.complete({ onProgress: (progress) => seen.push(progress) });
    expect(new Set(seen.map(({ phase }) => phase))).toEqual(new Set(["walking", "indexing", "embedding", "counting"]));
    expect(seen.findLast(({ phase }) => phase === "indexing")).toMatchObject({ phase: "indexing", done: 4, total: 4 });
    expect(seen.findLast(({ phase }) => phase === "embedding")).toMatchObject({
      phase: "embedding",
      done: 3,
      total: 3,
    });
  });

  it("marks the generation in which the corpus was whole, and not one before", async () => {
    const { open, folder } = start();
    const marker = () => {
      const database = openSqlite(databasePath(join(folder, "index")), { readonly: true });
      const row = database.prepare<[], { generation: number; complete_generation: number }>("SELECT * FROM meta").get();
      database.close();
      return [row?.complete_generation, row?.generation];
    };
    const index = await open();
    expect(marker()).toEqual([0, 0]);
    await index.freshen(WAIT);
    const [complete, generation] = marker();
    expect(complete).toBeGreaterThan(0);
    expect(generation).toBeGreaterThanOrEqual(complete ?? 0);
  });

  it("stops the work when `complete` is cancelled, and goes on where it stopped", async () => {
    const many = Object.fromEntries(
      Array.from({ length: 200 }, (_, at) => [`f${at}.ts`, `export const v${at} = 1;\n`]),
    );
    const index = await start(many).open();
    const controller = new AbortController();
    const cancelled = index.complete({
      signal: controller.signal,
      onProgress: ({ phase, done }) => {
        if (phase === "indexing" && done > 20) {
          controller.abort();
        }
      },
    });
    await expect(cancelled).rejects.toMatchObject({ code: "CANCELLED" });
    const report = await index.complete({});
    expect(report.coverage).toMatchObject({ files: 200, filesSearchable: 200 });
  });

  it("counts the tokens of every document", async () => {
    const index = await start().open();
    await index.complete({});
    ask(index, (snapshot) => {
      expect(snapshot.documentAt("README.md")?.tokens).toBe(9);
      expect(snapshot.documentAt("notes/empty.txt")?.tokens).toBe(0);
      expect([...snapshot.documents()].every(({ tokens }) => tokens !== null)).toBe(true);
    });
  });
});

describe("vectors of a project index", () => {
  it("come behind the words, and are found", async () => {
    const embedder = openHashEmbedder();
    const index = await start().openWithVectors(embedder);
    const report = await index.complete({});
    expect(report).toMatchObject({ embeddedChunks: 3, coverage: { chunks: 3, chunksEmbedded: 3 } });
    expect(index.vectorStatus()).toMatchObject({ state: "applied", kind: "exact" });
    expectGolden("index/embedded-texts.txt", `${embedder.embedded.toSorted().join("\n-----\n")}\n`);
    const nearest = ask(index, (snapshot) => {
      const [match] = snapshot.vectors?.search(new Float32Array(embedder.dimensions).fill(1), 1) ?? [];
      return match === undefined ? null : snapshot.chunks([match.chunk]);
    });
    expect(nearest).toHaveLength(1);
  });

  it("are waited for where few chunks lack one, and not where many do", async () => {
    const embedder = openHashEmbedder({ delayMs: 20 });
    const index = await start().openWithVectors(embedder);
    const early = await index.freshen({ waitMs: 60_000, embedUpTo: 2 });
    expect(early.coverage).toMatchObject({ filesSearchable: 4, chunks: 3 });
    const late = await index.freshen({ waitMs: 60_000, embedUpTo: 3 });
    expect(late.coverage).toMatchObject({ chunks: 3, chunksEmbedded: 3 });
  });

  it("are never made twice for one text: a touched file, a restart, an edit elsewhere in the file", async () => {
    const { openWithVectors, write } = start();
    const embedder = openHashEmbedder();
    const index = await openWithVectors(embedder);
    await index.complete({});
    expect(embedder.embedded).toHaveLength(3);
    write("README.md", `${FILES["README.md"]}\n# More\n\n${"Another section on tulips. ".repeat(60)}\n`);
    await index.complete({});
    await index.close();
    const again = await openWithVectors(embedder);
    await again.complete({});
    expect(new Set(embedder.embedded).size).toBe(embedder.embedded.length);
  });

  it("are shared by copies of a project: a second one embeds nothing", async () => {
    const embedder = openHashEmbedder();
    const { openWithVectors, folder } = start();
    await (await openWithVectors(embedder)).complete({});
    const copy = openTestProject(FILES);
    try {
      const index = await openWithVectors(embedder, {
        folder: join(folder, "index-of-the-copy"),
        corpus: openFolderCorpus(copy.files),
      });
      expect(await index.complete({})).toMatchObject({ embeddedChunks: 0, coverage: { chunks: 3, chunksEmbedded: 3 } });
      expect(embedder.embedded).toHaveLength(3);
    } finally {
      await copy.dispose();
    }
  });

  it("of what was just edited are made before those of a long backlog", async () => {
    const many = Object.fromEntries(
      Array.from({ length: 900 }, (_, at) => [`f${at}.ts`, `export const value${at} = "text ${at}";\n`]),
    );
    const embedder = openHashEmbedder();
    let open: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    const { openWithVectors, write } = start(many);
    const index = await openWithVectors({
      ...embedder,
      embed: async (texts, signal) => {
        await gate;
        return await embedder.embed(texts, signal);
      },
    });
    await index.freshen(WAIT);
    write("f0.ts", "export const edited = 1;\n");
    await index.freshen(WAIT);
    open();
    await index.complete({});
    expect(embedder.embedded).toHaveLength(900);
    expect(embedder.embedded.findIndex((text) => text.includes("edited"))).toBeLessThan(300);
  });

  it("leave the index with their chunks", async () => {
    const { openWithVectors, remove } = start();
    const index = await openWithVectors();
    await index.complete({});
    remove("README.md");
    await index.freshen(WAIT);
    ask(index, (snapshot) => {
      const found = snapshot.vectors?.search(new Float32Array(32).fill(1), 10) ?? [];
      expect(snapshot.chunks(found.map(({ chunk }) => chunk))).toHaveLength(2);
    });
  });

  it("that cannot be made leave search by words, and the status says why", async () => {
    const embedder = openHashEmbedder();
    const broken = { ...embedder, embed: () => Promise.reject(new Error("the model is on fire")) };
    const index = await start().openWithVectors(broken);
    const report = await index.complete({});
    expect(report.coverage).toMatchObject({ filesSearchable: 4, chunks: 3, chunksEmbedded: 0 });
    expect(report.problems.map(({ code }) => code)).toContain("EMBEDDING_FAILED");
    expect(index.vectorStatus().state).not.toBe("applied");
  });

  it("that a broken model keeps from being made are a failure of the index, with its remedy", async () => {
    const failure = new Failure("EMBEDDING_UNAVAILABLE", "the model is gone", { hint: "bring it back" });
    const index = await start().openWithVectors({ ...openHashEmbedder(), embed: () => Promise.reject(failure) });
    const report = await index.complete({});
    const problem = { code: "EMBEDDING_FAILED", message: expect.stringMatching("the model is gone; bring it back") };
    expect(report).toMatchObject({ vectorFailure: problem, problems: [problem] });
    expect(index.vectorStatus()).toEqual({ state: "unavailable", kind: null, reason: "the model is gone" });
    // Tried again at the earliest after a while: until then each answer says it.
    expect((await index.freshen(WAIT)).problems).toMatchObject([problem]);
  });

  it("that were never wanted are no failure", async () => {
    const index = await start().open();
    expect((await index.complete({})).vectorFailure).toBeNull();
    expect(index.vectorStatus().state).toBe("disabled");
  });

  it("of one odd text that fails do not keep the others from being made", async () => {
    const embedder = openHashEmbedder();
    const { openWithVectors, write } = start();
    const index = await openWithVectors({
      ...embedder,
      embed: (texts, signal) =>
        texts.some((text) => text.includes("server.py") && !text.includes("plain"))
          ? Promise.reject(new Error("the worker died"))
          : embedder.embed(texts, signal),
    });
    const report = await index.complete({});
    expect(report.coverage).toMatchObject({ chunks: 3, chunksEmbedded: 2 });
    expect(report.problems).toEqual([
      {
        code: "EMBEDDING_FAILED",
        path: "src/http_server.py",
        message: "One of its chunks is searched by words only: the worker died",
      },
    ]);
    write("src/http_server.py", "def plain(): return 1\n");
    expect((await index.complete({})).problems).toEqual([]);
  });

  it("are searched by graph from a threshold on, after a restart too, and by scan when the graph is spoilt", async () => {
    const many = Object.fromEntries(
      Array.from({ length: 40 }, (_, at) => [`f${at}.ts`, `export const value${at} = "text ${at}";\n`]),
    );
    const { openWithVectors, folder, write } = start(many);
    const first = await openWithVectors(undefined, { hnswFrom: 20 });
    await first.complete({});
    expect(first.vectorStatus()).toMatchObject({ state: "applied", kind: "hnsw" });
    await first.close();
    const second = await openWithVectors(undefined, { hnswFrom: 20 });
    write("f3.ts", "export const changed = 3;\n");
    await second.complete({});
    expect(second.vectorStatus()).toMatchObject({ state: "applied", kind: "hnsw" });
    ask(second, (snapshot) => expect(snapshot.vectors?.size).toBe(40));
    await second.close();
    writeFileSync(join(folder, "index", "vectors.hnsw.json"), "{ torn");
    const third = await openWithVectors(undefined, { hnswFrom: 20 });
    await third.freshen(WAIT);
    ask(third, (snapshot) => expect(snapshot.vectors?.size).toBe(40));
    await third.complete({});
    expect(third.vectorStatus()).toMatchObject({ state: "applied", kind: "hnsw" });
  });
});
