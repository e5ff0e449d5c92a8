// What uses a constructor: places that name its type, or nothing. Each case: a text, the constructor, and the lines that call it.
import { expect, test } from "vitest";
import { findUses } from "../../src/change/constructions.ts";
import { symbolOf } from "../../src/intelligence/edges/target.ts";
import { atOnce } from "../../src/system/slices.ts";
import { miniProject, sceneOf } from "../linking/mini-project.ts";

const CASES: readonly (readonly [path: string, asked: string, text: string, uses: readonly string[]])[] = [
  ["a.ts", "A.constructor", "class A {\n  constructor() {}\n}\nnew A();\nconst a: A = make();\n", ["4 constrained"]],
  [
    "a.py",
    "A.__init__",
    "class A:\n    def __init__(self, a):\n        pass\n\nA(1)\nclass B(A):\n    pass\n\nB(1)\n",
    ["5 constrained", "9 constrained"],
  ],
  ["A.java", "A.A", "class A {\n  A(int a) {}\n  static A of() {\n    return new A(1);\n  }\n}\n", ["4 constrained"]],
  ["a.kt", "A.constructor", "class A {\n  constructor(a: Int) {}\n}\nval a = A(1)\n", ["4 constrained"]],
  [
    "a.kt",
    "A.constructor",
    "class A {\n  constructor(a: Int) {}\n  constructor(a: String) {}\n}\nval a = A(1)\n",
    ["5 heuristic"],
  ],
  [
    "a.swift",
    "A.init",
    "class A {\n  init(a: Int) {}\n}\nlet a = A(a: 1)\nlet b: A = .init(a: 1)\n",
    ["4 constrained", "5 constrained"],
  ],
  ["a.scala", "A.this", "class A {\n  def this(a: Int) = this()\n}\nval a = new A(1)\n", ["4 constrained"]],
  ["a.rb", "A.initialize", "class A\n  def initialize(a)\n  end\nend\nA.new(1)\n", ["5 constrained"]],
  ["a.php", "A.__construct", "<?php\nclass A {\n  function __construct($a) {}\n}\nnew A(1);\n", ["5 constrained"]],
  [
    "a.cs",
    "A.A",
    "class A {\n  public A(int a) {}\n  static A Of() {\n    return new A(1);\n  }\n}\n",
    ["4 constrained"],
  ],
  ["a.cpp", "A.A", "struct A {\n  A(int a) {}\n};\nA a(1);\nA *b = new A{2};\n", ["4 constrained", "5 constrained"]],
  ["a.ts", "A.make", "class A {\n  make() {}\n}\nnew A();\n", []],
];

test.each(CASES)("%s: %s is called where its type is made", async (path, asked, text, uses) => {
  const project = await miniProject({ [path]: text });
  const facts = project.lookup.facts(path);
  const at = facts?.definitions.findIndex((one) => one.path === asked) ?? -1;
  const symbol = facts === null ? null : symbolOf({ path, language: project.lookup.language(path) }, facts, [at]);
  const { references } = symbol === null ? { references: [] } : atOnce(findUses(sceneOf(project), symbol));
  expect(references.map(({ line, certainty }) => `${line} ${certainty}`)).toEqual(uses);
});
