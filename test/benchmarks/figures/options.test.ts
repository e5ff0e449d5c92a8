// The suite's arguments: what they become, and what a person is told who got them wrong.
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { complaintOf } from "../run-bench.ts";
import { PARTS, parseOptions, SIZES, USAGE } from "./options.ts";

const parse = (args: readonly string[], environment = {}) => parseOptions(args, "/home/me", environment);

describe("the arguments of bench", () => {
  it("measure everything at every size where nothing is said", () => {
    expect(parse([])).toMatchObject({ core: null, sizes: Object.keys(SIZES), only: Object.keys(PARTS), json: null });
  });

  it("are paths from the folder it is called in, and names of sizes and parts", () => {
    const args = ["--core", "core", "--sizes", "5k,60k", "--only", "queries,disk", "--home", "/h", "--json", "a.json"];
    expect(parse(args, { BENCH_CORE: resolve("/other") })).toMatchObject({
      core: resolve("/home/me/core"),
      sizes: ["5k", "60k"],
      only: ["queries", "disk"],
      home: resolve("/h"),
      scale: resolve("/h/generated"),
      json: resolve("/home/me/a.json"),
    });
    expect(parse(["--sizes", "none"], { BENCH_CORE: resolve("/other") })).toMatchObject({
      core: resolve("/other"),
      sizes: [],
    });
  });

  it("name what they do not know", () => {
    const complaint = (...args: string[]) => complaintOf((given) => parse(given), args);
    expect(complaint("--sizes", "2k")).toContain("--sizes 2k: known are 1k, 5k, 20k, 60k");
    expect(complaint("--only", "speed")).toContain("--only speed: known are initialize,");
    expect(complaint("--bogus")).toContain("--help");
  });

  it("are explained, each part too", () => {
    expect(parse(["--help"])).toBeNull();
    for (const part of Object.keys(PARTS)) {
      expect(USAGE).toContain(`  ${part} `);
    }
  });
});
