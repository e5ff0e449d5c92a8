// An index is a cache: whatever is found in its place, it opens, or says clearly why it cannot.
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openSqlite } from "../../../src/system/sqlite.ts";
import { Failure } from "../../../src/vocabulary/failure.ts";
import { boundFork } from "../../support/bound-by-permissions.ts";
import { bundleChildProgram, ended, nextMessage } from "../../support/child-program.ts";
import { databasePath } from "../../support/index-contents.ts";
import { ask, openTestProject, type TestProject, WAIT, whereIs } from "../../support/test-index.ts";

const FILES = { "a.ts": "export const apple = 1;\n", "b.ts": "export const banana = 2;\n" };

let project: TestProject;
let folder: string;
beforeEach(() => {
  project = openTestProject(FILES);
  folder = join(project.folder, "index");
});
afterEach(() => project.dispose());

async function makeIndex(): Promise<string> {
  const index = await project.open();
  await index.freshen(WAIT);
  await index.close();
  return databasePath(folder);
}

/** Opens the index again and finds everything, with these problems. */
async function expectWhole(problems: readonly string[]): Promise<void> {
  const index = await project.open();
  const freshness = await index.freshen(WAIT);
  expect(freshness.problems.map(({ code }) => code)).toEqual(problems);
  expect(freshness.coverage).toMatchObject({ files: 2, filesSearchable: 2 });
  expect(ask(index, (snapshot) => whereIs(snapshot, "banana"))).toEqual(["b.ts#0×1"]);
  await index.close();
}

describe("a database", () => {
  it.each<[string, (path: string) => void]>([
    ["that is no database", (path) => writeFileSync(path, "hello, I am not SQLite. ".repeat(500))],
    ["that is empty", (path) => truncateSync(path, 0)],
    ["that is cut short", (path) => truncateSync(path, 5_000)],
    ["of another program", (path) => inPlace(path, "PRAGMA application_id = 7")],
    ["of another format version", (path) => inPlace(path, "PRAGMA user_version = 99")],
    ["without its first row", (path) => inPlace(path, "DELETE FROM meta")],
    ["that lacks a table", (path) => inPlace(path, "DROP TABLE meta")],
  ])("%s is rebuilt, and that is said", async (_name, spoil) => {
    spoil(await makeIndex());
    await expectWhole(["INDEX_REBUILT"]);
    await expectWhole([]);
    expect(readdirSync(folder).filter((name) => name.endsWith(".sqlite"))).toHaveLength(1);
  });

  it("whose pages are overwritten in the middle is rebuilt as soon as that shows", async () => {
    const path = await makeIndex();
    const bytes = readFileSync(path);
    bytes.fill(0xa5, 4096);
    writeFileSync(path, bytes);
    const index = await project.open();
    const problems: string[] = [];
    for (let attempt = 0; attempt < 3; attempt++) {
      const freshness = await index.freshen(WAIT).catch((error: unknown) => {
        expect(error).toMatchObject({ code: "INDEX_UNAVAILABLE" });
        return null;
      });
      problems.push(...(freshness?.problems ?? []).map(({ code }) => code));
    }
    expect(problems).toContain("INDEX_REBUILT");
    expect(ask(index, (snapshot) => whereIs(snapshot, "banana"))).toEqual(["b.ts#0×1"]);
  });

  it("whose postings alone are damaged fails the question that meets them, and is rebuilt for the next", async () => {
    const path = await makeIndex();
    const reader = openSqlite(path, { readonly: true });
    const pages = reader.prepare<[], number>("SELECT pageno FROM dbstat WHERE name = 'posting'").pluck().all();
    const pageBytes = Number(reader.pragma("page_size", { simple: true }));
    reader.close();
    const bytes = readFileSync(path);
    for (const page of pages) {
      bytes.fill(0xa5, (page - 1) * pageBytes, page * pageBytes);
    }
    writeFileSync(path, bytes);
    const index = await project.open();
    expect(() => ask(index, (snapshot) => whereIs(snapshot, "banana"))).toThrow(
      expect.objectContaining({ code: "INDEX_UNAVAILABLE", message: expect.stringContaining("damaged") }),
    );
    expect((await index.freshen(WAIT)).problems.map(({ code }) => code)).toEqual(["INDEX_REBUILT"]);
    expect(ask(index, (snapshot) => whereIs(snapshot, "banana"))).toEqual(["b.ts#0×1"]);
    expect((await index.freshen(WAIT)).problems).toEqual([]);
  });

  it.each([
    ["cut short", "UPDATE outline SET packed = substr(packed, 1, 6)"],
    ["overwritten", "UPDATE outline SET packed = zeroblob(0)"],
    ["gone", "DELETE FROM outline"],
  ])("whose outlines are %s fails the question that meets them, and is rebuilt for the next", async (_name, sql) => {
    inPlace(await makeIndex(), sql);
    const index = await project.open();
    const definitions = () => ask(index, (snapshot) => snapshot.definitions("banana").map(({ path }) => path));
    expect(definitions).toThrow(
      expect.objectContaining({ code: "INDEX_UNAVAILABLE", message: expect.stringContaining("damaged") }),
    );
    expect((await index.freshen(WAIT)).problems.map(({ code }) => code)).toEqual(["INDEX_REBUILT"]);
    expect(definitions()).toEqual(["banana"]);
  });

  it("that vanished, or whose pointer is garbage, is made anew", async () => {
    const path = await makeIndex();
    writeFileSync(join(folder, "current-v7"), "../../etc/passwd");
    await expectWhole([]);
    expect(databasePath(folder)).not.toBe(path);
  });

  it("removes what a killed process left of a write long ago, when it is opened", async () => {
    await makeIndex();
    const left = join(folder, ".current-v7.0123456789ab.tmp");
    writeFileSync(left, "");
    const past = Date.now() / 1000 - 4_000;
    utimesSync(left, past, past);
    await expectWhole([]);
    expect(existsSync(left)).toBe(false);
  });

  it("in a place that is not a folder is a clear failure", async () => {
    mkdirSync(folder, { recursive: true });
    const file = join(folder, "file");
    writeFileSync(file, "");
    const opening = project.open({ folder: join(file, "index") });
    await expect(opening).rejects.toBeInstanceOf(Failure);
    await expect(opening).rejects.toMatchObject({ code: "INDEX_UNAVAILABLE" });
  });
});

