import { describe, expect, it } from "vitest";
import { enclosingSignature } from "../../../src/search/answer/source-context.ts";
import { sourceText } from "../../../src/vocabulary/text.ts";

const FILE = [
  "class Store {",
  "  open(",
  "    path: string,",
  "  ) {",
  "    step();",
  "  }",
  "}",
  "class Store {",
  "  open(",
  "    path: string,",
  "  ) {",
  "    step();",
  "    step();",
  "  }",
  "}",
];

const lines = (context: string, beforeLine: number, text = FILE.join("\n")): number[] =>
  enclosingSignature(sourceText(text, 1), context, beforeLine).map(({ line }) => line);

describe("the signatures around a chunk", () => {
  it.each<[string, string, number, readonly number[]]>([
    ["are the nearest before it", "class Store {\n  open(\n    path: string,\n  ) {", 13, [8, 9, 10, 11]],
    ["are not those that come after", "class Store {", 8, [1]],
    ["are none where nothing is lost", "", 13, []],
    ["are none where the text has none of them", "class Shop {", 13, []],
  ])("%s", (_, context, beforeLine, expected) => {
    expect(lines(context, beforeLine)).toEqual(expected);
  });

  it("are found whatever ends the lines, and keep their text", () => {
    const text = FILE.map((line) => `${line}  `).join("\r\n");
    expect(lines("class Store {\r\n  open(", 13, text)).toEqual([8, 9]);
    expect(enclosingSignature(sourceText(text, 1), "class Store {", 5)).toEqual([{ line: 1, text: "class Store {  " }]);
  });
});
