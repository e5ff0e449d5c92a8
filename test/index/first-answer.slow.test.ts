// A project that was never indexed is answered from the files that promise most, and is whole in the end as if nobody had
// asked: with the real analysis workers and a real database.
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import type { FreshenOptions } from "../../src/index/project-index.ts";
import { openHashEmbedder } from "../support/hash-embedder.ts";
import { readIndexContents } from "../support/index-contents.ts";
import { ask, openTestProject, type TestProject, WAIT, whereIs } from "../support/test-index.ts";

const COUNT = 700;
const FILES = Object.fromEntries(
  Array.from({ length: COUNT }, (_, at) => [
    `src/part${at % 7}/file${at}.ts`,
    `export function common${at}(value: number) {\n  return value + ${at};\n}\n`,
  ]),
);
const ZEBRA = "src/part3/late.ts";
const OTTER = "zoo/last.py";

let project: TestProject | undefined;
const start = () => {
  project = openTestProject({
    ...FILES,
    [ZEBRA]: "export function crossing() {\n  return zebraStripes();\n}\n",
    [OTTER]: "def swim():\n    return otter_river()\n",
  });
  return project;
};
afterEach(async () => {
  await project?.dispose();
  project = undefined;
});

/** Waits for all files as `WAIT` does, but for a first answer about these words only until the files are there that hold them. */
const about = (...needles: string[]): FreshenOptions => ({
  ...WAIT,
  first: {
    waitMs: 60_000,
    hints: () => ({ needles, names: [], places: [], admits: () => true, sideDistance: () => 0 }),
  },
});

