// The real model in real worker processes.
import { cpSync } from "node:fs";
import { getPriority } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { countedWords } from "../../src/embedding/counted-words.ts";
import type { Embedder } from "../../src/embedding/embedder.ts";
import { findModel } from "../../src/embedding/find-model.ts";
import { defaultJobs, type EmbedderSettings, openEmbedder } from "../../src/embedding/onnx-embedder.ts";
import { packagePath } from "../../src/system/package-root.ts";
import { trimPools } from "../../src/system/pool-limits.ts";
import { openWorkerPool } from "../../src/system/worker-pool.ts";
import { cosine, embeddingWorkers, referenceRows, SHIPPED, temporaryFolder } from "./support.ts";

async function opened(settings: EmbedderSettings): Promise<Embedder> {
  const embedder = await openEmbedder(settings);
  onTestFinished(() => embedder.close());
  return embedder;
}

const LONG_TEXT = "export function parse(stream: Stream): Json { return stream.map(decode).reduce(join); }\n".repeat(4);
const texts = (count: number) => Array.from({ length: count }, (_, index) => `// ${index}\n${LONG_TEXT}`);

describe("the shipped model", () => {
  let embedder: Embedder;
  beforeAll(async () => {
    embedder = await openEmbedder(SHIPPED);
  });
  afterAll(() => embedder.close());

  test("is named with a digest and has 384 dimensions", () => {
    expect(embedder.model).toMatch(/^all-MiniLM-L6-v2-int8@[0-9a-f]{12}$/);
    expect(embedder.dimensions).toBe(384);
  });

  test("gives the reference implementation's vectors, cosine at least 0.975, of length 1, where a text is not mostly repeated", async () => {
    const isNew = ({ text }: { text: string }) => text.split(/\s+/).length < 2 * countedWords(text).length;
    const rows = referenceRows().filter(isNew);
    const vectors = await embedder.embed(rows.map(({ text }) => text));
    const judged = rows.map(({ text, vector }, index) => {
      const own = vectors[index] ?? new Float32Array(384);
      return { text, cosine: cosine(own, vector), length: Math.hypot(...own) };
    });
    expect(rows.length).toBeGreaterThanOrEqual(14);
    expect(judged.filter((row) => !(row.cosine >= 0.975))).toEqual([]);
    expect(judged.filter((row) => Math.abs(row.length - 1) > 1e-5)).toEqual([]);
  });

  test("a text's vector does not depend on its neighbours, the worker or the lane", async () => {
    const text = "retry a failed request";
    const [alone] = await embedder.embed([text]);
    const among = await embedder.embed([...texts(9), text]);
    expect(among.at(-1)).toEqual(alone);
    expect(await embedder.embedQuery(text)).toEqual(alone);
  });

  test("callers at once get their own answers in their own order", async () => {
    const lists = [0, 1, 2, 3].map((list) => Array.from({ length: 6 }, (_, index) => `list ${list} item ${index}`));
    const together = await Promise.all(lists.map((list) => embedder.embed(list)));
    for (const [at, list] of lists.entries()) {
      expect(together[at]).toEqual(await embedder.embed(list));
    }
  });

  test("a query overtakes the texts that wait", async () => {
    let embedded = false;
    const bulk = embedder.embed(texts(30)).then(() => {
      embedded = true;
    });
    await embedder.embedQuery("where is the session refreshed?");
    expect(embedded).toBe(false);
    await bulk;
  });

  test("what an answer waits for overtakes the texts that wait, has the same vectors and ends in time", async () => {
    let embedded = false;
    const bulk = embedder.embed(texts(30)).then(() => {
      embedded = true;
    });
    const first = await embedder.embedWithin(texts(4), 60_000);
    expect(embedded).toBe(false);
    const some = await embedder.embedWithin(texts(60), 120);
    expect(embedded).toBe(false);
    expect(first).toEqual(await embedder.embed(texts(4)));
    const made = some.filter((vector) => vector !== null);
    expect(made.length).toBeLessThan(60);
    // The first ones first: a hole is a text of a task that one of three processes was still at when time was up. A task
    // holds five of these texts: 2,000 characters.
    const last = some.findLastIndex((vector) => vector !== null);
    expect(some.slice(0, last + 1).filter((vector) => vector === null).length).toBeLessThanOrEqual(3 * 5);
    expect(await embedder.embedWithin(texts(1), 0)).toEqual([null]);
    await bulk;
  });

  test("what an answer waits for ends with who wanted it", async () => {
    const wanted = embedder.embedWithin(texts(60), 60_000, AbortSignal.timeout(60));
    await expect(wanted).rejects.toMatchObject({ code: "CANCELLED" });
  });

  test("what a caller does to its query's vector does not change the next answer", async () => {
    const first = await embedder.embedQuery("kept query");
    const copy = first.slice();
    first.fill(0);
    expect(await embedder.embedQuery("kept query")).toEqual(copy);
  });

  test.each([
    ["empty", ""],
    ["spaces only", " \n\t".repeat(500)],
    ["special tokens as text", "[CLS] [SEP] [MASK] [PAD]"],
    ["a lone surrogate and NUL", "a\ud800b\u0000c"],
    ["one word of a megabyte", "x".repeat(1_000_000)],
  ])("survives %s", async (_, text) => {
    const [vector] = await embedder.embed([text]);
    expect(Math.hypot(...(vector ?? []))).toBeCloseTo(1, 5);
  });

  test("no texts are no work", async () => {
    expect(await embedder.embed([])).toEqual([]);
  });
});

