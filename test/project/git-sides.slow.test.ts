// Which files differ between the sides of a comparison: beside what git itself says where its word is safe to ask for.
import { existsSync, mkdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { beforeEach, describe, expect, test } from "vitest";
import { type DiffRequest, differenceOf } from "../../src/project/git-sides.ts";
import { openCorpus } from "../../src/project/open-corpus.ts";
import { readBlobs } from "../../src/project/read-blobs.ts";
import { DEFAULT_RULES } from "../support/default-rules.ts";
import { propertyRuns } from "../support/property-runs.ts";
import { useScratch } from "./scratch.ts";
import { useScratchGit } from "./scratch-git.ts";

const scratch = useScratch();
const git = useScratchGit(scratch);
const { signal } = new AbortController();

const write = (files: Readonly<Record<string, string | Buffer>>): void =>
  scratch.write(Object.fromEntries(Object.entries(files).map(([path, text]) => [`p/${path}`, text])));
const at = (path: string): string => join(scratch.root, "p", path);

function commit(): void {
  git("p", "add", "-A");
  git("p", "commit", "-q", "--allow-empty", "-m", "c");
}

async function ask(request: DiffRequest, folder = "p") {
  const source = openCorpus({ root: join(scratch.root, folder), rules: DEFAULT_RULES });
  await source.refresh();
  return differenceOf(source, request, signal);
}

/** `A a.ts`, `M b.ts`, `D c.ts`; `link`, `submodule`, `conflict` or `left out` behind what is none of these. */
async function told(request: DiffRequest, folder = "p"): Promise<string[]> {
  const { files } = await ask(request, folder);
  return files.map(({ path, before, after, special }) => {
    const sign = before === null ? "A" : after === null ? "D" : "M";
    return special === null ? `${sign} ${path}` : `${path} ${special}`;
  });
}

describe("the sides of a comparison", () => {
  beforeEach(() => {
    write({ "a.ts": "a\n", "b.ts": "b\n", "src/c.ts": "c\n", "package-lock.json": "{}\n" });
    git("p", "init", "-q", "-b", "main");
    commit();
    git("p", "tag", "first");
  });

  test("are the working tree and HEAD, what is not tracked too", async () => {
    write({ "a.ts": "changed\n", "new.ts": "new\n" });
    rmSync(at("b.ts"));
    expect(await told({ scope: "worktree" })).toEqual(["M a.ts", "D b.ts", "A new.ts"]);
  });

  test("do not differ by what a sparse checkout leaves out, unless that was changed since", async () => {
    write({ "a.ts": "second\n" });
    commit();
    git("p", "sparse-checkout", "set", "--cone", "src");
    expect(existsSync(at("a.ts"))).toBe(true);
    git("p", "sparse-checkout", "set", "--no-cone", "/src/");
    expect(existsSync(at("a.ts"))).toBe(false);
    expect(await told({ scope: "worktree" })).toEqual([]);
    expect(await told({ scope: "worktree", base: "first" })).toEqual(["a.ts left out"]);
    rmSync(at("src/c.ts"));
    expect(await told({ scope: "worktree" })).toEqual(["D src/c.ts"]);
  });

  test("or where HEAD left a branch", async () => {
    git("p", "checkout", "-q", "-b", "side");
    write({ "a.ts": "side\n" });
    commit();
    git("p", "checkout", "-q", "main");
    write({ "b.ts": "main\n" });
    commit();
    git("p", "checkout", "-q", "side");
    write({ "src/c.ts": "not yet\n" });
    expect(await told({ scope: "worktree", base: "main" })).toEqual(["M a.ts", "M src/c.ts"]);
    expect(await told({ scope: "range", base: "main" })).toEqual(["M a.ts"]);
    expect(await told({ scope: "range", base: "side", ref: "main" })).toEqual(["M b.ts"]);
  });

  test("are the index and HEAD, whatever stands on the disk", async () => {
    write({ "a.ts": "staged\n", "new.ts": "new\n" });
    git("p", "add", "-A");
    git("p", "update-index", "--chmod=+x", "b.ts");
    write({ "a.ts": "later\n", "src/c.ts": "later\n" });
    expect(await told({ scope: "staged" })).toEqual(["M a.ts", "M b.ts", "A new.ts"]);
  });

  test("are a commit and its first parent; of the first commit, nothing before it", async () => {
    expect(await told({ scope: "commit" })).toEqual(["A a.ts", "A b.ts", "A package-lock.json", "A src/c.ts"]);
    git("p", "checkout", "-q", "-b", "side");
    write({ "a.ts": "side\n" });
    commit();
    git("p", "checkout", "-q", "main");
    write({ "b.ts": "main\n" });
    commit();
    git("p", "merge", "-q", "--no-edit", "side");
    const { title, files } = await ask({ scope: "commit" });
    expect(title).toMatch(/^commit HEAD \([0-9a-f]{7}\) \(a merge, against its first parent\)$/);
    expect(files.map(({ path }) => path)).toEqual(["a.ts"]);
  });

  test("are relative to a project below the repository's top", async () => {
    write({ "a.ts": "changed\n", "src/c.ts": "changed\n", "src/new.ts": "new\n" });
    expect(await told({ scope: "worktree" }, "p/src")).toEqual(["M c.ts", "A new.ts"]);
    commit();
    expect(await told({ scope: "commit" }, "p/src")).toEqual(["M c.ts", "A new.ts"]);
    write({ "src/c.ts": "again\n" });
    git("p", "add", "-A");
    expect(await told({ scope: "staged" }, "p/src")).toEqual(["M c.ts"]);
  });

  test("in a repository without a commit there is nothing before", async () => {
    rmSync(at(".git"), { recursive: true });
    git("p", "init", "-q", "-b", "main");
    git("p", "add", "a.ts");
    expect(await told({ scope: "staged" })).toEqual(["A a.ts"]);
    expect(await told({ scope: "worktree" })).toEqual(["A a.ts", "A b.ts", "A src/c.ts"]);
    await expect(told({ scope: "commit" })).rejects.toMatchObject({ code: "INVALID_INPUT" });
  });

  test("name links, submodules, conflicts and what the project leaves out as what they are", async () => {
    symlinkSync("a.ts", at("link.ts"));
    scratch.write({ "lib/x.ts": "x\n" });
    git("lib", "init", "-q");
    git("lib", "add", "-A");
    git("lib", "commit", "-q", "-m", "c");
    git("p", "submodule", "--quiet", "add", "../lib", "sub");
    write({ "package-lock.json": "{ }\n" });
    expect(await told({ scope: "worktree" })).toEqual(["A .gitmodules", "package-lock.json left out", "A sub/x.ts"]);
    commit();
    expect(await told({ scope: "commit" })).toEqual([
      "A .gitmodules",
      "link.ts link",
      "M package-lock.json",
      "sub submodule",
    ]);
    git("p", "checkout", "-q", "-b", "side", "first");
    write({ "a.ts": "side\n" });
    commit();
    git("p", "checkout", "-q", "main");
    write({ "a.ts": "main\n" });
    commit();
    expect(() => git("p", "merge", "side")).toThrow();
    expect(await told({ scope: "staged" })).toEqual(["a.ts conflict"]);
  });

  test("leave out what is not indexed and has the content of the commit, whenever git's index was written", async () => {
    write({ ".env": "KEY=1\n", "logo.png": Buffer.from([0, 1, 2]) });
    git("p", "add", "-f", "-A");
    git("p", "commit", "-q", "-m", "c");
    // As after a checkout in one tick of the clock: git looks at the content itself, and so do we; never into a secret.
    const later = new Date(Date.now() + 60_000);
    for (const path of [".env", "logo.png", "package-lock.json"]) utimesSync(at(path), later, later);
    expect(await told({ scope: "worktree" })).toEqual([".env left out"]);
    write({ "package-lock.json": "[]\n" });
    expect(await told({ scope: "worktree" })).toEqual([".env left out", "package-lock.json left out"]);
  });

  test("of a shallow clone's last commit are not told: its parent is not there", async () => {
    write({ "a.ts": "second\n" });
    commit();
    git("", "clone", "-q", "--depth", "1", `file://${join(scratch.root, "p")}`, "shallow");
    await expect(told({ scope: "commit" }, "shallow")).rejects.toMatchObject({
      code: "INVALID_INPUT",
      message: expect.stringContaining("is not in this clone"),
    });
    git("p", "checkout", "-q", "--orphan", "other");
    commit();
    await expect(told({ scope: "range", base: "main" })).rejects.toMatchObject({
      message: expect.stringContaining("no commit in common"),
    });
  });

  test("of a repository that names content by SHA-256", async () => {
    rmSync(at(".git"), { recursive: true });
    git("p", "init", "-q", "-b", "main", "--object-format=sha256");
    commit();
    write({ "a.ts": "changed\n" });
    expect(await told({ scope: "worktree" })).toEqual(["M a.ts"]);
    expect(await told({ scope: "commit" })).toHaveLength(4);
  });

  test.each(["--help", "main..HEAD", "HEAD:a.ts", "nowhere", "-z"])("cannot be named by %j", async (ref) => {
    await expect(told({ scope: "commit", ref })).rejects.toMatchObject({
      code: "INVALID_INPUT",
      message: expect.stringMatching(/^ref: /),
    });
    await expect(told({ scope: "range", base: ref })).rejects.toMatchObject({
      code: "INVALID_INPUT",
      message: expect.stringMatching(/^base: /),
    });
  });

  test("outside of a repository are not there", async () => {
    mkdirSync(join(scratch.root, "plain"));
    await expect(told({ scope: "worktree" }, "plain")).rejects.toMatchObject({
      code: "INVALID_INPUT",
      message: expect.stringContaining("not in a git repository"),
      hint: expect.stringContaining("read the files themselves"),
    });
  });

  test("are what git says, after any edits", async () => {
    const names = [
      "a.ts",
      "src/c.ts",
      "src/ü.ts",
      'q"\\.ts',
      "A",
      "line\nend.ts",
      "4b825dc642cb6eb9a060e54bf8d69288fbee4904",
    ];
    const step = fc.record({
      kind: fc.constantFrom("write", "write", "remove", "add", "commit"),
      path: fc.constantFrom(...names),
      text: fc.constantFrom("one\n", "two\n", "three\n"),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 8 }), async (steps) => {
        rmSync(at(""), { recursive: true, force: true });
        write({ "a.ts": "one\n", "src/c.ts": "two\n" });
        git("p", "init", "-q", "-b", "main");
        commit();
        for (const { kind, path, text } of steps) {
          if (kind === "write") write({ [path]: text });
          else if (kind === "remove") rmSync(at(path), { force: true });
          else if (kind === "add") git("p", "add", "-A");
          else commit();
        }
        const oracle = (...args: string[]): string[] => {
          const tokens = git("p", ...args, "-z", "--no-renames", "--name-status").split("\0");
          const pairs = tokens.flatMap((token, index) => (index % 2 === 1 ? [`${tokens[index - 1]} ${token}`] : []));
          return pairs.sort((a, b) => (a.slice(2) < b.slice(2) ? -1 : 1));
        };
        expect(await told({ scope: "staged" })).toEqual(oracle("diff", "--cached"));
        expect((await told({ scope: "commit" })).sort()).toEqual(
          oracle("diff-tree", "-r", "--root", "--no-commit-id", "HEAD").sort(),
        );
      }),
      { numRuns: propertyRuns(10) },
    );
  });
});

