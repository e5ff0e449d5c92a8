// Golden rankings by words over this program's own source, which takes most of a minute to analyse.
import { describe } from "vitest";
import { readJudgedProjects } from "./judged-projects.ts";
import { describeRankings } from "./rankings-by-words.ts";

describe("rankings by words", async () => {
  await describeRankings(
    readJudgedProjects().filter(({ own }) => own),
    "rank-stats-own-source.txt",
  );
});
