import { expect, it } from "vitest";
import { openPainter } from "../../src/cli/paint-markdown.ts";
import { styleOf } from "../../src/cli/style.ts";

const { bold, cyan } = styleOf({ colours: true });

it("paints pieces as they come: headings until the line's end, code until it closes", () => {
  const paint = openPainter({ colours: true });
  expect(["#", " A `b", "` c\nd # e", " `f\ng"].map(paint)).toEqual([
    bold("#"),
    `${bold(" A ")}${cyan("`")}${cyan("b")}`,
    `${cyan("`")}${bold(" c")}\nd # e`,
    ` ${cyan("`")}${cyan("f")}\ng`,
  ]);
});

it("changes nothing without colours", () => {
  expect(openPainter({ colours: false })("# A `b`\n")).toBe("# A `b`\n");
});