describe("the first answer about a project", () => {
  it("is made from the files that hold its words, and says that the rest is to come", async () => {
    const index = await start().open();
    const first = await index.freshen(about("zebra"));
    expect(first).toMatchObject({ building: true, coverage: { files: COUNT + 2 } });
    expect(first.lagging).toBeGreaterThan(0);
    expect(first.coverage.filesSearchable).toBe(COUNT + 2 - first.lagging);
    expect(ask(index, (snapshot) => whereIs(snapshot, "zebra"))).toEqual([`${ZEBRA}#0×1`]);

    await index.freshen(about("otter"));
    expect(ask(index, (snapshot) => whereIs(snapshot, "otter"))).toEqual([`${OTTER}#0×1`]);

    expect(await index.freshen(WAIT)).toMatchObject({ building: false, lagging: 0 });
    ask(index, (snapshot) => {
      expect(whereIs(snapshot, "zebra")).toEqual([`${ZEBRA}#0×1`]);
      expect(whereIs(snapshot, "otter")).toEqual([`${OTTER}#0×1`]);
    });
  }, 120_000);

  it("finds the model loaded for its query alone: texts to embed come when all files are read", async () => {
    const warmed: string[] = [];
    const opened = start();
    const index = await opened.openWithVectors({ ...openHashEmbedder(), warm: (what) => void warmed.push(what) });
    await index.freshen(about("zebra"));
    expect(warmed).toEqual(["query"]);
  });

  it("of an index that is whole finds the model being loaded before the files are looked at", async () => {
    const opened = start();
    await (await opened.openWithVectors()).complete({});
    const events: string[] = [];
    const index = await opened.openWithVectors({ ...openHashEmbedder(), warm: (what) => void events.push(what) });
    const onProgress = ({ phase }: { readonly phase: string }) => void events.push(phase);
    await index.freshen({ ...about("zebra"), onProgress });
    expect(events.slice(0, 2)).toEqual(["query", "walking"]);
    events.length = 0;
    await index.freshen({ ...about("zebra"), onProgress });
    expect(events[0]).toBe("walking");
  }, 120_000);

  it("is never made from nothing, however short its time, where there are files", async () => {
    const index = await start().open();
    const first = await index.freshen({
      ...WAIT,
      first: {
        waitMs: 0,
        hints: () => ({ needles: ["zebra"], names: [], places: [], admits: () => true, sideDistance: () => 0 }),
      },
    });
    expect(first.coverage.filesSearchable).toBeGreaterThan(0);
    expect(ask(index, (snapshot) => snapshot.documentCount)).toBeGreaterThan(0);
  }, 120_000);

  it("holds what was written since the work began, new or edited, before the rest", async () => {
    const { open, write } = start();
    const index = await open();
    expect(await index.freshen(about("zebra"))).toMatchObject({ building: true });
    write("src/part1/new.ts", "export function quokkaSmile() {\n  return 1;\n}\n");
    write(ZEBRA, "export function crossing() {\n  return giraffeNeck();\n}\n");
    expect(await index.freshen(about("nowhere"))).toMatchObject({ building: true });
    ask(index, (snapshot) => {
      expect(whereIs(snapshot, "quokka")).toEqual(["src/part1/new.ts#0×1"]);
      expect(whereIs(snapshot, "giraff")).toEqual([`${ZEBRA}#0×1`]);
      expect(whereIs(snapshot, "zebra")).toEqual([]);
    });
    await index.complete({});
    ask(index, (snapshot) => expect(whereIs(snapshot, "quokka")).toEqual(["src/part1/new.ts#0×1"]));
  }, 120_000);

  it("waits for the file that alone holds a name, wherever in it that stands and however short the time", async () => {
    const { open, write } = start();
    write("src/part6/large.ts", `${"// nothing of interest\n".repeat(6_000)}export const QuollHerd = 1;\n`);
    const index = await open();
    const hints = () => ({
      needles: [],
      names: ["QuollHerd", "NoSuchName"],
      places: [],
      admits: () => true,
      sideDistance: () => 0,
    });
    expect(await index.freshen({ ...WAIT, first: { waitMs: 0, hints } })).toMatchObject({ building: true });
    ask(index, (snapshot) => expect(whereIs(snapshot, "quollherd")).toHaveLength(1));
  }, 120_000);

  it("leaves the index that any other order leaves", async () => {
    const { open, folder } = start();
    const asked = await open();
    await asked.freshen(about("otter", "zebra"));
    await asked.freshen(about("common5"));
    await asked.complete({});
    const unasked = await open({
      folder: join(folder, "unasked"),
      sideDistance: (path) => (path.includes("part1") ? 1 : 0),
    });
    await unasked.complete({});
    const contents = readIndexContents(join(folder, "index"));
    expect(contents).toEqual(readIndexContents(join(folder, "unasked")));
    expect(contents.strays).toEqual([]);
  }, 240_000);

  it("counts again what has been indexed while the answer was made", async () => {
    const index = await start().open();
    await index.freshen(about("zebra"));
    await index.complete({});
    expect(index.recount()).toMatchObject({ building: false, lagging: 0, coverage: { filesSearchable: COUNT + 2 } });
  }, 120_000);

  it("is one time only: an edit of an index that was whole is waited for, however short a first answer's time", async () => {
    const { open, write } = start();
    const index = await open();
    await index.freshen(WAIT);
    write(ZEBRA, "export const giraffe = 1;\n");
    const { first } = about("zebra");
    const hasty = { ...WAIT, ...(first === undefined ? {} : { first: { ...first, waitMs: 0 } }) };
    expect(await index.freshen(hasty)).toMatchObject({ building: false, lagging: 0 });
    ask(index, (snapshot) => expect(whereIs(snapshot, "giraff")).toEqual([`${ZEBRA}#0×1`]));
  }, 120_000);

  it("goes on where a process was stopped", async () => {
    const { open } = start();
    const stopped = await open();
    await stopped.freshen(about("zebra"));
    await stopped.close();
    const index = await open();
    expect(await index.freshen(about("otter"))).toMatchObject({ building: true });
    ask(index, (snapshot) => expect(whereIs(snapshot, "otter")).toEqual([`${OTTER}#0×1`]));
    expect(await index.freshen(WAIT)).toMatchObject({ building: false, lagging: 0 });
  }, 120_000);
});
