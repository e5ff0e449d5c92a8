// Raw texts beside an index: one snapshot, ranked as a whole.
import { describe, expect, it } from "vitest";
import { joinSnapshots } from "../../../src/index/joined/join-snapshots.ts";
import { chunkIdsOf } from "../../../src/index/snapshot.ts";
import type { DocumentId } from "../../../src/vocabulary/chunk.ts";
import { ownPath } from "../../../src/vocabulary/joined-path.ts";
import { lookThrough, snapshotOver } from "../../support/raw-documents.ts";
import { whereIs } from "../../support/test-index.ts";

const QUEUE =
  "export class Queue {\n  /** Puts it last. */\n  push(job: Job): void {\n    this.jobs.push(job);\n  }\n}\n";
const QUERY = { terms: ["queue", "job"], names: ["Queue"] };

describe("a snapshot over raw texts", () => {
  it("has the postings of both, the index's first", async () => {
    const documents = await lookThrough({ "src/queue.ts": QUEUE, "src/other.ts": "export {};\n" }, QUERY);
    const snapshot = await snapshotOver({ "src/worker.ts": "run(queue)\n" }, documents);
    expect(whereIs(snapshot, "queue")).toEqual(["src/worker.ts#0×1", "src/queue.ts#0×1"]);
    expect(whereIs(snapshot, "job")).toEqual(["src/queue.ts#0×4"]);
    expect([snapshot.documentCount, [...snapshot.documents()].map(({ path }) => path)]).toEqual([
      3,
      ["src/worker.ts", "src/queue.ts", "src/other.ts"],
    ]);
    expect(snapshot.holdsTerm("job")).toBe(true);
    expect(snapshot.holdsTerm("nowhere")).toBe(false);
  });

  it("leaves the text out of a file that is indexed", async () => {
    const documents = await lookThrough({ "src/queue.ts": QUEUE }, QUERY);
    const snapshot = await snapshotOver({ "src/queue.ts": "queue\n" }, documents);
    expect(whereIs(snapshot, "queue")).toEqual(["src/queue.ts#0×1"]);
    expect(whereIs(snapshot, "job")).toEqual([]);
  });

  it("counts what paths and definitions have of the query", async () => {
    const documents = await lookThrough({ "src/queue.ts": QUEUE, "src/use.ts": "use(queue);\n" }, QUERY);
    const { documents: ids, pathCounts, nameCounts } = (await snapshotOver({}, documents)).postings("queue");
    expect([[...pathCounts], [...nameCounts]]).toEqual([
      [1, 0],
      [1, 0],
    ]);
    expect(ids).toHaveLength(2);
  });

  it("has the definitions that a text read closely seems to have, with their lines", async () => {
    const documents = await lookThrough({ "src/queue.ts": QUEUE }, QUERY);
    await documents.readClosely(["src/queue.ts"], undefined);
    const snapshot = await snapshotOver({}, documents);
    expect(snapshot.definitions("queue")).toMatchObject([
      { name: "Queue", path: "Queue", kind: "class", startLine: 1, endLine: 6, nameLine: 1 },
    ]);
    const document = snapshot.documentAt("src/queue.ts");
    expect(document).toMatchObject({ lineCount: 6, language: "typescript", chunkCount: 1 });
    const symbols = document === undefined ? [] : snapshot.symbols(document.id);
    expect(symbols.map(({ path, kind }) => `${path} ${kind}`)).toEqual(["Queue class", "Queue.push method"]);
    const chunks = document === undefined ? [] : snapshot.chunks(chunkIdsOf(document));
    expect(chunks).toMatchObject([{ startLine: 1, endLine: 6, symbol: "Queue", defines: ["Queue", "push"] }]);
    expect(chunks.map(({ id }) => snapshot.chunkKind(id))).toEqual(["class"]);
  });

  it("leaves out files whose content is not searched, once they are read closely", async () => {
    const documents = await lookThrough({ "a.js": "queue\n", "b.js": "queue\n" }, QUERY, { "a.js": "minified" });
    const before = await snapshotOver({}, documents);
    await documents.readClosely(["a.js", "b.js"], undefined);
    const after = await snapshotOver({}, documents);
    expect(whereIs(after, "queue")).toEqual(["b.js#0×1"]);
    expect(after.databaseId).not.toBe(before.databaseId);
  });

  it("has each line of a text in one chunk, read closely or not", async () => {
    const text = Array.from({ length: 400 }, (_, at) => `line ${at} of the queue${at % 7 === 0 ? "\n" : ""}\n`).join(
      "",
    );
    const documents = await lookThrough({ "notes.txt": text }, QUERY);
    for (const close of [false, true]) {
      if (close) {
        await documents.readClosely(["notes.txt"], undefined);
      }
      const snapshot = await snapshotOver({ "src/worker.ts": "run(queue)\n" }, documents);
      const document = snapshot.documentAt("notes.txt");
      const chunks = document === undefined ? [] : snapshot.chunks(chunkIdsOf(document));
      let next = 1;
      for (const { startLine, endLine } of chunks) {
        expect(startLine).toBe(next);
        next = endLine + 1;
      }
      expect(next).toBe((document?.lineCount ?? 0) + 1);
      expect(chunks.length).toBeGreaterThan(5);
    }
  });

  it("is joined with that of another project", async () => {
    const one = await snapshotOver({}, await lookThrough({ "src/queue.ts": QUEUE }, QUERY));
    const other = await snapshotOver(
      { "src/worker.ts": "run(queue)\n" },
      await lookThrough({ "b.ts": "queue\n" }, QUERY),
    );
    const joined = joinSnapshots([
      { place: 0, snapshot: one },
      { place: 1, snapshot: other },
    ]);
    const paths = [...joined.postings("queue").documents].map((id) => joined.document(id as DocumentId).path);
    expect(paths.map(ownPath)).toEqual(["src/queue.ts", "src/worker.ts", "b.ts"]);
    expect(joined.documentCount).toBe(3);
  });

  it("cuts a file that the query names although it has none of its words", async () => {
    const documents = await lookThrough({ "src/app.ts": `${"x();\n\n".repeat(600)}` }, { places: ["src/app.ts"] });
    const snapshot = await snapshotOver({}, documents);
    expect(snapshot.documentAt("src/app.ts")?.chunkCount).toBeGreaterThan(1);
  });
});
