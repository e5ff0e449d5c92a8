// The fitting's arguments: what they become, and what a person is told who got them wrong.
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { complaintOf } from "../run-bench.ts";
import { parseOptions, USAGE } from "./options.ts";

const NEEDED = ["--queries", "a.jsonl", "--repositories", "checkouts"];

describe("the arguments of bench:fit", () => {
  it("are paths from the folder it is called in; every query counts 1 and every repository is left out by itself", () => {
    expect(parseOptions(NEEDED, "/home/me")).toMatchObject({
      queries: [{ file: resolve("/home/me/a.jsonl"), weight: 1 }],
      checkouts: [{ folder: resolve("/home/me/checkouts"), list: null }],
      folds: null,
      pull: 8,
      json: null,
    });
  });

  it("take several sets, each with its weight, and several folders, each with its list", () => {
    const more = [
      "--queries",
      resolve("/b.jsonl"),
      "--repositories",
      resolve("/more"),
      "--list",
      "one.json",
      "--list",
      resolve("/two.json"),
    ];
    const args = [...NEEDED, ...more, "--set-weight", "/b.jsonl=0.3", "--folds", "7", "--pull", "0"];
    expect(parseOptions(args, "/home/me")).toMatchObject({
      queries: [
        { file: resolve("/home/me/a.jsonl"), weight: 1 },
        { file: resolve("/b.jsonl"), weight: 0.3 },
      ],
      checkouts: [
        { folder: resolve("/home/me/checkouts"), list: resolve("/home/me/one.json") },
        { folder: resolve("/more"), list: resolve("/two.json") },
      ],
      folds: 7,
      pull: 0,
    });
  });

  it.each<[string, string[], string]>([
    ["no queries", ["--repositories", "x"], "--queries is missing"],
    ["no repositories", ["--queries", "x"], "--repositories is missing"],
    ["a weight of an unknown file", [...NEEDED, "--set-weight", "b.jsonl=1"], "--set-weight b.jsonl=1"],
    ["a weight without a number", [...NEEDED, "--set-weight", "a.jsonl="], "--set-weight"],
    ["a weight below 0", [...NEEDED, "--set-weight", "a.jsonl=-1"], "--set-weight"],
    ["a list too few", [...NEEDED, "--repositories", "y", "--list", "l.json"], "--list is given 1 times"],
    ["one fold", [...NEEDED, "--folds", "1"], "--folds"],
    ["part of a fold", [...NEEDED, "--folds", "2.5"], "--folds"],
    ["no number", [...NEEDED, "--pull", "much"], "--pull"],
    ["an unknown option", [...NEEDED, "--lambda", "8"], "--lambda"],
  ])("are refused with the option's name and the way to help: %s", (_, args, named) => {
    expect(complaintOf(parseOptions, args)).toContain(named);
    expect(complaintOf(parseOptions, args)).toContain("--help");
  });

  it("may ask for help, which names every option with an example", () => {
    expect(parseOptions(["--help"], "/")).toBeNull();
    expect(USAGE).toContain("npm run bench:fit -- --queries queries.jsonl --repositories ~/checkouts");
    for (const name of ["list", "set-weight", "folds", "pull", "json", "cache"]) {
      expect(USAGE).toContain(`--${name}`);
    }
  });
});
