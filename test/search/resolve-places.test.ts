import { describe, expect, it } from "vitest";
import { bindFilter, compileFilter } from "../../src/search/filter.ts";
import { parseQuery } from "../../src/search/parse-query.ts";
import { resolvePlaces } from "../../src/search/resolve-places.ts";
import { memoryProject } from "../support/memory-project.ts";

const PATHS = ["main.go", "src/main.go", "src/click/core.py", "lib/click/core.py", "lib/index.js", "a/lib/index.js"];
const { snapshot } = await memoryProject(Object.fromEntries(PATHS.map((path) => [path, "text\n"])));

/** The files that a query's places mean, each with its share and lines. */
function meant(text: string, paths: readonly string[] = []): string[] {
  const scope = bindFilter(compileFilter({ paths, languages: [], kinds: [] }, new Set()), snapshot);
  return [...resolvePlaces(snapshot, parseQuery(text).places, scope)].map(([id, { share, lines }]) =>
    `${snapshot.document(id).path} ${share.toFixed(2)} ${lines.join(",")}`.trim(),
  );
}

describe("the places of a query", () => {
  it.each<[string, readonly string[]]>([
    ["src/click/core.py", ["src/click/core.py 1.00"]],
    ["click/core.py:12", ["src/click/core.py 1.00 12", "lib/click/core.py 1.00 12"]],
    ["core.py:12 core.py:20", ["src/click/core.py 1.00 12,20", "lib/click/core.py 1.00 12,20"]],
    ['File "/usr/lib/python3/lib/click/core.py", line 7, in main', ["lib/click/core.py 1.00 7"]],
    ["/usr/site-packages/click/core.py:7", ["src/click/core.py 0.67 7", "lib/click/core.py 0.67 7"]],
    ["/home/u/go/gin/main.go:3", ["main.go 0.50 3"]],
    ["/x/node_modules/b/index.js:3", []],
    ["/x/a/lib/index.js:3", ["a/lib/index.js 0.75 3"]],
    ["core.go read/write", []],
    ["how is main called", []],
  ])("%s", (text, expected) => {
    expect(meant(text)).toEqual(expected);
  });

  it("lie within the filter", () => {
    expect(meant("core.py:12", ["src/**"])).toEqual(["src/click/core.py 1.00 12"]);
  });
});
