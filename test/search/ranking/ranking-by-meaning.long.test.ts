// The figures of all judged queries with the model's vectors. Embedding this program's own source takes most of the time, a minute of
// two cores: `.ci/run` leaves it out (RANKING_OWN_SOURCE=off), and compares the figures of the other projects.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Embedder } from "../../../src/embedding/embedder.ts";
import type { Hit } from "../../../src/vocabulary/search.ts";
import { expectGolden } from "../../support/golden.ts";
import type { MemoryProject } from "../../support/memory-project.ts";
import { ask } from "./ask-judged.ts";
import { embeddedProject, openShippedEmbedder } from "./embedded-project.ts";
import { RANKING_FOLDER, readJudgedProjects } from "./judged-projects.ts";
import { type Answered, renderStatistics } from "./ranking-goldens.ts";

const isWhole = process.env["RANKING_OWN_SOURCE"] !== "off";
const projects = readJudgedProjects().filter(({ own }) => isWhole || !own);

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
    expect(isWhole, "the golden file is of all projects").toBe(true);
    expectGolden(`ranking/${file}`, actual);
    return;
  }
  // The other lines are sums over all projects.
  const isJudged = ({ name }: Line): boolean =>
    isWhole || projects.some((project) => name === `project ${project.name}`);
  const expected = linesOf(readFileSync(join(RANKING_FOLDER, file), "utf8")).filter(isJudged);
  const lines = linesOf(actual).filter(isJudged);
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
    embedder = await openShippedEmbedder();
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
});
