// Expressions of replace_in_symbol, which run in a process of their own.
import { expect, it } from "vitest";
import { replaceInSymbol } from "../../../src/edits/symbols/replace-in-symbol.ts";
import { openMemoryEdits } from "../../support/memory-edits.ts";

const TEXT = "let é = 1;\r\nfunction f() {\n  a();\r\n  b\n  d();\r\n}\r\n";

it.each([
  ["^ +a\\(\\);\n  (b)$", "  c();\r\n  $1", 1, "  c();\r\n  b\n  d();\r\n}"],
  ["(?<name>[ad])(?=\\()", "$<name>$$", 2, "  a$();\r\n  b\n  d$();\r\n}"],
  ["^", "\t", 5, "\t  a();\r\n\t  b\n\t  d();\r\n\t}"],
  ["$", ";", 5, "  a();;\r\n  b;\n  d();;\r\n};"],
  ["\\n", "\n\n", 4, "  a();\r\n\r\n  b\r\n\r\n  d();\r\n\r\n}"],
])("%j is replaced in lines of any ending", async (find, replacement, count, body) => {
  const edits = await openMemoryEdits({ "a.js": TEXT });
  const built = await replaceInSymbol(edits.scene, { symbol: "a.js#f", find, replacement, regex: true, count });
  const after = edits.textsAfter(built)["a.js"] ?? "";
  expect(after.startsWith("let é = 1;\r\n")).toBe(true);
  expect(after.endsWith(`${body}\r\n`)).toBe(true);
});
