// A project whose vectors a team's index has: what is embedded here, what a search finds, and what happens when the server does not
// answer or answers wrongly. The same searches of the embedded index are the judge.
import { describe, expect, it, onTestFinished } from "vitest";
import type { ProjectIndex } from "../../../src/index/project-index.ts";
import type { VectorMatch } from "../../../src/index/vectors/vector-index.ts";
import { withSnapshot } from "../../../src/index/with-snapshot.ts";
import { hashEmbedding, openHashEmbedder } from "../../support/hash-embedder.ts";
import { type MemoryTeam, openMemoryTeam } from "../../support/memory-team.ts";
import { openTestProject, WAIT } from "../../support/test-index.ts";

const NOUNS = ["journal", "parser", "socket", "window", "ledger", "planet", "kernel", "garden"];

/** `count` files of one function each. */
const filesOf = (count: number, beginning = "src/f"): Record<string, string> =>
  Object.fromEntries(
    Array.from({ length: count }, (_, at) => {
      const noun = `${NOUNS[at % NOUNS.length]}${at}`;
      return [`${beginning}${at}.ts`, `export function open_${noun}() {\n  return "${noun} of ${at % 7}";\n}\n`];
    }),
  );

async function openProject(files: Record<string, string>, team: MemoryTeam | null) {
  const project = openTestProject(files);
  onTestFinished(() => project.dispose());
  const embedder = openHashEmbedder();
  const index = await project.openWithVectors(embedder, team === null ? {} : { team });
  return { project, embedder, index };
}

const publish = (index: ProjectIndex, team: MemoryTeam, prune = false) =>
  index.publishVectors(team, {
    commit: null,
    prune,
    signal: new AbortController().signal,
    onProgress: () => undefined,
  });

/** A team whose index has the files. */
async function publishedTeam(files: Record<string, string>): Promise<MemoryTeam> {
  const team = openMemoryTeam();
  const { index } = await openProject(files, null);
  await index.complete({});
  await publish(index, team);
  return team;
}

interface Found {
  readonly nearest: readonly string[];
  readonly similarities: readonly number[];
  readonly background: { readonly mean: number; readonly deviation: number };
}

/** As a search does it: fetch, ask, and again as long as a fetch brings anything. */
async function find(index: ProjectIndex, text: string, k = 20, ending = ""): Promise<Found> {
  const query = hashEmbedding(text);
  const ask = (): Found =>
    withSnapshot(index, (snapshot) => {
      const { vectors } = snapshot;
      const pathOf = ({ chunk }: VectorMatch) => snapshot.document(snapshot.chunkDocument(chunk)).path;
      const admit = (chunk: VectorMatch["chunk"]) => pathOf({ chunk, similarity: 0 }).endsWith(ending);
      const all = [...snapshot.documents()].sort((a, b) => (a.path < b.path ? -1 : 1));
      return {
        nearest: vectors?.search(query, k, admit).map(pathOf) ?? [],
        similarities: [
          ...(vectors?.similarities(
            query,
            all.map(({ firstChunk }) => firstChunk),
          ) ?? []),
        ],
        background: vectors?.background(query) ?? { mean: 0, deviation: 0 },
      };
    });
  const remote = withSnapshot(index, ({ vectors }) => vectors?.remote ?? null);
  await remote?.fetch(query);
  let found = ask();
  for (let round = 0; round < 5 && (await remote?.fetch(query)) === true; round++) {
    found = ask();
  }
  return found;
}

function expectSame(found: Found, expected: Found): void {
  expect(found.nearest).toEqual(expected.nearest);
  expect(found.similarities).toHaveLength(expected.similarities.length);
  for (const [at, similarity] of found.similarities.entries()) {
    expect(similarity).toBeCloseTo(expected.similarities[at] ?? Number.NaN, 5);
  }
  expect(found.background.mean).toBeCloseTo(expected.background.mean, 5);
  expect(found.background.deviation).toBeCloseTo(expected.background.deviation, 5);
}

