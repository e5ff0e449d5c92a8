// Each alternative of a function's control flow is a branch, however its language writes it.
import { describe, expect, it } from "vitest";
import { analyze } from "./check.ts";

const FIVE = [1, 2, 3, 4, 5];
const each = (line: (n: number) => string, between = "\n"): string => FIVE.map(line).join(between);

const CASES: readonly [name: string, path: string, text: string][] = [
  ["Ruby's when", "a.rb", `def f(n)\n  case n\n${each((n) => `  when ${n} then "v${n}"`)}\n  end\nend\n`],
  ["Ruby's in", "a.rb", `def f(n)\n  case n\n${each((n) => `  in ${n} then "v${n}"`)}\n  end\nend\n`],
  ["Python's match", "a.py", `def f(n):\n    match n:\n${each((n) => `        case ${n}:\n            g()`)}\n`],
  [
    "TypeScript's switch",
    "a.ts",
    `function f(n: number) {\n  switch (n) {\n${each((n) => `    case ${n}: g(); break;`)}\n  }\n}\n`,
  ],
  [
    "Java's rules",
    "A.java",
    `class A {\n  int f(int n) {\n    return switch (n) {\n${each((n) => `      case ${n} -> ${n};`)}\n      default -> 0;\n    };\n  }\n}\n`,
  ],
  [
    "Java's labels",
    "A.java",
    `class A {\n  void f(int n) {\n    switch (n) {\n${each((n) => `      case ${n}: g(); break;`)}\n    }\n  }\n}\n`,
  ],
  [
    "C#'s switch expression",
    "A.cs",
    `class A {\n  int F(int n) => n switch {\n${each((n) => `    ${n} => ${n},`)}\n    _ => 0\n  };\n}\n`,
  ],
  [
    "C#'s switch",
    "A.cs",
    `class A {\n  void F(int n) {\n    switch (n) {\n${each((n) => `      case ${n}: G(); break;`)}\n    }\n  }\n}\n`,
  ],
  ["Kotlin's when", "a.kt", `fun f(n: Int) = when (n) {\n${each((n) => `  ${n} -> ${n}`)}\n  else -> 0\n}\n`],
  [
    "Scala's match",
    "a.scala",
    `object A {\n  def f(n: Int): Int = n match {\n${each((n) => `    case ${n} => ${n}`)}\n  }\n}\n`,
  ],
  [
    "Rust's match",
    "a.rs",
    `fn f(n: u8) -> u8 {\n  match n {\n${each((n) => `    ${n} => ${n},`)}\n    _ => 0,\n  }\n}\n`,
  ],
  [
    "Swift's switch",
    "a.swift",
    `func f(_ n: Int) -> Int {\n  switch n {\n${each((n) => `  case ${n}: return ${n}`)}\n  default: return 0\n  }\n}\n`,
  ],
  [
    "Go's switch",
    "a.go",
    `package a\n\nfunc f(n int) int {\n\tswitch n {\n${each((n) => `\tcase ${n}:\n\t\treturn ${n}`)}\n\t}\n\treturn 0\n}\n`,
  ],
  [
    "Go's select",
    "a.go",
    `package a\n\nfunc f(c []chan int) {\n\tselect {\n${each((n) => `\tcase <-c[${n}]:\n\t\tg()`)}\n\t}\n}\n`,
  ],
  [
    "PHP's match",
    "a.php",
    `<?php\nfunction f($n) {\n  return match ($n) {\n${each((n) => `    ${n} => ${n},`)}\n    default => 0,\n  };\n}\n`,
  ],
  [
    "PHP's switch",
    "a.php",
    `<?php\nfunction f($n) {\n  switch ($n) {\n${each((n) => `    case ${n}: g(); break;`)}\n  }\n}\n`,
  ],
  [
    "C's switch",
    "a.c",
    `int f(int n) {\n  switch (n) {\n${each((n) => `    case ${n}: return ${n};`)}\n  }\n  return 0;\n}\n`,
  ],
  [
    "C++'s switch",
    "a.cpp",
    `int f(int n) {\n  switch (n) {\n${each((n) => `    case ${n}: return ${n};`)}\n  }\n  return 0;\n}\n`,
  ],
];

describe("five alternatives are at least five branches", () => {
  it.each(CASES)("%s", async (_, path, text) => {
    const { facts } = await analyze(path, text);
    const counts = facts?.definitions
      .filter(({ kind }) => kind === "function" || kind === "method")
      .map(({ branches }) => branches);
    expect(counts).toHaveLength(1);
    expect(counts?.[0]).toBeGreaterThanOrEqual(FIVE.length);
    expect(counts?.[0]).toBeLessThanOrEqual(FIVE.length + 2);
  });
});
