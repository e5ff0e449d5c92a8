// The queue of files to index: its order may change at any time, and each file comes once.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FileQueue } from "../../../src/index/ingest/file-queue.ts";

const file = (path: string) => ({ path, size: 1, mtimeMs: 0, ctimeMs: 0 });
const openQueue = (paths: readonly string[]) => new FileQueue(paths.map(file), (files) => [...files].reverse());

async function drain(queue: ReturnType<typeof openQueue>): Promise<string[]> {
  const taken: string[] = [];
  for (let next = await queue.next(); next !== undefined; next = await queue.next()) {
    taken.push(next.path);
  }
  return taken;
}

describe("a queue of files", () => {
  it("hands out what was put first, then the rest in its order", async () => {
    const queue = openQueue(["a", "b", "c", "d"]);
    queue.putFirst(["c", "unknown", "a"]);
    expect(queue.left().map(({ path }) => path)).toEqual(["c", "a", "b", "d"]);
    expect(await drain(queue)).toEqual(["c", "a", "d", "b"]);
  });

  it("tells which are not dealt with, those under way too", async () => {
    const queue = openQueue(["a", "b", "c"]);
    expect((await queue.next())?.path).toBe("c");
    expect((await queue.next())?.path).toBe("b");
    queue.done("c");
    expect(queue.unfinished()).toEqual(["a", "b"]);
    expect(queue.left().map(({ path }) => path)).toEqual(["a"]);
  });

  it("puts the next request's files first while the last one's are under way", async () => {
    const queue = openQueue(["a", "b", "c", "d", "e"]);
    queue.putFirst(["e", "d"]);
    expect((await queue.next())?.path).toBe("e");
    queue.putFirst(["b", "e"]);
    expect(await drain(queue)).toEqual(["b", "c", "a", "d"]);
  });

  it("hands out every file once, whatever is put first and when", async () => {
    const paths = ["a", "b", "c", "d", "e", "f"];
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(fc.nat(3), fc.subarray([...paths, "x"]))), async (steps) => {
        const queue = openQueue(paths);
        const taken: string[] = [];
        for (const [count, first] of steps) {
          for (let at = 0; at < count; at += 1) {
            taken.push((await queue.next())?.path ?? "");
          }
          queue.putFirst(first);
        }
        taken.push(...(await drain(queue)));
        expect(taken.filter((path) => path !== "").sort()).toEqual(paths);
      }),
    );
  });

  it("hands out what is added before all others, again where it is under way or was dealt with in another state", async () => {
    const queue = openQueue(["a", "b", "c"]);
    queue.putFirst(["b"]);
    expect((await queue.next())?.path).toBe("b");
    expect((await queue.next())?.path).toBe("c");
    queue.done("c");
    const edited = (path: string) => ({ ...file(path), size: 2 });
    queue.add([edited("b"), edited("c"), file("new"), file("a")]);
    expect(queue.total).toBe(5);
    expect(queue.unfinishedAdded()).toEqual(["b", "c", "new"]);
    expect((await queue.next())?.path).toBe("c");
    let told = false;
    const done = queue.whenDone(["b"]).then(() => {
      told = true;
    });
    queue.done("b");
    await new Promise(setImmediate);
    expect(told).toBe(false);
    queue.putFirst(["a"]);
    expect(await drain(queue)).toEqual(["new", "b", "a"]);
    queue.done("b");
    await done;
    queue.add([edited("b"), file("a")]);
    expect(await drain(queue)).toEqual([]);
  });

  it("says when files are dealt with, and of those that never come at once", async () => {
    const queue = openQueue(["a", "b"]);
    let told = false;
    const done = queue.whenDone(["a", "nowhere"]).then(() => {
      told = true;
    });
    queue.done("b");
    await queue.whenDone(["b", "nowhere"]);
    expect(told).toBe(false);
    queue.done("a");
    await done;
    expect(told).toBe(true);
  });

  it("hands out nothing until all who hold it have let go", async () => {
    const queue = openQueue(["a"]);
    const letGo = [queue.pause(), queue.pause()];
    let taken: string | undefined;
    const next = queue.next().then((one) => {
      taken = one?.path;
    });
    letGo[0]?.();
    letGo[0]?.();
    await new Promise(setImmediate);
    expect(taken).toBeUndefined();
    letGo[1]?.();
    await next;
    expect(taken).toBe("a");
  });
});
