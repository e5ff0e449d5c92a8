// Golden rankings by words over the judged projects of fixtures/ranking: a change of ranking is a diff of these files. Those over this
// program's own source are in ranking-own-source.long.test.ts.
import { describe, expect, it } from "vitest";
import { readJudgedProjects } from "./judged-projects.ts";
import { describeRankings } from "./rankings-by-words.ts";

/** Also reads whether what is judged in the program's own source is still there. */
const all = readJudgedProjects();
const projects = all.filter(({ own }) => !own);

describe("rankings by words", async () => {
  await describeRankings(projects, "rank-stats.txt");

  it("are of 120 queries at least, and 40 over the program's own source", () => {
    const own = all.filter((project) => project.own).flatMap(({ queries }) => queries);
    expect(projects.flatMap(({ queries }) => queries).length).toBeGreaterThanOrEqual(120);
    expect(own.length).toBeGreaterThanOrEqual(40);
  });
});
