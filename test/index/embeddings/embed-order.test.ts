// Which chunks get their vectors first: a table of documents in, the order out.
import { describe, expect, test } from "vitest";
import type { TableView } from "../../../src/index/database/document-table.ts";
import type { DocumentStamp } from "../../../src/index/documents.ts";
import { ChunkSet } from "../../../src/index/embeddings/chunk-set.ts";
import { EmbedOrder, hottestFirst } from "../../../src/index/embeddings/embed-order.ts";
import type { DocumentRecord } from "../../../src/index/snapshot.ts";
import type { ChunkId, DocumentId, Generation } from "../../../src/vocabulary/chunk.ts";

interface File {
  readonly path: string;
  /** Before the newest file. */
  readonly ageHours?: number;
  readonly names?: number;
  readonly chunks?: number;
  /** Of its first chunk; by default behind the one before. */
  readonly first?: number;
}

const NOW_MS = 1_700_000_000_000;
const sideDistance = (path: string) => (path.startsWith("test/") ? 1 : 0);

function tableOf(files: readonly File[]): { view: TableView; stamps: Map<string, DocumentStamp> } {
  let next = 0;
  const documentsOfChunks: number[] = [];
  const documents = files.map(({ path, names = 0, chunks = 1, first = next }, id) => {
    next = first + chunks;
    for (let chunk = first; chunk < next; chunk++) {
      documentsOfChunks[chunk] = id;
    }
    return { id, path, nameTerms: names, firstChunk: first, chunkCount: chunks } as DocumentRecord;
  });
  const stamps = files.map(({ path, ageHours = 0 }) => ({ path, mtimeMs: NOW_MS - ageHours * 3_600_000 }));
  return {
    view: {
      generation: 1 as Generation,
      documents,
      documentCount: files.length,
      chunkCount: next,
      tokens: { countedBytes: 0, countedTokens: 0, openBytes: 0 },
      averages: { chunkTerms: 1, bodyTerms: 1, pathTerms: 1, nameTerms: 1 },
      idsByPath: new Map(),
      chunks: { kinds: new Uint8Array(), terms: new Uint32Array(), documents: Int32Array.from(documentsOfChunks) },
    },
    stamps: new Map(stamps.map((stamp) => [stamp.path, stamp as DocumentStamp])),
  };
}

test.each<{ what: string; files: File[]; order: string[] }>([
  {
    what: "lately changed first",
    files: [{ path: "old", ageHours: 500 }, { path: "new" }, { path: "yesterday", ageHours: 20 }],
    order: ["new", "yesterday", "old"],
  },
  {
    what: "of one check-out, source before side files",
    files: [{ path: "test/a", ageHours: 0.2 }, { path: "src/b", ageHours: 0.5 }, { path: "src/c" }],
    order: ["src/b", "src/c", "test/a"],
  },
  {
    what: "of equals, those that define more",
    files: [{ path: "few", names: 2 }, { path: "many", names: 30 }, { path: "none" }],
    order: ["many", "few", "none"],
  },
  {
    what: "a test that was just changed before old source",
    files: [{ path: "src/a", ageHours: 900, names: 99 }, { path: "test/b" }],
    order: ["test/b", "src/a"],
  },
  {
    what: "of one check-out, what was indexed again since, the last first",
    files: [
      { path: "edited", first: 50 },
      { path: "a", first: 0, names: 9 },
      { path: "edited-last", first: 60 },
      { path: "b", first: 1, names: 8 },
    ],
    order: ["edited-last", "edited", "a", "b"],
  },
  { what: "by id where nothing tells them apart", files: [{ path: "z" }, { path: "a" }], order: ["z", "a"] },
])("$what", ({ files, order }) => {
  const { view, stamps } = tableOf(files);
  const ids = hottestFirst({ view: () => view, stamps, sideDistance }, files.keys() as Iterable<DocumentId>);
  expect([...ids].map((id) => files[id]?.path)).toEqual(order);
});

describe("rounds", () => {
  function open(files: readonly File[], pendingChunks?: readonly number[]) {
    let { view, stamps } = tableOf(files);
    const pending = new ChunkSet();
    const asked = new Set<ChunkId>();
    for (const chunk of pendingChunks ?? Array.from({ length: view.chunkCount }, (_, at) => at)) {
      pending.add(chunk as ChunkId);
    }
    const order = new EmbedOrder({ view: () => view, stamps, pending, asked, sideDistance });
    return {
      order,
      pending,
      asked,
      become(changed: readonly File[]) {
        ({ view, stamps } = tableOf(changed));
      },
    };
  }

  test("are whole documents, enough of them, and each has one turn", () => {
    const { order } = open(Array.from({ length: 10 }, (_, at) => ({ path: `f${at}`, chunks: 50, names: at })));
    const rounds = Array.from({ length: 5 }, () => order.next());
    expect(rounds.map(({ length }) => length)).toEqual([150, 150, 150, 50, 0]);
    expect(rounds[0]?.[0]).toBe(450);
    expect(new Set(rounds.flat()).size).toBe(500);
  });

  test("hold pending chunks alone", () => {
    const { order } = open(
      [
        { path: "a", chunks: 4 },
        { path: "b", chunks: 4 },
      ],
      [1, 2, 6],
    );
    expect(order.next()).toEqual([1, 2, 6]);
    expect(order.next()).toEqual([]);
  });

  test("begin with the files of what answers asked for, again where these had their turn", () => {
    const { order, asked } = open(Array.from({ length: 4 }, (_, at) => ({ path: `f${at}`, chunks: 128 })));
    asked.add(300 as ChunkId);
    expect(order.next().slice(0, 2)).toEqual([256, 257]);
    expect(asked.size).toBe(0);
    expect(order.next()[0]).toBe(0);
    asked.add(0 as ChunkId);
    expect(order.next()[0]).toBe(0);
  });

  test("take in a document that comes to lack an old chunk after the others had their turn", () => {
    const files = Array.from({ length: 3 }, (_, at) => ({ path: `f${at}`, chunks: 128, names: at }));
    const { order, pending } = open(files, [130, 300]);
    expect(order.next()).toEqual([300, 130]);
    pending.add(5 as ChunkId);
    expect(order.next()).toEqual([5]);
    pending.add(6 as ChunkId);
    expect(order.next()).toEqual([]);
  });

  test("go on with what came meanwhile, the last first", () => {
    const files: File[] = Array.from({ length: 4 }, (_, at) => ({ path: `f${at}`, chunks: 128 }));
    const { order, pending, become } = open(files);
    expect(order.next()[0]).toBe(0);
    become([...files.slice(0, 3), { path: "f3", first: 600, chunks: 70 }, { path: "new", first: 700, chunks: 60 }]);
    pending.deleteRun({ first: 384 as ChunkId, count: 128 });
    pending.addRun({ first: 600 as ChunkId, count: 70 });
    pending.addRun({ first: 700 as ChunkId, count: 60 });
    const round = order.next();
    expect([round[0], round[60], round.length]).toEqual([700, 600, 130]);
    expect(order.next()[0]).toBe(128);
  });
});