const QUERIES = ["open the journal8", "window of 3", "kernel", "nothing like this"];

describe("a project that the team has published", () => {
  it("is not embedded again, and finds what the embedded index finds, in its order", async () => {
    const files = filesOf(450);
    const team = await publishedTeam(files);
    const here = await openProject(files, team);
    const report = await here.index.complete({});
    expect(report.embeddedChunks).toBe(0);
    expect(here.embedder.embedded).toEqual([]);
    expect(report.coverage.chunksEmbedded).toBe(report.coverage.chunks);
    expect(here.index.vectorStatus()).toEqual({ state: "applied", kind: "team", reason: "memory" });
    const alone = await openProject(files, null);
    await alone.index.complete({});
    for (const query of QUERIES) {
      expectSame(await find(here.index, query), await find(alone.index, query));
      // Of a narrow scope, far from the query.
      expectSame(await find(here.index, query, 60, "9.ts"), await find(alone.index, query, 60, "9.ts"));
    }
  });

  it("has its own changes laid over what is published", async () => {
    const files = filesOf(60);
    const team = await publishedTeam(files);
    const { "src/f1.ts": gone = "", ...rest } = files;
    const changed = { ...rest, "src/f2.ts": `${files["src/f2.ts"]}export const meteor = 1;\n`, "src/new.ts": gone };
    const here = await openProject(changed, team);
    await here.index.complete({});
    expect(here.embedder.embedded.map((text) => /^.*?\.ts/.exec(text)?.[0]).sort()).toEqual([
      "src f 2.ts",
      "src new.ts",
    ]);
    const alone = await openProject(changed, null);
    await alone.index.complete({});
    for (const query of [...QUERIES, "meteor", "parser1"]) {
      expectSame(await find(here.index, query), await find(alone.index, query));
    }
    // And those that come while it is open.
    here.project.write("src/f3.ts", "export const comet = 1;\n");
    here.project.remove("src/f4.ts");
    await here.index.freshen({ ...WAIT, embedUpTo: 60 });
    const found = await find(here.index, "comet");
    expect(found.nearest[0]).toBe("src/f3.ts");
    expect(found.nearest).not.toContain("src/f4.ts");
  });

  it("embeds nothing while the server does not answer, says so, and goes on when it does", async () => {
    const files = filesOf(20);
    const team = await publishedTeam(files);
    team.setDown(true);
    const here = await openProject(files, team);
    const report = await here.index.complete({});
    expect(here.embedder.embedded).toEqual([]);
    expect(report.vectorFailure).toMatchObject({
      code: "TEAM_INDEX_UNAVAILABLE",
      message: expect.stringContaining("does not answer"),
    });
    expect(here.index.vectorStatus().state).toBe("unavailable");
    team.setDown(false);
    await here.index.freshen({ ...WAIT, embedUpTo: 60 });
    await here.index.complete({});
    expect(here.index.vectorStatus()).toMatchObject({ state: "applied", kind: "team" });
    expect((await find(here.index, "journal8")).nearest).toHaveLength(20);
  });

  it("answers from local vectors when the server goes away, and says so", async () => {
    const files = filesOf(20);
    const team = await publishedTeam(files);
    const here = await openProject({ ...files, "src/own.ts": "export const comet = 1;\n" }, team);
    await here.index.complete({});
    team.setDown(true);
    expect((await find(here.index, "comet")).nearest).toEqual(["src/own.ts"]);
    expect(here.index.vectorStatus()).toMatchObject({
      state: "stale",
      reason: expect.stringContaining("does not answer"),
    });
  });

  it("is not led outside of its own files by what a foreign hand wrote", async () => {
    const files = filesOf(20);
    const team = await publishedTeam(files);
    const query = hashEmbedding("comet");
    const [victim] = [...team.chunks.values()];
    for (const path of ["../../etc/passwd", "/etc/passwd", "src/absent.ts", "", "src/f3.ts"]) {
      const key = `ff${String(path.length).padStart(30, "0")}`;
      team.chunks.set(key, { key, path, words: ["comet"], vector: query });
    }
    // A vector that is not the text's own: this chunk comes first, with its own text.
    team.chunks.set(victim?.key ?? "", { ...(victim as NonNullable<typeof victim>), vector: query });
    const here = await openProject(files, team);
    await here.index.complete({});
    const { nearest } = await find(here.index, "comet", 100);
    expect(nearest[0]).toBe(victim?.path);
    expect([...nearest].sort()).toEqual(Object.keys(files).sort());
  });

  it("embeds what is not published any more", async () => {
    const files = filesOf(20);
    const team = await publishedTeam(files);
    const here = await openProject(files, team);
    await here.index.complete({});
    const [lost] = [...team.chunks.values()];
    team.chunks.delete(lost?.key ?? "");
    await find(here.index, "journal8");
    await here.index.complete({});
    expect(here.embedder.embedded).toHaveLength(1);
    expect((await find(here.index, "journal8")).nearest).toHaveLength(20);
  });

  it("asks for vectors of single chunks, which another search begins with", async () => {
    const files = filesOf(10);
    const team = await publishedTeam(files);
    const here = await openProject({ ...files, "src/own.ts": "export const comet = 1;\n" }, team);
    await here.index.complete({});
    const { remote, chunks } = withSnapshot(here.index, (snapshot) => ({
      remote: snapshot.vectors?.remote ?? null,
      chunks: [...snapshot.documents()].map(({ firstChunk }) => firstChunk),
    }));
    expect((await remote?.vectors(chunks))?.size).toBe(10);
  });
});

