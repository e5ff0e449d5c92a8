// What a judged name comes to beside our rows, and how the files of judged names are read.
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { packagePath } from "../../../src/system/package-root.ts";
import type { OurRow } from "../authorities/ask.ts";
import { complaintOf } from "../run-bench.ts";
import { type Entry, figuresOf, type Judgement, judge, parseEntries, placeOf, renderReport } from "./judged.ts";
import { parseOptions } from "./options.ts";

const SITE: Entry = {
  ...{ repository: "a/shop", commit: "0123", path: "src/main.rs", line: 3, name: "load", role: "call" },
  ...{ target: "src/store.rs:9", drawn: "site" },
};
const FOREIGN: Entry = { ...SITE, target: "foreign" };
const EDGE: Entry = { ...SITE, drawn: "edge" };
const at = (line: number, role = "call", certainty = "exact"): OurRow => ({
  path: "src/main.rs",
  line,
  role,
  certainty,
});

describe("a judged name", () => {
  it.each<[string, Entry, OurRow[], OurRow[], Partial<Judgement>]>([
    ["right where a row about what is meant stands there", SITE, [at(3)], [], { verdict: "right", certainty: "exact" }],
    [
      "right by the row of its own role",
      SITE,
      [at(3, "type"), at(3, "call", "heuristic")],
      [],
      { certainty: "heuristic" },
    ],
    ["missed where none does", SITE, [at(4)], [], { verdict: "unlinked", certainty: "" }],
    ["wrong where another symbol's does", EDGE, [], [at(3, "read", "constrained")], { verdict: "wrong", calls: false }],
    ["wrong where anything is linked that is foreign", FOREIGN, [], [at(3)], { verdict: "wrong" }],
    ["as it should be where nothing foreign is linked", FOREIGN, [], [at(8)], { verdict: "unlinked" }],
  ])("is %s", (_, entry, meant, others, expected) => {
    expect(judge(entry, meant, others, false)).toMatchObject(expected);
  });

  it("counts: found of what is meant, linked though foreign, right of what is still linked", () => {
    const all = [
      judge(SITE, [at(3)], [], false),
      judge(SITE, [], [], false),
      judge(FOREIGN, [], [at(3)], false),
      judge(FOREIGN, [], [], true),
      judge(EDGE, [at(3)], [], false),
      judge(EDGE, [], [at(3, "call", "constrained")], false),
      judge(EDGE, [], [], false),
    ];
    expect(figuresOf(all)).toEqual({
      recall: { of: 2, right: 1 },
      callRecall: { of: 2, right: 1 },
      foreign: { of: 2, right: 1 },
      partly: 1,
      precision: { of: 2, right: 1 },
      precisionBy: { exact: { of: 1, right: 1 }, constrained: { of: 1, right: 0 }, heuristic: { of: 0, right: 0 } },
      callPrecision: { of: 2, right: 1 },
      gone: 1,
    });
    const report = renderReport([{ language: "rust", repositories: ["shop"], judgements: all }], ["now"]);
    expect(report).toMatch(/\| rust +\| shop +\| \.50 \(1 of 2\) .*1 foreign partly asked, 1 edges gone/);
  });
});

describe("the files of judged names", () => {
  const folder = packagePath("fixtures/benchmarks/edges");

  it.each(readdirSync(folder))("%s can be read and names commits in full", (name) => {
    const entries = parseEntries(readFileSync(join(folder, name), "utf8"), name);
    expect(entries.length).toBeGreaterThan(0);
    expect(entries.filter((one) => !/^[0-9a-f]{40}$/.test(one.commit))).toEqual([]);
  });

  it("are refused with the place of a line that is none", () => {
    const refused = (text: string) => complaintOf(() => parseEntries(text, "x.jsonl"), []);
    expect(refused("\n{")).toContain("x.jsonl:2 is no judged name");
    expect(refused(JSON.stringify({ ...SITE, target: "somewhere" }))).toContain("x.jsonl:1");
    expect(placeOf(SITE)).toEqual(["src/store.rs", 9]);
    expect(placeOf(FOREIGN)).toBeNull();
  });
});

it("the arguments are checkouts, and are refused without", () => {
  expect(parseOptions(["--repository", "fd", "--json", "x.json"], "/home/me")).toMatchObject({
    roots: [resolve("/home/me/fd")],
    json: resolve("/home/me/x.json"),
    page: null,
  });
  expect(complaintOf(parseOptions, [])).toContain("--repository is missing");
});
