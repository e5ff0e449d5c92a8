import { expect, it } from "vitest";
import { ALL_OPERATIONS } from "../../src/operations/all-operations.ts";
import { offers } from "../../src/vocabulary/toolsets.ts";

it("offers tools that change files only where their set is named", () => {
  expect(offers(["all"], "edit")).toBe(false);
  expect(offers(["search", "code", "code-more"], "edit")).toBe(false);
  expect(offers(["search", "edit"], "edit")).toBe(true);
  expect(offers(["all", "edit"], "code-more")).toBe(true);
});

it("has every command of edits that changes anything in the set edit", () => {
  const elsewhere = ALL_OPERATIONS.filter(
    ({ command, toolset, annotations }) =>
      command?.command.startsWith("edit ") === true && !annotations.readOnly && toolset !== "edit",
  );
  expect(elsewhere).toEqual([]);
  expect(ALL_OPERATIONS.filter(({ toolset }) => toolset === "edit").length).toBeGreaterThan(0);
});
