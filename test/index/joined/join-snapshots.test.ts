// Two projects joined, beside one project that has the files of both.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { joinSnapshots } from "../../../src/index/joined/join-snapshots.ts";
import { pooledBackground } from "../../../src/index/joined/join-vectors.ts";
import { idIn, idOf, placeOfId } from "../../../src/index/joined/joined-ids.ts";
import { withoutDocuments } from "../../../src/index/joined/without-documents.ts";
import type { ProjectIndex } from "../../../src/index/project-index.ts";
import { withSnapshot } from "../../../src/index/with-snapshot.ts";
import type { ChunkId, DocumentId } from "../../../src/vocabulary/chunk.ts";
import { joinedPath, ownPath, placeOfPath, withLabels } from "../../../src/vocabulary/joined-path.ts";
import { openTestProject, WAIT } from "../../support/test-index.ts";

const LEFT = {
  "src/lamp.ts": "export function light(room: string) {\n  return room;\n}\n",
  "notes.md": "# Lamps\n\nA lamp lights a room.\n",
};
const RIGHT = {
  "src/door.ts": "export function open(room: string) {\n  return room + room;\n}\nexport function light() {}\n",
};

const projects: { dispose(): Promise<void> }[] = [];
let indexes: readonly ProjectIndex[] = [];

async function open(files: Readonly<Record<string, string>>): Promise<ProjectIndex> {
  const project = openTestProject(files);
  projects.push(project);
  const index = await project.open();
  await index.freshen(WAIT);
  return index;
}

beforeAll(async () => {
  indexes = [await open(LEFT), await open(RIGHT), await open({ ...LEFT, ...RIGHT })];
});
afterAll(() => Promise.all(projects.map((project) => project.dispose())));

type Use<Value> = (snapshot: ReturnType<typeof joinSnapshots>) => Value;

function inBoth<Value>(use: Use<Value>): { joined: Value; alone: Value } {
  const [left, right, whole] = indexes;
  if (left === undefined || right === undefined || whole === undefined) {
    throw new Error("not opened");
  }
  const joined = joinSnapshots([
    { place: 0, snapshot: left.snapshot() },
    { place: 2, snapshot: right.snapshot() },
  ]);
  try {
    return { joined: use(joined), alone: withSnapshot(whole, use) };
  } finally {
    joined.release();
  }
}

describe("joined snapshots", () => {
  it.each<[string, Use<unknown>]>([
    ["documents", ({ documentCount }) => documentCount],
    ["chunks", ({ chunkCount }) => chunkCount],
    ["average lengths", ({ averages }) => Object.values(averages).map((value) => value.toFixed(9))],
    ["paths", (one) => [...one.documents()].map(({ path }) => ownPath(path)).sort()],
    ["counts of a term", (one) => [...one.postings("room").chunkCounts].sort()],
    ["places of a term", (one) => one.postings("room").documents.length],
    ["terms near a misspelt one", (one) => one.nearTerms("lmap", { distanceMax: 1, prefixLength: 0 })],
    ["terms with a prefix", (one) => one.termsFrom("l", 10)],
    ["answer whether there is a term", (one) => [one.holdsTerm("door"), one.holdsTerm("roof")]],
    [
      "definitions",
      (one) =>
        one
          .definitions("light")
          .map(({ document }) => ownPath(one.document(document).path))
          .sort(),
    ],
  ])("have the %s of one project with all files", (_, use) => {
    const { joined, alone } = inBoth(use);
    expect(joined).toEqual(alone);
  });

  it("say of each posting which document and chunk it is of", () => {
    const { joined } = inBoth((one) => {
      const { documents, chunks, chunkStarts } = one.postings("room");
      return [...documents].map((id, at) => {
        const document = one.document(id as DocumentId);
        const own = [...chunks.subarray(chunkStarts[at], chunkStarts[at + 1])] as ChunkId[];
        return {
          path: document.path,
          isFound: one.documentAt(document.path)?.id === id,
          areItsOwn: one.chunks(own).every((chunk) => chunk.document === id && one.chunkDocument(chunk.id) === id),
        };
      });
    });
    expect(joined.map(({ path }) => path).sort()).toEqual(
      [joinedPath(0, "notes.md"), joinedPath(0, "src/lamp.ts"), joinedPath(2, "src/door.ts")].sort(),
    );
    expect(joined.every(({ isFound, areItsOwn }) => isFound && areItsOwn)).toBe(true);
  });

  it("find no document at the path of a project that is not there", () => {
    const { joined } = inBoth((one) => ["notes.md", joinedPath(1, "notes.md")].map((path) => one.documentAt(path)));
    expect(joined).toEqual([undefined, undefined]);
  });
});

