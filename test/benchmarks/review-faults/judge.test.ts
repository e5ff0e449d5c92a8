import { describe, expect, it } from "vitest";
import { type Finding, judge, spansOf, type Target } from "./judge.ts";

const finding = (given: Partial<Finding>): Finding => ({
  rule: "secret",
  severity: "high",
  message: "a token in line 4",
  path: "a.ts",
  line: 4,
  symbol: null,
  ...given,
});
const target: Target = { rule: "secret", symbols: ["read"], paths: [], spans: [{ path: "a.ts", from: 4, to: 5 }] };

describe("spansOf", () => {
  it("reads both sides, and the place where lines were deleted", () => {
    const diff =
      "--- a/a.ts\n+++ b/a.ts\n@@ -4 +4,2 @@ f\n-x\n+y\n+z\n--- a/b.ts\n+++ b/b.ts\n@@ -7,3 +6,0 @@\n-x\n-x\n-x\n";
    expect(spansOf(diff)).toEqual({
      before: [
        { path: "a.ts", from: 4, to: 4 },
        { path: "b.ts", from: 7, to: 9 },
      ],
      after: [
        { path: "a.ts", from: 4, to: 5 },
        { path: "b.ts", from: 6, to: 6 },
      ],
    });
  });
});

describe("judge", () => {
  it.each([
    ["inside of the planted lines", finding({}), true],
    ["at the planted symbol", finding({ line: 90, symbol: "Store.read" }), true],
    ["far away", finding({ line: 90 }), false],
    ["in another file", finding({ path: "b.ts" }), false],
    ["by another rule", finding({ rule: "lock-file" }), false],
    ["with evidence inside", finding({ path: "b.ts", evidence: [{ path: "a.ts", line: 5 }] }), true],
  ])("%s", (_, one, isFound) => {
    expect(judge([], [one], target, target)).toEqual({
      found: isFound ? one : null,
      before: [],
      others: isFound ? [] : [one],
    });
  });

  it("takes no finding that is there without the fault, though its line moved", () => {
    const old = finding({ line: 3, message: "a token in line 3" });
    expect(judge([old], [finding({})], target, target)).toEqual({ found: null, before: [old], others: [] });
  });
});
