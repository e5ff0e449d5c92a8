// Each language's sample against its goldens: where it is cut, and what it defines.
import { describe, expect, test } from "vitest";
import { expectGolden } from "../support/golden.ts";
import { analyze, GOLDEN_OPTIONS, renderChunks, renderSymbols, samples } from "./check.ts";

describe.each(samples())("$language", ({ path, text }) => {
  const golden = path.replace(/(?<=\/[^/]+)\.[^./]+$/, "");

  test("is cut along its symbols", async () => {
    expectGolden(`languages/${golden}.chunks.txt`, renderChunks(text, await analyze(path, text, GOLDEN_OPTIONS)));
  });

  test("has its definitions found", async () => {
    const analysis = await analyze(path, text);
    expect(analysis.problems).toEqual([]);
    expectGolden(`languages/${golden}.symbols.txt`, renderSymbols(text, analysis));
  });
});
