// Symbolic links are never followed, wherever they stand and whenever they appear.
import { renameSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { useScratch } from "./scratch.ts";

const scratch = useScratch();
const at = (path: string) => join(scratch.root, path);

test("are not followed; those that lead out or in circles are said", async () => {
  scratch.write({ "src/a.ts": "x\n", "other/b.ts": "x\n" });
  symlinkSync("a.ts", at("src/inside-file"));
  symlinkSync("../other", at("src/inside-folder"));
  symlinkSync("gone", at("src/dangling"));
  symlinkSync("/etc/passwd", at("out-file"));
  symlinkSync("../../..", at("out-folder"));
  symlinkSync("/nowhere/at/all", at("out-dangling"));
  symlinkSync("src/inside-hop", at("hop"));
  symlinkSync("../out-file", at("src/inside-hop"));
  symlinkSync("loop-b", at("loop-a"));
  symlinkSync("loop-a", at("loop-b"));
  symlinkSync(".", at("self"));
  const { corpus, paths } = await scratch.search();
  expect(paths).toEqual(["other/b.ts", "src/a.ts"]);
  expect(corpus.excluded.link?.count).toBe(11);
  expect(corpus.problems.map(({ code, path }) => `${code} ${path}`).sort()).toEqual([
    "LINK_LEAVES_PROJECT hop",
    "LINK_LEAVES_PROJECT out-dangling",
    "LINK_LEAVES_PROJECT out-file",
    "LINK_LEAVES_PROJECT out-folder",
    "LINK_LEAVES_PROJECT src/inside-hop",
    "LINK_LOOP loop-a",
    "LINK_LOOP loop-b",
  ]);
});

test("a file or folder swapped for a link after the refresh is refused", async () => {
  scratch.write({
    "a.ts": "mine\n",
    "src/deep/b.ts": "mine\n",
    "secret/b.ts": "theirs\n",
    "secret/deep/b.ts": "theirs\n",
  });
  const source = scratch.open({ exclude: ["secret"] });
  await source.refresh();
  rmSync(at("a.ts"));
  symlinkSync("secret/b.ts", at("a.ts"));
  renameSync(at("src"), at("moved"));
  symlinkSync("secret", at("src"));
  for (const path of ["a.ts", "src/deep/b.ts"]) {
    expect(await source.read(path)).toMatchObject({
      excluded: "unreadable",
      problems: [{ code: "FILE_UNREADABLE", path }],
    });
  }
  expect([...(await source.refresh()).files.keys()]).toEqual(["moved/deep/b.ts"]);
});

test("an ignore file that is a link does not hold, and says so", async () => {
  scratch.write({ "rules.txt": "*.ts\n", "a.ts": "x\n" });
  symlinkSync("rules.txt", at(".gitignore"));
  const { corpus, paths } = await scratch.search();
  expect(paths).toEqual(["a.ts", "rules.txt"]);
  expect(corpus.problems).toMatchObject([{ code: "IGNORE_FILE_UNREADABLE", path: ".gitignore" }]);
});
