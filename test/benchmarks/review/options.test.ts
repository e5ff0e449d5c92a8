// The command line of the review's benchmark.
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { complaintOf } from "../run-bench.ts";
import { parseOptions } from "./options.ts";

const HINT = "npm run bench:review -- --help shows the options";

describe("parseOptions", () => {
  it("reads the repositories and what to draw", () => {
    const args = [
      "--repository",
      "gson",
      "--repository",
      "/hono",
      "--commits",
      "20",
      "--sample",
      "60",
      "--sheet",
      "s.md",
    ];
    expect(parseOptions(args, "/home/me")).toMatchObject({
      roots: [resolve("/home/me/gson"), resolve("/hono")],
      commits: 20,
      sample: 60,
      seed: 1,
      sheet: resolve("/home/me/s.md"),
      json: null,
    });
  });

  it("asks for a repository or a judged sample, and for a sheet with a sample", () => {
    expect(complaintOf(parseOptions, [])).toBe(`--repository or --judged is required (${HINT})`);
    expect(complaintOf(parseOptions, ["--judged", "a.json"])).toBe("none");
    expect(complaintOf(parseOptions, ["--repository", "a", "--sample", "9"])).toBe(
      `--sample and --sheet go together (${HINT})`,
    );
    expect(complaintOf(parseOptions, ["--repository", "a", "--commits", "0"])).toBe(
      `--commits must be a whole number of at least 1 (${HINT})`,
    );
  });

  it("reads which commits are drawn", () => {
    const args = ["--repository", "gson", "--unmerged", "--unfinished", "--leaving", "--mild"];
    expect(parseOptions(args, "/home/me")).toMatchObject({
      isUnmerged: true,
      isUnfinished: true,
      isLeaving: true,
      isMild: true,
    });
  });

  it("shows the usage", () => {
    expect(parseOptions(["--help"], "/home/me")).toBeNull();
  });
});