describe("publishing", () => {
  it("writes what is missing, and nothing twice", async () => {
    const team = openMemoryTeam();
    const { project, index } = await openProject(filesOf(30), null);
    await index.complete({});
    expect(await publish(index, team)).toEqual({ keys: 30, there: 0, written: 30, lacking: 0, removed: 0 });
    expect(await publish(index, team)).toEqual({ keys: 30, there: 30, written: 0, lacking: 0, removed: 0 });
    project.write("src/f3.ts", "export const comet = 1;\n");
    await index.complete({});
    expect(await publish(index, team)).toEqual({ keys: 30, there: 29, written: 1, lacking: 0, removed: 0 });
    expect(team.chunks.size).toBe(31);
    expect(await publish(index, team, true)).toEqual({ keys: 30, there: 30, written: 0, lacking: 0, removed: 1 });
    expect(team.chunks.size).toBe(30);
  });

  it("goes on where it was stopped, and then keeps the sample of a publication made at once", async () => {
    const team = openMemoryTeam();
    const { project, index } = await openProject(filesOf(1_100), null);
    await index.complete({});
    team.failAfter(1);
    await expect(publish(index, team)).rejects.toThrow("the connection was lost");
    expect(await team.publication()).toBeNull();
    const before = team.chunks.size;
    expect(before).toBeGreaterThan(0);
    team.failAfter(100);
    expect(await publish(index, team)).toMatchObject({ keys: 1_100, there: before, written: 1_100 - before });
    await expectSampleOfOnce(index, team);
    for (let at = 0; at < 20; at++) {
      project.write(`src/f${at}.ts`, `export const comet${at} = ${at};\n`);
      project.remove(`src/f${at + 100}.ts`);
    }
    await index.complete({});
    await publish(index, team);
    await expectSampleOfOnce(index, team);
  });
});

/** Where chunks were removed, the sample is shorter, and has the same beginning. */
async function expectSampleOfOnce(index: ProjectIndex, team: MemoryTeam): Promise<void> {
  const atOnce = openMemoryTeam();
  await publish(index, atOnce);
  const { sample = [] } = (await team.publication()) ?? {};
  expect(sample.length).toBeGreaterThan(900);
  expect(sample).toEqual((await atOnce.publication())?.sample.slice(0, sample.length));
}
