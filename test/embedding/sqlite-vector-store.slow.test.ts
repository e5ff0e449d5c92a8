// Real SQLite files: what is kept, what is shared between processes, and what happens to files that are not ours.
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";
import { describe, expect, onTestFinished, test } from "vitest";
import { SqliteVectorStore } from "../../src/embedding/sqlite-vector-store.ts";
import { vectorFilePath } from "../../src/embedding/vector-file.ts";
import { embeddingKey, type VectorStore } from "../../src/embedding/vector-store.ts";
import { openSqlite } from "../../src/system/sqlite.ts";
import type { ModelId } from "../../src/vocabulary/chunk.ts";
import type { Problem } from "../../src/vocabulary/failure.ts";
import { bundleChildProgram } from "../support/child-program.ts";
import { missingIn } from "../support/missing-vectors.ts";
import { temporaryFolder } from "./support.ts";

const MODEL = "tiny@0123456789ab" as ModelId;
const DIMENSIONS = 8;
const key = (number: number) => embeddingKey(`text ${number}`);
const vector = (number: number) =>
  Float32Array.from({ length: DIMENSIONS }, (_, i) => Math.fround(Math.sin(number + i)));
const batch = (from: number, to: number) =>
  new Map(Array.from({ length: to - from }, (_, index) => [key(from + index), vector(from + index)]));

async function scriptOf(source: string): Promise<string> {
  const program = await bundleChildProgram(source);
  onTestFinished(program.dispose);
  return program.file;
}

interface Opened {
  readonly store: VectorStore;
  readonly problems: Problem[];
  readonly path: string;
}

function opened(folder: string, model: ModelId = MODEL, dimensions = DIMENSIONS): Opened {
  const problems: Problem[] = [];
  const store = new SqliteVectorStore({ folder, model, dimensions, onProblem: (problem) => problems.push(problem) });
  onTestFinished(() => store.close());
  return { store, problems, path: vectorFilePath(folder, model) };
}

test("its speed is kept with the vectors: of a long measurement the last one, of a short one its share", () => {
  const folder = temporaryFolder();
  const { store } = opened(folder);
  expect(store.speed()).toBeNull();
  store.noteSpeed(200, 4_000);
  expect(store.speed()).toBe(50);
  store.noteSpeed(500, 5_000);
  expect(store.speed()).toBe(75);
  store.noteSpeed(3_000, 100_000);
  store.close();
  expect(opened(folder).store.speed()).toBe(30);
});

test("a file that was made before speeds were kept takes one", () => {
  const folder = temporaryFolder();
  const { store, path } = opened(folder);
  store.write(batch(0, 3));
  store.close();
  const file = openSqlite(path);
  file.exec("ALTER TABLE store DROP COLUMN texts_a_second");
  file.close();
  const { store: later, problems } = opened(folder);
  expect(later.speed()).toBeNull();
  later.noteSpeed(200, 4_000);
  expect([later.speed(), later.read([key(2)]).size, problems]).toEqual([50, 1, []]);
});

describe("what is written", () => {
  test("is read back bit by bit, also by a later start", () => {
    const folder = join(temporaryFolder(), "made", "when missing");
    const { store } = opened(folder);
    const entries = batch(0, 700);
    store.write(entries);
    expect(store.read([...entries.keys()])).toEqual(entries);
    store.close();
    expect(opened(folder).store.read([...entries.keys()])).toEqual(entries);
  });

  test("answers only what is there, and what is missing once each in the order asked", () => {
    const { store } = opened(temporaryFolder());
    store.write(batch(0, 3));
    expect([...store.read([key(7), key(2), key(0)]).keys()]).toEqual([key(2), key(0)]);
    expect(missingIn(store, [key(9), key(1), key(8), key(9)])).toEqual([key(9), key(8)]);
    expect(store.read([])).toEqual(new Map());
    expect(missingIn(store, [])).toEqual([]);
  });

  test("stays as it was first written", () => {
    const { store } = opened(temporaryFolder());
    store.write(batch(0, 1));
    store.write(new Map([[key(0), vector(5)]]));
    expect(store.read([key(0)]).get(key(0))).toEqual(vector(0));
  });

  test("is all of a batch or nothing", () => {
    const { store } = opened(temporaryFolder());
    const wrong = new Map([...batch(0, 3), [key(3), new Float32Array(DIMENSIONS + 1)] as const]);
    expect(() => store.write(wrong)).toThrow(RangeError);
    const badKey = new Map([...batch(0, 3), ["abc", vector(3)] as const]);
    expect(() => store.write(badKey)).toThrow(/CHECK/);
    expect(missingIn(store, [...batch(0, 3).keys()])).toHaveLength(3);
  });

  test("is little endian float32 in a file of its documented form", () => {
    const { store, path } = opened(temporaryFolder());
    store.write(batch(4, 5));
    const database = openSqlite(path, { readonly: true });
    onTestFinished(() => void database.close());
    const row = database.prepare<[], { key: Buffer; vector: Buffer }>("SELECT * FROM vectors").get();
    expect(row?.key.toString("hex")).toBe(key(4));
    expect(Array.from({ length: DIMENSIONS }, (_, i) => row?.vector.readFloatLE(i * 4))).toEqual([...vector(4)]);
    expect(database.pragma("user_version", { simple: true })).toBe(1);
    expect(database.pragma("journal_mode", { simple: true })).toBe("wal");
  });
});

