import { describe, expect, it } from "vitest";
import { type EmbeddedChunk, embeddingText, keyOfChunk } from "../../../src/index/embeddings/embedding-text.ts";
import { splitLines } from "../../../src/vocabulary/text.ts";

const chunk = (changes: Partial<EmbeddedChunk> = {}): EmbeddedChunk => ({
  startLine: 2,
  endLine: 3,
  symbol: null,
  context: "",
  defines: [],
  ...changes,
});
const LINES = ["one", "two", "three", "four"];

describe("the embedded text of a chunk", () => {
  it.each<[string, Partial<EmbeddedChunk>, string]>([
    ["is its path and lines", {}, "src a.ts\ntwo\nthree"],
    ["names what it defines", { defines: ["f", "g"], symbol: "f" }, "src a.ts f g\ntwo\nthree"],
    ["but not all of many", { defines: ["a", "b", "c", "d", "e"] }, "src a.ts a b c d\ntwo\nthree"],
    ["names the symbol around it where it defines none", { symbol: "C.m" }, "src a.ts C.m\ntwo\nthree"],
    ["repeats the signature it lost", { symbol: "C.m", context: "m() {" }, "src a.ts C.m\nm \ntwo\nthree"],
    [
      "cuts a signature that would crowd it out",
      { context: "x".repeat(999) },
      `src a.ts\n${"x".repeat(240)}\ntwo\nthree`,
    ],
  ])("%s", (_name, changes, text) => {
    expect(embeddingText("src/a.ts", chunk(changes), LINES)).toBe(text);
  });

  it("does not depend on line ends: a checkout on Windows shares its vectors", () => {
    const keys = ["a\nb\nc\n", "a\r\nb\r\nc\r\n"].map((text) => keyOfChunk("a.ts", chunk(), splitLines(text)));
    expect(keys[0]).toBe(keys[1]);
  });

  it("depends on the path within the project", () => {
    expect(keyOfChunk("a.ts", chunk(), LINES)).not.toBe(keyOfChunk("b.ts", chunk(), LINES));
  });
});
