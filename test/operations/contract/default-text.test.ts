import { expect, it } from "vitest";
import { defaultText } from "../../../src/operations/contract/default-text.ts";

it.each([
  [{ description: "Steps", default: 2 }, "default 2"],
  [{ description: "Lines around", default: 0 }, "default 0"],
  [{ description: "Which way to go", default: "callers" }, "default callers"],
  [{ default: "x" }, "default x"],
  [{ description: "Longest wait; default 50", default: 50 }, ""],
  [{ description: "Default: all", default: "every" }, ""],
  [{ description: "The defaulted one", default: 1 }, "default 1"],
  [{ description: "Project-relative; empty: the project", default: "" }, ""],
  [{ description: "Also others", default: false }, ""],
  [{ description: "Globs", default: [] }, ""],
  [{ description: "Commit" }, ""],
])("%j", (schema, told) => {
  expect(defaultText(schema)).toBe(told);
});
