import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { headingOf } from "../../src/cli/command.ts";
import { ALL_OPERATIONS } from "../../src/operations/all-operations.ts";
import { packagePath } from "../../src/system/package-root.ts";

it("every command stands under a heading of the help", () => {
  const words = ALL_OPERATIONS.flatMap(({ command }) => [command?.command, ...(command?.aliases ?? [])]);
  const first = words.flatMap((word) => (word === undefined ? [] : [word.split(" ")[0] ?? ""]));
  expect(first.length).toBeGreaterThan(20);
  expect([...first, "serve", "setup", "config", "doctor"].filter((word) => headingOf(word) === "Commands:")).toEqual(
    [],
  );
});

it("the first heading has seven commands, each of which the README shows", () => {
  const readme = readFileSync(packagePath("README.md"), "utf8");
  const all = new Set(ALL_OPERATIONS.flatMap(({ command }) => command?.command.split(" ")[0] ?? []));
  const first = [...all, "setup", "serve", "doctor", "chat"].filter((word) => headingOf(word) === "Start here:");
  expect(first).toHaveLength(7);
  expect(first.filter((word) => !readme.includes(`\ncontext-broker ${word} `))).toEqual([]);
});
