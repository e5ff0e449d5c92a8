// What a query says of the files it wants, before any is indexed.
import { describe, expect, it } from "vitest";
import { fileHintsOf } from "../../../src/search/query/file-hints.ts";
import { parseQuery } from "../../../src/search/query/parse-query.ts";

const sought = (query: string) => fileHintsOf(parseQuery(query));

describe("what a query looks for", () => {
  it.each([
    // Each needle stands in every form of its word.
    ["where are queries parsed", ["query", "queries", "parsing"]],
    ["how is the configuration validated", ["configuration", "configure", "validated", "validate"]],
    ["flushJobs", ["flushJobs", "jobs"]],
    ["libraries", ["library", "libraries"]],
  ])("%s is in files with %j", (query, words) => {
    const { needles } = sought(query);
    for (const word of words) {
      expect(
        needles.some((needle) => word.toLowerCase().includes(needle)),
        `${word} by ${needles.join()}`,
      ).toBe(true);
    }
  });

  it("names paths, but not those of installed packages", () => {
    expect(sought("what does src/App.ts:12 do").places).toEqual(["src/app.ts"]);
    expect(sought("node_modules/vue/index.js").places).toEqual([]);
  });

  it("is about the names in it, each as one term", () => {
    expect(sought("where does flushJobs call Queue::push")).toMatchObject({
      names: ["flushJobs", "Queue", "push"],
      nameTerms: ["flushjobs", "queue", "push"],
    });
    expect(sought("flush the queue")).toMatchObject({ names: [], nameTerms: [] });
  });

  it("holds tests back unless they are asked for", () => {
    expect(sought("flush the queue").sideDistance("test/queue.test.ts")).toBeGreaterThan(0);
    expect(sought("tests of the queue").sideDistance("test/queue.test.ts")).toBe(0);
    expect(sought("flush the queue").sideDistance("src/queue.ts")).toBe(0);
  });
});
