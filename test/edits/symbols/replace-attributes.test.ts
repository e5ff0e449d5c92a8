// A replacement keeps the comments and the attributes, annotations and decorators of a symbol, each unless the new text has its own.

import { describe, expect, it } from "vitest";
import { applyEdits } from "../../../src/edits/apply-edits.ts";
import { replaceSymbol } from "../../../src/edits/symbols/replace-symbol.ts";
import { openMemoryEdits } from "../../support/memory-edits.ts";

interface Case {
  readonly path: string;
  readonly symbol: string;
  /** What stands before the definition, indented as it is. */
  readonly comment: string;
  readonly attributes: string;
  readonly old: string;
  readonly text: string;
  /** What the new text may bring instead. */
  readonly others: { readonly comment: string; readonly attribute: string };
  readonly around: readonly [before: string, after: string];
}

const braces: readonly [string, string] = ["class A {\n", "}\n"];

const CASES: readonly Case[] = [
  {
    path: "A.java",
    symbol: "A.p",
    comment: "// Doc.",
    attributes: '@Deprecated\n    @SuppressWarnings({"a", "b"})',
    old: "public int p(int s) { return s; }",
    text: "public int p(int s) { return 2; }",
    others: { comment: "// New.", attribute: "@Override" },
    around: braces,
  },
  {
    path: "a.cs",
    symbol: "A.P",
    comment: "/// <summary>Doc.</summary>",
    attributes: '[Obsolete("x")]\n    [return: NotNull]',
    old: "public static string P(string s) => s;",
    text: "public static string P(string s) => s + 1;",
    others: { comment: "/// New.", attribute: "[Pure]" },
    around: braces,
  },
  {
    path: "a.php",
    symbol: "A.p",
    comment: "/** Doc. */",
    attributes: '#[Pure]\n    #[Deprecated("old")]',
    old: "public function p(int $s): int { return $s; }",
    text: "public function p(int $s): int { return 2; }",
    others: { comment: "/** New. */", attribute: "#[Other]" },
    around: ["<?php\nclass A {\n", "}\n"],
  },
  {
    path: "a.cpp",
    symbol: "A.p",
    comment: "// Doc.",
    attributes: '[[nodiscard]] [[deprecated("old")]]',
    old: "int p(int s) { return s; }",
    text: "int p(int s) { return 2; }",
    others: { comment: "// New.", attribute: "[[noreturn]]" },
    around: ["class A {\n  public:\n", "};\n"],
  },
  {
    path: "a.py",
    symbol: "A.p",
    comment: "# Doc.",
    attributes: '@staticmethod\n    @deco("x")',
    old: "def p(s: int) -> int:\n        return s",
    text: "def p(s: int) -> int:\n    return 2",
    others: { comment: "# New.", attribute: "@other" },
    around: ["class A:\n", "\n    x = 1\n"],
  },
  {
    path: "a.ts",
    symbol: "A.p",
    comment: "/** Doc. */",
    attributes: '@log("x")\n    @memo',
    old: "p(s: number): number { return s; }",
    text: "p(s: number): number { return 2; }",
    others: { comment: "/** New. */", attribute: "@other" },
    around: braces,
  },
  {
    path: "a.rs",
    symbol: "A.p",
    comment: "/// Doc.",
    attributes: "#[inline]\n    #[must_use]",
    old: "pub fn p(s: i32) -> i32 { s }",
    text: "pub fn p(s: i32) -> i32 { 2 }",
    others: { comment: "/// New.", attribute: "#[cold]" },
    around: ["impl A {\n", "}\n"],
  },
  {
    path: "a.kt",
    symbol: "A.p",
    comment: "// Doc.",
    attributes: '@Deprecated("x")\n    @JvmStatic',
    old: "fun p(s: Int): Int { return s }",
    text: "fun p(s: Int): Int { return 2 }",
    others: { comment: "// New.", attribute: "@Other" },
    around: braces,
  },
  {
    path: "a.swift",
    symbol: "A.p",
    comment: "// Doc.",
    attributes: "@discardableResult\n    @inlinable",
    old: "func p(s: Int) -> Int { return s }",
    text: "func p(s: Int) -> Int { return 2 }",
    others: { comment: "// New.", attribute: "@objc" },
    around: braces,
  },
  {
    path: "a.scala",
    symbol: "A.p",
    comment: "// Doc.",
    attributes: '@deprecated("x", "1")\n    @inline',
    old: "def p(s: Int): Int = { s }",
    text: "def p(s: Int): Int = { 2 }",
    others: { comment: "// New.", attribute: "@other" },
    around: braces,
  },
  {
    path: "a.dart",
    symbol: "A.p",
    comment: "// Doc.",
    attributes: '@deprecated\n    @Named("x")',
    old: "int p(int s) { return s; }",
    text: "int p(int s) { return 2; }",
    others: { comment: "// New.", attribute: "@override" },
    around: braces,
  },
];

describe.each(CASES)("$path", (one) => {
  const { path, symbol, comment, attributes, old, text, others } = one;
  // Python's body is indented by more than its head.
  const shown = (body: string): string => (path === "a.py" ? body.replace(/\n {4,8}/, "\n        ") : body);
  const file = (...parts: readonly string[]): string => {
    const { around } = one;
    return `${around[0]}${parts.map((part) => `    ${part}\n`).join("")}${around[1]}`;
  };
  const replaced = async (given: string): Promise<string> => {
    const before = file(comment, attributes, old);
    const built = await replaceSymbol((await openMemoryEdits({ [path]: before })).scene, {
      symbol: `${path}#${symbol}`,
      text: given,
    });
    const [change] = built.kind === "built" ? built.change.changes : [];
    return change?.kind === "edit" ? applyEdits(before, change.edits) : JSON.stringify(built);
  };

  it.each([
    ["both stay", text, file(comment, attributes, shown(text))],
    ["its own comment", `${others.comment}\n${text}`, file(others.comment, attributes, shown(text))],
    ["its own attribute", `${others.attribute}\n${text}`, file(comment, others.attribute, shown(text))],
    [
      "both its own",
      `${others.comment}\n${others.attribute}\n${text}`,
      file(others.comment, others.attribute, shown(text)),
    ],
  ])("%s", async (_, given, expected) => {
    expect(await replaced(given)).toBe(expected);
  });
});
