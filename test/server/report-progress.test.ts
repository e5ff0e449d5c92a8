// Progress must rise with every notification, whatever the phases of the work are.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Progress } from "../../src/operations/contract/operation.ts";
import { type ProgressNote, riseProgress } from "../../src/server/report-progress.ts";

/** `stepMs` passes between two reports. */
function check(reports: readonly Progress[], stepMs: number): ProgressNote[] {
  const notes: ProgressNote[] = [];
  let time = 0;
  const report = riseProgress(
    (note) => notes.push(note),
    () => time,
  );
  for (const progress of reports) {
    report(progress);
    time += stepMs;
  }
  return notes;
}

const at = (message: string, done: number, total: number): Progress => ({ message, done, total });

describe("progress", () => {
  it("goes on where the last phase ended", () => {
    const notes = check([at("indexing", 5, 10), at("indexing", 10, 10), at("embedding", 3, 20)], 1000);
    expect(notes).toEqual([
      { progress: 5, total: 10, message: "indexing: 5 of 10" },
      { progress: 10, total: 10, message: "indexing: 10 of 10" },
      { progress: 13, total: 30, message: "embedding: 3 of 20" },
    ]);
  });

  it("says how long it will take, or why it goes slowly, where that is known", () => {
    const known = { ...at("embedding", 1, 20), secondsLeft: 75 };
    const notes = check([known, { ...at("embedding", 2, 20), paused: "the machine is busy" }], 1000);
    expect(notes.map(({ message }) => message)).toEqual([
      "embedding: 1 of 20, 1:15 min left",
      "embedding: 2 of 20, paused: the machine is busy",
    ]);
  });

  it("leaves out what comes too soon, but not a phase's end", () => {
    const reports = Array.from({ length: 101 }, (_, done) => at("indexing", done, 100));
    const notes = check(reports, 10);
    expect(notes.length).toBeGreaterThan(5);
    expect(notes.length).toBeLessThan(15);
    expect(notes.at(-1)?.progress).toBe(100);
  });

  it("names no total while there is none", () => {
    expect(check([at("walking", 40, 0)], 0)).toEqual([{ progress: 40, message: "walking: 40" }]);
  });

  it("rises strictly and stays within its total", () => {
    const step = fc.record({
      message: fc.constantFrom("walking", "indexing", "embedding"),
      done: fc.nat(50),
      total: fc.nat(50),
    });
    fc.assert(
      fc.property(fc.array(step), fc.nat(200), (reports, stepMs) => {
        let last = 0;
        for (const { progress, total } of check(reports, stepMs)) {
          expect(progress).toBeGreaterThan(last);
          expect(total ?? progress).toBeGreaterThanOrEqual(progress);
          last = progress;
        }
      }),
    );
  });
});
