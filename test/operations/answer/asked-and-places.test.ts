// What the log of calls keeps of questions and answers.
import { describe, expect, test } from "vitest";
import { loggedInput, loggedText, placesOf } from "../../../src/operations/answer/asked-and-places.ts";

const ORDER = ["query", "symbol", "paths"];
const of = (input: unknown, changesFiles = false) => loggedInput(input, { changesFiles, order: ORDER });

describe("a question", () => {
  test.each<[string, unknown, object]>([
    ["is its fields", { query: "a b", top_k: 3, exact: true }, { query: "a b", top_k: 3, exact: true }],
    ["may be none", undefined, {}],
    ["may be no object", "text", { 0: "t", 1: "e", 2: "x", 3: "t" }],
    ["has null where it was given", { query: null }, { query: null }],
    ["is cut where it is long", { query: "x ".repeat(400) }, { query: `${"x ".repeat(250)}…` }],
    [
      "has the first entries of a long list",
      { paths: Array.from({ length: 30 }, (_, at) => `${at}`) },
      { paths: [...Array.from({ length: 20 }, (_, at) => `${at}`), "… 30 in all"] },
    ],
    [
      "has what is in lists and tables",
      { steps: [{ tool: "a", input: { query: "b" } }] },
      { steps: [{ tool: "a", input: { query: "b" } }] },
    ],
  ])("%s", (_, input, expected) => expect(of(input)).toEqual(expected));

  test("begins with the fields of the tool, in their order", () => {
    expect(Object.keys(of({ max_tokens: 9, paths: [], query: "a" }))).toEqual(["query", "paths", "max_tokens"]);
  });

  test("is bounded as a whole", () => {
    const many = Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`field${at}`, "word ".repeat(200)]));
    expect(JSON.stringify(of(many)).length).toBeLessThan(6_000);
  });

  test.each([
    ["a token", "why is ghp_16C7e42F292c6912E7710c838347Ae178B4a refused", "ghp_16C7e42F292c6912E7710c838347Ae178B4a"],
    ["a password", 'password = "tr0ub4dor&3xKq9"', "tr0ub4dor&3xKq9"],
  ])("has no %s", (_, query, secret) => {
    const logged = JSON.stringify(of({ query, paths: [query] }));
    expect(logged).not.toContain(secret);
    expect(logged).toContain("redacted");
  });

  test.each([
    ["export function a() {\n  return 1;\n}", "(35 characters)"],
    ["x".repeat(121), "(121 characters)"],
    ["src/a.ts#a", "src/a.ts#a"],
  ])("of a change has no source: %j", (symbol, expected) => {
    expect(of({ symbol }, true)).toEqual({ symbol: expected });
  });
});

test("the answer's first line is cut, and masked", () => {
  expect(loggedText("found: 3 hits", 8)).toBe("found: 3…");
});

describe("the places of an answer", () => {
  test.each<[string, unknown, string[]]>([
    ["none", { outcome: "empty" }, []],
    ["of a failure", undefined, []],
    ["of hits", { hits: [{ path: "a.ts", start_line: 1, end_line: 9, source: ["x"] }] }, ["a.ts:1-9"]],
    [
      "of several projects",
      { hits: [{ project: "api", path: "a.ts", start_line: 3, end_line: 3 }] },
      ["a.ts:3 in api"],
    ],
    ["of a table", { rows: { columns: ["path", "line"], rows: [["a.ts", 4], ["b.ts"]] } }, ["a.ts:4", "b.ts"]],
    [
      "of a table by files",
      { references: { columns: ["path", "line", "role"], same: { role: "call" }, rows: { "a.ts": [[4], [7]] } } },
      ["a.ts:4", "a.ts:7"],
    ],
    ["each once", { hits: [{ path: "a.ts" }, { path: "a.ts" }] }, ["a.ts"]],
    ["not of what is beside the answer", { problems: [{ path: "a.ts" }], envelope: { path: "b.ts" } }, []],
  ])("%s", (_, structured, places) => {
    expect(placesOf(structured)).toEqual({ places, places_found: places.length });
  });

  test("are the first ones, and how many there are", () => {
    const hits = Array.from({ length: 50 }, (_, at) => ({ path: `${at}.ts` }));
    expect(placesOf({ hits })).toEqual({ places: hits.slice(0, 20).map(({ path }) => path), places_found: 50 });
  });
});
