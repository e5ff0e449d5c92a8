// The saved graph: what is loaded, what is refused and why, and what a failed build leaves behind.
import { execFile } from "node:child_process";
import {
  appendFileSync,
  copyFileSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, onTestFinished, test } from "vitest";
import { buildHnswFile } from "../../../src/index/vectors/hnsw-build.ts";
import { loadHnswFile } from "../../../src/index/vectors/hnsw-file.ts";
import { loadHnswlib, tryHnswlib } from "../../../src/index/vectors/hnswlib.ts";
import { bundleChildProgram } from "../../support/child-program.ts";
import { chunk, clustered, entriesOf, generation, nativeHnswlib, ORIGIN, temporaryFolder } from "./support.ts";

const ENTRIES = entriesOf(clustered(700, 11));

async function built(folder = temporaryFolder()): Promise<{ folder: string; file: string; graph: string }> {
  const file = join(folder, "vectors.json");
  await buildHnswFile({ file, origin: ORIGIN, generation: generation(7), entries: ENTRIES });
  return { folder, file, graph: join(folder, graphsIn(folder)[0] ?? "none") };
}

async function scriptOf(source: string): Promise<string> {
  const program = await bundleChildProgram(source);
  onTestFinished(program.dispose);
  return program.file;
}

const graphsIn = (folder: string) => readdirSync(folder).filter((name) => name.endsWith(".graph"));
const edit = (file: string, change: (text: string) => string) =>
  writeFileSync(file, change(readFileSync(file, "utf8")));
const load = async (file: string, origin = ORIGIN) => loadHnswFile(await nativeHnswlib(), file, origin);

test("what was saved is loaded, with its generation and its chunks", async () => {
  const { file, folder } = await built();
  const loaded = await load(file);
  expect(loaded).toMatchObject({ generation: 7, index: { kind: "hnsw", size: 700, drift: 0 } });
  expect(loaded.index === null ? [] : [...loaded.index.chunks()]).toEqual(ENTRIES.map(([id]) => id));
  expect(readdirSync(folder)).toHaveLength(2);
});

test("drift counts what a rebuild would take in", async () => {
  const { index } = await load((await built()).file);
  index?.remove(chunk(1));
  index?.add(chunk(2), ENTRIES[0]?.[1] ?? new Float32Array());
  expect(index?.drift).toBe(2);
});

