import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { packagePath } from "../../src/system/package-root.ts";

const { draw } = await import(pathToFileURL(packagePath("test", "demo", "picture.mjs")).href);

/** The attributes and the text of each run of characters, in order. */
const runsOf = (svg: string): { attributes: string; text: string }[] =>
  [...svg.matchAll(/<text ([^>]*)>([^<]*)<\/text>/g)].map(([, attributes = "", text = ""]) => ({ attributes, text }));

describe("the picture of the demo", () => {
  it("has a run of text for each colour and weight, at its line and column", () => {
    const runs = runsOf(draw("\u001b[1mCold\u001b[22m  first\n\n  \u001b[36ma.ts\u001b[39m \u001b[2mdim\u001b[22m\n"));
    expect(runs.map(({ text }) => text)).toEqual(["Cold", "first", "a.ts", "dim"]);
    const [cold, first, path, dim] = runs.map(({ attributes }) => attributes);
    expect(cold).toContain('x="20" y="62" fill="#e6edf3" font-weight="bold" textLength="32"');
    expect(first).toContain('x="68" y="62" fill="#e6edf3" textLength="40"');
    expect(path).toContain('x="36" y="98" fill="#56d4dd" textLength="32"');
    expect(dim).toContain('x="76" y="98" fill="#8b949e"');
  });

  it("escapes what would be markup, and cuts a line that is longer than the terminal", () => {
    const [run] = runsOf(draw(`a < b && ${"x".repeat(200)}\n`));
    expect(run?.text).toMatch(/^a &lt; b &amp;&amp; x{103}…$/);
  });

  it("in the documentation is one that this draws", () => {
    const committed = readFileSync(packagePath("docs", "demo.svg"), "utf8");
    const [frame = "", empty = ""] = [committed, draw("")].map((svg) => svg.replace(/<svg[^>]*>/, "").split("<g ")[0]);
    const withoutHeight = (svg: string): string => svg.replace(/height="\d+"/, "");
    expect(withoutHeight(frame)).toBe(withoutHeight(empty));
    expect(runsOf(committed).length).toBeGreaterThan(20);
  });
});
