// The optimiser on functions whose minimum is known.
import { describe, expect, it } from "vitest";
import { minimise, type Slope } from "./minimise.ts";

const near = (found: readonly number[], wanted: readonly number[], digits = 4) =>
  wanted.forEach((value, at) => void expect(found[at]).toBeCloseTo(value, digits));

describe("minimise", () => {
  it("finds the bottom of a bowl that is a thousand times steeper one way than the other", () => {
    const bowl = ([x = 0, y = 0]: readonly number[]): Slope => ({
      value: (x - 3) ** 2 + 1000 * (y + 2) ** 2,
      gradient: [2 * (x - 3), 2000 * (y + 2)],
    });
    near(minimise(bowl, [0, 0]), [3, -2]);
  });

  it("follows Rosenbrock's bent valley to its end", () => {
    const valley = ([x = 0, y = 0]: readonly number[]): Slope => ({
      value: (1 - x) ** 2 + 100 * (y - x * x) ** 2,
      gradient: [-2 * (1 - x) - 400 * x * (y - x * x), 200 * (y - x * x)],
    });
    near(minimise(valley, [-1.2, 1]), [1, 1]);
  });

  it("stays where there is no slope", () => {
    expect(minimise(() => ({ value: 7, gradient: [0, 0] }), [4, 5])).toEqual([4, 5]);
  });
});
