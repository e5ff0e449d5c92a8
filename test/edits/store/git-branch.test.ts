// A branch with a session's own files, judged by git: nothing else of the repository changes, whatever the user has there and whatever
// the repository's configuration would run.
import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { openEditStore } from "../../../src/edits/store/edit-store.ts";
import { isPosix } from "../../support/this-system.ts";
import { changeSet, hashOf, openScene, type StoreScene } from "./store-scene.ts";

const ENVIRONMENT = { PATH: process.env["PATH"] ?? "", GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_NOSYSTEM: "1" };

beforeEach(() => {
  vi.stubEnv("GIT_CONFIG_GLOBAL", "/dev/null");
});
afterEach(() => {
  vi.unstubAllEnvs();
});

interface Repository extends StoreScene {
  git(...args: string[]): string;
  /** What the user sees of HEAD, the index and the working tree, and the index as it is stored. */
  seen(): string;
}

async function repository(files: Record<string, string>, settings: Record<string, string> = {}): Promise<Repository> {
  const scene = await openScene(files);
  const git = (...args: string[]) =>
    execFileSync("git", ["-C", scene.root, ...args], {
      env: ENVIRONMENT,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
    });
  git("init", "-q", "-b", "main");
  for (const [name, value] of Object.entries({ "user.name": "Ann", "user.email": "ann@example.org", ...settings }))
    git("config", name, value);
  git("add", "-A");
  git("commit", "-qm", "start");
  return {
    ...scene,
    git,
    seen: () =>
      [
        git("rev-parse", "HEAD"),
        git("symbolic-ref", "HEAD"),
        git("ls-files", "--stage"),
        readFileSync(scene.path(".git/index")).toString("hex"),
      ].join("\n"),
  };
}

const branch = { name: "edit/one", message: "Edit two files\n\nBecause." };

test.each(["", "sub"])(
  "the branch that is checked out gets the next commit, and nothing of it is left to commit: %j",
  async (folder) => {
    const at = (path: string): string => join(folder, path);
    const scene = await repository(
      Object.fromEntries(["a.ts", "gone.ts", "staged.ts", "dirty.ts"].map((path) => [at(path), "a\n"])),
    );
    scene.git("config", "author.name", "Mina");
    scene.write(at("staged.ts"), "2\n");
    scene.git("add", at("staged.ts"));
    scene.write(at("dirty.ts"), "2\n");
    const before = scene.git("rev-parse", "main").trim();
    const store = await openEditStore({ folder: join(scene.base, "own-store"), root: scene.path(folder) });
    const changes = [
      { ...scene.replace(at("a.ts"), "a", "A"), path: "a.ts" },
      { kind: "create", path: "new.ts", text: "n\n", like: null },
      { kind: "delete", path: "gone.ts", contentHash: hashOf(scene.read(at("gone.ts"))) },
    ] as const;
    const outcome = await store.apply(changeSet(changes), { branch: { ...branch, name: "main" } });
    const head = scene.git("rev-parse", "HEAD").trim();
    expect(outcome).toMatchObject({
      kind: "committed",
      branch: { kind: "made", branch: "main", commit: head, stale: null },
    });
    expect(scene.git("log", "-1", "--format=%P %an %cn %s")).toBe(`${before} Mina Ann Edit two files\n`);
    expect(scene.git("show", "--name-status", "--format=")).toBe(
      `M\t${at("a.ts")}\nD\t${at("gone.ts")}\nA\t${at("new.ts")}\n`,
    );
    expect(scene.git("status", "--short")).toBe(` M ${at("dirty.ts")}\nM  ${at("staged.ts")}\n`);
    expect(scene.git("fsck", "--strict")).toBe("");
  },
);

test("of the branch that is checked out, a file with staged changes is refused", async () => {
  const scene = await repository({ "a.ts": "a\n" });
  scene.write("a.ts", "b\n");
  scene.git("add", "a.ts");
  scene.write("a.ts", "a\n");
  const change = changeSet([scene.replace("a.ts", "a", "A")]);
  await expect(scene.store.apply(change, { branch: { ...branch, name: "main" } })).rejects.toMatchObject({
    code: "INVALID_INPUT",
    message: expect.stringContaining("a.ts has staged changes"),
  });
  expect(scene.read("a.ts").toString()).toBe("a\n");
});

test.each([
  ["merge", ["merge", "-q", "--no-commit", "--no-ff", "other"]],
  ["cherry-pick", ["cherry-pick", "other"]],
])("while a %s goes on, the branch that is checked out is left alone", async (what, command) => {
  const scene = await repository({ "a.ts": "a\n", "b.ts": "b\n" });
  scene.git("checkout", "-qb", "other");
  scene.write("b.ts", "other\n");
  scene.git("commit", "-qam", "other");
  scene.git("checkout", "-q", "main");
  scene.write("b.ts", "main\n");
  scene.git("commit", "-qam", "main");
  expect(() => scene.git(...command)).toThrow("Command failed");
  const before = scene.git("rev-parse", "HEAD");
  const change = changeSet([scene.replace("a.ts", "a", "A")]);
  await expect(scene.store.apply(change, { branch: { ...branch, name: "main" } })).rejects.toMatchObject({
    code: "INVALID_INPUT",
    message: expect.stringContaining(`a ${what} goes on`),
  });
  expect([scene.git("rev-parse", "HEAD"), scene.read("a.ts").toString()]).toEqual([before, "a\n"]);
});

