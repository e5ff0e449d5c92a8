// What happens to a request when the disk fills up, or when another request is stopped.
import Database from "better-sqlite3";
import { afterEach, describe, expect, it, vi } from "vitest";
import { ask, openTestProject, type TestProject, WAIT, whereIs } from "../../support/test-index.ts";

let project: TestProject;
afterEach(async () => {
  vi.restoreAllMocks();
  await project.dispose();
});

/** From now on, and for databases opened from now on, no chunk can be written. Answers how to free the disk. */
function fillDisk(): () => void {
  const { prepare } = Database.prototype;
  let full = true;
  vi.spyOn(Database.prototype, "prepare").mockImplementation(function (this: Database.Database, source: string) {
    const statement = prepare.call(this, source);
    if (source.startsWith("INSERT INTO chunk")) {
      const run = statement.run.bind(statement) as (...values: unknown[]) => Database.RunResult;
      statement.run = (...values: unknown[]) => {
        if (full) {
          throw new Database.SqliteError("database or disk is full", "SQLITE_FULL");
        }
        return run(...values);
      };
    }
    return statement;
  });
  return () => {
    full = false;
  };
}

describe("a full disk", () => {
  it("under an empty index is a clear failure, and no more once there is room", async () => {
    project = openTestProject({ "a.ts": "export const orchid = 1;\n" });
    const free = fillDisk();
    const index = await project.open();
    await expect(index.freshen(WAIT)).rejects.toMatchObject({
      code: "INDEX_UNAVAILABLE",
      message: expect.stringContaining("full"),
      hint: expect.stringContaining("space"),
    });
    free();
    expect(await index.freshen(WAIT)).toMatchObject({ lagging: 0, problems: [] });
  });

  it("under an index that is behind leaves it as it was, and that is said", async () => {
    project = openTestProject({ "a.ts": "export const orchid = 1;\n", "b.ts": "export const tulip = 1;\n" });
    const first = await project.open();
    await first.freshen(WAIT);
    await first.close();
    const free = fillDisk();
    const index = await project.open();
    project.write("a.ts", "export const daisy = 1;\n");
    const behind = await index.freshen(WAIT);
    // The other one was read again, being young, and its new stamp could not be written either.
    expect(behind).toMatchObject({ lagging: 2, coverage: { files: 2, filesSearchable: 0 } });
    expect(behind.problems).toMatchObject([{ code: "INDEX_READ_ONLY", message: expect.stringContaining("full") }]);
    expect(ask(index, (snapshot) => whereIs(snapshot, "orchid"))).toEqual(["a.ts#0×1"]);
    free();
    expect(await index.freshen(WAIT)).toMatchObject({ lagging: 0, problems: [] });
    expect(ask(index, (snapshot) => whereIs(snapshot, "orchid"))).toEqual([]);
  });
});

describe("a request", () => {
  const MANY = Object.fromEntries(Array.from({ length: 200 }, (_, at) => [`f${at}.ts`, `export const v${at} = 1;\n`]));

  it("that is cancelled fails alone: another one on the same work answers", async () => {
    project = openTestProject(MANY);
    const index = await project.open();
    const controller = new AbortController();
    const stopped = index.complete({
      signal: controller.signal,
      onProgress: ({ phase, done }) => {
        if (phase === "indexing" && done === 30) {
          controller.abort();
        }
      },
    });
    const other = index.freshen(WAIT);
    await expect(stopped).rejects.toMatchObject({ code: "CANCELLED" });
    const { coverage, lagging } = await other;
    expect(coverage.filesSearchable).toBe(200 - lagging);
    expect((await index.freshen(WAIT)).lagging).toBe(0);
  });

  it("under way when the index closes ends, and leaves a whole index", async () => {
    project = openTestProject(MANY);
    const index = await project.open();
    const request = index.freshen(WAIT).then(
      () => "answered",
      () => "ended",
    );
    setTimeout(() => void index.close(), 300);
    expect(["answered", "ended"]).toContain(await request);
    const again = await project.open();
    expect((await again.freshen(WAIT)).coverage).toMatchObject({ files: 200, filesSearchable: 200, chunks: 200 });
  });

  it("that waits for nothing answers before the words are there", async () => {
    project = openTestProject(MANY);
    const index = await project.open();
    const { lagging } = await index.freshen({ waitMs: 0, embedUpTo: 0 });
    expect(lagging).toBe(200);
    expect(index.working()).toBe(true);
  });
});
