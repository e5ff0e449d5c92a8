// The table of semantics stands apart from the registry; this holds the two in step.
import { expect, it } from "vitest";
import { factsReaderOf, LANGUAGES } from "../../src/languages/registry.ts";
import { SEMANTICS } from "../../src/languages/semantics.ts";

/** Their scripts have facts. */
const PAGES = ["vue", "svelte", "astro"];

it("the languages whose facts are read are those whose names are linked", () => {
  const withFacts = LANGUAGES.filter(
    ({ reader }) => reader.by === "grammar" && factsReaderOf(reader.profile) !== undefined,
  );
  expect([...SEMANTICS.keys()].sort()).toEqual([...withFacts.map(({ id }) => id), ...PAGES].sort());
});
