import { createHash } from "node:crypto";
import { chmod, mkdir, readdir, readFile, rename, stat, symlink, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { ReadAdmitted } from "../../src/storage/file-states.ts";
import { openMemoryBackend } from "../../src/storage/memory-backend.ts";
import type { StorageMode } from "../../src/storage/saved-result.ts";
import { openSavedResults, type SavedResults } from "../../src/storage/saved-results.ts";
import { Failure } from "../../src/vocabulary/failure.ts";
import { anAnswer, asOrdinaryUser, scratchFolder } from "./scratch.ts";

const NOW = new Date("2026-11-21T23:15:00.000Z");

function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

interface Place {
  readonly home: string;
  readonly root: string;
}

async function aPlace(projectName = "shop"): Promise<Place> {
  const scratch = await scratchFolder();
  await chmod(scratch, 0o755);
  const root = join(scratch, "work", projectName);
  await mkdir(root, { recursive: true });
  return { home: join(scratch, "home", ".context-broker"), root };
}

/** Admits what is in `files` as CorpusSource.read does, and nothing else. */
function admitting(files: Readonly<Record<string, string>>): ReadAdmitted {
  return async (path) => {
    const text = Object.hasOwn(files, path) ? files[path] : undefined;
    if (text === undefined) {
      throw new Failure("PATH_NOT_ADMITTED", `${path} is not admitted`, { hint: "" });
    }
    return { contentHash: hashOf(text) };
  };
}

function open(
  place: Place,
  mode: StorageMode,
  more: { share?: boolean; files?: Readonly<Record<string, string>> } = {},
): SavedResults {
  return openSavedResults({
    home: place.home,
    projectRoot: place.root,
    projectName: basename(place.root),
    mode,
    share: more.share ?? false,
    readAdmitted: admitting(more.files ?? {}),
    now: () => NOW,
  });
}

function anAnswerAbout(files: Readonly<Record<string, string>>) {
  return anAnswer({
    files: Object.entries(files).map(([path, text]) => ({ path, content: text, contentHash: hashOf(text) })),
  });
}

describe("where a result goes", () => {
  test("global: into the project's folder of the home, and nothing into the project", async () => {
    const place = await aPlace();
    const receipt = await open(place, "global").save(anAnswer(), { name: "auth flow" });
    expect(receipt).toMatchObject({ name: "auth flow", scope: "global", trust: "own", problems: [] });
    expect(receipt.path).toBe(join(place.home, "shop", "auth flow.json"));
    expect(await readdir(join(place.home, "shop"))).toEqual([".project.json", "auth flow.json"]);
    expect(await readdir(place.root)).toEqual([]);
    expect((await stat(place.home)).mode & 0o777).toBe(0o700);
  });

  test("in-project: into its folder, kept out of the repository, and nothing into the home", async () => {
    const place = await aPlace();
    const receipt = await open(place, "in-project").save(anAnswer(), { name: "auth flow" });
    expect(receipt).toMatchObject({ scope: "project", trust: "untrusted" });
    expect(receipt.path).toBe(join(place.root, ".context-broker", "auth flow.json"));
    expect(await readFile(join(place.root, ".context-broker", ".gitignore"), "utf8")).toBe("*\n");
    await expect(stat(place.home)).rejects.toMatchObject({ code: "ENOENT" });
  });

  test("in-project, shared: without an ignore file, and an earlier one of ours is taken away", async () => {
    const place = await aPlace();
    await open(place, "in-project").save(anAnswer(), { name: "one" });
    await open(place, "in-project", { share: true }).save(anAnswer(), { name: "two" });
    expect(await readdir(join(place.root, ".context-broker"))).toEqual(["one.json", "two.json"]);
  });

  test("an ignore file that a person wrote stays, shared or not", async () => {
    const place = await aPlace();
    const file = join(place.root, ".context-broker", ".gitignore");
    await mkdir(join(place.root, ".context-broker"));
    await writeFile(file, "*.tmp\n");
    await open(place, "in-project").save(anAnswer(), { name: "one" });
    await open(place, "in-project", { share: true }).save(anAnswer(), { name: "two" });
    expect(await readFile(file, "utf8")).toBe("*.tmp\n");
  });

  test("both: into the project", async () => {
    const place = await aPlace();
    const receipt = await open(place, "both").save(anAnswer(), { name: "one" });
    expect(receipt).toMatchObject({ scope: "project", problems: [], document: { storage_mode: "both" } });
  });

  test("both, where the project is read-only: into the home, which is said", async () => {
    const place = await aPlace();
    await chmod(place.root, 0o555);
    await mkdir(place.home, { recursive: true });
    await chmod(place.home, 0o777);
    const saved = open(place, "both");
    const receipt = await asOrdinaryUser(() => saved.save(anAnswer(), { name: "one" }));
    expect(receipt).toMatchObject({ scope: "global", trust: "own" });
    expect(receipt.problems).toEqual([
      { code: "STORAGE_FELL_BACK", message: expect.stringContaining("permission is denied") },
    ]);
    expect(await saved.get("one")).toMatchObject({ scope: "global" });
  });

  test("in-project, where the project is read-only: nowhere, which is a failure", async () => {
    const place = await aPlace();
    await chmod(place.root, 0o555);
    const saved = open(place, "in-project");
    await asOrdinaryUser(async () => {
      await expect(saved.save(anAnswer())).rejects.toMatchObject({ code: "STORAGE_UNAVAILABLE" });
    });
    await expect(stat(place.home)).rejects.toMatchObject({ code: "ENOENT" });
  });

  test("the mode of a call goes before the mode opened with", async () => {
    const place = await aPlace();
    const saved = open(place, "global");
    await saved.save(anAnswer(), { name: "one", mode: "in-project" });
    expect((await saved.list()).results).toEqual([]);
    expect((await saved.get("one", { mode: "in-project" })).scope).toBe("project");
  });
});

describe("a project's folder that came with a clone", () => {
  test("as a link: nothing is written through it, in no mode", async () => {
    const place = await aPlace();
    const elsewhere = join(place.root, "..", "elsewhere");
    await mkdir(elsewhere);
    await symlink(elsewhere, join(place.root, ".context-broker"));
    await expect(open(place, "in-project").save(anAnswer(), { name: "one" })).rejects.toMatchObject({
      code: "STORAGE_UNAVAILABLE",
      message: expect.stringContaining("is a link"),
    });
    const both = open(place, "both");
    const receipt = await both.save(anAnswer(), { name: "one" });
    expect(receipt).toMatchObject({ scope: "global", problems: [{ code: "STORAGE_FELL_BACK" }] });
    expect(await both.get("one")).toMatchObject({ scope: "global", problems: [{ code: "STORAGE_FELL_BACK" }] });
    expect((await both.list()).problems).toEqual([
      { code: "SAVED_RESULT_UNREADABLE", message: expect.stringContaining("is a link") },
    ]);
    expect(await readdir(elsewhere)).toEqual([]);
  });

  test("its ignore file as a link: not written through", async () => {
    const place = await aPlace();
    await mkdir(join(place.root, ".context-broker"));
    const victim = join(place.root, "victim");
    await symlink(victim, join(place.root, ".context-broker", ".gitignore"));
    await open(place, "in-project").save(anAnswer(), { name: "one" });
    await expect(stat(victim)).rejects.toMatchObject({ code: "ENOENT" });
  });

  test("being the global home itself: refused as a project's own", async () => {
    const place = await aPlace();
    const own = { root: place.root, home: join(place.root, ".context-broker") };
    await mkdir(own.home);
    await expect(open(own, "in-project").save(anAnswer())).rejects.toMatchObject({
      code: "STORAGE_UNAVAILABLE",
      message: expect.stringContaining("global home"),
    });
  });
});

describe("names", () => {
  test("a refused one writes nothing at all", async () => {
    const place = await aPlace();
    for (const mode of ["global", "in-project", "both"] as const) {
      await expect(open(place, mode).save(anAnswer(), { name: "../x" })).rejects.toMatchObject({
        code: "NAME_REFUSED",
      });
    }
    expect(await readdir(place.root)).toEqual([]);
    await expect(stat(place.home)).rejects.toMatchObject({ code: "ENOENT" });
  });

  test.each(["get", "delete"] as const)("%s refuses the same names", async (verb) => {
    const saved = open(await aPlace(), "global");
    await expect(saved[verb]("../../etc/passwd")).rejects.toMatchObject({ code: "NAME_REFUSED" });
  });

  test("are made from the query and the time when none is given, and never twice", async () => {
    const saved = open(await aPlace(), "global");
    const names = [];
    for (let save = 0; save < 3; save += 1) {
      names.push((await saved.save(anAnswer())).name);
    }
    const base = "where-is-the-session-checked-20261121-231500";
    expect(names).toEqual([base, `${base}-2`, `${base}-3`]);
  });

  test("taken ones are not overwritten unless asked", async () => {
    const saved = open(await aPlace(), "both");
    await saved.save(anAnswer({ query: "first" }), { name: "one" });
    await expect(saved.save(anAnswer({ query: "second" }), { name: "one.json" })).rejects.toMatchObject({
      code: "ALREADY_EXISTS",
    });
    expect((await saved.get("one")).document.query).toBe("first");
    await saved.save(anAnswer({ query: "third" }), { name: "one", overwrite: true });
    expect((await saved.get("one")).document.query).toBe("third");
  });

  test("both: one taken in the home is not hidden by a new one in the project unless asked", async () => {
    const saved = open(await aPlace(), "both");
    await saved.save(anAnswer({ query: "global" }), { name: "one", mode: "global" });
    await expect(saved.save(anAnswer(), { name: "one" })).rejects.toMatchObject({ code: "ALREADY_EXISTS" });
  });
});

describe("two projects of one name", () => {
  test("keep apart, and find their own again", async () => {
    const first = await aPlace();
    const second = { home: first.home, root: join(first.root, "..", "..", "other", "shop") };
    await mkdir(second.root, { recursive: true });
    await open(first, "global").save(anAnswer({ query: "first" }), { name: "one" });
    await open(second, "global").save(anAnswer({ query: "second" }), { name: "one" });
    expect((await open(first, "global").get("one")).document.query).toBe("first");
    expect((await open(second, "global").get("one")).document.query).toBe("second");
    const folders = await readdir(first.home);
    expect(folders).toEqual(["shop", `shop~${hashOf(second.root).slice(0, 8)}`]);
  });

  test("keep apart when all claim at once, each its folder once", async () => {
    const { home } = await aPlace();
    const roots = Array.from({ length: 4 }, (_, index) => join(home, "..", `${index}`, "shop"));
    const saves = roots.flatMap((root) =>
      Array.from({ length: 3 }, (_, copy) =>
        open({ home, root }, "global").save(anAnswer({ query: root }), { name: `save ${copy}` }),
      ),
    );
    await Promise.all(saves);
    expect(await readdir(home)).toHaveLength(roots.length);
    for (const root of roots) {
      const { results } = await open({ home, root }, "global").list();
      expect(results.map((result) => result.query)).toEqual([root, root, root]);
    }
  });

  test.each(["journal", "Journal", "projects.jsonl", "con", "..", "???", ".hidden", "a/b"])(
    "a project called %j gets a folder",
    async (name) => {
      const { home, root } = await aPlace();
      const saved = openSavedResults({
        home,
        projectRoot: root,
        projectName: name,
        mode: "global",
        share: false,
        readAdmitted: admitting({}),
      });
      const { path } = await saved.save(anAnswer(), { name: "one" });
      const folder = path.slice(home.length + 1).split("/");
      expect(folder).toHaveLength(2);
      expect(folder[0]).toMatch(/^[a-z]/i);
      expect(["journal", "projects.jsonl"]).not.toContain(folder[0]?.toLowerCase());
      expect((await saved.get("one")).document.project).toBe(name);
    },
  );

  test("a folder whose marker is broken is nobody's to take", async () => {
    const place = await aPlace();
    await mkdir(join(place.home, "shop"), { recursive: true });
    await writeFile(join(place.home, "shop", ".project.json"), "{ torn");
    const { path } = await open(place, "global").save(anAnswer(), { name: "one" });
    expect(path).toContain("shop~");
    expect(await readdir(join(place.home, "shop"))).toEqual([".project.json"]);
  });

  test("a folder left without a marker by a crash is taken", async () => {
    const place = await aPlace();
    await mkdir(join(place.home, "shop"), { recursive: true });
    const { path } = await open(place, "global").save(anAnswer(), { name: "one" });
    expect(path).toBe(join(place.home, "shop", "one.json"));
  });
});

describe("a loaded result", () => {
  const FILES = { "src/a.ts": "a", "src/b.ts": "b", "src/c.ts": "c" };

  test("equals what was saved", async () => {
    const place = await aPlace();
    const saved = open(place, "global", { files: FILES });
    const receipt = await saved.save(anAnswerAbout(FILES), { name: "one" });
    const loaded = await saved.get("one");
    expect(loaded.document).toEqual(receipt.document);
    expect(loaded).toMatchObject({ current: true, trust: "own", scope: "global", problems: [] });
    expect(loaded.files).toEqual(Object.keys(FILES).map((path) => ({ path, state: "unchanged" })));
  });

  test("says file by file what has changed since", async () => {
    const place = await aPlace();
    await open(place, "global").save(anAnswerAbout(FILES), { name: "one" });
    const loaded = await open(place, "global", { files: { "src/a.ts": "a", "src/b.ts": "edited" } }).get("one");
    expect(loaded.current).toBe(false);
    expect(loaded.files).toEqual([
      { path: "src/a.ts", state: "unchanged" },
      { path: "src/b.ts", state: "changed" },
      { path: "src/c.ts", state: "missing" },
    ]);
    expect(loaded.document.files[1]?.content, "the saved text stays as it was").toBe("b");
  });

  test("moves with its project", async () => {
    const place = await aPlace();
    await open(place, "in-project").save(anAnswerAbout(FILES), { name: "one" });
    const moved = { home: place.home, root: join(place.root, "..", "moved") };
    await rename(place.root, moved.root);
    const loaded = await open(moved, "in-project", { files: FILES }).get("one");
    expect(loaded.document.project_root).toBe(moved.root);
    expect(loaded.document.files.map((file) => file.path)).toEqual(
      Object.keys(FILES).map((path) => join(moved.root, path)),
    );
    expect(loaded).toMatchObject({ current: true, trust: "untrusted" });
  });

  test("never has a path outside the project looked at", async () => {
    const place = await aPlace();
    const asked: string[] = [];
    const saved = openSavedResults({
      home: place.home,
      projectRoot: place.root,
      projectName: "shop",
      mode: "in-project",
      share: false,
      readAdmitted: async (path) => {
        asked.push(path);
        return { contentHash: hashOf("a") };
      },
    });
    const { path, document } = await saved.save(anAnswerAbout({ "src/a.ts": "a" }), { name: "one" });
    const outside = [
      "/etc/passwd",
      `${place.root}/../secret`,
      `${place.root}x/a`,
      "relative",
      "C:\\Windows\\win.ini",
      place.root,
      `${place.root}/a\0b`,
    ];
    const files = [...document.files, ...outside.map((file) => ({ path: file, content: "" }))];
    await writeFile(path, JSON.stringify({ ...document, files, file_count: files.length }));
    const loaded = await saved.get("one");
    expect(loaded.files.filter((file) => file.state === "outside").map((file) => file.path)).toEqual(outside);
    expect(loaded.current).toBe(false);
    expect(asked).toEqual(["src/a.ts"]);
  });

  test("says unknown where the document has no hash, also for names that objects have by themselves", async () => {
    const place = await aPlace();
    const files = { constructor: "a", __proto__x: "b" };
    const saved = open(place, "global", { files });
    const { path, document } = await saved.save(anAnswerAbout(files), { name: "one" });
    await writeFile(path, JSON.stringify({ ...document, content_hashes: {} }));
    expect((await saved.get("one")).files.map((file) => file.state)).toEqual(["unknown", "unknown"]);
  });

  test("holds whatever text a file can have", async () => {
    const saved = open(await aPlace(), "global");
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: "binary" }), fc.string({ unit: "binary" }), async (query, content) => {
        const answer = anAnswer({ query, files: [{ path: "a", content, contentHash: hashOf(content) }] });
        await saved.save(answer, { name: "one", overwrite: true });
        const { document } = await saved.get("one");
        expect([document.query, document.files[0]?.content]).toEqual([query, content]);
      }),
      { numRuns: 30 },
    );
  });

  test("is NOT_FOUND when it is nowhere, and says where was looked", async () => {
    const place = await aPlace();
    await expect(open(place, "both").get("one")).rejects.toMatchObject({
      code: "NOT_FOUND",
      message: `there is no saved result "one" in ${join(place.root, ".context-broker")} or ${place.home}`,
    });
  });
});

