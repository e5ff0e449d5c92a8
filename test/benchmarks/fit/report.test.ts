// How files of queries are named where several are shown.
import { expect, it } from "vitest";
import { shortNames } from "./report.ts";

it("names a file by the shortest end of its path that tells it apart", () => {
  expect(shortNames(["/a/queries.jsonl"])).toEqual(["queries.jsonl"]);
  expect(shortNames(["/a/queries.jsonl", "/b/queries.jsonl", "/b/more.jsonl"])).toEqual([
    "a/queries.jsonl",
    "b/queries.jsonl",
    "more.jsonl",
  ]);
  expect(shortNames(["/q.jsonl", "/a/q.jsonl"])).toEqual(["/q.jsonl", "a/q.jsonl"]);
});
