import { posix, win32 } from "node:path";
import { expect, it } from "vitest";
import { labelsOf } from "../../../src/operations/contract/labels-of.ts";

it.each([
  [
    ["/w/app", "/w/web"],
    ["app", "web"],
  ],
  [
    ["/jobs/app", "/play/app", "/play/web"],
    ["jobs/app", "play/app", "web"],
  ],
  [
    ["/app", "/x/app"],
    ["app", "x/app"],
  ],
  [["/"], ["/"]],
])("%j are told apart as %j", (roots, labels) => {
  expect(labelsOf(roots, posix)).toEqual(labels);
  expect(new Set(labels).size).toBe(roots.length);
});

it.each([
  [
    ["C:\\jobs\\app", "D:\\jobs\\app", "C:\\play\\web"],
    ["C:/jobs/app", "D:/jobs/app", "web"],
  ],
  [
    ["\\\\server\\share\\app", "C:\\app"],
    ["share/app", "C:/app"],
  ],
])("%j are told apart on Windows as %j", (roots, labels) => {
  expect(labelsOf(roots, win32)).toEqual(labels);
});
