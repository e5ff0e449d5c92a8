import { expect, it } from "vitest";
import { doubtMacros } from "../../../src/languages/c/macro-doubts.ts";

it.each([
  ["brackets match", "f(a);\n", true],
  ["they do not", "f(a;\n", false],
  ["a comment behind a directive goes on on the next line", "#define A (1) /* one (two\n   three) */\nf(a);\n", true],
  ["only one branch is read", "#if A\nf(a) {\n#else\nf(b) {\n#endif\n}\n", true],
])("%s", (_name, text, isDoubtful) => {
  expect(doubtMacros(text, 1) !== null).toBe(isDoubtful);
});
