// Files that `.gitattributes` calls generated or vendored are left out as such; git says which files a pattern matches.
import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { readAttribute } from "../../src/project/attributes.ts";
import { excludedPaths, useScratch } from "./scratch.ts";
import { useScratchGit } from "./scratch-git.ts";

const scratch = useScratch();
const git = useScratchGit(scratch);

test.each([
  ["*.pb.go linguist-generated", "*.pb.go"],
  ["gen/** -text linguist-generated=true", "gen/**"],
  ["gen/keep.ts -linguist-generated", "!gen/keep.ts"],
  ["gen/keep.ts linguist-generated=false", "!gen/keep.ts"],
  ["a.ts linguist-generated -linguist-generated", "!a.ts"],
  ['"with space.ts" linguist-generated', "with space.ts"],
  ["# *.ts linguist-generated", ""],
  ["!no.ts linguist-generated", ""],
  ["gen/ linguist-generated", ""],
  ["[attr]made linguist-generated", ""],
  ["*.ts linguist-vendored", ""],
  ["*.ts", ""],
])("%s says %s", (line, pattern) => {
  expect(readAttribute(Buffer.from(`${line}\n`), "linguist-generated").toString()).toBe(pattern);
});

test("files are left out by class, in every folder, as git matches them", async () => {
  scratch.write({
    ".gitattributes":
      "gen/** linguist-generated\n/third/* linguist-vendored\n*.out.ts linguist-generated\nkeep.pb.go -linguist-generated\n",
    "gen/api.ts": "1\n",
    "gen/.gitattributes": "mine.ts -linguist-generated\n",
    "gen/mine.ts": "1\n",
    "third/lib.ts": "1\n",
    "third/deep/own.ts": "1\n",
    "src/third/own.ts": "1\n",
    "src/made.out.ts": "1\n",
    "src/keep.pb.go": "package a\n",
    "src/other.pb.go": "package a\n",
    ".pnp.cjs": "1\n",
  });
  git(".", "init", "-q");
  const { corpus, paths } = await scratch.search();
  const byGit = (attribute: string): string[] => {
    const files = git(".", "ls-files", "--others").split("\n");
    const said = execFileSync("git", ["-C", scratch.root, "check-attr", "-z", "--stdin", attribute], {
      input: files.join("\0"),
      encoding: "utf8",
    });
    return [...said.matchAll(/([^\0]+)\0[^\0]+\0set\0/g)].map(([, path = ""]) => path).sort();
  };
  expect(excludedPaths(corpus)).toEqual({
    generated: [".pnp.cjs", ...byGit("linguist-generated"), "src/other.pb.go"].sort(),
    vendored: byGit("linguist-vendored"),
  });
  expect(paths).toEqual([".gitattributes", "gen/mine.ts", "src/keep.pb.go", "src/third/own.ts", "third/deep/own.ts"]);
  expect((await scratch.search({ search: ["generated", "vendored"] })).paths).toHaveLength(11);
});
