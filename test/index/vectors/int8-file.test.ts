// The saved rows of an int8 scan: what is loaded, what is refused and why, and what a failed save leaves behind.
import { appendFileSync, readdirSync, readFileSync, truncateSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { Int8Index } from "../../../src/index/vectors/int8.ts";
import { loadInt8File, saveInt8File } from "../../../src/index/vectors/int8-file.ts";
import { Int8Rows } from "../../../src/index/vectors/int8-rows.ts";
import { chunk, clustered, DIMENSIONS, type Entries, entriesOf, int8Of, ORIGIN, temporaryFolder } from "./support.ts";

const ENTRIES = entriesOf(clustered(700, 11));
const NEVER = new AbortController().signal;

function rowsOf(entries: Entries): Int8Rows {
  const rows = new Int8Rows(DIMENSIONS);
  for (const [id, vector] of entries) {
    rows.set(id, vector);
  }
  return rows;
}

async function saved(entries = ENTRIES): Promise<{ folder: string; file: string }> {
  const folder = temporaryFolder();
  const file = join(folder, "vectors.int8");
  await saveInt8File(file, ORIGIN, rowsOf(entries), NEVER);
  return { folder, file };
}

const load = (file: string, origin = ORIGIN) => loadInt8File(file, origin, NEVER);

test.each([0, 1, 700])("what was saved of %i rows is loaded, byte for byte", async (count) => {
  const { file, folder } = await saved(ENTRIES.slice(0, count));
  const { rows } = await load(file);
  expect(rows?.size).toBe(count);
  expect(rows?.records(0, count)).toEqual(rowsOf(ENTRIES.slice(0, count)).records(0, count));
  expect(readdirSync(folder)).toEqual(["vectors.int8"]);
});

test("a loaded index answers as one that was never saved, and goes on changing as it", async () => {
  const { file } = await saved();
  const { rows } = await load(file);
  const stored = new Map(ENTRIES);
  const loaded = new Int8Index(
    DIMENSIONS,
    (chunks, visit) => chunks.forEach((id, at) => void visit(at, stored.get(id) as Float32Array)),
    rows ?? undefined,
  );
  const fresh = int8Of(ENTRIES);
  const [query, added] = clustered(2, 5) as [Float32Array, Float32Array];
  stored.set(chunk(2), added);
  for (const change of [
    () => undefined,
    () => [loaded, fresh].forEach((index) => void index.remove(chunk(1))),
    () => [loaded, fresh].forEach((index) => void index.add(chunk(2), added)),
  ]) {
    change();
    expect(loaded.search(query, 50)).toEqual(fresh.search(query, 50));
    expect(loaded.background(query)).toEqual(fresh.background(query));
  }
});

describe("refused, never an error", () => {
  const overwrite = (file: string, at: number, change: (byte: number) => number) => {
    const bytes = readFileSync(file);
    bytes[at] = change(bytes[at] ?? 0);
    writeFileSync(file, bytes);
  };
  const edit = (file: string, from: string, to: string) => {
    const bytes = readFileSync(file);
    const head = bytes.subarray(0, 4_096).toString().replace(from, to).trimEnd().padEnd(4_096);
    writeFileSync(file, Buffer.concat([Buffer.from(head), bytes.subarray(4_096)]));
  };
  const cases: readonly (readonly [string, string, (file: string) => void])[] = [
    ["an empty file", "torn", (file) => truncateSync(file, 0)],
    ["half a header", "torn", (file) => truncateSync(file, 2_000)],
    ["a header alone", "torn", (file) => truncateSync(file, 4_096)],
    ["a file cut in the middle", "torn", (file) => truncateSync(file, 9_000)],
    ["a file cut by one byte", "torn", (file) => truncateSync(file, readFileSync(file).length - 1)],
    ["a longer file", "torn", (file) => appendFileSync(file, "x")],
    ["one changed bit of a row", "torn", (file) => overwrite(file, 4_099, (byte) => byte ^ 1)],
    [
      "one changed bit of the last record",
      "torn",
      (file) => overwrite(file, readFileSync(file).length - 1, (b) => b ^ 1),
    ],
    ["a header that is no JSON", "torn", (file) => overwrite(file, 0, () => 0)],
    ["fewer records than there are", "torn", (file) => edit(file, '"records":700', '"records":699')],
    ["more records than memory holds", "torn", (file) => edit(file, '"records":700', '"records":9007199254740991')],
    ["another format", "format", (file) => edit(file, '"format":1', '"format":2')],
    ["records of another size", "format", (file) => edit(file, '"recordBytes":48', '"recordBytes":64')],
    ["a header without a field", "format", (file) => edit(file, '"model":"m@1",', "")],
  ];
  test.each(cases)("%s is %s", async (_, reason, damage) => {
    const { file } = await saved();
    damage(file);
    expect(await load(file)).toMatchObject({ rows: null, reason });
  });

  test("no file is missing", async () => {
    expect(await load(join(temporaryFolder(), "vectors.int8"))).toMatchObject({ rows: null, reason: "missing" });
  });

  test.each([
    ["database", { ...ORIGIN, databaseId: "d2" }],
    ["model", { ...ORIGIN, model: "m@2" }],
    ["dimension", { ...ORIGIN, dimensions: 25 }],
  ])("one of another %s is foreign", async (_, origin) => {
    expect(await load((await saved()).file, origin)).toMatchObject({ rows: null, reason: "foreign" });
  });

  test("a file that holds a chunk twice is torn, whatever its sum says", async () => {
    const folder = temporaryFolder();
    const file = join(folder, "vectors.int8");
    const rows = rowsOf(ENTRIES.slice(0, 2));
    const bytes = rows.records(0, 2);
    bytes.copyWithin(rows.recordBytes, 0, rows.recordBytes);
    await saveInt8File(file, ORIGIN, rows, NEVER);
    expect(await load(file)).toMatchObject({ rows: null, reason: "torn" });
  });
});

describe("a save that fails leaves the previous file in place and nothing beside it", () => {
  test("cancelled", async () => {
    const { file, folder } = await saved();
    const cancelled = saveInt8File(file, ORIGIN, rowsOf(ENTRIES.slice(0, 5)), AbortSignal.abort());
    await expect(cancelled).rejects.toMatchObject({ code: "CANCELLED" });
    expect((await load(file)).rows?.size).toBe(700);
    expect(readdirSync(folder)).toEqual(["vectors.int8"]);
  });

  test("a folder that is not there", async () => {
    const file = join(temporaryFolder(), "none", "vectors.int8");
    const failing = saveInt8File(file, ORIGIN, rowsOf(ENTRIES), NEVER);
    await expect(failing).rejects.toMatchObject({ code: "STORAGE_UNAVAILABLE" });
  });
});

test("what killed processes left behind is removed when it is old", async () => {
  const { file, folder } = await saved();
  const [abandoned, foreign] = [".vectors.int8.0123456789ab.tmp", ".other.0123456789ab.tmp"].map((name) => {
    writeFileSync(join(folder, name), "");
    return name;
  }) as [string, string];
  await saveInt8File(file, ORIGIN, rowsOf(ENTRIES), NEVER);
  expect(readdirSync(folder)).toContain(abandoned);
  utimesSync(join(folder, abandoned), 1, 1);
  utimesSync(join(folder, foreign), 1, 1);
  await saveInt8File(file, ORIGIN, rowsOf(ENTRIES), NEVER);
  expect(readdirSync(folder).sort()).toEqual([foreign, "vectors.int8"].sort());
});
