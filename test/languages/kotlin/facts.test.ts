// What Kotlin's facts say of the variable of a loop.
import { expect, test } from "vitest";
import { analyze } from "../check.ts";

test.each([
  ["plain", "store"],
  ["with an annotation", '@Suppress("UNUSED_VARIABLE") store'],
  ["with its type", "store: Store"],
])("a loop's variable holds one of what the loop goes through: %s", async (_name, variable) => {
  const text = `fun f(stores: List<Store>) {\n  for (${variable} in stores) { store.open() }\n}\n`;
  const { facts } = await analyze("A.kt", text);
  expect(facts?.references.filter(({ name }) => name === "open").map(({ of }) => of)).toEqual(["Store^.open/"]);
});
