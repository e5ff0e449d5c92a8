// The estimate of what grep would print, beside what it prints: lines around the matches of the memory project's own text.
import { describe, expect, it } from "vitest";
import { termsOf } from "../../../src/index/lexical/terms.ts";
import { estimateGrep } from "../../../src/search/answer/estimate-grep.ts";
import { loadTokenCounter } from "../../../src/system/token-counter.ts";
import { memoryProject } from "../../support/memory-project.ts";

const COUNTED = { bytesPerToken: 4 };

/** Functions of ten lines each; `names` are what those of a place call. */
const source = (count: number, names: Readonly<Record<number, string>> = {}): string =>
  Array.from({ length: count }, (_, at) =>
    [
      `export function step${at}(ledger: Ledger): number {`,
      ...Array.from({ length: 7 }, (_, line) => `  const part${line} = ledger.entries[${line}] ?? 0;`),
      `  return ${names[at] ?? "part0"};`,
      "}",
      "",
    ].join("\n"),
  ).join("");

const FILES = {
  "src/far.ts": source(40, { 5: "squander(part1)", 30: "squander(part2)" }),
  "src/near.ts": source(40, { 20: "squander(part1)", 21: "squander(part2)", 22: "hoard(part3)" }),
  "src/other.ts": source(40),
};
const project = await memoryProject(FILES);

/** The tokens of `rg -n --heading -i -C 20` on the words. */
async function grep(files: Readonly<Record<string, string>>, words: readonly string[]): Promise<number> {
  const { count } = await loadTokenCounter();
  const blocks = Object.entries(files).flatMap(([path, text]) => {
    const lines = text.split("\n").slice(0, -1);
    const isMatch = (line: string) => words.some((word) => line.toLowerCase().includes(word.toLowerCase()));
    const isShown = (at: number) => lines.slice(Math.max(0, at - 20), at + 21).some(isMatch);
    const shown = lines.flatMap((line, at) => (isShown(at) ? [`${at + 1}${isMatch(line) ? ":" : "-"}${line}`] : []));
    return shown.length === 0 ? [] : [[path, ...shown].join("\n")];
  });
  return count(blocks.join("\n\n"));
}

const estimate = (text: string) => estimateGrep(project.snapshot, { text, terms: termsOf(text) }, COUNTED);

describe("the estimate of what grep prints", () => {
  it.each([
    ["who may squander it", ["squander"]],
    ["squander or hoard", ["hoard", "squander"]],
  ])("of %j is near it, for the words that are in fewest files", async (question, words) => {
    const estimated = estimate(question);
    expect(estimated?.words).toEqual(words);
    const printed = await grep(FILES, words);
    expect((estimated?.tokens ?? 0) / printed).toBeGreaterThan(0.8);
    expect((estimated?.tokens ?? 0) / printed).toBeLessThan(1.25);
  });

  it("shows a line once, however many matches are around it", () => {
    const [far, near] = ["src/far.ts", "src/near.ts"].map((path) => project.snapshot.documentAt(path)?.tokens ?? 0);
    expect(far).toBeGreaterThan(0);
    // Everywhere in a file is its text, its line numbers and no more.
    const everywhere = estimate("ledger");
    const lines = 3 * 400;
    expect(everywhere?.tokens).toBeLessThan(1.1 * ((far ?? 0) + 2 * (near ?? 0) + 2 * lines));
  });

  it("is less for a word that the postings count in other forms, too", () => {
    const [plain, inflected] = [estimate("squander"), estimate("squandering")];
    expect(inflected?.words).toEqual(["squandering"]);
    expect(inflected?.tokens).toBeLessThan((plain?.tokens ?? 0) * 0.7);
  });

  it("of words that are everywhere is made from a part of the files", async () => {
    const many = await memoryProject(
      Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`src/part${at}.ts`, source(25)])),
    );
    const text = "ledger";
    const estimated = estimateGrep(many.snapshot, { text, terms: termsOf(text) }, COUNTED);
    const printed = 60 * (await grep({ "src/part0.ts": source(25) }, [text]));
    expect((estimated?.tokens ?? 0) / printed).toBeGreaterThan(0.75);
    expect((estimated?.tokens ?? 0) / printed).toBeLessThan(1.25);
  });

  it.each(["", "of the in", "zymurgy"])("of %j is none: nothing to grep for", (question) => {
    expect(estimate(question)).toBeNull();
  });
});
