// The facts of a document follow it: they come, change and go with it, for every snapshot as of its own generation.
import { afterEach, beforeEach, expect, it } from "vitest";
import type { ReferenceGroup } from "../../../src/vocabulary/facts.ts";
import { Failure } from "../../../src/vocabulary/failure.ts";
import { definitionFact, type FactsDatabase, factsWith, openFactsDatabase } from "../../support/facts-database.ts";
import { readIndexContents } from "../../support/index-contents.ts";

let database: FactsDatabase;
beforeEach(async () => {
  database = await openFactsDatabase();
});
afterEach(() => database.dispose());

const saysSave: ReferenceGroup = {
  name: "save",
  of: "%0.save",
  lines: [3, 9],
  roles: ["call", "read"],
  argumentTypes: null,
};
const STORE = { definitions: [definitionFact("Store", { kind: "class" })], references: [saysSave], package: "shop" };

const factsOf = (path: string) =>
  database.ask((snapshot) => {
    const id = snapshot.documentAt(path)?.id;
    return id === undefined ? "gone" : [snapshot.hasFacts(id), snapshot.shape(id), snapshot.inside(id).references];
  });

const shapeOf = ({ references: _, conversions: __, ...shape }: ReturnType<typeof factsWith>) => shape;

it("are those that were put last, and gone with the document", () => {
  database.put("a.ts", STORE);
  database.put("b.txt", null);
  expect(factsOf("a.ts")).toEqual([true, shapeOf(factsWith(STORE)), [saysSave]]);
  expect(factsOf("b.txt")).toEqual([false, null, []]);
  database.put("a.ts", { left: 2 });
  expect(factsOf("a.ts")).toEqual([true, shapeOf(factsWith({ left: 2 })), []]);
  database.put("a.ts", null);
  database.put("b.txt", STORE);
  expect(factsOf("a.ts")).toEqual([false, null, []]);
  expect(factsOf("b.txt")).toEqual([true, shapeOf(factsWith(STORE)), [saysSave]]);
  database.remove("b.txt");
  expect(factsOf("b.txt")).toBe("gone");
  expect(readIndexContents(database.folder)).toMatchObject({ facts: {}, strays: [] });
});

it("of a snapshot are those of its generation, whatever was kept of another", () => {
  database.put("a.ts", STORE);
  database.ask((before) => {
    const id = before.documentAt("a.ts")?.id;
    if (id === undefined) {
      throw new Error("no a.ts");
    }
    database.put("a.ts", { package: "garden" });
    const packages = () => [before.shape(id)?.package, database.ask((after) => after.shape(id)?.package)];
    expect([packages(), packages()]).toEqual([
      ["shop", "garden"],
      ["shop", "garden"],
    ]);
    expect(before.inside(id).references).toEqual([saysSave]);
  });
});

it("that were read before are not read again", () => {
  database.put("a.ts", STORE);
  const shape = () => database.ask((snapshot) => [...snapshot.documents()].map(({ id }) => snapshot.shape(id))[0]);
  expect(shape()).toBe(shape());
});

it.each(["shape", "mentions"])("whose %s is damaged make the index fail, and it is said", (column) => {
  database.put("a.ts", STORE);
  database.execute(`UPDATE facts SET ${column} = x'0123'`);
  expect(() => factsOf("a.ts")).toThrow(Failure);
  expect(() => factsOf("a.ts")).toThrow(/damaged/);
});