test("an index that is locked is left as it is, and the outcome says so", async () => {
  const scene = await repository({ "a.ts": "a\n" });
  writeFileSync(scene.path(".git/index.lock"), "");
  const change = changeSet([scene.replace("a.ts", "a", "A")]);
  expect(await scene.store.apply(change, { branch: { ...branch, name: "main" } })).toMatchObject({
    branch: { kind: "made", stale: expect.stringContaining("index.lock") },
  });
});

test("the branch has the edits, and HEAD, the index and other changes stay as they are", async () => {
  const scene = await repository({
    "a.ts": "a\n",
    "b/run.sh": "b\n",
    "gone.ts": "gone\n",
    "old name.ts": "o\n",
    "staged.ts": "1\n",
    "dirty.ts": "1\n",
  });
  chmodSync(scene.path("b/run.sh"), 0o755);
  scene.git("update-index", "--chmod=+x", "b/run.sh");
  scene.git("commit", "-qm", "mode");
  scene.write("staged.ts", "2\n");
  scene.git("add", "staged.ts");
  scene.write("dirty.ts", "2\n");
  scene.write("untracked.ts", "u\n");
  const before = scene.seen();
  // Windows has neither quotes in names nor permission bits.
  const odd = isPosix ? '"odd"' : "#odd";
  const changes = [
    scene.replace("a.ts", "a", "A"),
    scene.replace("b/run.sh", "b", "B"),
    { kind: "create", path: `new/${odd} é.ts`, text: "n\n", like: "b/run.sh" },
    { kind: "delete", path: "gone.ts", contentHash: hashOf(scene.read("gone.ts")) },
    { kind: "move", path: "old name.ts", to: "new/name.ts", contentHash: hashOf(scene.read("old name.ts")), edits: [] },
  ] as const;
  const outcome = await scene.store.apply(changeSet(changes), { branch });
  const head = scene.git("rev-parse", "edit/one").trim();
  expect(outcome).toMatchObject({
    kind: "committed",
    branch: { kind: "made", branch: "edit/one", commit: head },
    session: { git: { commit: head } },
  });
  expect(scene.seen()).toBe(before);
  expect(
    scene
      .git("-c", "core.quotePath=false", "diff", "--raw", "--no-renames", "--abbrev=1", "main", "edit/one")
      .replace(/^(:\d+ \d+) \S+ \S+ /gm, "$1 "),
  ).toBe(
    [
      ":100644 100644 M\ta.ts",
      ":100755 100755 M\tb/run.sh",
      ":100644 000000 D\tgone.ts",
      isPosix ? ':000000 100755 A\t"new/\\"odd\\" é.ts"' : ":000000 100644 A\tnew/#odd é.ts",
      ":000000 100644 A\tnew/name.ts",
      ":100644 000000 D\told name.ts",
      "",
    ].join("\n"),
  );
  expect(scene.git("show", "edit/one:a.ts")).toBe("A\n");
  expect(scene.git("log", "-1", "--format=%an <%ae>%n%P%n%B", "edit/one")).toBe(
    `Ann <ann@example.org>\n${scene.git("rev-parse", "main")}Edit two files\n\nBecause.\n\n`,
  );
  expect(scene.git("fsck", "--strict")).toBe("");
});

test("what git would run of a hostile repository is not run, and no filter changes the content", async () => {
  const scene = await repository({ "a.ts": "a\n", ".gitattributes": "* filter=evil\n" });
  const [trace, trap] = [join(scene.base, "trace"), join(scene.base, "trap.sh")];
  writeFileSync(trap, `#!/bin/sh\ntouch '${trace}'\ncat\n`);
  chmodSync(trap, 0o755);
  mkdirSync(scene.path(".git/hooks"), { recursive: true });
  for (const hook of ["reference-transaction", "post-commit", "pre-commit", "post-index-change", "commit-msg"]) {
    writeFileSync(scene.path(`.git/hooks/${hook}`), `#!/bin/sh\ntouch '${trace}'\n`);
    chmodSync(scene.path(`.git/hooks/${hook}`), 0o755);
  }
  const programs = ["filter.evil.clean", "filter.evil.process", "core.fsmonitor", "gpg.program", "core.editor"];
  for (const name of programs) scene.git("config", name, trap);
  scene.git("config", "commit.gpgSign", "true");
  const created = { kind: "create", path: "n.ts", text: "n\n", like: null } as const;
  const outcome = await scene.store.apply(changeSet([created, scene.replace("a.ts", "a", "A")]), { branch });
  expect(outcome).toMatchObject({ branch: { kind: "made" } });
  expect(existsSync(trace)).toBe(false);
  expect(scene.git("cat-file", "blob", "edit/one:n.ts")).toBe("n\n");
  expect(scene.git("cat-file", "blob", "edit/one:a.ts")).toBe("A\n");
});

