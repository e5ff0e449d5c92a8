// A stranger that holds a lock on one of the databases: for a while, which costs time, and for ever, which is said.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import type { ProjectIndex } from "../../../src/index/project-index.ts";
import { type Connection, openSqlite } from "../../../src/system/sqlite.ts";
import { databasePath } from "../../support/index-contents.ts";
import { openTestProject, type TestProject, WAIT } from "../../support/test-index.ts";
import { found } from "./faulty-project.ts";

let project: TestProject;
let strangers: Connection[] = [];
afterEach(async () => {
  for (const stranger of strangers) {
    stranger.close();
  }
  strangers = [];
  await project.dispose();
});

type Grip = "writes" | "everything";

/** Locks a database as another program may; answers how to let go. */
function hold(path: string, grip: Grip): () => void {
  const stranger = openSqlite(path, { timeout: 5_000 });
  strangers.push(stranger);
  if (grip === "everything") {
    stranger.pragma("locking_mode = EXCLUSIVE");
  }
  stranger.exec("BEGIN EXCLUSIVE");
  return () => {
    stranger.exec("ROLLBACK");
    stranger.close();
  };
}

const indexFile = (): string => databasePath(join(project.folder, "index"));
const storeFile = (): string => {
  const folder = join(project.folder, "store");
  return join(folder, readdirSync(folder).find((name) => name.endsWith(".sqlite")) ?? "");
};

async function indexed(): Promise<void> {
  project = openTestProject({ "a.ts": "export const orchid = 1;\n", "b.ts": "export const banana = 2;\n" });
  const index = await project.openWithVectors();
  await index.complete({});
  await index.close();
}

const shownBy = (index: ProjectIndex): readonly string[] =>
  ["orchid", "tulip"].filter((word) => found(index, word).length > 0);

describe("the index", () => {
  it("whose writing is held: answers as it was and says so; then as it is", async () => {
    await indexed();
    const index = await project.open();
    await index.freshen(WAIT);
    const release = hold(indexFile(), "writes");
    project.write("a.ts", "export const tulip = 1;\n");
    const held = await index.freshen({ waitMs: 700, embedUpTo: 0 });
    expect(held.lagging).toBeGreaterThan(0);
    expect(shownBy(index)).toEqual(["orchid"]);
    release();
    expect(await index.freshen(WAIT)).toMatchObject({ lagging: 0, problems: [] });
    expect(shownBy(index)).toEqual(["tulip"]);
  });

  it.each<Grip>(["writes", "everything"])(
    "whose %s is held while it is opened waits for a moment's work",
    async (grip) => {
      await indexed();
      project.write("a.ts", "export const tulip = 1;\n");
      const release = hold(indexFile(), grip);
      setTimeout(release, 1_500);
      const index = await project.open();
      expect(await index.freshen(WAIT)).toMatchObject({ lagging: 0, problems: [] });
      expect(shownBy(index)).toEqual(["tulip"]);
    },
  );

  it("that is held for ever is a failure that says what to do", async () => {
    await indexed();
    hold(indexFile(), "everything");
    await expect(project.open()).rejects.toMatchObject({
      code: "INDEX_UNAVAILABLE",
      message: expect.stringContaining("locked"),
      hint: expect.stringContaining("end the process"),
    });
  });
});

describe("the vector store", () => {
  it("whose writing is held: words are answered, what lacks a vector is counted; then it is made", async () => {
    await indexed();
    const index = await project.openWithVectors();
    await index.complete({});
    const release = hold(storeFile(), "writes");
    project.write("a.ts", "export const tulip = 1;\n");
    const held = await index.freshen({ waitMs: 4_000, embedUpTo: 60 });
    expect(held).toMatchObject({ lagging: 0, coverage: { chunks: 2, chunksEmbedded: 1 } });
    expect(shownBy(index)).toEqual(["tulip"]);
    expect(held.problems).toMatchObject([{ code: "EMBEDDING_FAILED", message: expect.stringContaining("locked") }]);
    release();
    // Who has met the lock rests a while before it tries again; who comes then does not know of it.
    const next = await project.openWithVectors();
    expect((await next.complete({})).coverage).toMatchObject({ chunks: 2, chunksEmbedded: 2 });
    expect((await next.freshen(WAIT)).problems).toEqual([]);
  });
});
