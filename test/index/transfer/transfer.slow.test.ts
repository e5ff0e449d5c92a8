// Export from one cache and import into another, in one process, with vectors by hash: what is taken, what is refused, and what
// happens beside others that work on the same index.
import { createHash } from "node:crypto";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { POINTER_NAME } from "../../../src/index/database/schema.ts";
import type { ExportReport, ImportReport, ProjectIndex } from "../../../src/index/project-index.ts";
import { type CacheScene, openCacheScene } from "../../support/cache-scene.ts";
import { hashEmbedding } from "../../support/hash-embedder.ts";
import { fileOf, record } from "./written-file.ts";

let [here, there]: CacheScene[] = [];
let file: string;
beforeEach(() => {
  [here, there] = [openCacheScene(), openCacheScene()];
  file = join(there.cacheFolder, "..", "shop.cbv");
});
afterEach(async () => {
  await here?.dispose();
  await there?.dispose();
});

const sceneOf = (scene: CacheScene | undefined): CacheScene => scene ?? expect.unreachable();
const ORIGIN = { project: "shop", commit: null, changed: null, program: "context-broker 0" };
const quiet = { signal: new AbortController().signal, onProgress: () => undefined };

const exportTo = (index: ProjectIndex, overwrite = false): Promise<ExportReport> =>
  index.exportVectors({ file, overwrite, origin: ORIGIN, ...quiet });
const importInto = (index: ProjectIndex): Promise<ImportReport> => index.importVectors({ file, ...quiet });

/** Indexes so many files there, and exports them. */
async function exported(files: number, kind = "main"): Promise<ExportReport> {
  const scene = sceneOf(there);
  scene.write("shop", kind, files);
  const { index, close } = await scene.open("shop");
  await index.complete({});
  const report = await exportTo(index, true);
  await close();
  return report;
}

/** The file of more than a batch of 512, made once. */
let large: Buffer | undefined;
async function exportedLarge(): Promise<void> {
  if (large === undefined) {
    await exported(530);
    large = readFileSync(file);
  }
  writeFileSync(file, large);
}

/** The file's records: key in hex and vector, and the JSON of its header. Read as docs/inside/file-format.md describes it. */
function parsed(bytes: Buffer) {
  const length = bytes.readUInt32LE(12);
  const header = JSON.parse(bytes.toString("utf8", 16, 16 + length)) as Record<string, unknown> & {
    dimensions: number;
  };
  const size = 16 + header.dimensions * 4;
  const records: { key: string; vector: number[] }[] = [];
  for (let at = 16 + length; at + 32 < bytes.length; at += size) {
    const vector = Array.from({ length: header.dimensions }, (_, place) => bytes.readFloatLE(at + 16 + place * 4));
    records.push({ key: bytes.toString("hex", at, at + 16), vector });
  }
  return { header, records };
}

/** The same file with other records, its count and checksum right. */
function rewrite(
  change: (record: { key: string; vector: number[] }, at: number) => { key: string; vector: number[] },
): void {
  const { header, records } = parsed(readFileSync(file));
  const changed = records.map(change).sort((a, b) => (a.key < b.key ? -1 : 1));
  writeFileSync(file, fileOf({ header, records: changed.map(({ key, vector }) => record(key, vector)) }));
}

it("writes each key of the project once, in order, with the store's vector", async () => {
  const report = await exported(530);
  const bytes = readFileSync(file);
  const { header, records } = parsed(bytes);
  expect(report).toMatchObject({ chunks: 530, vectors: 530, chunksLeftOut: 0, bytes: bytes.length });
  expect(report.sha256).toBe(createHash("sha256").update(bytes).digest("hex"));
  expect(header).toMatchObject({ model: "hash-test", dimensions: 32, text_version: 2, count: 530, project: "shop" });
  expect(records.map(({ key }) => key)).toEqual([...sceneOf(there).vectors()].sort());
  const text = "main-7.ts main 7\nexport function main 7 value number number \n return value 7 \n ";
  const key = createHash("sha256").update(text).digest("hex").slice(0, 32);
  expect(records.find((one) => one.key === key)?.vector).toEqual([...hashEmbedding(text)]);
});

