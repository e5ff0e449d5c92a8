// The table of documents read from its saved columns is the one that is read from their rows.
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DocumentTable } from "../../../src/index/database/document-table.ts";
import { type IndexHandles, openHandles } from "../../../src/index/database/index-handles.ts";
import { isWorthSaving, loadTable, saveTable, TABLE_FILE } from "../../../src/index/database/saved-table.ts";
import type { Generation } from "../../../src/vocabulary/chunk.ts";
import { openTestProject, WAIT } from "../../support/test-index.ts";

const project = openTestProject({
  "src/a.ts": "export const apple = 1;\n\nexport function peel(): void {}\n",
  "src/größe.py": "def größe():\n    return 1\n",
  "b.txt": "plain text\n",
  "odd.ts": "export const = = (\n",
  "gone.md": "# Gone\n\nsoon\n",
});
const folder = join(project.folder, "index");
const listener = { onChanges: () => undefined, onError: () => undefined };
const opened: IndexHandles[] = [];

async function indexed(): Promise<void> {
  const index = await project.open();
  await index.freshen(WAIT);
  await index.complete({});
  await index.close();
}

async function handles(): Promise<IndexHandles> {
  const one = await openHandles(folder, null, listener);
  opened.push(one);
  return one;
}

function contents(table: DocumentTable): unknown {
  const { view, stamps } = table;
  const { generation, documents, documentCount, chunkCount, averages, tokens, chunks } = view;
  const records = documents.filter((record) => record !== undefined);
  const kept = records.map(({ firstChunk, chunkCount: count }) =>
    [chunks.kinds, chunks.terms, chunks.documents].map((column) => [
      ...column.subarray(firstChunk, firstChunk + count),
    ]),
  );
  // That a file was found unchanged raises no generation: by the saved table it is looked into once more.
  const known = [...stamps.values()].map(({ verifiedAtMs: _, ...stamp }) => stamp);
  return { generation, records, documentCount, chunkCount, averages, tokens, known, kept, problems: table.problems() };
}

/** The tables as the next process reads them: with the saved one, and without. */
async function tables(): Promise<[unknown, unknown]> {
  const { database, table, snapshots } = await handles();
  snapshots.follow();
  const fromRows = new DocumentTable();
  const connection = database.openReader();
  fromRows.catchUp(connection);
  connection.close();
  return [contents(table), contents(fromRows)];
}

beforeAll(async () => {
  await indexed();
  const { database, table, snapshots } = await handles();
  snapshots.follow();
  expect(table.behind).toBe(5);
  expect(await saveTable(database, table)).toBe(true);
  expect(table.behind).toBe(0);
});
afterAll(async () => {
  for (const one of opened) {
    one.close();
  }
  await project.dispose();
});

describe("a saved table", () => {
  it("is read as the rows are", async () => {
    const { database } = await handles();
    expect(loadTable(database, 99 as Generation)?.documents).toHaveLength(5);
    const [saved, fromRows] = await tables();
    expect(saved).toEqual(fromRows);
  });

  it("is followed by what was committed since", async () => {
    project.write("src/a.ts", "export const apricot = 1;\n");
    project.write("new.txt", "new\n");
    project.remove("gone.md");
    await indexed();
    const [saved, fromRows] = await tables();
    expect(saved).toEqual(fromRows);
    expect(saved).toMatchObject({ documentCount: 5 });
  });

  const damaged = (change: (bytes: Buffer) => Uint8Array) => () => {
    const file = join(folder, TABLE_FILE);
    writeFileSync(file, change(readFileSync(file)));
  };
  it.each<{ what: string; damage: () => void; newest?: number; id?: string }>([
    { what: "of a generation that the database has not", damage: () => undefined, newest: 0 },
    { what: "of another database", damage: () => undefined, id: "0123456789abcdef" },
    {
      what: "with a changed byte",
      damage: damaged((bytes) => bytes.map((byte, at) => (at === bytes.length - 1 ? byte ^ 1 : byte))),
    },
    { what: "cut short", damage: damaged((bytes) => bytes.subarray(0, -1)) },
    {
      what: "of another format",
      damage: damaged((bytes) => Buffer.from(bytes.toString("latin1").replace('"format":1', '"format":2'), "latin1")),
    },
    { what: "that is none", damage: () => rmSync(join(folder, TABLE_FILE)) },
  ])("$what is not used", async ({ damage, newest = 99, id }) => {
    const { database } = await handles();
    const before = await readTable();
    damage();
    expect(loadTable({ folder, id: id ?? database.id }, newest as Generation)).toBeNull();
    const [saved, fromRows] = await tables();
    expect(saved).toEqual(fromRows);
    if (before !== null) {
      writeFileSync(join(folder, TABLE_FILE), before);
    }
  });

  it("is made of many documents, once enough have changed", () => {
    const of = (documentCount: number, behind: number) =>
      isWorthSaving({ behind, view: { documentCount } } as unknown as DocumentTable);
    expect([of(100, 100), of(60_000, 60_000), of(60_000, 100), of(60_000, 4_000)]).toEqual([false, true, false, true]);
  });
});

async function readTable(): Promise<Buffer | null> {
  return readFileSync(join(folder, TABLE_FILE));
}
