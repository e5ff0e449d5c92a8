import { describe, expect, it } from "vitest";
import { openTurns } from "../../src/system/turns.ts";

const forever = new AbortController().signal;

describe("turns", () => {
  it("let so many go on at once, and the others in their order", async () => {
    const turns = openTurns(2);
    const begun: number[] = [];
    const ends: (() => void)[] = [];
    const all = [0, 1, 2, 3].map(async (one) => {
      ends[one] = await turns.enter(forever);
      begun.push(one);
    });
    await Promise.all(all.slice(0, 2));
    expect(begun).toEqual([0, 1]);
    ends[1]?.();
    ends[1]?.();
    await all[2];
    expect(begun).toEqual([0, 1, 2]);
    ends[0]?.();
    await all[3];
    expect(begun).toEqual([0, 1, 2, 3]);
  });

  it("may be waited for by many callers with one signal, and nothing warns of a leak", async () => {
    const warnings: string[] = [];
    const note = ({ name }: Error) => warnings.push(name);
    process.on("warning", note);
    const turns = openTurns(1);
    const stop = new AbortController();
    const end = await turns.enter(stop.signal);
    const all = Array.from({ length: 20 }, async () => (await turns.enter(stop.signal))());
    end();
    await Promise.all(all);
    await new Promise(setImmediate);
    process.off("warning", note);
    expect(warnings).toEqual([]);
  });

  it("are given up by who waits no longer, and not lost by that", async () => {
    const turns = openTurns(1);
    const end = await turns.enter(forever);
    const stop = new AbortController();
    const waits = turns.enter(stop.signal);
    const next = turns.enter(forever);
    stop.abort();
    await expect(waits).rejects.toMatchObject({ code: "CANCELLED" });
    end();
    (await next)();
    (await turns.enter(forever))();
    await expect(turns.enter(stop.signal)).rejects.toMatchObject({ code: "CANCELLED" });
  });
});
