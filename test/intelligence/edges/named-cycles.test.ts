import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { namedCycles } from "../../../src/intelligence/edges/named-cycles.ts";

const edgesOf = (text: string) =>
  text.split(" ").flatMap((edge) => {
    const [from, to] = edge.split(">");
    return from === undefined || to === undefined ? [] : [{ from, to }];
  });

describe("the cycles of a graph", () => {
  test.each([
    ["", []],
    ["a>b b>c", []],
    ["a>a", [["a"]]],
    ["a>b b>a", [["a", "b"]]],
    [
      "a>b b>c c>a c>d d>e e>d",
      [
        ["a", "b", "c"],
        ["d", "e"],
      ],
    ],
    ["a>b a>b b>c", []],
  ])("of %j are %j", (edges, expected) => {
    expect(
      namedCycles(edgesOf(edges))
        .map((cycle) => cycle.toSorted())
        .sort(),
    ).toEqual(expected);
  });

  test("are the classes of nodes that reach each other", () => {
    const node = fc.constantFrom("a", "b", "c", "d", "e", "f");
    fc.assert(
      fc.property(fc.array(fc.record({ from: node, to: node }), { maxLength: 15 }), (edges) => {
        const reached = (start: string): Set<string> => {
          const seen = new Set(edges.flatMap(({ from, to }) => (from === start ? [to] : [])));
          for (const one of seen) {
            for (const { from, to } of edges) {
              if (from === one) seen.add(to);
            }
          }
          return seen;
        };
        const nodes = [..."abcdef"].filter((one) => reached(one).has(one));
        const classes = new Set(
          nodes.map((one) => nodes.filter((other) => reached(one).has(other) && reached(other).has(one)).join()),
        );
        expect(
          namedCycles(edges)
            .map((cycle) => cycle.toSorted().join())
            .sort(),
        ).toEqual([...classes].sort());
      }),
    );
  });

  test("of a very long chain need no deep stack", () => {
    const edges = Array.from({ length: 50_000 }, (_, at) => ({ from: `${at}`, to: `${(at + 1) % 50_000}` }));
    expect(namedCycles(edges).map((cycle) => cycle.length)).toEqual([50_000]);
  });
});