describe("a snapshot without some documents", () => {
  const inWithout = (use: Use<unknown>) => {
    const [left, , whole] = indexes;
    if (left === undefined || whole === undefined) {
      throw new Error("not opened");
    }
    const isRight = (path: string) => Object.hasOwn(RIGHT, path);
    return {
      without: withSnapshot(whole, (snapshot) => use(withoutDocuments(snapshot, isRight))),
      alone: withSnapshot(left, use),
    };
  };

  it.each<[string, Use<unknown>]>([
    ["documents", ({ documentCount }) => documentCount],
    ["chunks", ({ chunkCount }) => chunkCount],
    ["average lengths", ({ averages }) => averages],
    ["paths", (one) => [...one.documents()].map(({ path }) => path).sort()],
    ["counts of a term", (one) => [...one.postings("room").chunkCounts].sort()],
    ["places of a term", ({ postings }) => postings("room").documents.length],
    ["postings that fit together", (one) => Array.from(one.postings("room").chunkStarts)],
    ["answer whether there is a term", (one) => [one.holdsTerm("door"), one.holdsTerm("lamp")]],
    ["definitions", (one) => one.definitions("light").map(({ document }) => one.document(document).path)],
    ["documents by path", (one) => ["src/door.ts", "notes.md"].map((path) => one.documentAt(path)?.path)],
  ])("has the %s of an index without them", (_, use) => {
    const { without, alone } = inWithout(use);
    expect(without).toEqual(alone);
  });

  it("is the snapshot itself where nothing is left out", () => {
    const [left] = indexes;
    expect(left && withSnapshot(left, (one) => withoutDocuments(one, () => false) === one)).toBe(true);
  });
});

describe("ids and paths of several projects", () => {
  it("go there and back", () => {
    const id = idOf(31, 67_108_863 as ChunkId);
    expect([placeOfId(id), idIn(id), id <= 2 ** 31 - 1]).toEqual([31, 67_108_863, true]);
    expect(() => idOf(0, (2 ** 26) as ChunkId)).toThrow("too many ids");
    const path = joinedPath(31, "a/b.ts");
    expect([placeOfPath(path), ownPath(path)]).toEqual([31, "a/b.ts"]);
    expect([placeOfPath("a/b.ts"), ownPath("a/b.ts")]).toEqual([null, "a/b.ts"]);
    const text = `${joinedPath(0, "x.ts")} and ${joinedPath(1, "y.ts")}`;
    expect(withLabels(text, ["app", "web"])).toBe("app:x.ts and web:y.ts");
  });
});

it("the background of several projects is that of all their similarities", () => {
  const of = (...values: readonly number[]) => {
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    const deviation = Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length);
    return { mean, deviation, size: values.length };
  };
  const pooled = pooledBackground([of(0.1, 0.3, 0.2), of(0.6, 0.9)]);
  const all = of(0.1, 0.3, 0.2, 0.6, 0.9);
  expect(pooled.mean).toBeCloseTo(all.mean);
  expect(pooled.deviation).toBeCloseTo(all.deviation);
  expect(pooledBackground([])).toEqual({ mean: 0, deviation: 1 });
});
