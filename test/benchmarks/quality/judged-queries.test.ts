// Queries, lists and checkouts as a person may have written them, and results files.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { withSlashes } from "../../../src/system/platform/below.ts";
import { Failure } from "../../../src/vocabulary/failure.ts";
import { temporaryFolder } from "../../support/folder-corpus.ts";
import { findList, findRepositories, keepOnly, readQueries } from "./judged-queries.ts";
import { readResults, wordsFileOf, writeResults } from "./results-file.ts";

const temporary = temporaryFolder();
afterAll(() => temporary.remove());

function write(name: string, text: string): string {
  const file = join(temporary.path, name);
  mkdirSync(join(file, ".."), { recursive: true });
  writeFileSync(file, text);
  return file;
}

function complaintOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (error instanceof Failure) {
      return `${error.code}: ${error.message} (${error.hint})`;
    }
  }
  return "none";
}

const LINE = '{"repo": "gin", "query": "routes", "targets": [{"path": "gin.go"}]}';

describe("judged queries", () => {
  it("are read line by line, with their lines where they name some", () => {
    const lined =
      '{"repo":"ecto","query":"q","category":"symbol","language":"elixir","targets":[{"path":"a.ex","start_line":3,"end_line":9}]}';
    const file = write("good.jsonl", `${LINE}\n\n${lined}\n`);
    expect(readQueries(file)).toEqual({
      name: "good.jsonl",
      queries: [
        { repo: "gin", query: "routes", category: "none", language: "none", targets: [{ path: "gin.go" }] },
        {
          repo: "ecto",
          query: "q",
          category: "symbol",
          language: "elixir",
          targets: [{ path: "a.ex", lines: { start: 3, end: 9 } }],
        },
      ],
    });
  });

  it.each<[string, string, string]>([
    ["no JSON", `${LINE}\nroutes\n`, "bad.jsonl:2: "],
    ["no target", '{"repo": "gin", "query": "routes", "targets": []}', "bad.jsonl:1: "],
    ["half a range", '{"repo":"gin","query":"q","targets":[{"path":"a","start_line":3}]}', "start_line and end_line"],
    ["nothing at all", "\n", "holds no query"],
  ])("are refused by file, line and reason: %s", (_, text, named) => {
    expect(complaintOf(() => readQueries(write("bad.jsonl", text)))).toContain(named);
  });

  it("that are not there say what to correct", () => {
    expect(complaintOf(() => readQueries("/nowhere/q.jsonl"))).toContain(
      "NOT_FOUND: the file of queries /nowhere/q.jsonl cannot be read",
    );
  });

  it("can be narrowed to repositories, each of which some file must know", () => {
    const about = (...repos: string[]) => ({
      name: repos.join("+"),
      queries: repos.map((repo) => ({ repo, query: "q", category: "", language: "", targets: [] })),
    });
    const sets = [about("gin", "rack"), about("rack")];
    expect(keepOnly(sets, [])).toEqual(sets);
    expect(keepOnly(sets, ["gin"])).toEqual([{ ...about("gin"), name: "gin+rack" }]);
    expect(complaintOf(() => keepOnly(sets, ["rack", "rails"]))).toBe(
      "INVALID_INPUT: no query is about rails (--only takes of gin, rack)",
    );
  });
});

describe("the repositories", () => {
  const checkouts = join(temporary.path, "checkouts");
  mkdirSync(join(checkouts, "gin"), { recursive: true });
  mkdirSync(join(checkouts, "ecto", "lib", "ecto"), { recursive: true });

  it("are the folders that the list says, and whole checkouts where it says nothing", () => {
    const list = write("list.json", '[{"name": "ecto", "root": "lib/ecto/"}, {"name": "rack", "root": "lib/rack"}]');
    const found = findRepositories(["gin", "ecto", "gin"], checkouts, list);
    expect(found.map(({ name, prefix, root }) => [name, prefix, withSlashes(root.slice(-8))])).toEqual([
      ["ecto", "lib/ecto", "lib/ecto"],
      ["gin", "", "outs/gin"],
    ]);
  });

  it("that are missing are all named, with what to do", () => {
    const complaint = complaintOf(() => findRepositories(["gin", "rack", "axum"], checkouts, null));
    expect(complaint).toContain(`axum (${join(checkouts, "axum")} is no folder)`);
    expect(complaint).toContain(`rack (${join(checkouts, "rack")} is no folder)`);
    expect(complaint).not.toContain("gin (");
    expect(complaint).toContain("clone each");
  });

  it("have a list that is named, beside them, or beside the queries, in this order", () => {
    const queries = write("queries/q.jsonl", LINE);
    expect(findList(null, checkouts, queries)).toBeNull();
    const beside = write("queries/repos.json", "[]");
    expect(findList(null, checkouts, queries)).toBe(beside);
    const among = write("checkouts/repos.json", "[]");
    expect(findList(null, checkouts, queries)).toBe(among);
    expect(findList("/named.json", checkouts, queries)).toBe("/named.json");
  });

  it.each(["{}", "[", '[{"root": "."}]'])("are not taken from what is no list: %s", (text) => {
    expect(complaintOf(() => findRepositories(["gin"], checkouts, write("list.json", text)))).toContain("is no list");
  });
});

describe("results files", () => {
  it("hold what the next run reads", () => {
    const file = join(temporary.path, "results.jsonl");
    const question = { repo: "gin", query: "a\nb", category: "", language: "", targets: [] };
    const hits = [{ path: "gin.go", startLine: 3, endLine: 9 }];
    writeResults(file, [question], () => hits);
    expect([...readResults(file)]).toEqual([["gin\na\nb", hits]]);
  });

  it.each([
    ["r.jsonl", "r.words.jsonl"],
    ["/a.b/results", "/a.b/results.words"],
    ["x.y.json", "x.y.words.json"],
  ])("of the words arm stand beside the others: %s", (file, words) => {
    expect(wordsFileOf(file)).toBe(words);
  });

  it("that are none are refused by line", () => {
    expect(complaintOf(() => readResults(write("r.jsonl", '{"repo": "gin"}')))).toContain("r.jsonl:1: ");
  });
});
