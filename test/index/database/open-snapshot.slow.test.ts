// A snapshot agrees with itself, whatever is committed meanwhile, here or in another process.
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Snapshot } from "../../../src/index/snapshot.ts";
import { bundleChildProgram, type ChildProgram, ended, nextMessage } from "../../support/child-program.ts";
import { hashEmbedding } from "../../support/hash-embedder.ts";
import { openTestProject, type TestProject, WAIT, whereIs } from "../../support/test-index.ts";

let program: ChildProgram;
beforeAll(async () => {
  program = await bundleChildProgram("test/support/index-child.ts");
});
afterAll(() => program.dispose());
let project: TestProject;
afterEach(() => project.dispose());

/** Everything a snapshot can be asked, as text. */
function everything(snapshot: Snapshot): unknown {
  const documents = [...snapshot.documents()];
  const chunks = documents.flatMap(({ firstChunk, chunkCount }) =>
    snapshot.chunks(Array.from({ length: chunkCount }, (_, at) => (firstChunk + at) as typeof firstChunk)),
  );
  return {
    generation: snapshot.generation,
    counts: [snapshot.documentCount, snapshot.chunkCount, snapshot.averages],
    documents,
    chunks: chunks.map((chunk) => [
      chunk,
      snapshot.chunkKind(chunk.id),
      snapshot.chunkTerms(chunk.id),
      snapshot.chunkDocument(chunk.id),
    ]),
    postings: ["appl", "banana", "cherri", "const"].map((term) => whereIs(snapshot, term)),
    definitions: ["apple", "banana", "cherry"].map((name) => snapshot.definitions(name)),
    byPath: ["a.ts", "b.ts", "c.ts"].map((path) => snapshot.documentAt(path)),
    nearest: snapshot.vectors?.search(hashEmbedding("const banana"), 10),
  };
}

const FILES = { "a.ts": "export const apple = 1;\n", "b.ts": "export const banana = 2;\n" };

function edit(): void {
  project.write("a.ts", "export const cherry = 1;\n\nexport function added() {}\n");
  project.write("c.ts", "export const cherry = 3;\n");
  project.remove("b.ts");
}

describe("a snapshot", () => {
  it("stays as it was while another process commits updates and vectors", async () => {
    project = openTestProject(FILES);
    const index = await project.openWithVectors();
    await index.complete({});
    const snapshot = index.snapshot();
    const before = everything(snapshot);
    edit();
    const child = program.start({
      files: project.files,
      index: join(project.folder, "index"),
      store: join(project.folder, "store"),
    });
    await nextMessage(child);
    await nextMessage(child);
    await ended(child);
    expect(everything(snapshot)).toEqual(before);
    const newer = index.snapshot();
    expect(whereIs(newer, "cherri")).toEqual(["a.ts#0×1", "c.ts#0×1"]);
    expect(everything(snapshot)).toEqual(before);
    // The newer one never finds by meaning what it does not have.
    const found = newer.vectors?.search(hashEmbedding("const banana"), 10) ?? [];
    expect(() => newer.chunks(found.map(({ chunk }) => chunk))).not.toThrow();
    snapshot.release();
    newer.release();
  });

  it("stays as it was while this process commits updates and vectors", async () => {
    project = openTestProject(FILES);
    const index = await project.openWithVectors();
    await index.complete({});
    const snapshot = index.snapshot();
    const before = everything(snapshot);
    edit();
    await index.freshen({ ...WAIT, embedUpTo: 100 });
    expect(everything(snapshot)).toEqual(before);
    snapshot.release();
    await index.complete({});
    const newer = index.snapshot();
    expect(newer.vectors?.size).toBe(newer.chunkCount);
    newer.release();
  });

  it("may be released twice, and another of the same generation stays usable", async () => {
    project = openTestProject(FILES);
    const index = await project.open();
    await index.freshen(WAIT);
    const first = index.snapshot();
    const second = index.snapshot();
    first.release();
    first.release();
    expect(whereIs(second, "appl")).toEqual(["a.ts#0×1"]);
    second.release();
  });

  it("held over the close of its index can still be asked and released", async () => {
    project = openTestProject(FILES);
    const index = await project.open();
    await index.freshen(WAIT);
    const snapshot = index.snapshot();
    await index.close();
    expect(whereIs(snapshot, "appl")).toEqual(["a.ts#0×1"]);
    snapshot.release();
  });

  it("asked for what it does not have says so", async () => {
    project = openTestProject(FILES);
    const index = await project.open();
    await index.freshen(WAIT);
    const snapshot = index.snapshot();
    expect(() => snapshot.document(99 as Parameters<Snapshot["document"]>[0])).toThrow(RangeError);
    expect(() => snapshot.chunks([99 as Parameters<Snapshot["chunkTerms"]>[0]])).toThrow(RangeError);
    expect(snapshot.documentAt("nowhere.ts")).toBeUndefined();
    snapshot.release();
  });
});
