// What linking asks of a project is answered as of the snapshot's generation.
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { lookupOf } from "../../../src/intelligence/edges/edge-scene.ts";
import { pathTable } from "../../../src/intelligence/edges/path-table.ts";
import { definitionFact, type FactsDatabase, openFactsDatabase } from "../../support/facts-database.ts";
import { seededRandom } from "../../support/random.ts";

describe("a lookup", () => {
  let database: FactsDatabase;
  beforeEach(async () => {
    database = await openFactsDatabase();
    const save = { definitions: [definitionFact("save")] };
    database.put("src/b/store.ts", {
      ...save,
      references: [{ name: "log", of: "log", lines: [2], roles: ["call"], argumentTypes: null }],
    });
    database.put("src/a/store.ts", { definitions: [definitionFact("Save")] });
    database.put("src/a/save.ts", save);
    database.put("src/notes.md", null);
    database.put("store.ts", {});
  });
  afterEach(() => database.dispose());

  it("says which files there are", () => {
    database.ask((snapshot) => {
      const lookup = lookupOf(snapshot);
      expect(["src/notes.md", "src", "store.js"].map(lookup.exists)).toEqual([true, false, false]);
      expect([lookup.language("store.ts"), lookup.language("none.ts")]).toEqual(["typescript", null]);
      expect(lookup.inFolder("src/a")).toEqual(["src/a/save.ts", "src/a/store.ts"]);
      expect(lookup.inFolder("")).toEqual(["store.ts"]);
      expect(lookup.inFolder("src/none")).toEqual([]);
      expect(lookup.named("store.ts")).toEqual(["src/a/store.ts", "src/b/store.ts", "store.ts"]);
    });
  });

  it("says what a file says, its mentions too", () => {
    database.ask((snapshot) => {
      const lookup = lookupOf(snapshot);
      expect(lookup.facts("src/b/store.ts")).toMatchObject({
        definitions: [{ name: "save" }],
        references: [{ of: "log" }],
      });
      expect(lookup.facts("src/b/store.ts")).toBe(lookup.facts("src/b/store.ts"));
      expect([lookup.facts("src/notes.md"), lookup.facts("src/none.ts")]).toEqual([null, null]);
    });
  });

  it("says which files define a name, exactly so written", () => {
    database.ask((snapshot) => {
      const lookup = lookupOf(snapshot);
      expect(lookup.defining("save")).toEqual(["src/a/save.ts", "src/b/store.ts"]);
      expect(lookup.defining("Save")).toEqual(["src/a/store.ts"]);
      expect(lookup.defining("SAVE")).toEqual([]);
      expect(lookup.declaring("save")).toEqual(["src/a/save.ts", "src/b/store.ts"]);
      expect(lookup.declaring("Store.save")).toEqual([]);
    });
  });

  it("follows the files that come and go, each for its snapshot", () => {
    database.ask((before) => {
      const old = lookupOf(before);
      database.remove("src/a/store.ts");
      database.put("src/a/new.ts", {});
      database.ask((snapshot) => {
        const lookup = lookupOf(snapshot);
        expect(lookup.inFolder("src/a")).toEqual(["src/a/new.ts", "src/a/save.ts"]);
        expect(lookup.named("store.ts")).toEqual(["src/b/store.ts", "store.ts"]);
      });
      expect(old.inFolder("src/a")).toEqual(["src/a/save.ts", "src/a/store.ts"]);
      expect(lookupOf(before).named("store.ts")).toEqual(["src/a/store.ts", "src/b/store.ts", "store.ts"]);
    });
  });
});

describe("a table of paths", () => {
  it("that followed its index says what a new one says", () => {
    const random = seededRandom(7);
    const all = Array.from({ length: 40 }, (_, id) => ({ id, path: `${["", "a/", "a/b/"][id % 3]}f${id % 7}.ts` }));
    const distinct = all.filter(({ path }, at) => all.findIndex((one) => one.path === path) === at);
    for (let generation = 1; generation <= 60; generation++) {
      const present = distinct.filter(() => random() < 0.6);
      const followed = pathTable({ databaseId: "followed", generation, documents: () => present });
      const fresh = pathTable({ databaseId: `fresh ${generation}`, generation, documents: () => present });
      for (const folder of ["", "a", "a/b", "c"]) {
        expect(followed.inFolder(folder)).toEqual(fresh.inFolder(folder));
      }
      for (const name of ["f0.ts", "f3.ts", "none"]) {
        expect(followed.named(name)).toEqual(fresh.named(name));
      }
    }
  });
});
