// Code that leads to itself ends, whatever way it takes.
import { describe, expect, test } from "vitest";
import { semanticsOf } from "../../src/languages/semantics.ts";
import { openLinker } from "../../src/linking/linker.ts";
import { miniProject } from "./mini-project.ts";

const loop = (length: number): Record<string, string> =>
  Object.fromEntries(
    Array.from({ length }, (_, at) => [
      `m${at}.ts`,
      `export { x } from "./m${(at + 1) % length}";\nexport * from "./m${(at + 2) % length}";\n`,
    ]),
  );

const PROJECTS: readonly [string, Record<string, string>][] = [
  ["a variable that holds itself", { "a.ts": "export const a = a;\na.b.c;\n" }],
  ["variables that hold each other", { "a.ts": "export const a = b;\nexport const b = a;\na.x.y;\nb().z;\n" }],
  [
    "a type that is itself",
    {
      "a.ts":
        "export type A = A;\nexport type B = C;\nexport type C = B;\nexport function f(a: A, b: B) { a.x; b.y.z; }\n",
    },
  ],
  [
    "classes that extend each other",
    { "a.ts": "export class A extends B { f() { this.x; super.f(); } }\nexport class B extends A {}\nnew B().y;\n" },
  ],
  ["a class that extends itself", { "a.py": "class A(A):\n    def f(self):\n        self.x\n        super().f()\n" }],
  ["a function that gives its own result", { "a.ts": "export function f() { return f(); }\nf().x.y;\n" }],
  [
    "modules that hand on each other's names",
    { "a.ts": 'export * from "./b";\n', "b.ts": 'export * from "./a";\nimport { x } from "./a";\nx.y;\n' },
  ],
  ["a long circle of modules", { ...loop(60), "use.ts": 'import { x } from "./m0";\nx.y;\n' }],
  [
    "packages that import each other",
    { "a/__init__.py": "from b import *\n", "b/__init__.py": "from a import *\nfrom a import x\nx.y\n" },
  ],
  [
    "an interface's member of its own type",
    { "a.ts": "export interface A { a: A['a']; b: A }\nexport function f(x: A) { x.b.b.b.a; }\n" },
  ],
  [
    "a union that is a part of itself, whose keys are asked for",
    {
      "a.ts":
        "export type A = A | B | C;\nexport type C = A | B;\nexport interface B { x: number }\nexport function f(k: keyof A, l: keyof C) {}\nf('x', 'x');\n",
    },
  ],
  [
    "Java's classes that inherit from what stands in them",
    {
      "a/A.java":
        "package a;\nimport a.A.B;\nclass A extends B { static class B extends A { Object o = x().y; B b() { return b().b(); } } }\n",
    },
  ],
  [
    "Kotlin's extensions, companions and types that need each other",
    {
      "a/A.kt":
        "package a\nfun B.x() = y().x()\nfun A.y() = x().y()\nclass A : B() { companion object : A() { val z = A.z } }\nopen class B : A()\ntypealias C = D\ntypealias D = C\nval c: C = c.x().q\n",
    },
  ],
  [
    "PHP's traits that use each other, and classes that give themselves",
    {
      "a.php":
        "<?php\ntrait A { use B; function f() { $this->x()->y(); return $this->g(); } }\ntrait B { use A; function g() { return $this->f()->z; } }\nabstract class C extends C { use A, B; private $p; function __construct() { $this->p = $this->p; $this->p->q()->r(); } /** @return static */ function h() { return $this->h()->i(); } }\nclass D extends E { use A; }\nclass E extends D { const K = self::K; }\n(new D)->w();\n",
    },
  ],
  [
    "Ruby's modules that include and extend each other, and a class that is made of itself",
    {
      "a.rb":
        "module A\n  include B\n  extend B\n  def f; g; end\n  module ClassMethods\n    include A\n    def h; f.h; end\n  end\nend\n",
      "b.rb":
        "module B\n  include A\n  extend self\n  def g; i.g; end\nend\nC = Class.new(C) { include A, B, C }\nC.new.i.j\nC.k.l\n",
    },
  ],
];

describe("a circle", () => {
  test.each(PROJECTS)("of %s ends", async (_, files) => {
    const { lookup, facts } = await miniProject(files);
    const linker = openLinker(lookup, semanticsOf);
    const references = [...facts].flatMap(([path, one]) => (one?.references ?? []).map((group) => ({ path, group })));
    expect(references.length).toBeGreaterThan(0);
    for (const { path, group } of references) {
      expect(["definition", "instance", "module", "collection", "external", "unknown"]).toContain(
        linker.target(path, group).value.is,
      );
    }
  });

  test.each(PROJECTS)("of %s means the same whatever was asked before", async (title, files) => {
    const { lookup, facts } = await miniProject(files);
    const asked = [...facts].flatMap(([path, one]) => (one?.references ?? []).map((group) => ({ path, group })));
    const alone = asked.map(({ path, group }) => openLinker(lookup, semanticsOf).target(path, group));
    for (const order of [asked, [...asked].reverse()]) {
      const state = { databaseId: `circle of ${title}`, generation: order === asked ? 1 : 2 };
      const after = new Map(
        order.map((one) => [one, openLinker({ ...lookup, state }, semanticsOf).target(one.path, one.group)]),
      );
      expect(asked.map((one) => after.get(one))).toEqual(alone);
    }
  });
});
