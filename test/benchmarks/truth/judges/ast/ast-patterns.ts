// Patterns that search_ast and ast-grep both can write, by language: what people look for, and calls of names that are given.

import type { AstPattern, AstReading } from "./ast-grep.ts";

export interface AstLanguage {
  readonly id: string;
  readonly endings: readonly string[];
}

const CALLS = ["NAME($X)", "NAME($$$ARGS)"];
const MEMBERS = ["$X.NAME($$$ARGS)"];

const SCRIPT = [
  "if ($A === $B) { $$$BODY }",
  "if ($A !== $B) return $C",
  "return $X",
  "throw new $E($$$ARGS)",
  "new $C($$$ARGS)",
  "$A ? $B : $C",
  "$A || $B",
  "const $X = $Y",
  "$X = $X + $Y",
  "typeof $X === $Y",
  "for (let $I = 0; $I < $N; $I++) { $$$BODY }",
  "() => $X",
  "$X instanceof $Y",
  "await $X",
];

const PATTERNS: Readonly<Record<string, readonly string[]>> = {
  go: [
    "if $ERR != nil { $$$BODY }",
    "return $X",
    "return nil, $ERR",
    "defer $X",
    "go $X",
    "$A := $B",
    "$A = append($A, $$$REST)",
    "func $F($$$ARGS) { $$$BODY }",
    "func ($R $T) $F($$$ARGS) { $$$BODY }",
    "for $I, $V := range $X { $$$BODY }",
    "$A == $B",
    "len($X) == 0",
    "var $X $T",
    "$X.$F($$$ARGS)",
    "&$X",
    "if $A { return $B }",
  ],
  javascript: [...SCRIPT, "var $X = require($Y)", "module.exports = $X", "function $F($$$ARGS) { $$$BODY }"],
  typescript: [...SCRIPT, "import { $$$NAMES } from $M", "$X as $T", "interface $I { $$$BODY }"],
  java: [
    "if ($A == null) { $$$BODY }",
    "return $X;",
    "throw new $E($$$ARGS);",
    "new $C($$$ARGS)",
    "$X.$M($$$ARGS)",
    "$A == $B",
    "$A != null",
    "for ($T $X : $Y) { $$$BODY }",
    "$A ? $B : $C",
    "($T) $X",
    "$X instanceof $T",
    "$A && $B",
    "try { $$$BODY } catch ($E $X) { $$$HANDLER }",
    "import $X;",
    "while ($X) { $$$BODY }",
  ],
  ruby: [
    "raise $E",
    "raise $E, $M",
    "$X.each do |$I|\n  $$$BODY\nend",
    "$X.map { |$I| $Y }",
    "$A == $B",
    "return $X",
    "require $X",
    "$X ||= $Y",
    "$X = $Y",
    "$A || $B",
    "!$X",
    "$X.nil?",
    "$X = $Y if $Z",
    "$X.$M",
    "[$X, $Y]",
  ],
  python: [
    "return $X",
    "raise $E",
    "raise $E($$$ARGS)",
    "$A is None",
    "$A is not None",
    "$A == $B",
    "$X = $Y",
    "import $X",
    "from $M import $X",
    "not $X",
    "isinstance($X, $T)",
    "$A or $B",
    "lambda: $X",
    "assert $X",
    "$X.$M($$$ARGS)",
    "for $I in $X: $$$BODY",
    "def $F(self): $$$BODY",
  ],
};

const FUNCTION = /^function \$F\(/;
/** What ast-grep reads as something else where it stands alone, or as one of the two things that it may be. */
const READINGS: Readonly<Record<string, readonly (readonly [like: RegExp, readings: readonly AstReading[]])[]>> = {
  go: [[/^[\w$.]+\([^)]*\)$/, [{ code: "func q() { PATTERN }", selector: "call_expression" }]]],
  javascript: [
    [
      FUNCTION,
      [
        { code: "PATTERN", selector: "function_declaration" },
        { code: "(PATTERN)", selector: "function_expression" },
      ],
    ],
  ],
};

function withReadings(id: string, pattern: string): AstPattern {
  const readings = READINGS[id]?.find(([like]) => like.test(pattern))?.[1];
  return readings === undefined ? { pattern } : { pattern, readings };
}

/** At most 25 of them. */
export function patternsOf({ id }: AstLanguage, names: readonly string[]): AstPattern[] {
  const own = PATTERNS[id] ?? [];
  const named = names.flatMap((name) => [...CALLS, ...MEMBERS].map((pattern) => pattern.replace("NAME", name)));
  return [...own, ...named].slice(0, 25).map((pattern) => withReadings(id, pattern));
}
