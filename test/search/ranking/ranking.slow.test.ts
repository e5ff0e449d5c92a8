// Golden rankings over the judged projects of fixtures/ranking and over this program's own source: one file a query, which
// a person can judge, and the figures of all. A change of ranking is a diff of these files.
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Embedder } from "../../../src/embedding/embedder.ts";
import { openEmbedder } from "../../../src/embedding/onnx-embedder.ts";
import { joinHits } from "../../../src/search/answer/join-hits.ts";
import { correctTypos } from "../../../src/search/query/correct-typos.ts";
import { bindFilter, compileFilter } from "../../../src/search/query/filter.ts";
import { parseQuery } from "../../../src/search/query/parse-query.ts";
import { findPhrases, suspectFiles } from "../../../src/search/ranking/message-evidence.ts";
import { rank } from "../../../src/search/ranking/rank.ts";
import { retrieve } from "../../../src/search/ranking/retrieve.ts";
import type { Hit } from "../../../src/vocabulary/search.ts";
import { expectGolden } from "../../support/golden.ts";
import { DEPTH } from "../../support/judged.ts";
import { type MemoryProject, memoryProject } from "../../support/memory-project.ts";
import { type JudgedProject, RANKING_FOLDER, readJudgedProjects } from "./judged-projects.ts";
import { type Answered, renderPaths, renderPlaces, renderRanking, renderStatistics } from "./ranking-goldens.ts";

const projects = readJudgedProjects();

/** The places that an answer would show, best first. */
async function ask({ snapshot, corpus }: MemoryProject, text: string, vector: Float32Array | null): Promise<Hit[]> {
  const query = correctTypos(snapshot, parseQuery(text));
  const scope = bindFilter(compileFilter({ paths: [], languages: [], kinds: [] }, new Set()), snapshot);
  const phrases = await findPhrases(query, suspectFiles(snapshot, query, scope), corpus);
  const ranked = rank(snapshot, query, retrieve(snapshot, query, scope, vector, DEPTH, phrases));
  const joined = joinHits(ranked, { topK: DEPTH, detail: "snippets" }, (path) => snapshot.documentAt(path));
  return joined.map(({ hit }) => hit);
}

/** A golden that no query owns would be read as one that passes. */
function expectNoOthers({ name, queries }: JudgedProject): void {
  const folder = join(RANKING_FOLDER, name, "goldens");
  const wanted = new Set(queries.map(({ slug }) => `${slug}.txt`));
  expect(wanted.size, "queries whose goldens have different names").toBe(queries.length);
  const others = readdirSync(folder).filter((file) => !wanted.has(file));
  if (process.env["GOLDEN"] === "write") {
    for (const file of others) {
      rmSync(join(folder, file));
    }
    return;
  }
  expect(others).toEqual([]);
}

describe("rankings by words", async () => {
  const answers: Answered[] = [];
  for (const project of projects) {
    const indexed = await memoryProject(project.files, { withVectors: false });
    for (const query of project.queries) {
      answers.push({ project: project.name, query, hits: await ask(indexed, query.query, null) });
    }
  }
  const answersOf = ({ name }: JudgedProject) => answers.filter(({ project }) => project === name);

  describe.each(projects)("over $name", (project) => {
    const render = project.own ? renderPaths : renderRanking;

    it.each(answersOf(project))("$query.slug", ({ query, hits }) => {
      expectGolden(`ranking/${project.name}/goldens/${query.slug}.txt`, render(query, hits));
    });

    it("have a golden for each query and no others", () => expectNoOthers(project));
  });

  it("have these figures", () => {
    const places = projects.map((project) => renderPlaces(project, answersOf(project)));
    expectGolden("ranking/rank-stats.txt", [renderStatistics("Words only.", answers), ...places].join("\n"));
  });

  it("are of 120 queries at least, 40 of them over the program's own source", () => {
    const own = projects.filter((project) => project.own).flatMap(({ queries }) => queries);
    expect(answers.length).toBeGreaterThanOrEqual(120);
    expect(own.length).toBeGreaterThanOrEqual(40);
  });
});

/** The project with the model's vectors, made together: once to learn the texts, once more to hand out their vectors. */
async function embeddedProject({ files }: JudgedProject, embedder: Embedder): Promise<MemoryProject> {
  const { dimensions } = embedder;
  const texts: string[] = [];
  const none = new Float32Array(dimensions);
  const collect = (text: string): Float32Array => {
    texts.push(text);
    return none;
  };
  await memoryProject(files, { dimensions, embed: collect });
  const vectors = new Map((await embedder.embed(texts)).map((vector, at) => [texts[at], vector]));
  expect(vectors.size).toBe(new Set(texts).size);
  return memoryProject(files, { dimensions, embed: (text) => vectors.get(text) ?? none });
}

interface Line {
  readonly name: string;
  readonly queries: number;
  readonly figures: readonly number[];
}

const linesOf = (statistics: string): Line[] =>
  [...statistics.matchAll(/^(\S.*?)\s+(\d+)((?:\s+\d\.\d{3}){5})$/gm)].map(([, name = "", queries, figures = ""]) => ({
    name,
    queries: Number(queries),
    figures: figures.trim().split(/\s+/).map(Number),
  }));

/** The last digits of a vector depend on the processor, so one query of a group may fall otherwise, or .02 of many. */
function expectStatistics(file: string, actual: string): void {
  if (process.env["GOLDEN"] === "write") {
    expectGolden(`ranking/${file}`, actual);
    return;
  }
  const expected = linesOf(readFileSync(join(RANKING_FOLDER, file), "utf8"));
  const lines = linesOf(actual);
  expect(lines).not.toEqual([]);
  expect(lines.map(({ name, queries }) => [name, queries])).toEqual(
    expected.map(({ name, queries }) => [name, queries]),
  );
  for (const [at, { name, queries, figures }] of lines.entries()) {
    for (const [column, value] of figures.entries()) {
      const apart = Math.abs(value - (expected[at]?.figures[column] ?? Number.NaN));
      expect(apart, `${name}: ${value}`).toBeLessThanOrEqual(Math.max(0.02, 1 / queries) + 1e-9);
    }
  }
}

describe("rankings with the model's vectors", () => {
  const embedded = new Map<string, MemoryProject>();
  let embedder: Embedder;

  beforeAll(async () => {
    embedder = await openEmbedder({ jobs: 0, model: null, allowDownloads: false, downloadFolder: RANKING_FOLDER });
    for (const project of projects) {
      embedded.set(project.name, await embeddedProject(project, embedder));
    }
  }, 300_000);
  afterAll(() => embedder.close());

  async function askWithMeaning(project: string, text: string): Promise<Hit[]> {
    const indexed = embedded.get(project);
    expect(indexed).toBeDefined();
    return indexed === undefined ? [] : ask(indexed, text, await embedder.embedQuery(text));
  }

  it("have these figures", async () => {
    const answers: Answered[] = [];
    for (const { name, queries } of projects) {
      for (const query of queries) {
        answers.push({ project: name, query, hits: await askWithMeaning(name, query.query) });
      }
    }
    expectStatistics("rank-stats-meaning.txt", renderStatistics("Words and the model's vectors.", answers));
  });

  it("put what no word names before what is unlike it", async () => {
    const hits = await askWithMeaning("shop", "login times out");
    expect(hits.slice(0, 3).map(({ path }) => path)).toContain("src/auth/session.ts");
    expect(hits[0]?.explanation.map(({ signal }) => signal)).toContain("meaning");
  });
});
