// Which of the phases under way stands for all.
import { describe, expect, it } from "vitest";
import { WorkProgress } from "../../../src/index/coordination/work-progress.ts";

type Note = readonly ["walking" | "indexing" | "embedding" | "counting", number, number];

describe("the work in hand", () => {
  it.each<[string, readonly Note[], string | null]>([
    ["nothing at first", [], null],
    ["no walk, which nothing ends", [["walking", 0, 0]], null],
    [
      "words before all",
      [
        ["counting", 1, 9],
        ["embedding", 1, 9],
        ["indexing", 1, 9],
      ],
      "indexing 1",
    ],
    [
      "vectors before counts, whichever came last",
      [
        ["embedding", 4, 9],
        ["counting", 2, 9],
      ],
      "embedding 4",
    ],
    [
      "what is left when the first has ended",
      [
        ["embedding", 9, 9],
        ["counting", 2, 9],
      ],
      "counting 2",
    ],
    [
      "nothing when all have ended",
      [
        ["indexing", 3, 3],
        ["embedding", 9, 9],
      ],
      null,
    ],
  ])("is %s", (_name, notes, expected) => {
    const progress = new WorkProgress(undefined);
    for (const [phase, done, total] of notes) {
      progress.report({ phase, done, total });
    }
    const current = progress.current();
    expect(current === null ? null : `${current.phase} ${current.done}`).toBe(expected);
  });

  it("tells of a pause that began after the last piece of work, and forgets an index that is gone", () => {
    const pace = {
      wait: async () => undefined,
      hurry: () => () => undefined,
      indexing: () => () => undefined,
      slowDown: () => undefined,
      paused: "",
    };
    const progress = new WorkProgress(pace);
    progress.report({ phase: "embedding", done: 1, total: 9 });
    pace.paused = "busy";
    expect(progress.current()?.paused).toBe("busy");
    progress.forget();
    expect(progress.current()).toBeNull();
  });

  it("says why it goes slowly of work that may pause, and of no other", () => {
    const pace = {
      wait: async () => undefined,
      hurry: () => () => undefined,
      indexing: () => () => undefined,
      slowDown: () => undefined,
      paused: "busy",
    };
    const progress = new WorkProgress(pace);
    const of = (phase: Note[0]) => progress.report({ phase, done: 1, total: 2 }).paused;
    expect([of("walking"), of("indexing"), of("embedding"), of("counting")]).toEqual([null, null, "busy", "busy"]);
  });
});
