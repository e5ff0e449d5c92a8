// Several servers on one project is the normal case: they index once, never corrupt, and each answers of the whole.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { bundleChildProgram, type ChildProgram, ended, nextMessage } from "../../support/child-program.ts";
import { openFolderCorpus } from "../../support/folder-corpus.ts";
import { openHashEmbedder } from "../../support/hash-embedder.ts";
import type { IndexChildReport } from "../../support/index-child.ts";
import { databasePath, readIndexContents } from "../../support/index-contents.ts";
import { ask, openTestProject, type TestProject, WAIT, whereIs } from "../../support/test-index.ts";

const MANY = Object.fromEntries(
  Array.from({ length: 150 }, (_, at) => [
    `src/f${at}.ts`,
    `export function task${at}() {\n  return shared(${at});\n}\n`,
  ]),
);

let program: ChildProgram;
beforeAll(async () => {
  program = await bundleChildProgram("test/support/index-child.ts");
});
afterAll(() => program.dispose());

let project: TestProject;
afterEach(() => project.dispose());
const argument = (more = {}) => ({ files: project.files, index: join(project.folder, "index"), ...more });

async function runToEnd(more = {}): Promise<IndexChildReport> {
  const child = program.start(argument(more));
  await nextMessage(child);
  const report = await nextMessage<IndexChildReport>(child);
  expect(await ended(child)).toBe(0);
  return report;
}

describe("several processes on one index", () => {
  it("index every file once between them, embed every text once, and all end complete", async () => {
    project = openTestProject(MANY);
    const store = join(project.folder, "store");
    const reports = await Promise.all([1, 2, 3].map(() => runToEnd({ store, embedMs: 2 })));
    for (const report of reports) {
      expect(report).toMatchObject({ lagging: 0, chunks: 150, chunksEmbedded: 150 });
    }
    expect(reports.reduce((sum, { indexed }) => sum + indexed, 0)).toBe(150);
    expect(reports.reduce((sum, { embedded }) => sum + embedded, 0)).toBe(150);
    expect(readIndexContents(join(project.folder, "index")).strays).toEqual([]);
  }, 120_000);

  it("take over from one that was killed at work", async () => {
    project = openTestProject(MANY);
    const child = program.start(argument());
    await nextMessage(child);
    const index = await project.open();
    setTimeout(() => child.kill("SIGKILL"), 150);
    await ended(child);
    expect(await index.freshen(WAIT)).toMatchObject({ lagging: 0, writtenElsewhere: false });
    expect(readIndexContents(join(project.folder, "index")).strays).toEqual([]);
  }, 120_000);

  it("answer from what there is while another one works, and say so", async () => {
    project = openTestProject(MANY);
    const first = await project.open();
    const second = await project.open();
    const working = first.freshen(WAIT);
    const early = await second.freshen({ waitMs: 0, embedUpTo: 0 });
    expect(early.coverage.filesSearchable).toBe(150 - early.lagging);
    await working;
    expect(await second.freshen(WAIT)).toMatchObject({ lagging: 0, writtenElsewhere: false });
    expect(ask(second, (snapshot) => whereIs(snapshot, "task149"))).toEqual(["src/f149.ts#0×1"]);
  });

  it("see each other's updates and vectors", async () => {
    project = openTestProject({ "a.ts": "export const apple = 1;\n" });
    const embedder = openHashEmbedder();
    const first = await project.openWithVectors(embedder);
    const second = await project.openWithVectors(embedder);
    await first.complete({});
    await second.freshen({ waitMs: 60_000, embedUpTo: 10 });
    project.write("b.ts", "export const banana = 1;\n");
    await first.complete({});
    const seen = await second.freshen({ waitMs: 60_000, embedUpTo: 10 });
    expect(seen.coverage).toEqual({ files: 2, filesSearchable: 2, chunks: 2, chunksEmbedded: 2 });
    expect(ask(second, (snapshot) => whereIs(snapshot, "banana"))).toEqual(["b.ts#0×1"]);
    expect(embedder.embedded).toHaveLength(2);
  });

  it("remove no file that another one has indexed since they looked", async () => {
    project = openTestProject({ "a.ts": "export const apple = 1;\n" });
    const quick = await project.open();
    const source = openFolderCorpus(project.files);
    let afterLook = async (): Promise<void> => undefined;
    const late = await project.open({
      corpus: {
        ...source,
        async refresh(signal) {
          const corpus = await source.refresh(signal);
          const meanwhile = afterLook;
          afterLook = async () => undefined;
          await meanwhile();
          return corpus;
        },
      },
    });
    await late.freshen(WAIT);
    afterLook = async () => {
      project.write("b.ts", "export const banana = 1;\n");
      expect((await quick.freshen(WAIT)).lagging).toBe(0);
    };
    await late.freshen(WAIT);
    for (const index of [quick, late]) {
      expect(ask(index, (snapshot) => whereIs(snapshot, "banana"))).toEqual(["b.ts#0×1"]);
    }
    project.remove("b.ts");
    expect((await late.freshen(WAIT)).lagging).toBe(0);
    expect(ask(quick, (snapshot) => snapshot.documentAt("b.ts"))).toBeUndefined();
  });

  it("follow when one of them rebuilds the database", async () => {
    project = openTestProject({ "a.ts": "export const apple = 1;\n" });
    const first = await project.open();
    await first.freshen(WAIT);
    await first.close();
    const second = await project.open();
    await second.freshen(WAIT);
    writeFileSync(join(project.folder, "index", "current-v7"), "not a pointer");
    const third = await project.open();
    await third.freshen(WAIT);
    expect((await second.freshen(WAIT)).lagging).toBe(0);
    const ids = [second, third].map((index) => ask(index, (snapshot) => snapshot.databaseId));
    expect(ids[0]).toBe(ids[1]);
    expect(databasePath(join(project.folder, "index"))).toContain(ids[0]);
  });
});