describe("what git stores", () => {
  test("is read byte for byte, no larger than wanted, and said to be missing where it is", async () => {
    const odd = Buffer.from([0, 10, 13, 255, 10]);
    write({ "a.bin": odd, "b.ts": "b\n", "empty.ts": "", "large.ts": "x".repeat(2_000) });
    git("p", "init", "-q");
    commit();
    const id = (path: string): string => git("p", "rev-parse", `HEAD:${path}`);
    const paths = ["a.bin", "b.ts", "empty.ts", "large.ts"];
    const folder = join(scratch.root, "p");
    const missing = "0123456789012345678901234567890123456789";
    const wanted = [...paths.map(id), missing, id("b.ts")].map((one) => ({ id: one, folder, maxBytes: 1_000 }));
    const contents = await readBlobs(wanted, signal);
    expect(paths.map((path) => contents.get(id(path)))).toEqual([
      odd,
      Buffer.from("b\n"),
      Buffer.alloc(0),
      "oversized",
    ]);
    expect(contents.get(missing)).toBe("missing");
    await expect(readBlobs(wanted, AbortSignal.abort())).rejects.toMatchObject({ code: "CANCELLED" });
  });
});

describe("the rules, asked of a path where no file need be", () => {
  test("say what they say of one that is there and tracked", async () => {
    const files = {
      "src/a.ts": "a\n",
      "src/secret.key": "k\n",
      ".env": "A=1\n",
      "vendored/node_modules/x/index.js": "x\n",
      "hidden/a.ts": "a\n",
      "private/deep/er/a.ts": "a\n",
      "package-lock.json": "{}\n",
      "img/logo.png": "x",
      "dist/out.js": "x\n",
      "ignored-by-git/a.ts": "a\n",
    };
    write({
      ...files,
      ".gitignore": "ignored-by-git/\n",
      ".contextbrokerignore": "hidden/\n",
      "private/.contextbrokerignore": "deep/\n",
    });
    git("p", "init", "-q");
    git("p", "add", "-f", ...Object.keys(files));
    const source = openCorpus({
      root: join(scratch.root, "p"),
      rules: { ...DEFAULT_RULES, exclude: ["src/excluded/**"] },
    });
    await source.refresh();
    for (const path of Object.keys(files)) {
      expect({ path, admitted: !("excluded" in source.rulingOf(path)) }).toEqual({
        path,
        admitted: source.current().files.has(path),
      });
    }
    const ruling = (path: string) => {
      const said = source.rulingOf(path);
      return "excluded" in said ? said.excluded : "admitted";
    };
    expect(ruling("gone/deep/a.ts")).toBe("admitted");
    expect(ruling("hidden/gone/a.ts")).toBe("ignored");
    expect(ruling("private/deep/gone.ts")).toBe("ignored");
    expect(ruling("src/excluded/a.ts")).toBe("ignored");
    expect(ruling("gone/.ssh/config")).toBe("secret");
    expect(ruling("gone/node_modules/a.js")).toBe("vendored");
    expect(ruling(".git/config")).toBe("ignored");
    expect(existsSync(at("gone"))).toBe(false);
  });

  test("judge content as that of a file", async () => {
    write({ "a.ts": "a\n" });
    const source = openCorpus({ root: join(scratch.root, "p"), rules: DEFAULT_RULES });
    await source.refresh();
    expect(source.textOf("b.ts", Buffer.from("\ufeffb\n"))).toMatchObject({ text: "b\n" });
    expect(source.textOf("b.ts", Buffer.from([1, 0, 2]))).toEqual({ excluded: "binary" });
    expect(source.textOf("b.ts", Buffer.from("-----BEGIN RSA PRIVATE KEY-----\n"))).toEqual({ excluded: "secret" });
    writeFileSync(at("b.ts"), "");
  });
});
