import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ExactIndex } from "../../../src/index/vectors/exact.ts";
import { openFloatRows } from "../../../src/index/vectors/float-kernel.ts";
import { dot } from "../../../src/index/vectors/nearest.ts";
import { propertyRuns } from "../../support/property-runs.ts";
import { chunk, clustered } from "./support.ts";

describe("the float kernel", () => {
  it("adds up the same bits as the loop of numbers, before and after it grows", () => {
    const value = fc.oneof(fc.float({ min: -1, max: 1, noNaN: true }), fc.constantFrom(0, -0, 1e-38, 3.4e38, -3.4e38));
    fc.assert(
      fc.property(
        fc
          .integer({ min: 1, max: 12 })
          .chain((steps) =>
            fc.tuple(
              fc.array(fc.array(value, { minLength: 4 * steps, maxLength: 4 * steps }), { minLength: 1, maxLength: 9 }),
              fc.array(value, { minLength: 4 * steps, maxLength: 4 * steps }),
            ),
          ),
        ([vectors, wanted]) => {
          const dimensions = wanted.length;
          const query = Float32Array.from(wanted);
          const kernel = openFloatRows(dimensions, 2);
          vectors.forEach((vector, row) => {
            kernel.grow(row + 1);
            kernel.rows.set(vector, row * dimensions);
            const sums = kernel.scan(query, row + 1);
            expect(sums).toEqual(Float64Array.from(sums, (_, at) => dot(kernel.rows, at * dimensions, query)));
          });
          expect(kernel.scan(query, 0)).toHaveLength(0);
        },
      ),
      { numRuns: propertyRuns(60) },
    );
  });

  it("serves the exact index from some thousand rows on, with the same answers", () => {
    const [query = new Float32Array(384)] = clustered(1, 5, 384);
    const vectors = clustered(5_000, 2, 384);
    const index = new ExactIndex(384);
    for (const [at, vector] of vectors.entries()) {
      index.add(chunk(at), vector);
    }
    index.remove(chunk(17));
    const asked = [4_999, 3, 17, 2_047, 2_048].map(chunk);
    const expected = asked.map((id) => (id === 17 ? Number.NaN : dot(vectors[id] ?? query, 0, query)));
    expect([...index.similarities(query, asked)]).toEqual(expected);
    const nearest = index.search(query, 50);
    expect([...index.similarities(query, asked)]).toEqual(expected);
    expect(nearest.map(({ similarity }) => similarity)).toEqual(
      nearest.map(({ chunk: id }) => dot(vectors[id] ?? query, 0, query)),
    );
  });
});