describe("the list", () => {
  test("is newest first, over both places, and marks what is hidden", async () => {
    const place = await aPlace();
    const times = ["2026-01-03", "2026-01-01", "2026-01-02"];
    const saves: readonly [string, StorageMode][] = [
      ["one", "global"],
      ["one", "in-project"],
      ["two", "global"],
    ];
    for (const [index, [name, mode]] of saves.entries()) {
      const now = () => new Date(`${times[index]}T00:00:00Z`);
      const { home, root } = place;
      const readAdmitted = admitting({});
      const saved = openSavedResults({
        home,
        projectRoot: root,
        projectName: "shop",
        mode,
        share: false,
        readAdmitted,
        now,
      });
      await saved.save(anAnswer(), { name });
    }
    const { results, omitted, problems } = await open(place, "both").list();
    expect(results.map(({ name, scope, trust, hidden }) => [name, scope, trust, hidden])).toEqual([
      ["one", "global", "own", true],
      ["two", "global", "own", false],
      ["one", "project", "untrusted", false],
    ]);
    expect([omitted, problems]).toEqual([0, []]);
    expect(results[0]).toMatchObject({ fileCount: 1, hitCount: 1, contextTokens: 412, detail: "snippets" });
  });

  test("survives documents that are broken, each a problem that names it", async () => {
    const place = await aPlace();
    const saved = open(place, "in-project");
    await saved.save(anAnswer(), { name: "good" });
    const folder = join(place.root, ".context-broker");
    await writeFile(join(folder, "torn.json"), '{"schema_version": 1, "project"');
    await writeFile(join(folder, "newer.json"), '{"schema_version": 2}');
    await writeFile(join(folder, "empty.json"), "");
    await writeFile(join(folder, "README.md"), "mine");
    const { results, problems } = await saved.list();
    expect(results.map((result) => result.name)).toEqual(["good"]);
    expect(problems.map((problem) => problem.code)).toEqual(Array(4).fill("SAVED_RESULT_UNREADABLE"));
    const messages = problems.map((problem) => problem.message).join("\n");
    for (const named of ['"torn"', '"newer"', '"empty"', '"README.md"']) {
      expect(messages).toContain(named);
    }
  });

  test("leaves no trace where nothing was ever saved", async () => {
    const place = await aPlace();
    expect(await open(place, "both").list()).toEqual({ results: [], omitted: 0, problems: [] });
    expect(await readdir(place.root)).toEqual([]);
    await expect(stat(place.home)).rejects.toMatchObject({ code: "ENOENT" });
  });
});

