import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fitRows } from "../../../src/operations/answer/fit-rows.ts";

const counter = { encoding: "characters", count: (text: string) => text.length };

describe("fitting rows", () => {
  it("shows as many as fit in both forms, and no fewer", () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat({ max: 30 }), { maxLength: 60 }),
        fc.array(fc.nat({ max: 30 }), { maxLength: 60 }),
        fc.integer({ min: 10, max: 900 }),
        (texts, jsons, budget) => {
          const write = (shown: number) => ({
            text: texts
              .slice(0, shown)
              .map((length) => "t".repeat(length))
              .join(""),
            structured: jsons
              .slice(0, shown)
              .map((length) => "j".repeat(length))
              .join(""),
          });
          const count = Math.max(texts.length, jsons.length);
          const size = (shown: number) => {
            const { text, structured } = write(shown);
            return Math.max(text.length, JSON.stringify(structured).length);
          };
          const { shown, text, structured } = fitRows(count, budget, write, counter);
          if (shown > 0) {
            expect(Math.max(text.length, JSON.stringify(structured).length)).toBeLessThanOrEqual(budget);
          }
          if (shown < count) {
            expect(size(shown + 1)).toBeGreaterThan(budget);
          }
        },
      ),
      { numRuns: 500 },
    );
  });

  it("counts few times, however many rows there are", () => {
    let asked = 0;
    const counting = {
      ...counter,
      count: (text: string) => {
        asked += 1;
        return text.length;
      },
    };
    const write = (shown: number) => ({ text: "0123456789".repeat(shown), structured: 0 });
    expect(fitRows(100_000, 4_000, write, counting).shown).toBe(400);
    expect(asked).toBeLessThan(20);
  });
});
