// Opened once, kept while in use, closed when others need the room.
import { setTimeout as delay } from "node:timers/promises";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LruPool } from "../../src/system/lru-pool.ts";

function observed(max: number, open: (key: string) => Promise<string> = async (key) => key) {
  const opened: string[] = [];
  const closed: string[] = [];
  const keeper = new LruPool<string>({
    max,
    open: (key) => {
      opened.push(key);
      return open(key);
    },
    close: async (value) => {
      closed.push(value);
    },
  });
  const use = (key: string) => keeper.with(key, async (value) => value);
  return { keeper, opened, closed, use };
}

describe("the keeper", () => {
  it("opens each thing once, also for those who ask at the same moment", async () => {
    const { opened, use } = observed(2);
    await Promise.all([use("a"), use("a"), use("b")]);
    await use("a");
    expect(opened).toEqual(["a", "b"]);
  });

  it("closes the least recently used to make room", async () => {
    const { closed, use, opened } = observed(2);
    for (const key of ["a", "b", "a", "c"]) {
      await use(key);
    }
    expect(closed).toEqual(["b"]);
    await use("b");
    expect(closed).toEqual(["b", "a"]);
    expect(opened).toEqual(["a", "b", "c", "b"]);
  });

  it("does not close what is in use, and closes it when it no longer is", async () => {
    const { keeper, closed, use } = observed(1);
    let release: () => void = () => undefined;
    const held = keeper.with("a", () => new Promise<void>((resolve) => (release = resolve)));
    await use("b");
    expect(closed).toEqual(["b"]);
    release();
    await held;
    expect(closed).toEqual(["b"]);
    await use("b");
    expect(closed).toEqual(["b", "a"]);
  });

  it("tries anew after an opening that failed, and after a use that failed keeps what is open", async () => {
    let failing = true;
    const { keeper, opened, use } = observed(2, async (key) => {
      if (failing) {
        throw new Error("cannot open");
      }
      return key;
    });
    await expect(Promise.all([use("a"), use("a")])).rejects.toThrow("cannot open");
    failing = false;
    await use("a");
    await expect(
      keeper.with("a", async () => {
        throw new Error("cannot use");
      }),
    ).rejects.toThrow("cannot use");
    await use("a");
    expect(opened).toEqual(["a", "a"]);
  });

  it("opens anew what was dropped, and closes the old one after its last use", async () => {
    const { keeper, opened, closed, use } = observed(2);
    let release: () => void = () => undefined;
    const held = keeper.with("a", () => new Promise<void>((resolve) => (release = resolve)));
    keeper.drop("a");
    expect(closed).toEqual([]);
    await use("a");
    expect(opened).toEqual(["a", "a"]);
    release();
    await held;
    await delay(0);
    expect(closed).toEqual(["a"]);
    keeper.drop("a");
    keeper.drop("unknown");
    await delay(0);
    expect(closed).toEqual(["a", "a"]);
  });

  it("closes everything once at the end, and opens nothing after", async () => {
    const { keeper, closed, use } = observed(5);
    await Promise.all([use("a"), use("b")]);
    await keeper.close();
    expect(closed.sort()).toEqual(["a", "b"]);
    await expect(use("a")).rejects.toThrow("closed");
  });

  it("never has more idle things open than it may, whatever is asked", async () => {
    const keys = fc.array(fc.constantFrom("a", "b", "c", "d", "e"), { maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 4 }), keys, async (max, asked) => {
        const { opened, closed, use } = observed(max);
        for (const key of asked) {
          expect(await use(key)).toBe(key);
          expect(opened.length - closed.length).toBeLessThanOrEqual(max);
        }
      }),
    );
  });
});