describe("refused, never an error", () => {
  type Damage = (paths: { file: string; graph: string }) => void;
  const cases: readonly (readonly [string, string, Damage])[] = [
    ["no manifest", "missing", ({ file }) => rmSync(file)],
    ["no graph", "torn", ({ graph }) => rmSync(graph)],
    ["a truncated graph", "torn", ({ graph }) => truncateSync(graph, 50_000)],
    ["an empty graph", "torn", ({ graph }) => truncateSync(graph, 0)],
    ["a longer graph", "torn", ({ graph }) => appendFileSync(graph, "x")],
    [
      "one changed byte",
      "torn",
      ({ graph }) => {
        const bytes = readFileSync(graph);
        bytes[5_000] = (bytes[5_000] ?? 0) ^ 1;
        writeFileSync(graph, bytes);
      },
    ],
    ["half a manifest", "torn", ({ file }) => edit(file, (text) => text.slice(0, text.length / 2))],
    ["another format", "format", ({ file }) => edit(file, (text) => text.replace('"format":2', '"format":1'))],
    [
      "a manifest that names a file elsewhere",
      "format",
      ({ file }) => edit(file, (text) => text.replace(/"graph":"/, '"graph":"../')),
    ],
    [
      "labels of fewer points",
      "torn",
      ({ file }) => edit(file, (text) => text.replace(/"labels":"[^"]*"/, '"labels":"AQAAAA=="')),
    ],
  ];
  test.each(cases)("%s is %s", async (_, reason, damage) => {
    const paths = await built();
    damage(paths);
    expect(await load(paths.file)).toMatchObject({ index: null, reason });
  });

  test.each([
    ["database", { ...ORIGIN, databaseId: "d2" }],
    ["model", { ...ORIGIN, model: "m@2" }],
    ["dimension", { ...ORIGIN, dimensions: 25 }],
  ])("one of another %s is foreign", async (_, origin) => {
    expect(await load((await built()).file, origin)).toMatchObject({ index: null, reason: "foreign" });
  });

  test("a graph of another dimension than its manifest says, which the library would load", async () => {
    const { file } = await built();
    const other = { ...ORIGIN, dimensions: 12 };
    edit(file, (text) => text.replace('"dimensions":24', '"dimensions":12'));
    expect(await load(file, other)).toMatchObject({ index: null, reason: "torn" });
  });
});

test("a reader that knows only the replaced graph's name finds the new one", async () => {
  const { file, folder } = await built();
  const before = readFileSync(file, "utf8");
  await buildHnswFile({ file, origin: ORIGIN, generation: generation(8), entries: ENTRIES });
  const after = readFileSync(file, "utf8");
  expect(graphsIn(folder)).toHaveLength(1);
  writeFileSync(file, before);
  // The origin is compared after the manifest was read and before the graph is: then the new manifest appears.
  const origin = {
    ...ORIGIN,
    get databaseId() {
      writeFileSync(file, after);
      return ORIGIN.databaseId;
    },
  };
  const loaded = await load(file, origin);
  expect(loaded).toMatchObject({ generation: 8 });
});

test("an index that was loaded goes on after its file was replaced", async () => {
  const { file } = await built();
  const { index } = await load(file);
  const [, query] = ENTRIES[3] as (typeof ENTRIES)[number];
  const before = index?.search(query, 20);
  await buildHnswFile({ file, origin: ORIGIN, generation: generation(8), entries: ENTRIES.slice(0, 100) });
  expect(index?.search(query, 20)).toEqual(before);
});

describe("a build that fails leaves the previous graph in place and nothing beside it", () => {
  test("cancelled", async () => {
    const { file, folder } = await built();
    const controller = new AbortController();
    function* endless() {
      for (const entry of ENTRIES) {
        yield entry;
      }
      controller.abort();
      yield [chunk(900_000), ENTRIES[0]?.[1] ?? new Float32Array()] as const;
    }
    const build = { file, origin: ORIGIN, generation: generation(8), entries: endless(), signal: controller.signal };
    await expect(buildHnswFile(build)).rejects.toMatchObject({ code: "CANCELLED" });
    expect(await load(file)).toMatchObject({ generation: 7 });
    expect(readdirSync(folder)).toHaveLength(2);
  });

  test("a vector of another dimension", async () => {
    const { file, folder } = await built();
    const entries = [[chunk(1), new Float32Array(3)] as const];
    const build = { file, origin: ORIGIN, generation: generation(8), entries };
    await expect(buildHnswFile(build)).rejects.toMatchObject({ code: "INDEX_UNAVAILABLE" });
    expect(readdirSync(folder)).toHaveLength(2);
  });

  test("a chunk given twice", async () => {
    const { file } = await built();
    const entries = [...ENTRIES.slice(0, 3), ...ENTRIES.slice(0, 1)];
    const build = { file, origin: ORIGIN, generation: generation(8), entries };
    await expect(buildHnswFile(build)).rejects.toMatchObject({ code: "INDEX_UNAVAILABLE" });
    expect(await load(file)).toMatchObject({ generation: 7 });
  });

  test.each([64, 150])("a disk that takes only %i KiB", async (limit) => {
    const { file, folder } = await built();
    const script = await scriptOf("test/index/vectors/graph-writer.ts");
    const command = `ulimit -f ${limit}; exec "$0" "$1" "$2"`;
    const { stdout } = await promisify(execFile)("bash", ["-c", command, process.execPath, script, file]);
    expect(stdout).toMatch(/^STORAGE_UNAVAILABLE.*could not be written/);
    expect(await load(file)).toMatchObject({ generation: 7 });
    expect(readdirSync(folder)).toHaveLength(2);
  });

  test("a folder that is a file", async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, "taken"), "");
    const file = join(folder, "taken", "vectors.json");
    const build = { file, origin: ORIGIN, generation: generation(1), entries: ENTRIES };
    await expect(buildHnswFile(build)).rejects.toMatchObject({ code: "STORAGE_UNAVAILABLE" });
  });
});

test("graphs that killed builders left behind are removed when they are old", async () => {
  const { file, folder, graph } = await built();
  const fresh = join(folder, "vectors.json.0123456789ab.graph");
  const foreign = join(folder, "other.json.0123456789ab.graph");
  copyFileSync(graph, fresh);
  copyFileSync(graph, foreign);
  await buildHnswFile({ file, origin: ORIGIN, generation: generation(8), entries: ENTRIES });
  expect(graphsIn(folder)).toContain("vectors.json.0123456789ab.graph");
  utimesSync(fresh, 1, 1);
  await buildHnswFile({ file, origin: ORIGIN, generation: generation(9), entries: ENTRIES });
  expect(graphsIn(folder)).not.toContain("vectors.json.0123456789ab.graph");
  expect(graphsIn(folder)).toContain("other.json.0123456789ab.graph");
});

test("a machine without the native library gets a reason, not an error", async () => {
  const cause = Object.assign(new Error("Cannot find package 'hnswlib-node'\nRequire stack:"), {
    code: "MODULE_NOT_FOUND",
  });
  expect(await tryHnswlib(() => Promise.reject(cause))).toEqual({
    hnswlib: null,
    reason: "hnswlib-node cannot be loaded: Cannot find package 'hnswlib-node'",
  });
  expect(await loadHnswlib()).toMatchObject({ reason: "" });
});