describe("processes", () => {
  test("opening starts none; the first text does; closing ends them", async () => {
    const embedder = await openEmbedder(SHIPPED);
    expect(embeddingWorkers()).toEqual([]);
    await embedder.embed(texts(16));
    expect(embeddingWorkers()).toHaveLength(2);
    await embedder.close();
    expect(embeddingWorkers()).toEqual([]);
    await expect(embedder.embedQuery("too late")).rejects.toMatchObject({ code: "CANCELLED" });
  });

  test("a query has a process of its own at the program's own priority, beside those that embed at a low one", async () => {
    const embedder = await opened(SHIPPED);
    const bulk = embedder.embed(texts(20));
    await embedder.embedQuery("where is the session refreshed?");
    await bulk;
    const own = getPriority();
    expect(
      embeddingWorkers()
        .map((pid) => getPriority(pid))
        .sort((a, b) => a - b),
    ).toEqual([own, 19, 19]);
    // On a busy machine one may still be starting, and is idle only later.
    const trimmed = (): number[] => {
      trimPools();
      return embeddingWorkers();
    };
    await expect.poll(trimmed, { timeout: 20_000 }).toEqual([]);
  });

  test("warming starts them before the first text, for a query one alone", async () => {
    const embedder = await opened(SHIPPED);
    embedder.warm("query");
    expect(embeddingWorkers()).toHaveLength(1);
    const others = await opened(SHIPPED);
    others.warm("texts");
    expect(embeddingWorkers()).toHaveLength(3);
  });

  test("they end when no text comes, and the next text starts one again", async () => {
    const embedder = await opened({ ...SHIPPED, jobs: 1, restAfterMs: 50 });
    const before = await embedder.embedQuery("first");
    await expect.poll(embeddingWorkers, { timeout: 20_000 }).toEqual([]);
    expect(await embedder.embed(["first"])).toEqual([before]);
  });

  test("a worker killed in the middle costs time and no vector", async () => {
    const embedder = await opened(SHIPPED);
    const all = texts(30);
    await embedder.embed(all.slice(0, 8));
    expect(embeddingWorkers()).toHaveLength(2);
    const work = embedder.embed(all);
    await wait(50);
    for (const pid of embeddingWorkers()) {
      process.kill(pid, "SIGKILL");
    }
    const vectors = await work;
    expect(vectors).toHaveLength(30);
    expect(vectors).toEqual(await embedder.embed(all));
  });

  /** Kills every worker as soon as it is seen, until the test ends or it is told to stop. */
  function killWorkers(): { stop: () => void } {
    const timer = setInterval(() => {
      for (const pid of embeddingWorkers()) {
        process.kill(pid, "SIGKILL");
      }
    }, 20);
    onTestFinished(() => clearInterval(timer));
    return { stop: () => clearInterval(timer) };
  }

  test("a model that never ran is unavailable, and is not tried again at once", async () => {
    const embedder = await opened({ ...SHIPPED, jobs: 1 });
    const killing = killWorkers();
    await expect(embedder.embed(["x"])).rejects.toMatchObject({
      code: "EMBEDDING_UNAVAILABLE",
      hint: expect.stringContaining("words only"),
    });
    killing.stop();
    await expect(embedder.embedQuery("x")).rejects.toMatchObject({ code: "EMBEDDING_UNAVAILABLE" });
    expect(embeddingWorkers()).toEqual([]);
  });

  test("texts that end two processes of a model that works are refused, others are not", async () => {
    const embedder = await opened(SHIPPED);
    const [vector] = await embedder.embed(["good"]);
    const killing = killWorkers();
    await expect(embedder.embed(texts(40))).rejects.toMatchObject({ code: "INTERNAL" });
    killing.stop();
    await expect.poll(() => embedder.embed(["good"]).catch(() => []), { timeout: 20_000 }).toEqual([vector]);
  });

  test("without its runtime a worker says what is missing and what to do", async () => {
    const folder = temporaryFolder();
    cpSync(packagePath("dist"), folder, { recursive: true });
    const pool = openWorkerPool({
      entry: join(folder, "workers", "embedding.js"),
      size: 1,
      initial: await findModel(SHIPPED),
    });
    onTestFinished(() => pool.close());
    await expect(pool.run(["x"])).rejects.toMatchObject({
      code: "EMBEDDING_UNAVAILABLE",
      message: expect.stringContaining("the embedding runtime cannot be"),
      hint: expect.stringContaining("doctor"),
    });
  });

  test("cancelling drops what waits and leaves the embedder usable", async () => {
    const embedder = await opened({ ...SHIPPED, jobs: 1 });
    await embedder.embedQuery("warm");
    const controller = new AbortController();
    const work = embedder.embed(texts(500), controller.signal);
    controller.abort();
    await expect(work).rejects.toMatchObject({ code: "CANCELLED" });
    await expect(embedder.embed(["x"], controller.signal)).rejects.toMatchObject({ code: "CANCELLED" });
    expect(await embedder.embed(["still here"])).toHaveLength(1);
  });

  test("closing rejects what is under way", async () => {
    const embedder = await openEmbedder({ ...SHIPPED, jobs: 1 });
    const work = embedder.embed(texts(100));
    work.catch(() => undefined);
    await embedder.close();
    await expect(work).rejects.toMatchObject({ code: "CANCELLED" });
  });
});

test.each([
  { cores: 1, gib: 8, jobs: 1 },
  { cores: 2, gib: 8, jobs: 2 },
  { cores: 4, gib: 8, jobs: 3 },
  { cores: 64, gib: 256, jobs: 8 },
  { cores: 8, gib: 2, jobs: 1 },
])("$cores cores and $gib GiB are worth $jobs workers", ({ cores, gib, jobs }) => {
  expect(defaultJobs(cores, gib * 2 ** 30)).toBe(jobs);
});
