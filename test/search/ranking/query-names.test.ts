import { describe, expect, it } from "vitest";
import { bindFilter, compileFilter } from "../../../src/search/query/filter.ts";
import { parseQuery } from "../../../src/search/query/parse-query.ts";
import { equalDefinitions } from "../../../src/search/ranking/query-names.ts";
import { memoryProject } from "../../support/memory-project.ts";

const project = await memoryProject({
  "src/a.ts": "export class Store {\n  open(): void {}\n}\n",
  "src/b.ts": "export class Cache {\n  open(): void {}\n  close(): void {}\n}\n",
  "src/c.ts": "export function load(): void {}\nexport function load2(): void {}\n",
  "src/d.ts": "export function load(): void {}\n",
  "test/c.test.ts": "function close(): void {}\nfunction Store(): void {}\n",
  "src/e.ts": "export class Wrapper {\n  Store(): void {}\n}\nexport const store = 1;\n",
});

function places(name: string, paths: readonly string[] = []): string[] {
  const scope = bindFilter(compileFilter({ paths, languages: [], kinds: [] }, new Set()), project.snapshot);
  return equalDefinitions(project.snapshot, parseQuery(name), scope).map(({ path, symbol }) => `${path}#${symbol}`);
}

describe("definitions of equal standing", () => {
  it.each<[string, string, string[]]>([
    ["two functions of one name", "load", ["src/c.ts#load", "src/d.ts#load"]],
    ["methods of two classes", "open", ["src/a.ts#Store.open", "src/b.ts#Cache.open"]],
    ["a qualified name is one of them", "Cache.open", ["src/b.ts#Cache.open"]],
    ["source outranks tests, the outer name the inner, a class a constant", "Store", ["src/a.ts#Store"]],
    ["a method stands alone before a test's helper", "close", ["src/b.ts#Cache.close"]],
    ["a file as the qualifier", "d.load", ["src/d.ts#load"]],
    ["a file before the class", "src.b.Cache.open", ["src/b.ts#Cache.open"]],
    ["a name that is nowhere", "nowhere", []],
    ["a qualifier that fits nothing", "Nowhere.open", []],
    ["words are no name", "how to load", []],
  ])("%s", (_, name, expected) => {
    expect(places(name)).toEqual(expected);
  });

  it("lie within the filter", () => {
    expect(places("load", ["src/d.ts"])).toEqual(["src/d.ts#load"]);
  });
});
