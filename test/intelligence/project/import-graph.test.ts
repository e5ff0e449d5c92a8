// The import graph of a project follows its files: whatever came and went, it is the graph of the files as they are.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { GraphCache } from "../../../src/intelligence/project/import-graph.ts";
import { folderOf, joined, type ModuleResolver } from "../../../src/linking/lookup.ts";
import type { Facts } from "../../../src/vocabulary/facts.ts";
import { type FactsDatabase, openFactsDatabase } from "../../support/facts-database.ts";
import { propertyRuns } from "../../support/property-runs.ts";

/** A file beside, with or without its ending; else what the configuration of the project's folder says. */
const resolver: ModuleResolver = {
  resolve(specifier, from, lookup) {
    const alias = lookup.facts("config.ts")?.config?.[specifier];
    const path = joined(folderOf(from), typeof alias === "string" ? alias : specifier) ?? "";
    const candidates = [path, `${path}.ts`, `${path}/index.ts`];
    return candidates.filter(lookup.exists).slice(0, 1);
  },
  submodule: (specifier, name, from, lookup) => resolver.resolve(`${specifier}/${name}`, from, lookup),
  stems: () => [],
};

const imports = (...specifiers: readonly string[]): Partial<Facts> => ({
  imports: specifiers.map((specifier) => ({ local: null, imported: "b", specifier, line: 1 })),
});

const openKeeper = () =>
  new GraphCache((language) => (language === "typescript" ? { modules: resolver, packages: null } : undefined));

function edgesOf(keeper: GraphCache, database: FactsDatabase): Record<string, readonly string[]> {
  return database.ask((snapshot) => {
    expect(keeper.advance(snapshot, Number.POSITIVE_INFINITY)).toBe(true);
    const graph = keeper.graph();
    expect(graph.left).toBe(0);
    const pathOf = (id: number) => graph.files.find((file) => file.id === id)?.path ?? "gone";
    const edges = graph.files.map((file) => [file.path, file.imports.map(pathOf).sort()] as const);
    for (const file of graph.files) {
      const importers = graph.files.filter((one) => one.imports.includes(file.id)).map(({ path }) => path);
      const told = graph.importersOf(file.id).map(({ path }) => path);
      expect(told.sort()).toEqual(importers.sort());
    }
    return Object.fromEntries(edges.toSorted(([a], [b]) => (a < b ? -1 : 1)));
  });
}

async function withDatabase(use: (database: FactsDatabase) => void): Promise<void> {
  const database = await openFactsDatabase();
  try {
    use(database);
  } finally {
    database.dispose();
  }
}

describe("an import graph", () => {
  it("holds what files bring in, and follows what changes where a name leads", () =>
    withDatabase((database) => {
      const keeper = openKeeper();
      database.put("a.ts", imports("./lib", "./lib", "outside", "./a"));
      database.put("lib/index.ts", imports("../a", "store"));
      database.put("lib/b.ts", {});
      database.put("notes.md", null);
      expect(edgesOf(keeper, database)).toEqual({
        "a.ts": ["lib/b.ts", "lib/index.ts"],
        "lib/b.ts": [],
        "lib/index.ts": ["a.ts"],
        "notes.md": [],
      });
      database.put("config.ts", { config: { store: "./b" } });
      expect(edgesOf(keeper, database)["lib/index.ts"]).toEqual(["a.ts", "lib/b.ts"]);
      database.put("lib.ts", {});
      database.remove("lib/b.ts");
      expect(edgesOf(keeper, database)).toMatchObject({ "a.ts": ["lib.ts"], "lib/index.ts": ["a.ts"] });
    }));

  it("is made in turns, and says how much is left", () =>
    withDatabase((database) => {
      const keeper = openKeeper();
      for (let at = 0; at < 20; at++) {
        database.put(`f${at}.ts`, imports(`./f${at + 1}`));
      }
      database.ask((snapshot) => {
        const left: number[] = [];
        while (!keeper.advance(snapshot, 0)) {
          left.push(keeper.graph().left);
        }
        expect(left[0]).toBe(20);
        expect(left.at(-1)).toBe(1);
        expect(keeper.graph().left).toBe(0);
        expect(keeper.graph()).toBe(keeper.graph());
      });
    }));

  it("that followed its files is the graph of an index made anew", async () => {
    const path = fc.constantFrom("a.ts", "b.ts", "lib/a.ts", "lib/b.ts", "lib/index.ts", "lib.ts", "config.ts");
    const specifier = fc.constantFrom("./a", "./b", "./lib", "../a", "./index", "x", "y");
    const edit = fc.record({
      path,
      imports: fc.option(fc.array(specifier, { maxLength: 4 }), { freq: 5 }),
      config: fc.option(fc.record({ x: fc.constantFrom("./a", "./lib/b") })),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(edit, { minLength: 1, maxLength: 3 }), { maxLength: 6 }), (steps) =>
        withDatabase((database) => {
          const keeper = openKeeper();
          for (const step of steps) {
            for (const { path: at, imports: specifiers, config } of step) {
              if (specifiers === null) {
                database.remove(at);
              } else {
                database.put(at, { ...imports(...specifiers), config });
              }
            }
            expect(edgesOf(keeper, database)).toEqual(edgesOf(openKeeper(), database));
          }
        }),
      ),
      { numRuns: propertyRuns(12) },
    );
  });
});
