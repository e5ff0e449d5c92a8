// Path globs of a request together; dear ones are tried in a real process.
import { describe, expect, it } from "vitest";
import { areDear, compilePathGlobs, tryElsewhere } from "../../../src/search/query/path-globs.ts";

const PATHS = Array.from(
  { length: 3_000 },
  (_, at) => `packages/part-${at % 50}/src/file-${at}.${at % 3 ? "ts" : "py"}`,
);
/** Ways through it grow with each letter. */
const DEAR = `${"*a".repeat(200)}b`;

describe("path globs", () => {
  it.each([
    ["a folder, by a look at the text", ["packages/**"], false],
    ["a name's end, likewise", ["*.ts"], false],
    ["a class and stars, in steps", ["packages/part-[0-9]/**/file-*1.ts"], false],
    ["long ones", Array.from({ length: 32 }, () => DEAR), true],
  ])("%s", (_, patterns, dear) => {
    expect(areDear(compilePathGlobs(patterns), PATHS)).toBe(dear);
  });

  it.each([[["packages/part-[0-9]/**/file-*1.ts"]], [["*.py", "!packages/part-1*/**"]], [["nowhere/[a-z]*"]]])(
    "%j admits elsewhere what it admits here",
    async (patterns) => {
      const globs = compilePathGlobs(patterns);
      const elsewhere = await tryElsewhere(globs, PATHS, undefined);
      expect(PATHS.filter(elsewhere.admits)).toEqual(PATHS.filter(globs.admits));
    },
  );

  it("gives up on globs that take too long, and says what to do", async () => {
    const globs = compilePathGlobs(Array.from({ length: 32 }, () => `{${"*a,".repeat(60)}b}${"*a?".repeat(100)}c`));
    const paths = Array.from({ length: 2_000 }, (_, at) => `${"a".repeat(3_000)}${at}`);
    await expect(tryElsewhere(globs, paths, undefined)).rejects.toMatchObject({
      code: "INVALID_INPUT",
      message: expect.stringMatching(/2000 paths takes longer than 2 s/),
      hint: expect.stringMatching(/fewer and simpler/),
    });
  });

  it("can be cancelled", async () => {
    const stop = new AbortController();
    const tried = tryElsewhere(compilePathGlobs([DEAR]), PATHS, stop.signal);
    stop.abort();
    await expect(tried).rejects.toMatchObject({ code: "CANCELLED" });
  });
});