test("two models have two files and see nothing of each other", () => {
  const folder = temporaryFolder();
  const other = "tiny@ffffffffffff" as ModelId;
  opened(folder).store.write(batch(0, 2));
  expect(missingIn(opened(folder, other, 4).store, [key(0), key(1)])).toHaveLength(2);
  expect(readdirSync(folder).filter((name) => name.endsWith(".sqlite"))).toHaveLength(2);
});

describe("a file that cannot serve is set aside, said, and begun anew", () => {
  const make = (path: string, statements: string) => {
    const database = openSqlite(path);
    database.exec(statements);
    database.close();
  };
  const damage = (path: string, change: (bytes: Buffer) => Buffer) => writeFileSync(path, change(readFileSync(path)));
  const filled = (path: string, folder: string) => {
    const { store } = opened(folder);
    store.write(batch(0, 2_000));
    store.close();
    expect(existsSync(path)).toBe(true);
  };
  const ours = "PRAGMA application_id = 0x43425645; PRAGMA user_version = 1;";
  const cases: readonly (readonly [string, (path: string, folder: string) => void])[] = [
    ["text", (path) => writeFileSync(path, "this is no database, but a text of some length\n".repeat(500))],
    ["another program's database", (path) => make(path, "CREATE TABLE users (name TEXT)")],
    ["a later format", (path) => make(path, `${ours} PRAGMA user_version = 2; CREATE TABLE store (model, dimensions)`)],
    ["our mark on other tables", (path) => make(path, `${ours} CREATE TABLE other (x)`)],
    [
      "another model's",
      (path) => make(path, `${ours} CREATE TABLE store (model, dimensions); INSERT INTO store VALUES ('x@1', 8)`),
    ],
    [
      "another dimension's",
      (path) => make(path, `${ours} CREATE TABLE store (model, dimensions); INSERT INTO store VALUES ('${MODEL}', 9)`),
    ],
    [
      "a header of zeros",
      (path, folder) => {
        filled(path, folder);
        damage(path, (bytes) => bytes.fill(0, 0, 100));
      },
    ],
  ];
  test.each(cases)("%s", (_, prepare) => {
    const folder = temporaryFolder();
    const path = vectorFilePath(folder, MODEL);
    prepare(path, folder);
    const { store, problems } = opened(folder);
    expect(problems).toEqual([{ code: "CACHE_UNAVAILABLE", message: expect.stringContaining(".broken") }]);
    expect(existsSync(`${path}.broken`)).toBe(true);
    store.write(batch(0, 2));
    expect(missingIn(store, [key(0), key(1), key(2)])).toEqual([key(2)]);
  });

  test("damage that shows only while reading", () => {
    const folder = temporaryFolder();
    const path = vectorFilePath(folder, MODEL);
    filled(path, folder);
    damage(path, (bytes) => bytes.fill(0xff, 8_192 * 2));
    const { store, problems } = opened(folder);
    expect(store.read([...batch(0, 2_000).keys()]).size).toBe(0);
    expect(problems).toHaveLength(1);
    store.write(batch(0, 2_000));
    expect(store.read([...batch(0, 2_000).keys()])).toEqual(batch(0, 2_000));
  });

  test("once, where two have it open: the second follows the first to the new file", () => {
    const folder = temporaryFolder();
    const path = vectorFilePath(folder, MODEL);
    filled(path, folder);
    damage(path, (bytes) => bytes.fill(0xff, 8_192 * 2));
    const [first, second] = [opened(folder), opened(folder)];
    first.store.write(batch(0, 1));
    first.store.read([...batch(0, 2_000).keys()]);
    first.store.write(batch(0, 5));
    second.store.read([...batch(0, 2_000).keys()]);
    expect(first.problems.length + second.problems.length).toBe(1);
    expect(missingIn(second.store, [...batch(0, 6).keys()])).toEqual([key(5)]);
  });

  test("an empty file is simply begun", () => {
    const folder = temporaryFolder();
    writeFileSync(vectorFilePath(folder, MODEL), "");
    const { store, problems } = opened(folder);
    store.write(batch(0, 1));
    expect([problems, missingIn(store, [key(0)])]).toEqual([[], []]);
  });
});

