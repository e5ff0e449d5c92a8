// The tests of golden rankings by words: one file a query, which a person can judge, and the figures of all.
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { expectGolden } from "../../support/golden.ts";
import { memoryProject } from "../../support/memory-project.ts";
import { ask } from "./ask-judged.ts";
import { type JudgedProject, RANKING_FOLDER } from "./judged-projects.ts";
import { type Answered, renderPaths, renderPlaces, renderRanking, renderStatistics } from "./ranking-goldens.ts";

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

/** Asks the projects' queries, and compares each ranking with its golden, and the figures with those in `statistics`. */
export async function describeRankings(projects: readonly JudgedProject[], statistics: string): Promise<void> {
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
    expectGolden(`ranking/${statistics}`, [renderStatistics("Words only.", answers), ...places].join("\n"));
  });
}