function inPlace(path: string, sql: string): void {
  const database = openSqlite(path);
  database.exec(sql);
  database.close();
}

describe("a folder that cannot be written", () => {
  async function readAs(argument: object): Promise<unknown> {
    const program = await bundleChildProgram("test/support/read-child.ts");
    try {
      const child = program.start(argument, boundFork());
      const message = await nextMessage(child);
      await ended(child);
      return message;
    } finally {
      program.dispose();
    }
  }

  it("serves the index that is in it, and says that it is as it was left", async () => {
    await makeIndex();
    project.write("b.ts", "export const cherry = 3;\n");
    for (const name of ["", ...readdirSync(folder)]) {
      chmodSync(join(folder, name), name === "" ? 0o555 : 0o444);
    }
    try {
      expect(await readAs({ files: project.files, index: folder, term: "banana" })).toEqual({
        found: ["b.ts#0×1"],
        lagging: 1,
        filesSearchable: 1,
        problems: ["INDEX_READ_ONLY"],
      });
    } finally {
      chmodSync(folder, 0o755);
    }
  });

  it("serves what a process that may write it has written since, also from its log", async () => {
    await makeIndex();
    const index = await project.open();
    project.write("b.ts", "export const lemon = 3;\n");
    await index.freshen(WAIT);
    for (const name of ["", ...readdirSync(folder)]) {
      chmodSync(join(folder, name), name === "" ? 0o555 : 0o444);
    }
    try {
      expect(await readAs({ files: project.files, index: folder, term: "lemon" })).toEqual({
        found: ["b.ts#0×1"],
        lagging: 0,
        filesSearchable: 2,
        problems: ["INDEX_READ_ONLY"],
      });
    } finally {
      chmodSync(folder, 0o755);
    }
  });

  it("and holds no index is a clear failure", async () => {
    mkdirSync(folder, { recursive: true });
    chmodSync(folder, 0o555);
    try {
      expect(await readAs({ files: project.files, index: folder, term: "banana" })).toEqual({
        failure: "INDEX_UNAVAILABLE",
      });
    } finally {
      chmodSync(folder, 0o755);
    }
  });
});
