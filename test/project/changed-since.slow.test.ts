// Files that differ from a commit, beside what git itself says where its word is safe to ask for.
import { chmodSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { changedSince } from "../../src/project/changed-since.ts";
import type { CorpusSource } from "../../src/project/corpus.ts";
import { openCorpus } from "../../src/project/open-corpus.ts";
import { resolveCommit } from "../../src/project/resolve-commit.ts";
import { DEFAULT_RULES } from "../support/default-rules.ts";
import { propertyRuns } from "../support/property-runs.ts";
import { useScratch } from "./scratch.ts";
import { useScratchGit } from "./scratch-git.ts";

const scratch = useScratch();
const git = useScratchGit(scratch);

function commit(folder: string): string {
  git(folder, "add", "-A");
  git(folder, "commit", "-q", "--allow-empty", "-m", "c");
  return git(folder, "rev-parse", "HEAD");
}

/** A repository `p` with these files in its first commit, tagged `first`. */
function repository(files: Readonly<Record<string, string | Buffer>>, ...init: string[]): void {
  scratch.write(Object.fromEntries(Object.entries(files).map(([path, text]) => [`p/${path}`, text])));
  git("p", "init", "-q", "-b", "main", ...init);
  commit("p");
  git("p", "tag", "first");
}

const write = (files: Readonly<Record<string, string>>) =>
  scratch.write(Object.fromEntries(Object.entries(files).map(([path, text]) => [`p/${path}`, text])));

async function changedIn(folder: string, ref: string): Promise<readonly string[]> {
  const source = openCorpus({ root: join(scratch.root, folder), rules: DEFAULT_RULES });
  await source.refresh();
  return (await changedSince(source, await resolveCommit(source.root, ref))).paths;
}

describe("what differs from a commit", () => {
  beforeEach(() => repository({ "a.ts": "a\n", "b.ts": "b\n", "src/c.ts": "c\n", "d e.ts": "d\n" }));

  test("is nothing in a fresh commit", async () => {
    expect(await changedIn("p", "HEAD")).toEqual([]);
  });

  test.each<[string, () => void, string[]]>([
    ["an edit", () => write({ "a.ts": "changed\n" }), ["a.ts"]],
    ["an edit of the same size and time", () => editUnseen("a.ts", "A\n"), ["a.ts"]],
    [
      "a staged edit",
      () => {
        write({ "a.ts": "changed\n" });
        git("p", "add", "a.ts");
      },
      ["a.ts"],
    ],
    [
      "a committed edit",
      () => {
        write({ "a.ts": "changed\n" });
        commit("p");
      },
      ["a.ts"],
    ],
    [
      "an edit that was committed and taken back",
      () => {
        write({ "a.ts": "x\n" });
        commit("p");
        write({ "a.ts": "a\n" });
      },
      [],
    ],
    [
      "a file that was removed in a commit and is back as it was, though git no longer tracks it",
      () => {
        rmSync(at("a.ts"));
        commit("p");
        write({ "a.ts": "a\n" });
      },
      [],
    ],
    ["an untracked file", () => write({ "src/new.ts": "new\n" }), ["src/new.ts"]],
    ["an ignored file never", () => write({ ".gitignore": "*.log\n", "x.log": "x\n" }), [".gitignore"]],
    ["a renamed file, by its new name", () => git("p", "mv", "b.ts", "src/renamed.ts"), ["src/renamed.ts"]],
    ["a file moved without git", () => renameSync(at("b.ts"), at("moved.ts")), ["moved.ts"]],
    ["a deleted file never", () => rmSync(at("b.ts")), []],
    ["a touched file never", () => utimesSync(at("a.ts"), 1, 1), []],
    ["a name with a space", () => write({ "d e.ts": "changed\n" }), ["d e.ts"]],
    [
      "an edit that git is told to overlook",
      () => {
        git("p", "update-index", "--assume-unchanged", "a.ts");
        write({ "a.ts": "x\n" });
      },
      ["a.ts"],
    ],
    [
      "a file that git was told to add later",
      () => {
        write({ "n.ts": "" });
        git("p", "add", "-N", "n.ts");
      },
      ["n.ts"],
    ],
  ])("%s", async (_, change, expected) => {
    change();
    expect(await changedIn("p", "first")).toEqual(expected);
  });

  const at = (path: string) => join(scratch.root, "p", path);

  function editUnseen(path: string, text: string): void {
    utimesSync(at(path), 1_000, 1_000);
    git("p", "status");
    write({ [path]: text });
    utimesSync(at(path), 1_000, 1_000);
  }

  test("counts both sides of a merge in conflict", async () => {
    git("p", "checkout", "-q", "-b", "other");
    write({ "a.ts": "other\n" });
    commit("p");
    git("p", "checkout", "-q", "main");
    write({ "a.ts": "main\n" });
    commit("p");
    expect(() => git("p", "merge", "other")).toThrow();
    expect(await changedIn("p", "main")).toEqual(["a.ts"]);
  });

  test.each(["main", "first", "HEAD~0", "HEAD^{commit}", "refs/tags/first", "@", "main@{0}"])(
    "is asked by %s",
    async (ref) => {
      const source = openCorpus({ root: join(scratch.root, "p"), rules: DEFAULT_RULES });
      const head = git("p", "rev-parse", "HEAD");
      expect(await resolveCommit(source.root, ref)).toMatchObject({ ref, id: head });
      expect(await resolveCommit(source.root, head.slice(0, 8))).toMatchObject({ id: head });
    },
  );

  test("is relative to a project below the repository's top", async () => {
    write({ "a.ts": "changed\n", "src/c.ts": "changed\n", "src/new.ts": "new\n" });
    expect(await changedIn("p/src", "first")).toEqual(["c.ts", "new.ts"]);
  });

  test("is all of a project that the commit does not know", async () => {
    write({ "late/x.ts": "x\n" });
    commit("p");
    expect(await changedIn("p/late", "first")).toEqual(["x.ts"]);
    expect(await changedIn("p/late", "HEAD")).toEqual([]);
  });

  test("is asked in a worktree by its own index", async () => {
    git("p", "worktree", "add", "-q", "../w", "-b", "side");
    scratch.write({ "w/a.ts": "changed\n" });
    expect(await changedIn("w", "main")).toEqual(["a.ts"]);
    expect(await changedIn("p", "main")).toEqual([]);
  });

  test("looks into no file that git's index vouches for", async () => {
    for (const path of ["a.ts", "b.ts", "src/c.ts", "d e.ts"]) {
      utimesSync(at(path), 1_000, 1_000);
    }
    git("p", "status");
    write({ "a.ts": "changed\n" });
    const source = openCorpus({ root: join(scratch.root, "p"), rules: DEFAULT_RULES });
    await source.refresh();
    const read: string[] = [];
    const readWatched: CorpusSource["read"] = (path) => {
      read.push(path);
      return source.read(path);
    };
    const watched: CorpusSource = { ...source, read: readWatched };
    expect((await changedSince(watched, await resolveCommit(source.root, "first"))).paths).toEqual(["a.ts"]);
    expect(read).toEqual(["a.ts"]);
  });
});

describe("content that git keeps in another form", () => {
  test("line ends of the checkout are no change, an edit is one", async () => {
    repository({ "a.ts": "one\ntwo\n", "b.ts": "one\ntwo\n" });
    git("p", "config", "core.autocrlf", "true");
    write({ "a.ts": "one\r\ntwo\r\n", "b.ts": "one\r\nthree\r\n" });
    expect(await changedIn("p", "first")).toEqual(["b.ts"]);
  });

  test("a text that is not UTF-8 is compared by its bytes", async () => {
    const text = Buffer.from("\ufeffconst a = 1;\n", "utf16le");
    repository({ "a.ts": text, "b.ts": text });
    scratch.write({ "p/a.ts": text, "p/b.ts": Buffer.from("\ufeffconst b = 2;\n", "utf16le") });
    expect(await changedIn("p", "first")).toEqual(["b.ts"]);
  });

  test("repositories that name content by SHA-256", async () => {
    repository({ "a.ts": "a\n", "b.ts": "b\n" }, "--object-format=sha256");
    write({ "b.ts": "changed\n" });
    utimesSync(join(scratch.root, "p/a.ts"), 1, 1);
    expect(await changedIn("p", "first")).toEqual(["b.ts"]);
  });
});

test("a submodule is compared with the commit that its parent names, or counts as changed where that is not there", async () => {
  scratch.write({ "lib/x.ts": "x\n", "lib/y.ts": "y\n" });
  git("lib", "init", "-q");
  commit("lib");
  repository({ "a.ts": "a\n" });
  git("p", "submodule", "--quiet", "add", "../lib", "vendored-lib");
  commit("p");
  git("p", "tag", "second");
  const here = () => changedIn("p", "second");
  expect(await here()).toEqual([]);
  scratch.write({ "p/vendored-lib/x.ts": "changed\n" });
  expect(await here()).toEqual(["vendored-lib/x.ts"]);
  expect(await changedIn("p", "first")).toEqual([".gitmodules", "vendored-lib/x.ts", "vendored-lib/y.ts"]);
  rmSync(join(scratch.root, "p/.git/modules"), { recursive: true });
  rmSync(join(scratch.root, "p/vendored-lib/.git"));
  git("p/vendored-lib", "init", "-q");
  expect(await here()).toEqual(["vendored-lib/x.ts", "vendored-lib/y.ts"]);
});

describe("a ref that cannot be used", () => {
  const failing = async (ref: string) => {
    const root = join(scratch.root, "p");
    return resolveCommit(root, ref).then(
      () => "resolved",
      (error: unknown) => error,
    );
  };

  test.each([
    ["", "is not a valid commit name"],
    ["--help", "is not a valid commit name"],
    ["-rf", "is not a valid commit name"],
    ["main..HEAD", "is not a valid commit name"],
    ["HEAD:a.ts", "is not a valid commit name"],
    [":/message", "is not a valid commit name"],
    ["main extra", "is not a valid commit name"],
    ["main\u0000", "is not a valid commit name"],
    ["x".repeat(251), "is not a valid commit name"],
    ["nowhere", 'no commit "nowhere"'],
    ["HEAD~7", 'no commit "HEAD~7"'],
    ["first^{tree}", "no commit"],
    ["HEAD@{99}", 'no commit "HEAD@{99}"'],
    ["@{-1}", 'no commit "@{-1}"'],
    ["0123456789", "no commit"],
  ])("%j: what, why and what to do", async (ref, message) => {
    repository({ "a.ts": "a\n" });
    expect(await failing(ref)).toMatchObject({
      code: "INVALID_INPUT",
      message: expect.stringContaining(message),
      hint: expect.stringMatching(/\w/),
    });
  });

  test("in a project without a repository, in one without a commit", async () => {
    mkdirSync(join(scratch.root, "p"));
    expect(await failing("main")).toMatchObject({
      code: "INVALID_INPUT",
      message: expect.stringContaining("not in a git"),
    });
    git("p", "init", "-q");
    expect(await failing("HEAD")).toMatchObject({
      code: "INVALID_INPUT",
      message: expect.stringContaining("no commit"),
    });
  });

  test("because git is not there, fails or hangs", async () => {
    repository({ "a.ts": "a\n" });
    vi.stubEnv("PATH", "/nowhere");
    expect(await failing("main")).toMatchObject({
      code: "GIT_UNAVAILABLE",
      message: expect.stringContaining("git is not installed"),
      hint: expect.stringContaining("without changed_since"),
    });
    const programs = join(scratch.root, "programs");
    scratch.write({ "programs/git": "#!/bin/sh\necho 'fatal: detected dubious ownership' >&2\nexit 128\n" });
    chmodSync(join(programs, "git"), 0o755);
    vi.stubEnv("PATH", programs);
    expect(await failing("main")).toMatchObject({
      code: "GIT_UNAVAILABLE",
      message: expect.stringContaining("dubious ownership"),
    });
    scratch.write({ "programs/git": "#!/bin/sh\nexec /bin/sleep 60\n" });
    const wanted = resolveCommit(join(scratch.root, "p"), "main", AbortSignal.timeout(50));
    await expect(wanted).rejects.toMatchObject({ code: "CANCELLED" });
  });
});

test("a hostile repository: none of its programs is run, and the answer is right", async () => {
  repository({ "a.ts": "a\n", "b.ts": "b\n", ".gitattributes": "* filter=evil diff=evil merge=evil text\n" });
  const traces = join(scratch.root, "traces");
  mkdirSync(traces);
  const trap = (name: string): string => {
    const file = join(scratch.root, `${name}.sh`);
    writeFileSync(file, `#!/bin/sh\ntouch '${join(traces, name)}'\ncat\n`);
    chmodSync(file, 0o755);
    return file;
  };
  const settings = {
    "core.fsmonitor": "monitor",
    "core.alternateRefsCommand": "refs",
    "filter.evil.clean": "clean",
    "filter.evil.smudge": "smudge",
    "filter.evil.process": "process",
    "diff.external": "external",
    "diff.evil.textconv": "textconv",
    "diff.evil.command": "command",
    "pager.rev-parse": "pager",
    "pager.ls-tree": "pager",
  };
  for (const [name, value] of Object.entries(settings)) {
    git("p", "config", name, trap(value));
  }
  for (const alias of ["rev-parse", "ls-tree", "ls-files"]) {
    git("p", "config", `alias.${alias}`, `!${trap("alias")}`);
  }
  rmSync(traces, { recursive: true });
  mkdirSync(traces);
  write({ "b.ts": "changed\n" });
  utimesSync(join(scratch.root, "p/a.ts"), 1, 1);
  expect(await changedIn("p", "first")).toEqual(["b.ts"]);
  expect(readdirSync(traces)).toEqual([]);
  expect(existsSync(traces)).toBe(true);
});

const NAMES = ["a.ts", "b.ts", "src/c.ts", "src/ü.ts", 'q"\\.ts'];
type Step = {
  readonly kind: "write" | "remove" | "add" | "commit" | "touch";
  readonly path: string;
  readonly text: string;
};

test("after any edits, is what git says differs or does not track, unless it holds what the commit does", async () => {
  const step: fc.Arbitrary<Step> = fc.record({
    kind: fc.constantFrom("write", "write", "remove", "add", "commit", "touch"),
    path: fc.constantFrom(...NAMES),
    text: fc.constantFrom("one\n", "two\n", "six\n", "three\n"),
  });
  const run = async (steps: readonly Step[]) => {
    rmSync(join(scratch.root, "p"), { recursive: true, force: true });
    repository({ "a.ts": "one\n", "src/c.ts": "two\n", "src/ü.ts": "one\n" });
    for (const { kind, path, text } of steps) {
      const full = join(scratch.root, "p", path);
      if (kind === "write") write({ [path]: text });
      else if (kind === "remove") rmSync(full, { force: true });
      else if (kind === "add") git("p", "add", "-A");
      else if (kind === "commit") commit("p");
      else if (existsSync(full)) utimesSync(full, 1, 1);
    }
    const lines = (...args: string[]) =>
      git("p", ...args)
        .split("\0")
        .filter((path) => path !== "");
    const oracle = new Set([...lines("diff", "-z", "--name-only", "first"), ...lines("ls-files", "-z", "-o")]);
    // Git calls a file deleted that is on the disk but not in its index: content decides here.
    const blobs = lines("ls-tree", "-r", "-z", "first");
    const isAsCommitted = (path: string): boolean =>
      blobs.includes(`100644 blob ${git("p", "hash-object", "--", path)}\t${path}`);
    const existing = [...oracle].filter((path) => existsSync(join(scratch.root, "p", path)));
    expect(await changedIn("p", "first")).toEqual(existing.filter((path) => !isAsCommitted(path)).sort());
  };
  await fc.assert(fc.asyncProperty(fc.array(step, { maxLength: 8 }), run), { numRuns: propertyRuns(25) });
});