test("a file that git checks out with CR LF is stored with LF, as before", async () => {
  const settings = { "core.autocrlf": "true", "core.safecrlf": "false" };
  const scene = await repository({ "a.ts": "a\r\nb\r\n", "raw.ts": "x\n" }, settings);
  const created = { kind: "create", path: "n.ts", text: "n\n", like: "a.ts" } as const;
  await scene.store.apply(changeSet([scene.replace("a.ts", "a", "A\r\nmore"), created]), { branch });
  expect(scene.git("cat-file", "blob", "edit/one:a.ts")).toBe("A\nmore\nb\n");
  expect(scene.git("cat-file", "blob", "edit/one:n.ts")).toBe("n\n");
  expect(scene.read("n.ts").toString()).toBe("n\r\n");
  expect(scene.git("diff", "--stat", "main", "edit/one")).toContain("3 insertions(+), 1 deletion(-)");
});

test("a project that is a folder of the repository", async () => {
  const scene = await repository({ "sub/a.ts": "a\n", "other.ts": "o\n" });
  const root = scene.path("sub");
  const store = await openEditStore({ folder: join(scene.base, "sub-store"), root });
  const change = { ...scene.replace("sub/a.ts", "a", "A"), path: "a.ts" };
  expect(await store.apply(changeSet([change]), { branch })).toMatchObject({ branch: { kind: "made" } });
  expect(scene.git("diff", "--name-status", "main", "edit/one")).toBe("M\tsub/a.ts\n");
});

test.each<[string, (scene: Repository) => void, Partial<typeof branch>, string]>([
  ["a file with uncommitted changes", (scene) => scene.write("a.ts", "a\nmine\n"), {}, "a.ts differs from HEAD"],
  [
    "a file that git does not know",
    (scene) => {
      scene.git("rm", "-q", "--cached", "a.ts");
      scene.git("commit", "-qm", "untrack");
    },
    {},
    "a.ts is not in HEAD",
  ],
  ["a branch that exists", (scene) => scene.git("branch", "edit/one"), {}, "the branch edit/one exists already"],
  ["a name that is an option", () => undefined, { name: "-f" }, '"-f" is not a branch name'],
  ["a name that leaves refs/heads", () => undefined, { name: "../x" }, "is not a branch name"],
  [
    "nobody who commits",
    (scene) => {
      scene.git("config", "user.useConfigOnly", "true");
      scene.git("config", "--unset", "user.email");
    },
    {},
    "git does not know who commits",
  ],
])("refused before anything is changed: %s", async (_, prepare, name, message) => {
  const scene = await repository({ "a.ts": "a\n", "b.ts": "b\n" });
  prepare(scene);
  const before = scene.tree();
  const changes = [scene.replace("a.ts", "a", "A"), scene.replace("b.ts", "b", "B")];
  const asked = { branch: { ...branch, ...name } };
  await expect(scene.store.apply(changeSet(changes), asked)).rejects.toMatchObject({
    code: "INVALID_INPUT",
    message: expect.stringContaining(message),
  });
  const { ".git/objects": _objects, ...after } = scene.tree();
  expect(after).toMatchObject(Object.fromEntries(Object.entries(before).filter(([path]) => !path.startsWith(".git"))));
  expect(
    scene
      .git("branch", "--list", "--format=%(refname:short)")
      .trim()
      .split("\n")
      .filter((one) => one !== "main" && one !== "edit/one"),
  ).toEqual([]);
});

test("a project without git, and one without a commit", async () => {
  const scene = await openScene({ "a.ts": "a\n" });
  const change = changeSet([scene.replace("a.ts", "a", "A")]);
  await expect(scene.store.apply(change, { branch })).rejects.toMatchObject({
    code: "INVALID_INPUT",
    message: expect.stringContaining("not in a git repository"),
  });
  execFileSync("git", ["-C", scene.root, "init", "-q"], { env: ENVIRONMENT });
  await expect(scene.store.apply(change, { branch })).rejects.toMatchObject({
    message: expect.stringContaining("no commit"),
  });
  expect(scene.read("a.ts").toString()).toBe("a\n");
});

test("undo takes the files back and leaves the branch", async () => {
  const scene = await repository({ "a.ts": "a\n" });
  const outcome = await scene.store.apply(changeSet([scene.replace("a.ts", "a", "A")]), { branch });
  expect(outcome.kind === "committed" && (await scene.store.undo(outcome.session.id)).kind).toBe("undone");
  expect(scene.git("status", "--porcelain")).toBe("");
  expect(scene.git("show", "edit/one:a.ts")).toBe("A\n");
  expect(readdirSync(scene.root).sort()).toEqual([".git", "a.ts"]);
});
