import { expect, it } from "vitest";
import { outlookOf, renderOutlook } from "../../../src/operations/index/project-status.ts";

it.each([
  [{ chunks: 8_285, perSecond: null, seconds: null }, "8,285 chunks left to embed", { chunks: 8_285 }],
  [
    { chunks: 8_285, perSecond: 85.06, seconds: 97.4 },
    "8,285 chunks left to embed: about 1:37 min, at 85 a second as measured on this machine",
    { chunks: 8_285, per_second: 85.1, seconds: 97 },
  ],
  [
    { chunks: 1, perSecond: 0.4, seconds: 2.5 },
    "1 chunk left to embed: about 3 s, at 1 a second as measured on this machine",
    { chunks: 1, per_second: 0.4, seconds: 3 },
  ],
])("tells what is left to embed: %o", (outlook, text, structured) => {
  expect(renderOutlook(outlook)).toBe(text);
  expect(outlookOf(outlook)).toEqual(structured);
});
