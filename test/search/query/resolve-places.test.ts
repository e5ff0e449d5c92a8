import { describe, expect, it } from "vitest";
import { bindFilter, compileFilter } from "../../../src/search/query/filter.ts";
import { parseQuery } from "../../../src/search/query/parse-query.ts";
import { askedOf, resolvePlaces } from "../../../src/search/query/resolve-places.ts";
import { memoryProject } from "../../support/memory-project.ts";

const PATHS = [
  "main.go",
  "src/main.go",
  "src/click/core.py",
  "lib/click/core.py",
  "lib/index.js",
  "a/lib/index.js",
  "src/ui/view.ts",
  "java/ui/Cart.java",
];
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

  it.each<[name: string, text: string, expected: readonly string[]]>([
    [
      "the innermost frame, then its callers",
      "at render (/app/src/ui/view.ts:5:1) at run (/app/src/main.go:9:2)",
      ["src/ui/view.ts 1.00 5", "src/main.go 0.45 9"],
    ],
    [
      "Python's innermost frame, which comes last",
      'Traceback (most recent call last): File "/x/src/click/core.py", line 7, in main File "/x/src/ui/view.ts", line 5, in render',
      ["src/ui/view.ts 1.00 5", "src/click/core.py 0.45 7"],
    ],
    [
      "no installed frames beside the project's own",
      "at core (/app/node_modules/a/lib/index.js:3:1) at run (/app/src/ui/view.ts:5:1)",
      ["src/ui/view.ts 1.00 5"],
    ],
    [
      "installed frames where the project has no other",
      "at core (/app/node_modules/a/lib/index.js:3:1) at run (/srv/x.ts:5:1)",
      ["a/lib/index.js 1.00 3"],
    ],
    [
      "the place of a file twice in a trace",
      "at render (/app/src/ui/view.ts:5:1) at run (/app/src/main.go:9:2) at draw (/app/src/ui/view.ts:40:1)",
      ["src/ui/view.ts 1.00 5,40", "src/main.go 0.45 9"],
    ],
    ["a Java class below its package", "at com.shop.ui.Cart.total(Cart.java:12)", ["java/ui/Cart.java 1.00 12"]],
    ["the source of a built file, without its lines", "/app/dist/ui/view.js:9:1", ["src/ui/view.ts 0.47"]],
    ["a built file that is there itself", "lib/index.js:9", ["lib/index.js 1.00 9", "a/lib/index.js 1.00 9"]],
  ])("%s", (_, text, expected) => {
    expect(meant(text)).toEqual(expected);
  });

  it("ask for a chunk as surely as for its surest line", () => {
    const places = parseQuery("at a (/app/src/ui/view.ts:5:1) at b (/app/src/ui/view.ts:40:1)").places;
    const scope = bindFilter(compileFilter({ paths: [], languages: [], kinds: [] }, new Set()), snapshot);
    const [asked] = resolvePlaces(snapshot, places, scope).values();
    const share = (startLine: number, endLine: number) =>
      asked === undefined ? null : askedOf(asked, { startLine, endLine });
    expect([share(1, 10), share(1, 50), share(30, 50), share(60, 90)]).toEqual([1, 1, 0.45, 0]);
  });

  it("lie within the filter", () => {
    expect(meant("core.py:12", ["src/**"])).toEqual(["src/click/core.py 1.00 12"]);
  });
});
