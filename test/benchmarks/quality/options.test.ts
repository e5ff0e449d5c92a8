// The benchmark's arguments: what they become, and what a person is told who got them wrong.
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { complaintOf } from "../run-bench.ts";
import { parseOptions, USAGE } from "./options.ts";

const NEEDED = ["--queries", "a.jsonl", "--repositories", "checkouts"];

describe("the arguments of bench:quality", () => {
  it("are paths from the folder it is called in, and everything is measured unless it is left out", () => {
    expect(parseOptions(NEEDED, "/home/me")).toMatchObject({
      queries: [resolve("/home/me/a.jsonl")],
      repositories: resolve("/home/me/checkouts"),
      list: null,
      results: null,
      only: [],
      vectors: true,
      baselines: true,
      budgets: true,
      firstAnswers: false,
    });
  });

  it("take several files of queries, several names, and switches", () => {
    const args = [...NEEDED, "--queries", "/b.jsonl", "--only", "gin,rack", "--no-vectors", "--results", "out/r.jsonl"];
    expect(parseOptions(args, "/home/me")).toMatchObject({
      queries: [resolve("/home/me/a.jsonl"), resolve("/b.jsonl")],
      only: ["gin", "rack"],
      vectors: false,
      results: resolve("/home/me/out/r.jsonl"),
    });
  });

  it.each<[string, string[], string]>([
    ["no queries", ["--repositories", "x"], "--queries is missing"],
    ["no repositories", ["--queries", "x"], "--repositories is missing"],
    ["an unknown option", [...NEEDED, "--vector"], "--vector"],
    ["a value too few", [...NEEDED, "--cache"], "--cache"],
    ["a word too many", [...NEEDED, "gin"], "gin"],
  ])("are refused with the option's name and the way to help: %s", (_, args, named) => {
    expect(complaintOf(parseOptions, args)).toContain(named);
    expect(complaintOf(parseOptions, args)).toContain("--help");
  });

  it("may ask for help, which names every option with an example", () => {
    expect(parseOptions(["--help"], "/")).toBeNull();
    expect(USAGE).toContain("npm run bench:quality -- --queries queries.jsonl --repositories ~/checkouts");
    for (const name of ["list", "results", "json", "against", "only", "cache", "first-answers"]) {
      expect(USAGE).toContain(`--${name}`);
    }
  });
});
