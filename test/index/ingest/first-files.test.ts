// Requests that wait for their files to be indexed first.
import { describe, expect, it } from "vitest";
import { FileQueue } from "../../../src/index/ingest/file-queue.ts";
import { FirstFiles } from "../../../src/index/ingest/first-files.ts";
import type { CorpusFile } from "../../../src/project/corpus.ts";

const file = (path: string): CorpusFile => ({ path, size: 1, mtimeMs: 1, ctimeMs: 1 });
const MANY = Array.from({ length: 400 }, (_, at) => file(`${at}.ts`));

function open(files: readonly CorpusFile[]) {
  const queue = new FileQueue(files, (all) => all);
  const flushed: number[] = [];
  const first = new FirstFiles();
  const indexNext = async (): Promise<string> => {
    const next = await queue.next();
    queue.done(next?.path ?? "");
    return next?.path ?? "";
  };
  const begin = () => first.begun(queue, async () => void flushed.push(queue.unfinished().length));
  return { queue, first, begin, indexNext, flushed };
}

const isOver = async (promise: Promise<void>): Promise<boolean> =>
  Promise.race([promise.then(() => true), new Promise<boolean>((resolve) => setTimeout(() => resolve(false), 5))]);

describe("a request's files", () => {
  it("come first, and are committed when they are indexed, though the update begins later", async () => {
    const { first, begin, indexNext, flushed } = open(MANY);
    first.want(["300.ts", "200.ts"]);
    const waiting = first.indexed(["300.ts", "200.ts"], performance.now() + 5_000, undefined);
    begin();
    expect(await indexNext()).toBe("300.ts");
    expect(await isOver(waiting)).toBe(false);
    expect(await indexNext()).toBe("200.ts");
    await waiting;
    expect(flushed).toEqual([398]);
  });

  it("are waited for until time is up, and what there is by then is committed", async () => {
    const { first, begin, indexNext, flushed } = open(MANY);
    begin();
    first.want(["300.ts", "200.ts"]);
    await indexNext();
    await first.indexed(["300.ts", "200.ts"], performance.now() + 10, undefined);
    expect(flushed).toEqual([399]);
  });

  it("are all files of a small project", async () => {
    const { first, begin, indexNext } = open(MANY.slice(0, 2));
    begin();
    const waiting = first.indexed(["1.ts"], performance.now() + 5_000, undefined);
    await indexNext();
    await indexNext();
    await waiting;
  });

  it("are not waited for once the update is over, or where none begins in time", async () => {
    const { first } = open(MANY);
    const waiting = first.indexed(["1.ts"], performance.now() + 5_000, undefined);
    first.ended();
    await waiting;
    await first.indexed(["1.ts"], performance.now() + 5, undefined);
  });

  it("do not keep a request that was given up", async () => {
    const { first, begin } = open(MANY);
    begin();
    const given = new AbortController();
    const waiting = first.indexed(["1.ts"], performance.now() + 5_000, given.signal);
    given.abort();
    await expect(waiting).rejects.toMatchObject({ code: "CANCELLED" });
  });
});
