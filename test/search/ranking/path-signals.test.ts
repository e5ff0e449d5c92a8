import { describe, expect, it } from "vitest";
import { parseQuery } from "../../../src/search/query/parse-query.ts";
import { header } from "../../../src/search/ranking/path-signals.ts";
import { memoryProject } from "../../support/memory-project.ts";

const PATHS = [
  "src/fs.c",
  "src/fs.h",
  "src/both/tree.hpp",
  "src/both/tree.cc",
  "src/only.h",
  "include/net/socket.h",
  "src/net/socket.cpp",
  "lib/include/timer.h",
  "lib/timer.m",
  "src/(a+)+[b].h",
  "src/(a+)+[b].c",
  "src/name.h.ts",
];
const { snapshot } = await memoryProject(Object.fromEntries(PATHS.map((path) => [path, "int x;\n"])), {
  withVectors: false,
});
const ofQuery = (query: string, path: string): number => header(snapshot, parseQuery(query), path);

describe("a header", () => {
  it.each<[path: string, value: 0 | 1]>([
    ["src/fs.h", 1],
    ["src/both/tree.hpp", 1],
    ["include/net/socket.h", 1],
    ["lib/include/timer.h", 1],
    ["src/(a+)+[b].h", 1],
    ["src/only.h", 0],
    ["src/fs.c", 0],
    ["src/name.h.ts", 0],
    ["elsewhere/fs.h", 0],
  ])("%s only declares what is implemented beside it: %d", (path, value) => {
    expect(ofQuery("how is a file opened", path)).toBe(value);
  });

  it.each<[query: string, value: 0 | 1]>([
    ["how is a file opened", 1],
    ["how does it head for the structure", 1],
    ["which header has the flags", 0],
    ["where is open_file declared", 0],
    ["the public functions", 0],
    ["fs.h", 0],
    ["struct of a request", 0],
    ["the publication of an apiary", 1],
  ])("is held back from %s: %d", (query, value) => {
    expect(ofQuery(query, "src/fs.h")).toBe(value);
  });
});
