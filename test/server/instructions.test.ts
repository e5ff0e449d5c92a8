// What a client's model reads about this server: only tools that it can call.
import { expect, it } from "vitest";
import { ALL_OPERATIONS } from "../../src/operations/all-operations.ts";
import { instructionsFor } from "../../src/server/instructions.ts";
import { type Offer, offers } from "../../src/vocabulary/toolsets.ts";

const OFFERS: readonly Offer[] = [["search"], ["search", "code"], ["all"], ["search", "code", "edit"], ["all", "edit"]];

it.each(OFFERS)("of %s names tools that are offered, and no others", (...offer) => {
  const text = instructionsFor(offer);
  const named = ALL_OPERATIONS.filter(
    ({ name, toolset }) => toolset !== null && new RegExp(`\\b${name}\\b`).test(text),
  );
  expect(named.length).toBeGreaterThan(0);
  const others = named.filter(({ name, toolset }) => name.includes("_") && toolset !== null && !offers(offer, toolset));
  expect(others.map(({ name }) => name)).toEqual([]);
});

it("say how an edit is made where edits are offered", () => {
  expect(instructionsFor(["search", "edit"])).toContain("preview until it is called with `apply`");
  expect(instructionsFor(["all"])).not.toContain("apply");
});
