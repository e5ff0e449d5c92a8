// What is read back of saved results: one loaded, the list of them, and deleting.
import { readdir, rename, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { StorageMode } from "../../src/storage/saved-result.ts";
import { SavedResults } from "../../src/storage/saved-results.ts";
import { anyCharacter } from "../support/any-character.ts";
import { propertyRuns } from "../support/property-runs.ts";
import { admitting, anAnswerAbout, aPlace, hashOf, open, searchOf } from "./places.ts";
import { anAnswer } from "./scratch.ts";

describe("a loaded result", () => {
  const FILES = { "src/a.ts": "a", "src/b.ts": "b", "src/c.ts": "c" };

  test("equals what was saved", async () => {
    const place = await aPlace();
    const saved = open(place, "global", { files: FILES });
    const receipt = await saved.save(anAnswerAbout(FILES), { name: "one" });
    const loaded = searchOf(await saved.get("one"));
    expect(loaded.document).toEqual(receipt.document);
    expect(loaded).toMatchObject({ current: true, trust: "own", scope: "global", problems: [] });
    expect(loaded.files).toEqual(Object.keys(FILES).map((path) => ({ path, state: "unchanged" })));
  });

  test("says file by file what has changed since", async () => {
    const place = await aPlace();
    await open(place, "global").save(anAnswerAbout(FILES), { name: "one" });
    const loaded = searchOf(
      await open(place, "global", { files: { "src/a.ts": "a", "src/b.ts": "edited" } }).get("one"),
    );
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
    const loaded = searchOf(await open(moved, "in-project", { files: FILES }).get("one"));
    expect(loaded.document.project_root).toBe(moved.root);
    expect(loaded.document.files.map((file) => file.path)).toEqual(
      Object.keys(FILES).map((path) => join(moved.root, path)),
    );
    expect(loaded).toMatchObject({ current: true, trust: "own" });
  });

  test("never has a path outside the project looked at", async () => {
    const place = await aPlace();
    const asked: string[] = [];
    const saved = new SavedResults({
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
    const loaded = searchOf(await saved.get("one"));
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
    expect(searchOf(await saved.get("one")).files.map((file) => file.state)).toEqual(["unknown", "unknown"]);
  });

  test("holds whatever text a file can have", async () => {
    const saved = open(await aPlace(), "global");
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: anyCharacter }), fc.string({ unit: anyCharacter }), async (query, content) => {
        const answer = anAnswer({ query, files: [{ path: "a", content, ranges: [], contentHash: hashOf(content) }] });
        await saved.save(answer, { name: "one", overwrite: true });
        const { document } = searchOf(await saved.get("one"));
        expect([document.query, document.files[0]?.content]).toEqual([query, content]);
      }),
      { numRuns: propertyRuns(30) },
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
      const saved = new SavedResults({
        home,
        projectRoot: root,
        projectName: "shop",
        mode,
        share: false,
        readAdmitted,
        now,
      });
      await saved.save(anAnswer(), { name, overwrite: true });
    }
    const { results, omitted, problems } = await open(place, "both").list();
    expect(results.map(({ name, scope, trust, hidden }) => [name, scope, trust, hidden])).toEqual([
      ["one", "global", "own", true],
      ["two", "global", "own", false],
      ["one", "project", "own", false],
    ]);
    expect([omitted, problems]).toEqual([0, []]);
    expect(results[0]).toMatchObject({
      kind: "search",
      fileCount: 1,
      search: { hitCount: 1, contextTokens: 412, detail: "snippets" },
    });
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
    await saved.save(anAnswer(), { name: "one", mode: "global", overwrite: true });
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
