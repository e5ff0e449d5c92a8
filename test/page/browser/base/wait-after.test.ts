import { expect, test } from "vitest";
import { waitAfter } from "../../../../src/page/browser/base/wait-after.ts";

test("the wait doubles up to half a minute", () => {
  expect([1, 2, 3, 4, 5, 6, 7, 2_000].map(waitAfter)).toEqual([
    1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000,
  ]);
});
