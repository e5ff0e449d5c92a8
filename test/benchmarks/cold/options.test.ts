// The command line of `bench:cold`.
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { packagePath } from "../../../src/system/package-root.ts";
import { parseOptions } from "./options.ts";

const GIVEN = ["--queries", "q.jsonl", "--repositories", "checkouts"];

describe("the options of bench:cold", () => {
  it("are few, with paths from the folder it is started in", () => {
    expect(parseOptions(GIVEN, "/srv")).toEqual({
      queries: [resolve("/srv/q.jsonl")],
      repositories: resolve("/srv/checkouts"),
      list: null,
      only: [],
      json: null,
      each: 4,
      minutes: 12,
      program: packagePath("dist", "main.js"),
      busy: true,
      page: null,
    });
    expect(parseOptions([...GIVEN, "--each", "2", "--no-busy", "--program", "other.js"], "/srv")).toMatchObject({
      each: 2,
      busy: false,
      program: resolve("/srv/other.js"),
    });
    expect(parseOptions(["--help"], "/srv")).toBeNull();
  });

  it.each([
    ["--queries", ["--repositories", "checkouts"]],
    ["--each", [...GIVEN, "--each", "0"]],
  ])("say what is wrong with %s", (named, args) => {
    expect(() => parseOptions(args, "/srv")).toThrow(named);
  });
});