describe("deleting", () => {
  test("takes the project's first, then the home's comes to light", async () => {
    const place = await aPlace();
    const saved = open(place, "both");
    await saved.save(anAnswer(), { name: "one", mode: "in-project" });
    await saved.save(anAnswer(), { name: "one", mode: "global" });
    expect((await saved.delete("one")).scope).toBe("project");
    expect((await saved.delete("one")).scope).toBe("global");
    await expect(saved.delete("one")).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  test("works on a document that cannot be read", async () => {
    const place = await aPlace();
    const saved = open(place, "global");
    const { path } = await saved.save(anAnswer(), { name: "one" });
    await writeFile(path, "torn");
    await expect(saved.get("one")).rejects.toMatchObject({ code: "DOCUMENT_INVALID" });
    await saved.delete("one");
    await expect(stat(path)).rejects.toMatchObject({ code: "ENOENT" });
  });
});

test("other places than the disk serve as well", async () => {
  const memory = (scope: "project" | "global") => {
    const backend = openMemoryBackend();
    const get = async () => backend;
    return { scope, trust: "own" as const, place: "memory", find: get, prepare: get };
  };
  const saved = openSavedResults({
    home: "/nowhere",
    projectRoot: "/nowhere/shop",
    projectName: "shop",
    mode: "both",
    share: false,
    readAdmitted: admitting({}),
    locations: { project: memory("project"), global: memory("global") },
  });
  await saved.save(anAnswer(), { name: "one" });
  expect((await saved.get("one")).path).toBe("memory:one");
});
