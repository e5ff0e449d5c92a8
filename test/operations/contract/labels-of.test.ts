import { expect, it } from "vitest";
import { labelsOf } from "../../../src/operations/contract/labels-of.ts";

it.each([
  [
    ["/w/app", "/w/web"],
    ["app", "web"],
  ],
  [
    ["/work/app", "/play/app", "/play/web"],
    ["work/app", "play/app", "web"],
  ],
  [
    ["/app", "/x/app"],
    ["app", "x/app"],
  ],
  [["/"], ["/"]],
])("%j are told apart as %j", (roots, labels) => {
  expect(labelsOf(roots)).toEqual(labels);
  expect(new Set(labelsOf(roots)).size).toBe(roots.length);
});
