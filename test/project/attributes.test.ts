// Files that `.gitattributes` calls generated or vendored are left out as such; git says which files a pattern matches.
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { macrosIn, readAttribute } from "../../src/project/attributes.ts";
import { openCorpus } from "../../src/project/open-corpus.ts";
import { DEFAULT_RULES } from "../support/default-rules.ts";
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

const MACROS = macrosIn(Buffer.from("[attr]made linguist-generated -diff\n[attr]bot made\n[attr]loop loop made\n"));

test.each([
  ["*.m.ts made", "*.m.ts"],
  ["*.b.ts text bot", "*.b.ts"],
  ["*.l.ts loop", "*.l.ts"],
  ["a.ts -made", "!a.ts"],
  ["a.ts bot -linguist-generated", "!a.ts"],
  ["a.ts unmade", ""],
])("%s says %s with macros", (line, pattern) => {
  expect(readAttribute(Buffer.from(`${line}\n`), "linguist-generated", MACROS).toString()).toBe(pattern);
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

/** Those of the files below a folder of the scratch project that git gives neither attribute. */
function leftByGit(folder: string): string[] {
  const files = git(folder, "ls-files", "-z", "--others")
    .split("\0")
    .filter((file) => file !== "");
  const said = ["linguist-generated", "linguist-vendored"].map((attribute) =>
    execFileSync("git", ["-C", join(scratch.root, folder), "check-attr", "-z", "--stdin", attribute], {
      input: files.join("\0"),
      encoding: "utf8",
      stdio: ["pipe", "pipe", "ignore"],
    }),
  );
  const out = new Set([...said.join("").matchAll(/([^\0]+)\0[^\0]+\0set\0/g)].map(([, path = ""]) => path));
  return files.filter((file) => !out.has(file)).sort();
}

const HARD = [
  "[attr]made linguist-generated -diff",
  "[attr]mine -linguist-generated",
  "*.m.ts made",
  "back.m.ts mine",
  "un.m.ts -made",
  "folder linguist-generated",
  "/top.ts linguist-generated",
  "p/x.ts linguist-generated",
  '"q \\"uo.ts" linguist-generated',
  '"tab\\tx.ts" linguist-generated',
  '"\\303\\244.ts" linguist-generated',
  "**/deep/*.ts linguist-generated",
  "p/all/** linguist-vendored",
  "c[ab].ts linguist-vendored",
  "  ind.ts linguist-generated",
  "\\!ex.ts linguist-generated",
];
const NAMES = [
  "a.m.ts",
  "back.m.ts",
  "un.m.ts",
  "folder/in.ts",
  "o/folder",
  "top.ts",
  "x.ts",
  "p/x.ts",
  'q "uo.ts',
  "ä.ts",
];
const MORE = [
  "tab\tx.ts",
  "deep/o.ts",
  "u/v/deep/o.ts",
  "u/deep/w/o.ts",
  "all/a.ts",
  "all/b/a.ts",
  "z/cb.ts",
  "z/zz.ts",
];

test.each(["", "p"])("macros, quotes and files above the project count as for git, in %j", async (folder) => {
  const names = [...NAMES, ...MORE, "ind.ts", "!ex.ts", "z/r.ts", "z/w/r.ts", "z/q/r.ts"];
  scratch.write({
    ".gitattributes": `${HARD.join("\n")}\n`,
    "p/z/.gitattributes": "cb.ts !linguist-vendored\n/r.ts linguist-generated\nw/r.ts linguist-vendored\nzz.ts made\n",
    ...Object.fromEntries(names.map((name) => [`p/${name}`, "1\n"])),
  });
  git(".", "init", "-q");
  const source = openCorpus({ root: join(scratch.root, folder), rules: DEFAULT_RULES });
  const first = await source.refresh();
  expect([...first.files.keys()].sort()).toEqual(leftByGit(folder));
  scratch.write({ ".gitattributes": "*.m.ts linguist-vendored\n" });
  const { files } = await source.refresh();
  expect([...files.keys()].sort()).toEqual(leftByGit(folder));
});

test("a project is searched that a file above it calls vendored as a whole", async () => {
  scratch.write({
    ".gitattributes": "p/** linguist-vendored\n*.m.ts linguist-generated\n",
    "p/a.ts": "1\n",
    "p/b.m.ts": "1\n",
  });
  git(".", "init", "-q");
  const { files } = await openCorpus({ root: join(scratch.root, "p"), rules: DEFAULT_RULES }).refresh();
  expect([...files.keys()]).toEqual(["a.ts"]);
});

test.each(["", "p"])(
  "info/attributes beats those of folders, and has its own macros, as for git, in %j",
  async (folder) => {
    scratch.write({
      ".gitattributes": "*.m.ts linguist-generated\n[attr]made linguist-vendored\n",
      "p/q/.gitattributes": "x.ts linguist-generated\n*.v.ts made\n",
      ...Object.fromEntries(
        ["a.m.ts", "keep.m.ts", "x.ts", "q/x.ts", "q/a.v.ts", "q/b.ts"].map((name) => [`p/${name}`, "1\n"]),
      ),
    });
    git(".", "init", "-q");
    const source = openCorpus({ root: join(scratch.root, folder), rules: DEFAULT_RULES });
    const read = async (): Promise<string[]> => [...(await source.refresh()).files.keys()].sort();
    expect(await read()).toEqual(leftByGit(folder));
    scratch.write({
      ".git/info/attributes":
        "keep.m.ts -linguist-generated\np/q/x.ts !linguist-generated\n[attr]brought linguist-vendored\nb.ts brought\n",
    });
    expect(await read()).toEqual(leftByGit(folder));
    scratch.write({ ".git/info/attributes": "/p/x.ts linguist-generated\np/q/** linguist-vendored\n" });
    expect(await read()).toEqual(leftByGit(folder));
  },
);

test("a nested repository has its own info/attributes", async () => {
  scratch.write({ "p/own.ts": "1\n", "p/other.ts": "1\n", "other.ts": "1\n" });
  git(".", "init", "-q");
  git("p", "init", "-q");
  scratch.write({
    ".git/info/attributes": "p/own.ts linguist-generated\n",
    "p/.git/info/attributes": "/other.ts linguist-vendored\n",
  });
  const { files } = await openCorpus({ root: scratch.root, rules: DEFAULT_RULES }).refresh();
  expect([...files.keys()].sort()).toEqual(["other.ts", ...leftByGit("p").map((path) => `p/${path}`)]);
});
