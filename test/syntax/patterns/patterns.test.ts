// Structural patterns on a small source of each language: what each is understood as, and what it finds.
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import type { GrammarName } from "../../../src/syntax/grammars.ts";
import { packagePath } from "../../../src/system/package-root.ts";
import { expectGolden } from "../../support/golden.ts";
import { countInAll, countInParts, findPattern } from "./find-pattern.ts";

const PATTERNS: readonly (readonly [source: string, grammar: GrammarName, patterns: readonly string[]])[] = [
  [
    "typescript.ts",
    "tree-sitter-typescript",
    [
      "console.log($$$ARGS)",
      "console.log($A, $B)",
      "helper($FIRST, $$$REST)",
      "$A === $A",
      "$A === $B",
      "$A == $B",
      '"in $X"',
      "if ($C) { $$$BODY }",
      "try { $$$ } catch ($E) { }",
      "catch ($E) { $$$ }",
      "import $WHAT from $FROM",
      "class $C extends $B { $$$ }",
      "async $M($$$P): $R { $$$ }",
      "function $F($$$P) { $$$ }",
      "function ($$$) { $$$ }",
      "limit: $X",
      "{ limit: $X, $$$ }",
      "new Map<$K, $V>()",
      "private readonly $X = $Y",
      "$X as $T",
      "for ($I; $C; $S) { $$$ }",
      "switch ($X) { $$$ }",
      "($$$P) => $B",
      "const $X = $Y; console.log($$$)",
      "$X?.next",
      '"use strict"',
      "console.log($A",
      "$X",
      "$$$A",
      "$A; $B",
      "// a comment",
      "limit: 10 }",
      "",
    ],
  ],
  [
    "python.py",
    "tree-sitter-python",
    [
      "print($$$)",
      "print($A, $B)",
      "$A == $A",
      "$X is None",
      "class $C($$$B): $$$",
      "def $F(self, $$$P): $$$BODY",
      "def $F($A, $B=None):\n    $$$",
      "@property\ndef $F(self): $$$",
      "except $E:\n    pass",
      "except $E as $N: $$$",
      "with open($$$A) as $F: $$$",
      "[$X for $X in $L]",
      "for $A, $B in $C: $$$",
      "$A if $B else $C",
      "if $C: $$$",
      "same(b=$B, $$$)",
      "from $M import $$$N",
      "isinstance($X, ($$$TYPES))",
      "return $$$VALUES",
      "self[$X]",
      "self[$X,]",
      "$$$NAMES = $V",
      '{"a": $A, $$$}',
      "print($A",
    ],
  ],
  [
    "go.go",
    "tree-sitter-go",
    [
      "if $ERR != nil { return $$$ }",
      "if $ERR != nil { return $X }",
      "if $I; $ERR != nil { $$$ }",
      "fmt.$F($$$)",
      "func ($R $T) $M($$$P) error { $$$ }",
      "type $T struct { $$$F }",
      "$A, err := $CALL",
      "go func() { $$$ }()",
      "defer $X.Close()",
      "for { $$$ }",
      "for $K, $V := range $M { $$$ }",
      "switch $X { $$$ }",
      'case "a", $X: $$$',
      "map[$K]$V",
      "if $X {",
    ],
  ],
  [
    "rust.rs",
    "tree-sitter-rust",
    [
      "$X.unwrap()",
      "$X.$M().unwrap()",
      "match $X { $$$ARMS }",
      "$P => Some($X)",
      "impl $T for $S { $$$ }",
      "impl $S { $$$ }",
      "fn $F($$$P) -> $R { $$$ }",
      "struct $S { $$$ }",
      "#[derive($$$)]",
      "println!($$$A)",
      "let $X = $Y;",
      "unsafe { $$$ }",
      "if let Some($X) = $Y { $$$ }",
      "&[$A, $B]",
      "[$A; $B]",
      "[$A, $B]",
      "fn fn",
    ],
  ],
  [
    "java.java",
    "tree-sitter-java",
    [
      "System.out.println($$$)",
      "$A == $A",
      "$X == null",
      "public $T $F($$$P) throws $E { $$$ }",
      "@Override public $T $F($$$P) throws $E { $$$ }",
      "@Override $$$M",
      "class $C extends $B implements $I { $$$ }",
      "public class $C extends $B implements $I { $$$ }",
      "private final $T $X;",
      "int $X = $V;",
      "try { $$$ } catch ($E $X) { }",
      "catch ($E $X) { }",
      "for ($T $X : $Y) { $$$ }",
      "new $T($$$A)",
      "if ($C) throw $X;",
      "($$$P) -> $B",
      "$X -> $B",
      "$X.equals($Y)",
      "return $X",
      "if (",
    ],
  ],
  [
    "ruby.rb",
    "tree-sitter-ruby",
    [
      "puts $$$",
      "puts $X",
      "$X.each do |$Y|\n  $$$\nend",
      "def $F($$$P)\n  $$$\nend",
      "def $F\n  $$$\nend",
      "def self.$F($$$)\n  $$$\nend",
      "class $C < $B\n  $$$\nend",
      "class $A::$B::$C < $D; end",
      "rescue $E => $X\n  $$$",
      "raise $E, $M unless $C",
      "$X ||= $Y",
      "belongs_to :$X",
      "belongs_to $X",
      "$C.new($$$A, tax: $T)",
      "$A::$B",
      "tax: $X",
      "def (",
    ],
  ],
];

it.each(PATTERNS)("finds the patterns of %s", async (source, grammar, patterns) => {
  const text = readFileSync(packagePath("fixtures", "patterns", source), "utf8");
  const told: string[] = [];
  for (const pattern of patterns) {
    expect(await countInParts(grammar, pattern, source, text), pattern).toBe(await countInAll(grammar, pattern, text));
    told.push(`# ${pattern.replaceAll("\n", "\n# ")}\n${await findPattern(grammar, pattern, text)}`);
  }
  expect(told.length).toBe(patterns.length);
  expectGolden(`patterns/${source.replace(/\..*/, "")}.matches.txt`, `${told.join("\n")}`);
});

it.each(["function (", "helper($A", "no code at all"])("takes %s for no text between tags", async (pattern) => {
  expect(
    await findPattern("tree-sitter-tsx", pattern, "const a = <b>function ( helper(1 no code at all</b>;\n"),
  ).toMatch(/^no pattern: /);
});
