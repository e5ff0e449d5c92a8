// Paths that patterns of all kinds are tried on: ordinary ones, and those on which matching is dear or odd.

export const PATHS: readonly string[] = [
  "a",
  "src/index.ts",
  "src/a/b/c/d/e/f/g/h/i/j/k.ts",
  ".env",
  "node_modules/x/index.js",
  "dir with spaces/ünïcode/😀.md",
  "constructor",
  "__proto__/toString",
  "!bang",
  "#hash",
  "[a]/{b}/(c)",
  "back\\slash",
  "line\nbreak",
  `${"a".repeat(250)}`,
  `${"a/".repeat(120)}a`,
  `${"ab".repeat(120)}/${"-".repeat(240)}`,
];
