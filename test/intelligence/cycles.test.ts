import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cyclesOf } from "../../src/intelligence/cycles.ts";

describe("cycles", () => {
  it("are the nodes that reach each other", () => {
    const graph = fc
      .nat({ max: 12 })
      .chain((last) =>
        fc.array(fc.array(fc.nat({ max: last }), { maxLength: 3 }), { minLength: last + 1, maxLength: last + 1 }),
      );
    fc.assert(
      fc.property(graph, (successors) => {
        const reaches = successors.map((_, from) => {
          const seen = new Set<number>();
          const queue = [...(successors[from] ?? [])];
          for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
            if (!seen.has(next)) {
              seen.add(next);
              queue.push(...(successors[next] ?? []));
            }
          }
          return seen;
        });
        const mates = successors.map((_, node) =>
          successors.flatMap((__, other) => (reaches[node]?.has(other) && reaches[other]?.has(node) ? [other] : [])),
        );
        const wanted = mates.filter((others, node) => others.length > 1 && others[0] === node);
        const found = cyclesOf(successors.length, (node) => successors[node] ?? []);
        expect(found.toSorted((a, b) => (a[0] ?? 0) - (b[0] ?? 0))).toEqual(wanted);
        expect(found.map(({ length }) => length)).toEqual(found.map(({ length }) => length).toSorted((a, b) => b - a));
      }),
    );
  });

  it("of a chain as long as a project are found without a stack to overflow", () => {
    const count = 60_000;
    expect(cyclesOf(count, (node) => [(node + 1) % count])[0]).toHaveLength(count);
    expect(cyclesOf(count, (node) => (node + 1 < count ? [node + 1] : []))).toEqual([]);
  });
});
