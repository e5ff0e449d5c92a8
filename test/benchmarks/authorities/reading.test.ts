// What an authority's program writes, as the comparison reads it.
import { expect, it } from "vitest";
import { parseReading, targetOf } from "./reading.ts";

it("reads targets and the names of each file, with what each name is used for", () => {
  const reading = parseReading(
    [
      '{"symbol":0,"name":"load","path":"load","kind":"function","places":[["a.ts",3],["a.ts",4]],"supers":[]}',
      '{"path":"b.ts","occurrences":[[1,9,"load",4,[0]],[2,0,"load",2,[0]],[3,6,"x",1,null],[3,10,"log",10,"foreign"]]}',
    ].join("\n"),
  );
  expect(targetOf(reading, 0)).toMatchObject({
    name: "load",
    places: [
      ["a.ts", 3],
      ["a.ts", 4],
    ],
  });
  expect(reading.files.get("b.ts")?.map(({ name, meaning, ...uses }) => [name, meaning, usesOf(uses)])).toEqual([
    ["load", [0], "imports"],
    ["load", [0], "calls"],
    ["x", null, "declares"],
    ["log", "foreign", "calls further"],
  ]);
  expect(() => targetOf(reading, 1)).toThrow("no symbol 1");
});

const usesOf = (uses: object): string =>
  Object.entries(uses)
    .filter(([, value]) => value === true)
    .map(([name]) => name)
    .join(" ");
