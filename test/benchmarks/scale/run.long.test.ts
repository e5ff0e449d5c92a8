// The generator's command as a whole, on small sources: how many files, which ones, and that two runs agree.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openCorpus } from "../../../src/project/open-corpus.ts";
import { DEFAULT_RULES } from "../../support/default-rules.ts";
import { type BenchFolder, benchFolder } from "../run-bench.ts";

const folder = mkdtempSync(join(tmpdir(), "bench-project-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let bench: BenchFolder;
beforeAll(() => {
  bench = benchFolder(folder);
  for (let at = 0; at < 12; at++) {
    const body = `  const basket = openBasket(${at});\n  return basket.lookup("cheese");\n`;
    bench.write(`source/lib/kind${at % 3}/lookup${at}.ts`, `export function lookup${at}() {\n${body}}\n`);
  }
  bench.write("source/README.md", "# Baskets\n\nHow to look up a cheese in a basket, with examples.\n");
  bench.write("source/empty.ts", "");
});

const treeOf = (project: string) =>
  execFileSync("git", ["-C", join(folder, project), "ls-tree", "-r", "HEAD"], { encoding: "utf8" });

describe("npm run bench:project", () => {
  it("writes the files asked for, the same in two runs, and noise that no search admits", async () => {
    const args = ["--files", "40", "--sources", "source"];
    const first = await bench.run("scale", ...args, "--to", "one");
    expect(first, first.stderr).toMatchObject({ code: 0 });
    expect(first.stdout).toContain("40 files (");
    await bench.run("scale", ...args, "--to", "two");
    expect(treeOf("two")).toBe(treeOf("one"));
    await bench.run("scale", ...args, "--to", "three", "--seed", "2");
    expect(treeOf("three")).not.toBe(treeOf("one"));
    const { files, excluded } = await openCorpus({ root: join(folder, "one"), rules: DEFAULT_RULES }).refresh();
    expect([...files.keys()].filter((path) => path !== ".gitignore")).toHaveLength(40);
    expect(Object.keys(excluded)).toEqual(expect.arrayContaining(["ignored", "lock", "minified", "binary"]));
  });

  it("says what is wrong with its arguments", async () => {
    expect(await bench.run("scale", "--files", "0", "--to", "x")).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("--files takes a count"),
    });
    expect(await bench.run("scale", "--files", "5")).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("--to"),
    });
    expect(await bench.run("scale", "--files", "5", "--to", "source")).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("exists"),
    });
    expect(await bench.run("scale", "--help")).toMatchObject({ code: 0, stdout: expect.stringContaining("--sources") });
  });
});