describe("several processes", () => {
  test("create, write and read one store at once", async () => {
    const folder = temporaryFolder();
    const script = await scriptOf("test/embedding/store-writer.ts");
    const writers = [0, 1, 2].map((writer) =>
      promisify(execFile)(process.execPath, [script, folder, MODEL, String(DIMENSIONS), String(writer * 500)]),
    );
    const outputs = await Promise.all(writers);
    expect(outputs.map(({ stdout }) => stdout.trim())).toEqual(["ok", "ok", "ok"]);
    const { store, problems } = opened(folder);
    // Each wrote 1,000 texts, half of them the next one's too.
    expect(
      missingIn(
        store,
        Array.from({ length: 2_001 }, (_, number) => key(number)),
      ),
    ).toEqual([key(2_000)]);
    expect(problems).toEqual([]);
    expect(store.read([key(700)]).get(key(700))).toEqual(vector(700));
  });

  test("a writer killed at any moment leaves whole batches and a sound file", async () => {
    const folder = temporaryFolder();
    const script = await scriptOf("test/embedding/store-writer.ts");
    for (const [round, delayMs] of [90, 110, 130, 150].entries()) {
      const writer = spawn(process.execPath, [script, folder, MODEL, String(DIMENSIONS), String(round * 1_000)]);
      const ended = once(writer, "exit");
      await wait(delayMs);
      writer.kill("SIGKILL");
      await ended;
    }
    const { store, problems, path } = opened(folder);
    const all = Array.from({ length: 4_000 }, (_, number) => key(number));
    const there = store.read(all);
    for (let at = 0; at < all.length; at += 10) {
      expect([0, 10]).toContain(all.slice(at, at + 10).filter((one) => there.has(one)).length);
    }
    const database = openSqlite(path, { readonly: true });
    onTestFinished(() => void database.close());
    expect(database.pragma("integrity_check", { simple: true })).toBe("ok");
    expect(problems).toEqual([]);
  });

  test("a stranger's lock is a clear failure that writes nothing, and passes", () => {
    const { store, path } = opened(temporaryFolder());
    const stranger = openSqlite(path);
    onTestFinished(() => void stranger.close());
    stranger.exec("BEGIN IMMEDIATE");
    expect(() => store.write(batch(0, 1))).toThrow(
      expect.objectContaining({ code: "STORAGE_UNAVAILABLE", hint: expect.stringContaining("another program") }),
    );
    expect(store.read([key(0)]).size).toBe(0);
    stranger.exec("ROLLBACK");
    store.write(batch(0, 1));
    expect(missingIn(store, [key(0)])).toEqual([]);
  });
});

describe("a disk that does not take it", () => {
  test("a folder that is a file is STORAGE_UNAVAILABLE with what to do", () => {
    const folder = join(temporaryFolder(), "file");
    writeFileSync(folder, "");
    expect(() => opened(folder)).toThrow(
      expect.objectContaining({ code: "STORAGE_UNAVAILABLE", hint: expect.stringContaining("cache folder") }),
    );
  });

  test("a file-size limit stops the write, says so, and harms nothing", async () => {
    const folder = temporaryFolder();
    const script = await scriptOf("test/embedding/store-writer.ts");
    const command = `ulimit -f 64; exec "$0" "$1" "$2" "$3" "$4" 0`;
    const { stdout } = await promisify(execFile)("bash", [
      "-c",
      command,
      process.execPath,
      script,
      folder,
      MODEL,
      String(DIMENSIONS),
    ]);
    expect(stdout).toMatch(/^STORAGE_UNAVAILABLE/);
    const { store, problems } = opened(folder);
    const there = store.read(Array.from({ length: 1_000 }, (_, number) => key(number)));
    expect(problems).toEqual([]);
    for (const [found, value] of there) {
      expect(value).toEqual(batch(0, 1_000).get(found));
    }
  });
});
