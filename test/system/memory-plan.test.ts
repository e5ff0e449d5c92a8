// What each process may take of a limit.
import fc from "fast-check";
import { expect, test } from "vitest";
import { MEMORY_LIMIT_MB, planMemory } from "../../src/system/memory-plan.ts";

test.each([
  { limitMb: MEMORY_LIMIT_MB, workersMax: 4, vectorsMb: 769 },
  { limitMb: 512, workersMax: 2, vectorsMb: 257 },
  { limitMb: 256, workersMax: 1, vectorsMb: 1 },
  { limitMb: 100, workersMax: 1, vectorsMb: 0 },
  { limitMb: 8_192, workersMax: 32, vectorsMb: 7_937 },
])("$limitMb MB: $workersMax workers, $vectorsMb MB of vectors", ({ limitMb, ...plan }) => {
  expect(planMemory(limitMb)).toEqual(plan);
});

test("more memory never means less of anything", () => {
  fc.assert(
    fc.property(fc.nat({ max: 20_000 }), fc.nat({ max: 20_000 }), (a, b) => {
      const [less, more] = [planMemory(Math.min(a, b)), planMemory(Math.max(a, b))];
      expect(more.workersMax).toBeGreaterThanOrEqual(less.workersMax);
      expect(more.vectorsMb).toBeGreaterThanOrEqual(less.vectorsMb);
      expect(less.workersMax).toBeGreaterThanOrEqual(1);
    }),
  );
});
