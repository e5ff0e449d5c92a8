// A project that was never indexed is answered from the raw text of all files, and is whole in the end as if nobody had asked: with a
// real database.
import { join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { FileHints, FreshenOptions, Freshness, ProjectIndex } from "../../src/index/project-index.ts";
import type { DocumentId } from "../../src/vocabulary/chunk.ts";
import { Failure } from "../../src/vocabulary/failure.ts";
import { openFolderCorpus } from "../support/folder-corpus.ts";
import { openHashEmbedder } from "../support/hash-embedder.ts";
import { inProcessAnalyzer } from "../support/in-process-analyzer.ts";
import { readIndexContents } from "../support/index-contents.ts";
import { ask, openTestProject, type TestProject, WAIT, whereIs } from "../support/test-index.ts";

const COUNT = 300;
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

/** As `WAIT`, for a first answer about these terms. The files that have the first one are ranked first. */
const about = (...terms: string[]): FreshenOptions => ({
  ...WAIT,
  first: { waitMs: 1_000, hints: () => hintsOf(terms) },
});

const hintsOf = (terms: readonly string[], names: readonly string[] = []): FileHints => ({
  terms,
  needles: terms,
  names,
  nameTerms: names.map((name) => name.toLowerCase()),
  places: [],
  sideDistance: () => 0,
  rank: (snapshot) =>
    [...snapshot.postings(terms[0] ?? "").documents].map((id) => snapshot.document(id as DocumentId).path),
});

/** Where the term is, by what a first answer is made from. */
const foundIn = (index: ProjectIndex, { texts }: Freshness, term: string): string[] => {
  const snapshot = index.snapshot(texts);
  try {
    return whereIs(snapshot, term);
  } finally {
    snapshot.release();
  }
};

const settled = (index: ProjectIndex) => vi.waitFor(() => expect(index.working()).toBe(true), { timeout: 20_000 });

describe("the first answer about a project", () => {
  it("is made from the text of all files, while none is indexed", async () => {
    const index = await start().open();
    const first = await index.freshen(about("zebra", "otter"));
    expect(first).toMatchObject({ building: true, lagging: COUNT + 2, coverage: { files: COUNT + 2 } });
    expect(foundIn(index, first, "zebra")).toEqual([`${ZEBRA}#0×1`]);
    expect(foundIn(index, first, "otter")).toEqual([`${OTTER}#0×1`]);
    expect(ask(index, (snapshot) => snapshot.documentCount)).toBe(0);

    const whole = await index.freshen(WAIT);
    expect(whole).toMatchObject({ building: false, lagging: 0 });
    expect(whole.texts).toBeUndefined();
    ask(index, (snapshot) => {
      expect(whereIs(snapshot, "zebra")).toEqual([`${ZEBRA}#0×1`]);
      expect(whereIs(snapshot, "otter")).toEqual([`${OTTER}#0×1`]);
    });
  }, 120_000);

  it("has the files indexed first that the answer is in", async () => {
    const order: string[] = [];
    const analyze: typeof inProcessAnalyzer.analyze = (path, text, signal) => {
      order.push(path);
      return inProcessAnalyzer.analyze(path, text, signal);
    };
    const index = await start().open({ analyzer: { ...inProcessAnalyzer, analyze } });
    await index.freshen(about("zebra"));
    await settled(index);
    await index.complete({});
    expect(order[0]).toBe(ZEBRA);
  }, 120_000);

  it("goes on from what is indexed by then, and from the text of the rest", async () => {
    const index = await start().open();
    await index.freshen(about("zebra"));
    await settled(index);
    const next = await index.freshen(about("otter"));
    expect(foundIn(index, next, "otter")).toEqual([`${OTTER}#0×1`]);
    const snapshot = index.snapshot(next.texts);
    expect(new Set([...snapshot.documents()].map(({ path }) => path)).size).toBe(COUNT + 2);
    expect(snapshot.documentCount).toBe(COUNT + 2);
    snapshot.release();
  }, 120_000);

  it("does not load the model, which would take the time of those that index", async () => {
    const warmed: string[] = [];
    const opened = start();
    const index = await opened.openWithVectors({ ...openHashEmbedder(), warm: (what) => void warmed.push(what) });
    await index.freshen(about("zebra"));
    expect(warmed).toEqual([]);
  });

  it("is followed by all vectors, although nobody asks again", async () => {
    const index = await start().openWithVectors();
    await index.freshen(about("zebra"));
    const isWhole = { lagging: 0, coverage: { files: COUNT + 2, chunks: COUNT + 2, chunksEmbedded: COUNT + 2 } };
    await vi.waitFor(() => expect(index.recount()).toMatchObject(isWhole), { timeout: 60_000, interval: 100 });
  }, 120_000);

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
    const first = await index.freshen({ ...WAIT, first: { waitMs: 0, hints: () => hintsOf(["zebra"]) } });
    const snapshot = index.snapshot(first.texts);
    expect(snapshot.documentCount).toBeGreaterThan(0);
    snapshot.release();
  }, 120_000);

  it("has what was written since the work began, new or edited", async () => {
    const { open, write } = start();
    const index = await open();
    expect(await index.freshen(about("zebra"))).toMatchObject({ building: true });
    await settled(index);
    await vi.waitFor(() => expect(ask(index, (snapshot) => whereIs(snapshot, "zebra"))).toHaveLength(1), {
      timeout: 20_000,
    });
    write("src/part1/new.ts", "export function quokkaSmile() {\n  return 1;\n}\n");
    write(ZEBRA, "export function crossing() {\n  return giraffeNeck();\n}\n");
    const next = await index.freshen(about("quokka", "giraff", "zebra"));
    if (next.building) {
      expect(foundIn(index, next, "quokka")).toEqual(["src/part1/new.ts#0×1"]);
      expect(foundIn(index, next, "giraff")).toEqual([`${ZEBRA}#0×1`]);
      expect(foundIn(index, next, "zebra")).toEqual([]);
    }
    await index.complete({});
    ask(index, (snapshot) => expect(whereIs(snapshot, "quokka")).toEqual(["src/part1/new.ts#0×1"]));
  }, 120_000);

  it("finds a name wherever in a file it stands and however short the time", async () => {
    const { open, write } = start();
    write("src/part6/large.ts", `${"// nothing of interest\n".repeat(6_000)}export const QuollHerd = 1;\n`);
    const index = await open();
    const hints = () => hintsOf(["quollherd"], ["QuollHerd", "NoSuchName"]);
    const first = await index.freshen({ ...WAIT, first: { waitMs: 0, hints } });
    expect(first).toMatchObject({ building: true });
    expect(foundIn(index, first, "quollherd")).toHaveLength(1);
  }, 120_000);

  it("finds its texts read, where it was prepared", async () => {
    const opened = start();
    const corpus = openFolderCorpus(opened.files);
    const peeked: string[] = [];
    const peek: typeof corpus.peek = (path, most) => {
      peeked.push(path);
      return corpus.peek(path, most);
    };
    const index = await opened.open({ corpus: { ...corpus, peek } });
    await index.prepare(new AbortController().signal);
    expect(peeked).toHaveLength(COUNT + 2);
    const first = await index.freshen(about("zebra"));
    expect(foundIn(index, first, "zebra")).toEqual([`${ZEBRA}#0×1`]);
    expect(peeked).toHaveLength(COUNT + 2);
  }, 120_000);

  it("is given although the index cannot be made, and the next one says why", async () => {
    const broken = new Failure("INTERNAL", "the analysis workers do not start", { hint: "reinstall" });
    const analyze = () => Promise.reject(broken);
    const index = await start().open({ analyzer: { ...inProcessAnalyzer, analyze } });
    const first = await index.freshen(about("zebra"));
    expect(foundIn(index, first, "zebra")).toEqual([`${ZEBRA}#0×1`]);
    await vi.waitFor(
      async () => {
        const { problems } = await index.freshen(about("zebra"));
        expect(problems.map(({ message }) => message).join()).toContain("the analysis workers do not start");
      },
      { timeout: 20_000, interval: 300 },
    );
  }, 60_000);

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
    const first = await index.freshen(about("otter"));
    expect(first).toMatchObject({ building: true });
    expect(foundIn(index, first, "otter")).toEqual([`${OTTER}#0×1`]);
    expect(await index.freshen(WAIT)).toMatchObject({ building: false, lagging: 0 });
  }, 120_000);
});