it("gives the same bytes for the same index, but for the time", async () => {
  await exported(40);
  const first = readFileSync(file);
  const again = await exported(40);
  const second = readFileSync(file);
  const withoutTime = (bytes: Buffer) =>
    bytes.toString("latin1", 0, bytes.length - 32).replace(/"made_at":"[^"]*"/, "");
  expect(withoutTime(second)).toBe(withoutTime(first));
  expect(again.bytes).toBe(first.length);
});

describe("import", () => {
  it("takes what is missing and nothing else, and makes the rest later", async () => {
    await exported(60);
    const scene = sceneOf(here);
    scene.write("other", "own", 3);
    // Of the 60 chunks of the file, this project has 40, of which another project has embedded 5 before.
    await scene.make("before", "main", 5);
    scene.write("shop", "main", 40);
    scene.write("shop", "own", 3);
    const { index, embedder, close } = await scene.open("shop");
    const report = await importInto(index);
    expect(report).toMatchObject({ chunks: 43, imported: 35, presentBefore: 5, missing: 3, inFile: 40, compared: 24 });
    expect(report).toMatchObject({
      vectors: 60,
      coverage: { files: 43, chunks: 43, chunksEmbedded: 40 },
      problems: [],
    });
    expect(embedder.embedded).toHaveLength(24);
    expect(scene.vectors().size).toBe(40);
    // The next question searches what was imported.
    await index.freshen({ waitMs: 60_000, embedUpTo: 0 });
    expect(index.vectorStatus()).toMatchObject({ reason: "40 of 43 chunks are searchable by meaning" });
    const completed = await index.complete({});
    expect(completed).toMatchObject({ embeddedChunks: 3, coverage: { chunksEmbedded: 43 } });
    expect(await importInto(index)).toMatchObject({ imported: 0, presentBefore: 43, missing: 0, compared: 0 });
    await close();
  });

  it("of another project takes nothing", async () => {
    await exported(30, "foreign");
    const scene = sceneOf(here);
    scene.write("shop", "main", 5);
    const { index, close } = await scene.open("shop");
    expect(await importInto(index)).toMatchObject({ imported: 0, inFile: 0, missing: 5, compared: 0 });
    expect(scene.vectors().size).toBe(0);
    await close();
  });

  it("compares all where fewer than 24 are wanted", async () => {
    await exported(7);
    const scene = sceneOf(here);
    scene.write("shop", "main", 7);
    const { index, close } = await scene.open("shop");
    expect(await importInto(index)).toMatchObject({ imported: 7, compared: 7 });
    await close();
  });

  it("counts each chunk of a text that a file has twice", async () => {
    const double = "export const first = 1;\n".repeat(2_000);
    const scenes = [sceneOf(there), sceneOf(here)] as const;
    for (const scene of scenes) {
      scene.write("shop", "main", 1);
      writeFileSync(join(scene.root("shop"), "double.ts"), double);
    }
    const { index, close } = await scenes[0].open("shop");
    await index.complete({});
    const report = await exportTo(index);
    expect(report.vectors).toBeLessThan(report.chunks);
    await close();
    const opened = await scenes[1].open("shop");
    const { chunks, imported, missing } = await importInto(opened.index);
    expect({ chunks, imported, missing }).toEqual({ chunks: report.chunks, imported: report.chunks, missing: 0 });
    await opened.close();
  });

  it.each([
    [
      "the model",
      { model: "other-model" },
      "MODEL_MISMATCH",
      /its vectors are of other-model, and this machine uses hash-test/,
    ],
    [
      "the form of the texts",
      { text_version: 3 },
      "MODEL_MISMATCH",
      /made from texts of version 3, this program makes version 2/,
    ],
  ])("refuses a file in which %s is another one", async (_, header, code, message) => {
    await exported(5);
    const { header: before, records } = parsed(readFileSync(file));
    const same = records.map(({ key, vector }) => record(key, vector));
    writeFileSync(file, fileOf({ header: { ...before, ...header }, records: same }));
    await refuses(code, message);
  });

  it("refuses vectors of another number of dimensions", async () => {
    await exported(5);
    const { header } = parsed(readFileSync(file));
    writeFileSync(file, fileOf({ header: { ...header, dimensions: 4, count: 3 } }));
    await refuses("MODEL_MISMATCH", /its vectors have 4 dimensions, those of the model have 32/);
  });

  it("refuses a file of which a vector in the sample is another text's", async () => {
    await exported(20);
    const forged = [...hashEmbedding("something else entirely")];
    rewrite((one, at) => (at === 11 ? { ...one, vector: forged } : one));
    await refuses(
      "DOCUMENT_INVALID",
      /is not the one that this machine's model makes \(cosine .*Nothing was taken from it/,
    );
  });

  it("finds a half-forged file whatever the sample is", async () => {
    await exported(60);
    const forged = [...hashEmbedding("something else entirely")];
    rewrite((one, at) => (at % 2 === 0 ? { ...one, vector: forged } : one));
    for (let times = 0; times < 3; times++) {
      await refuses("DOCUMENT_INVALID", /not the one that this machine's model makes/, 60);
    }
  });

  async function refuses(code: string, message: RegExp, files = 20): Promise<void> {
    const scene = sceneOf(here);
    scene.write("shop", "main", files);
    const { index, close } = await scene.open("shop");
    await expect(importInto(index)).rejects.toMatchObject({ code, message: expect.stringMatching(message) });
    expect(scene.vectors().size).toBe(0);
    await close();
  }

  it("of two at once ends whole, as does one beside a process that embeds", async () => {
    await exported(300);
    const scene = sceneOf(here);
    scene.write("shop", "main", 300);
    scene.write("shop", "own", 50);
    const opened = await Promise.all([1, 2, 3].map(() => scene.open("shop", { delayMs: 5 })));
    const [first, second, third] = opened.map(({ index }) => index);
    const both = [first, second].map((index) => importInto(index ?? expect.unreachable()));
    const beside = third?.complete({});
    for (const report of await Promise.all(both)) {
      expect(report.imported + report.presentBefore + report.missing).toBe(350);
      expect(report.coverage).toMatchObject({ chunks: 350 });
    }
    expect((await beside)?.coverage).toMatchObject({ chunks: 350, chunksEmbedded: 350 });
    expect(scene.vectors().size).toBe(350);
    await Promise.all(opened.map(({ close }) => close()));
  });

  it("can be cancelled, and tried again", async () => {
    await exportedLarge();
    const scene = sceneOf(here);
    scene.write("shop", "main", 530);
    const { index, close } = await scene.open("shop");
    const abort = new AbortController();
    const onProgress = ({ phase }: { phase: string }) => phase === "writing" && abort.abort();
    const cancelled = index.importVectors({ file, signal: abort.signal, onProgress });
    await expect(cancelled).rejects.toMatchObject({ code: "CANCELLED" });
    const written = scene.vectors().size;
    expect(written).toBeGreaterThan(0);
    expect(await importInto(index)).toMatchObject({ imported: 530 - written, presentBefore: written, missing: 0 });
    await close();
  });

  it("of an index that is cleared meanwhile writes nothing more", async () => {
    await exportedLarge();
    const scene = sceneOf(here);
    scene.write("shop", "main", 530);
    const { index, close } = await scene.open("shop");
    const cleared = join(scene.indexFolder("shop"), POINTER_NAME);
    const onProgress = ({ phase }: { phase: string }) => phase === "writing" && rmSync(cleared, { force: true });
    const importing = index.importVectors({ ...quiet, file, onProgress });
    await expect(importing).rejects.toMatchObject({ code: "CANCELLED", message: expect.stringContaining("cleared") });
    expect(scene.vectors().size).toBe(512);
    await close();
  });
});

describe("export", () => {
  it("does not replace a file unless it is told to, also one that appears meanwhile", async () => {
    await exported(5);
    const scene = sceneOf(there);
    const { index, close } = await scene.open("shop");
    await index.complete({});
    writeFileSync(file, "mine");
    await expect(exportTo(index)).rejects.toMatchObject({ code: "ALREADY_EXISTS" });
    expect(readFileSync(file, "utf8")).toBe("mine");
    expect(await exportTo(index, true)).toMatchObject({ vectors: 5 });
    await close();
  });

  it("leaves out what has no vector, and says how much", async () => {
    const scene = sceneOf(there);
    scene.write("shop", "main", 5);
    const { index, close } = await scene.open("shop");
    await index.complete({});
    scene.write("shop", "later", 2);
    await index.freshen({ waitMs: 60_000, embedUpTo: null });
    expect(await exportTo(index)).toMatchObject({ chunks: 7, vectors: 5, chunksLeftOut: 2 });
    expect(parsed(readFileSync(file)).records).toHaveLength(5);
    await close();
  });
});
