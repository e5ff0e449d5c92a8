// Hostile trees, made at run time since git cannot carry them, and faults of the file system: each is survived, reported,
// and takes nothing else with it.
import { execFileSync } from "node:child_process";
import {
  chmodSync,
  closeSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  rmSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { type Disk, localDisk } from "../../src/project/disk.ts";
import { excludedPaths, textOf, useScratch } from "./scratch.ts";

const scratch = useScratch();
const at = (path: string) => join(scratch.root, path);

/** A disk on which a folder has empty files of these names. Making them takes seconds; test/reliability/hostile/ makes as many. */
function crowded(folder: string, names: ReadonlySet<string>): Disk {
  mkdirSync(at(folder));
  writeFileSync(at("empty"), "");
  const stamp = localDisk.stamp(at("empty"));
  rmSync(at("empty"));
  const isOfCrowd = (path: string): boolean => dirname(path) === at(folder) && names.has(basename(path));
  return {
    ...localDisk,
    list: (path) =>
      path === at(folder) ? Array.from(names, (name) => ({ name, kind: "file" })) : localDisk.list(path),
    stamp: (path) => (isOfCrowd(path) ? stamp : localDisk.stamp(path)),
    readHead: (path, maxBytes) => (isOfCrowd(path) ? Buffer.alloc(0) : localDisk.readHead(path, maxBytes)),
  };
}

describe("the walk", () => {
  test("names with newlines, quotes and tabs are admitted; undecodable ones are said", async () => {
    const odd = [
      "new\nline.ts",
      "tab\t.ts",
      '"quoted".ts',
      "back\\slash.ts",
      "-rf.ts",
      "\u202egnp.ts",
      "\ufffd.ts",
      "日本.ts",
    ];
    scratch.write(Object.fromEntries(odd.map((name) => [name, "x\n"])));
    const raw = Buffer.concat([Buffer.from(`${scratch.root}/caf`), Buffer.from([0xe9]), Buffer.from(".ts")]);
    writeFileSync(raw, "x\n");
    const { corpus, paths } = await scratch.search();
    expect(paths).toEqual([...odd].sort());
    expect(corpus.problems).toMatchObject([{ code: "FILE_NAME_NOT_UTF8", path: "caf\\xe9.ts" }]);
    expect(corpus.excluded.unreadable?.count).toBe(1);
  });

  test("pipes and sockets are counted and never opened", async () => {
    scratch.write({ "a.ts": "x\n" });
    execFileSync("mkfifo", [at("pipe.ts")]);
    execFileSync("mkfifo", [at(".gitignore")]);
    const { corpus, paths } = await scratch.search();
    expect(paths).toEqual(["a.ts"]);
    expect(excludedPaths(corpus)).toEqual({ unreadable: [".gitignore", "pipe.ts"] });
    expect(corpus.problems).toMatchObject([{ code: "IGNORE_FILE_UNREADABLE", path: ".gitignore" }]);
  });

  test("a 100 MB single line is left out by its size, without being read", async () => {
    const descriptor = openSync(at("line.json"), "w");
    ftruncateSync(descriptor, 100 * 1024 * 1024);
    writeSync(descriptor, "[1,", 0);
    closeSync(descriptor);
    scratch.write({ "a.ts": "x\n" });
    const { corpus } = await scratch.search({ search: ["oversized", "binary"] });
    expect(excludedPaths(corpus)).toEqual({ oversized: ["line.json"] });
  });

  test("100,000 entries in one folder", async () => {
    const names = new Set(Array.from({ length: 100_000 }, (_, index) => `${index}.ts`));
    const source = scratch.open({}, crowded("many", names));
    const first = await source.refresh();
    expect(first.files.size).toBe(100_000);
    expect(first.files.has("many/77.ts")).toBe(true);
    names.delete("77.ts");
    const second = await source.refresh();
    expect(second.files.size).toBe(99_999);
    expect(second.files.has("many/77.ts")).toBe(false);
  });

  test("folders nested beyond every limit", async () => {
    // As deep as the kernel lets one path be; the walk stops earlier and says where.
    const deep = Array.from({ length: 1500 }, () => "d").join("/");
    execFileSync("mkdir", ["-p", at(deep)]);
    scratch.write({ "a.ts": "x\n", "d/d/b.ts": "x\n" });
    const { corpus, paths } = await scratch.search();
    expect(paths).toEqual(["a.ts", "d/d/b.ts"]);
    expect(corpus.problems).toMatchObject([{ code: "FOLDER_UNREADABLE", message: expect.stringContaining("256") }]);
  });

  test("a path of about 4,000 characters", async () => {
    const deep = Array.from({ length: 19 }, (_, index) => `${index}`.padEnd(200, "n")).join("/");
    execFileSync("mkdir", ["-p", at(deep)]);
    writeFileSync(at(`${deep}/a.ts`), "x\n");
    const { paths, outcomes } = await scratch.search();
    expect(paths).toEqual([`${deep}/a.ts`]);
    expect(textOf(outcomes.get(paths[0] ?? ""))).toBe("x\n");
  });

  test("ignore patterns that would take ages are set aside and said", async () => {
    const name = `${"a".repeat(120)}.ts`;
    scratch.write({ [name]: "x\n", "b.log": "x\n", ".gitignore": "**/a*/**/a*/**/a*/**/a*/**/b\n*.log\n" });
    const { corpus, paths } = await scratch.search();
    expect(paths).toEqual([".gitignore", name]);
    expect(corpus.problems).toMatchObject([{ code: "IGNORE_FILE_UNREADABLE", path: ".gitignore" }]);
    expect(corpus.problems[0]?.message).toContain("**/a*/**/a*");
  });

  test("ninety thousand costly patterns are not tried on every name", async () => {
    const name = `${"a".repeat(250)}.ts`;
    scratch.write({ [name]: "x\n", "b.log": "x\n", ".gitignore": `*.log\n${"**/*a*a*ab\n".repeat(90_000)}` });
    const { corpus, paths } = await scratch.search();
    expect(paths).toEqual([".gitignore", name]);
    expect(corpus.problems).toMatchObject([
      { code: "IGNORE_FILE_UNREADABLE", message: expect.stringMatching(/^89,9\d\d patterns/) },
    ]);
  });

  test("a line that is cut at 1 MiB is not applied", async () => {
    const rest = (1024 * 1024 - "*.log\n".length - 2) % "*.never\n".length;
    const text = `*.log\n#${"-".repeat(rest + "*.never\n".length - 1)}\n${"*.never\n".repeat(150_000)}`;
    expect(text.slice(0, 1024 * 1024)).toMatch(/\n\*$/);
    scratch.write({ ".gitignore": text, "a.log": "x\n", "a.ts": "x\n" });
    const { paths } = await scratch.search();
    expect(paths).toEqual(["a.ts"]);
  });

  test("an ignore file of 2 MB holds as far as it is read, and says so", async () => {
    scratch.write({ ".gitignore": `*.log\n${"# padding\n".repeat(220_000)}`, "a.log": "x\n", "a.ts": "x\n" });
    const { corpus, paths } = await scratch.search();
    expect(paths).toEqual(["a.ts"]);
    expect(corpus.problems).toMatchObject([{ code: "IGNORE_FILE_UNREADABLE" }]);
  });
});

/** Root may read anything: the kernel refuses only another user. */
async function withoutPrivilege(work: () => Promise<void>): Promise<void> {
  const nobody = 65534;
  if (process.getuid?.() !== 0 || process.seteuid === undefined) return await work();
  execFileSync("chown", ["-R", String(nobody), scratch.root]);
  process.seteuid(nobody);
  try {
    await work();
  } finally {
    process.seteuid(0);
  }
}

describe("faults", () => {
  const failing = (operation: "stamp" | "list" | "readHead", suffix: string, code: string): Disk => ({
    ...localDisk,
    [operation](path: string, ...rest: [number]) {
      if (path.endsWith(suffix))
        throw Object.assign(new Error(`${code}: made to fail, ${operation} '${path}'`), { code });
      return (localDisk[operation] as (path: string, ...rest: [number]) => unknown)(path, ...rest);
    },
  });
  const files = { "a.ts": "x\n", "src/b.ts": "x\n", "src/c.ts": "x\n", ".gitignore": "c.ts\n" };

  test.each([
    {
      disk: failing("list", "/src", "EACCES"),
      paths: [".gitignore", "a.ts"],
      problem: { code: "FOLDER_UNREADABLE", path: "src" },
      unreadable: ["src/"],
    },
    {
      disk: failing("stamp", "/src", "EIO"),
      paths: [".gitignore", "a.ts"],
      problem: { code: "FOLDER_UNREADABLE", path: "src" },
      unreadable: ["src/"],
    },
    {
      disk: failing("stamp", "b.ts", "EIO"),
      paths: [".gitignore", "a.ts"],
      problem: { code: "FILE_UNREADABLE", path: "src/b.ts" },
      unreadable: ["src/b.ts"],
    },
    {
      disk: failing("readHead", ".gitignore", "EACCES"),
      paths: [".gitignore", "a.ts", "src/b.ts", "src/c.ts"],
      problem: { code: "IGNORE_FILE_UNREADABLE", path: ".gitignore" },
      unreadable: undefined,
    },
  ])(
    "$problem.code $problem.path: the rest is there, the fault is said without local paths",
    async ({ disk, paths, problem, unreadable }) => {
      scratch.write(files);
      const source = scratch.open({}, disk);
      const corpus = await source.refresh();
      expect([...corpus.files.keys()]).toEqual(paths);
      expect(corpus.problems).toMatchObject([problem]);
      expect(corpus.problems[0]?.message).not.toContain(scratch.root);
      expect(corpus.excluded.unreadable?.examples).toEqual(unreadable);
      expect(await source.refresh()).toBe(corpus);
    },
  );

  test("a project of which nothing can be seen is a failure, not an empty project", async () => {
    scratch.write(files);
    const source = scratch.open({}, failing("list", scratch.root, "EACCES"));
    await expect(source.refresh()).rejects.toMatchObject({ code: "PROJECT_NOT_FOUND" });
  });

  test("a folder that can be listed again is searched again", async () => {
    scratch.write(files);
    let fails = true;
    const broken = failing("list", "/src", "EACCES");
    const source = scratch.open({}, { ...localDisk, list: (folder) => (fails ? broken : localDisk).list(folder) });
    expect((await source.refresh()).files.has("src/b.ts")).toBe(false);
    fails = false;
    const corpus = await source.refresh();
    expect(corpus.files.has("src/b.ts")).toBe(true);
    expect(corpus.problems).toEqual([]);
  });

  test("permissions taken away: said, kept out, and noticed when they come back", async () => {
    scratch.write(files);
    await withoutPrivilege(async () => {
      chmodSync(at("a.ts"), 0o000);
      chmodSync(at("src"), 0o000);
      const source = scratch.open();
      const before = await source.refresh();
      expect(before.problems).toMatchObject([{ code: "FOLDER_UNREADABLE", path: "src" }]);
      const refused = { excluded: "unreadable", problems: [{ code: "FILE_UNREADABLE", path: "a.ts" }] };
      expect(await source.read("a.ts")).toMatchObject(refused);
      const after = await source.refresh();
      expect(excludedPaths(after)).toEqual({ unreadable: ["a.ts", "src/"] });
      expect(after.problems.map(({ code }) => code).sort()).toEqual(["FILE_UNREADABLE", "FOLDER_UNREADABLE"]);
      chmodSync(at("a.ts"), 0o644);
      chmodSync(at("src"), 0o755);
      expect([...(await source.refresh()).files.keys()]).toEqual([".gitignore", "a.ts", "src/b.ts"]);
      expect(textOf(await source.read("a.ts"))).toBe("x\n");
    });
  });

  test("many troubles of one kind are counted, not listed", async () => {
    for (let index = 0; index < 120; index++) symlinkSync("/etc/passwd", at(`link${index}`));
    const { corpus } = await scratch.search();
    expect(corpus.problems).toHaveLength(51);
    expect(corpus.problems.at(-1)).toMatchObject({ code: "LINK_LEAVES_PROJECT", message: "and 70 more like this" });
    expect(corpus.excluded.link?.count).toBe(120);
  });
});
