// Which places are sites, and how they are drawn.
import { describe, expect, it } from "vitest";
import { draw, sitesOf } from "./sample.ts";
import { toyReading } from "./toy-reading.ts";

describe("the sites of a comparison", () => {
  it("are the names that lead to a definition of the project, one a line and target, without declarations; locals apart", () => {
    const { sites, locals } = sitesOf(toyReading());
    expect(sites.map(({ line, name, calls, imports, member }) => ({ line, name, calls, imports, member }))).toEqual([
      { line: 1, name: "load", calls: false, imports: true, member: false },
      { line: 3, name: "load", calls: true, imports: false, member: false },
      { line: 4, name: "get", calls: true, imports: false, member: true },
      { line: 9, name: "fetchAll", calls: true, imports: false, member: false },
    ]);
    expect(locals.map(({ line }) => line)).toEqual([8]);
  });

  it("are drawn by seed, so many at most of one target", () => {
    const items = Array.from({ length: 100 }, (_, at) => ({ at, key: at % 2 === 0 ? "even" : at }));
    const by = (seed: number) => draw(items, ({ key }) => key, { count: 30, perKey: 5, seed });
    expect(by(1)).toHaveLength(30);
    expect(by(1)).toEqual(by(1));
    expect(by(1)).not.toEqual(by(2));
    expect(by(1).filter(({ key }) => key === "even")).toHaveLength(5);
    expect(draw(items, ({ key }) => key, { count: 1000, perKey: 5, seed: 1 })).toHaveLength(55);
  });
});
