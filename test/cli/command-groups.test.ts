import { expect, it } from "vitest";
import { headingOf } from "../../src/cli/command.ts";
import { ALL_OPERATIONS } from "../../src/operations/all-operations.ts";

it("every command stands under a heading of the help", () => {
  const words = ALL_OPERATIONS.flatMap(({ command }) => [command?.command, ...(command?.aliases ?? [])]);
  const first = words.flatMap((word) => (word === undefined ? [] : [word.split(" ")[0] ?? ""]));
  expect(first.length).toBeGreaterThan(20);
  expect([...first, "serve", "setup", "config", "doctor"].filter((word) => headingOf(word) === "Commands:")).toEqual(
    [],
  );
});
