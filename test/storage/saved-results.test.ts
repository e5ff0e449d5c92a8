// Where saved results go, under which name, and what a project's own folder may not do.
import { chmod, mkdir, readdir, readFile, stat, symlink, writeFile } from "node:fs/promises";
import { dirname, join, sep } from "node:path";
import { describe, expect, test } from "vitest";
import { SavedResults } from "../../src/storage/saved-results.ts";
import { expectMode, isPosix } from "../support/this-system.ts";
import { openMemoryBackend } from "./memory-backend.ts";
import { admitting, aPlace, hashOf, open, searchOf } from "./places.ts";
import { anAnswer, asOrdinaryUser } from "./scratch.ts";

describe("where a result goes", () => {
  test("global: into the project's folder of the home, and nothing into the project", async () => {
    const place = await aPlace();
    const receipt = await open(place, "global").save(anAnswer(), { name: "auth flow" });
    expect(receipt).toMatchObject({ name: "auth flow", scope: "global", trust: "own", problems: [] });
    expect(receipt.path).toBe(join(place.home, "shop", "auth flow.json"));
    expect(await readdir(join(place.home, "shop"))).toEqual([".project.json", "auth flow.json"]);
    expect(await readdir(place.root)).toEqual([]);
    expectMode(place.home, 0o700);
  });

  test("in-project: into its folder, kept out of the repository, and into the home only that it is the user's own", async () => {
    const place = await aPlace();
    const receipt = await open(place, "in-project").save(anAnswer(), { name: "auth flow" });
    expect(receipt).toMatchObject({ scope: "project", trust: "own", problems: [] });
    expect(receipt.path).toBe(join(place.root, ".context-broker", "auth flow.json"));
    expect(await readFile(join(place.root, ".context-broker", ".gitignore"), "utf8")).toBe("*\n");
    expect((await readdir(place.home)).sort()).toEqual(["own-saves.jsonl", "shop"]);
    expect(await readdir(join(place.home, "shop"))).toEqual([".project.json"]);
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

  test("both: a project's result that is damaged is said, and a global one of its name does not stand in for it", async () => {
    const place = await aPlace();
    await open(place, "global").save(anAnswer(), { name: "one" });
    const saved = open(place, "both");
    const { path } = await saved.save(anAnswer(), { name: "one", overwrite: true });
    // Not UTF-8: refused while it is read.
    await writeFile(path, Buffer.from([0xff, 0xfe, 0xfa]));
    await expect(saved.get("one")).rejects.toMatchObject({ code: "DOCUMENT_INVALID" });
  });

  test.runIf(isPosix)("both, where the project is read-only: into the home, which is said", async () => {
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

  test.runIf(isPosix)(
    "both, where what the project holds under the name cannot be replaced: nowhere, since it would not be read",
    async () => {
      const place = await aPlace();
      const saved = open(place, "both");
      const { path } = await saved.save(anAnswer(), { name: "one" });
      await chmod(dirname(path), 0o555);
      await asOrdinaryUser(async () => {
        const again = saved.save(anAnswer(), { name: "one", overwrite: true });
        await expect(again).rejects.toMatchObject({ code: "STORAGE_UNAVAILABLE" });
      });
      // Only root could remove what lies in it otherwise.
      await chmod(dirname(path), 0o755);
      expect((await saved.list({ mode: "global" })).results).toEqual([]);
    },
  );

  test.runIf(isPosix)("in-project, where the project is read-only: nowhere, which is a failure", async () => {
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
    expect((await saved.list({ mode: "global" })).results).toEqual([]);
    expect((await saved.get("one", { mode: "in-project" })).scope).toBe("project");
    await expect(saved.get("one", { mode: "global" })).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  test.each([
    ["global", "in-project"],
    ["global", "both"],
    ["in-project", "global"],
    ["both", "global"],
  ] as const)(
    "opened with %s, what is saved with %s is listed, got and deleted without a mode",
    async (opened, mode) => {
      const saved = open(await aPlace(), opened);
      const { scope } = await saved.save(anAnswer(), { name: "one", mode });
      expect((await saved.list()).results).toMatchObject([{ name: "one", scope, trust: "own", hidden: false }]);
      expect(await saved.get("one")).toMatchObject({ scope, trust: "own", problems: [] });
      expect(await saved.delete("one")).toMatchObject({ scope });
      expect((await saved.list()).results).toEqual([]);
    },
  );

  test("a name that is taken in one place is not given in another, unless asked for", async () => {
    const saved = open(await aPlace(), "global");
    await saved.save(anAnswer(), { name: "one", mode: "in-project" });
    await expect(saved.save(anAnswer(), { name: "one" })).rejects.toMatchObject({ code: "ALREADY_EXISTS" });
    await saved.save(anAnswer(), { name: "one", overwrite: true });
    expect((await saved.get("one")).scope).toBe("global");
    expect([saved.modeFor("global"), saved.modeFor("project")]).toEqual([null, "in-project"]);
  });

  test("what this user saved in the project is theirs until another hand changes it", async () => {
    const place = await aPlace();
    const saved = open(place, "in-project");
    const { path } = await saved.save(anAnswer(), { name: "one" });
    expect((await saved.get("one")).trust).toBe("own");
    await writeFile(path, (await readFile(path, "utf8")).replace("checkSession", "openDoor"));
    expect((await saved.get("one")).trust).toBe("untrusted");
    expect((await saved.list()).results).toMatchObject([{ trust: "untrusted" }]);
  });

  test("a home that cannot say whose a save is costs a problem, not the save", async () => {
    const place = await aPlace();
    await mkdir(dirname(place.home), { recursive: true });
    await writeFile(place.home, "a file");
    const receipt = await open(place, "in-project").save(anAnswer(), { name: "one" });
    expect(receipt).toMatchObject({ trust: "untrusted", problems: [{ code: "OWN_SAVE_NOT_ENTERED" }] });
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
      message: expect.stringContaining("is a symbolic link"),
    });
    const both = open(place, "both");
    const receipt = await both.save(anAnswer(), { name: "one" });
    expect(receipt).toMatchObject({ scope: "global", problems: [{ code: "STORAGE_FELL_BACK" }] });
    expect(await both.get("one")).toMatchObject({ scope: "global", problems: [{ code: "STORAGE_FELL_BACK" }] });
    expect((await both.list()).problems).toEqual([
      { code: "SAVED_RESULT_UNREADABLE", message: expect.stringContaining("is a symbolic link") },
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
    const saved = open(own, "in-project");
    const refused = { code: "STORAGE_UNAVAILABLE", message: expect.stringContaining("global data folder") };
    await expect(saved.save(anAnswer())).rejects.toMatchObject(refused);
    await expect(saved.get("one")).rejects.toMatchObject(refused);
    await expect(saved.delete("one")).rejects.toMatchObject(refused);
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
    expect(searchOf(await saved.get("one")).document.query).toBe("first");
    await saved.save(anAnswer({ query: "third" }), { name: "one", overwrite: true });
    expect(searchOf(await saved.get("one")).document.query).toBe("third");
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
    expect(searchOf(await open(first, "global").get("one")).document.query).toBe("first");
    expect(searchOf(await open(second, "global").get("one")).document.query).toBe("second");
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
      const saved = new SavedResults({
        home,
        projectRoot: root,
        projectName: name,
        mode: "global",
        share: false,
        readAdmitted: admitting({}),
      });
      const { path } = await saved.save(anAnswer(), { name: "one" });
      const folder = path.slice(home.length + 1).split(sep);
      expect(folder).toHaveLength(2);
      expect(folder[0]).toMatch(/^[a-z]/i);
      expect(["journal", "projects.jsonl"]).not.toContain(folder[0]?.toLowerCase());
      expect(searchOf(await saved.get("one")).document.project).toBe(name);
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

test("other places than the disk serve as well", async () => {
  const memory = (scope: "project" | "global") => {
    const backend = openMemoryBackend();
    const get = async () => backend;
    return { scope, trust: "own" as const, place: "memory", find: get, prepare: get };
  };
  const saved = new SavedResults({
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
