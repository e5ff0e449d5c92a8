// The table of documents, brought up to a database again after trouble in the middle of it.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { DocumentTable } from "../../../src/index/database/document-table.ts";
import { type Connection, openSqlite } from "../../../src/system/sqlite.ts";
import { openHashEmbedder } from "../../support/hash-embedder.ts";
import { openTestProject, type TestProject } from "../../support/test-index.ts";

let project: TestProject;
afterEach(() => project.dispose());

/** The same connection, of a disk that fails behind so many rows. */
function failingAfter(connection: Connection, rows: number): Connection {
  function* iterate(sql: string, values: readonly unknown[]) {
    let read = 0;
    for (const row of connection
      .prepare(sql)
      .raw(true)
      .iterate(...values)) {
      if (read === rows) {
        throw new Error("disk I/O error");
      }
      read += 1;
      yield row;
    }
  }
  const prepare = (sql: string) =>
    sql.includes("FROM document")
      ? { raw: () => ({ iterate: (...values: unknown[]) => iterate(sql, values) }) }
      : connection.prepare(sql);
  return { prepare } as unknown as Connection;
}

function contents(table: DocumentTable): unknown {
  const { view, stamps } = table;
  const { generation, documents, documentCount, chunkCount, averages } = view;
  return {
    generation,
    documents,
    documentCount,
    chunkCount,
    averages,
    stamps: [...stamps],
    problems: table.problems(),
  };
}

it("holds each document once after a disk that failed while it was read", async () => {
  project = openTestProject({
    "a.ts": "export const apple = 1;\n",
    "b.ts": "export const banana = 2;\n\nexport function peel(): void {}\n",
    "c.ts": "export const cherry = 3;\n",
  });
  const index = await project.open();
  await index.complete({});
  const [name = ""] = readdirSync(index.folder).filter((file) => file.endsWith(".sqlite"));
  const connection = openSqlite(join(index.folder, name), { readonly: true });
  try {
    const table = new DocumentTable();
    for (const rows of [0, 1, 2]) {
      expect(() => table.catchUp(failingAfter(connection, rows))).toThrow("disk I/O error");
    }
    table.catchUp(connection);
    const whole = new DocumentTable();
    whole.catchUp(connection);
    expect(contents(table)).toEqual(contents(whole));
    expect(table.view.documentCount).toBe(3);
  } finally {
    connection.close();
  }
});

it("tells of the chunks of a document that had none, as one is seen while it is being written", async () => {
  project = openTestProject({ "a.ts": "export const apple = 1;\n", "b.ts": "" });
  const embedder = openHashEmbedder();
  const index = await project.openWithVectors(embedder);
  await index.complete({});
  const [name = ""] = readdirSync(index.folder).filter((file) => file.endsWith(".sqlite"));
  const connection = openSqlite(join(index.folder, name), { readonly: true });
  try {
    const table = new DocumentTable();
    table.catchUp(connection);
    const empty = table.view.documents.find((record) => record?.path === "b.ts");
    expect(empty?.chunkCount).toBe(0);
    project.write("b.ts", "export const banana = 2;\n");
    expect((await index.complete({})).coverage).toMatchObject({ chunks: 2, chunksEmbedded: 2 });
    const { removed, added } = table.catchUp(connection);
    const filled = table.view.documents.find((record) => record?.path === "b.ts");
    expect([removed, added]).toEqual([[], [{ first: filled?.firstChunk, count: 1 }]]);
    expect(embedder.embedded.some((text) => text.includes("banana"))).toBe(true);
  } finally {
    connection.close();
  }
});
