import fc from "fast-check";
import { expect, it } from "vitest";
import { mostThatFits } from "../../src/system/most-that-fits.ts";

it("finds the highest number that fits, for any costs that do not fall", () => {
  fc.assert(
    fc.property(
      fc.array(fc.nat({ max: 30 }), { maxLength: 60 }),
      fc.integer({ min: 1, max: 500 }),
      fc.integer({ min: -5, max: 5 }),
      (steps, room, none) => {
        const cost = (number: number) => steps.slice(0, number - none).reduce((sum, step) => sum + step, 0);
        const most = none + steps.length;
        const fitted = mostThatFits({ none, most }, (number) => ({ form: `${number}`, load: cost(number) / room }));
        const fitting = steps.map((_, at) => none + 1 + at).filter((number) => cost(number) <= room);
        const best = fitting.at(-1);
        expect(fitted).toEqual(best === undefined ? null : { number: best, form: `${best}` });
      },
    ),
    { numRuns: 500 },
  );
});

it("tries few numbers, however the cost rises", () => {
  for (const cost of [(n: number) => n, (n: number) => n ** 3, (n: number) => (n < 900_000 ? 0 : 2)]) {
    let tried = 0;
    mostThatFits({ none: 0, most: 1_000_000 }, (number) => {
      tried += 1;
      return { form: null, load: cost(number) / 1 };
    });
    expect(tried).toBeLessThan(64);
  }
});
