// What grammars accept although the language does not is found, and what looks like it and is right stays valid.
import { expect, it } from "vitest";
import { openAnalyzer } from "../../src/languages/analyze.ts";

const analyzer = await openAnalyzer();

it.each([
  ["a.ts", "f(, a);\n", "valid", "f(a,);\n"],
  ["a.js", "f(a, , b);\n", "valid", "f([a, , b]);\n"],
  ["a.ts", "g({ a, , b });\n", "valid", "g({ a, b, });\n"],
  ["a.ts", "const a = return;\n", "valid", "a.return = { return: b.delete };\nexport { default } from './b';\n"],
  ["a.py", "if if (a):\n    pass\n", "valid", "if (a):\n    pass\n"],
  ["a.py", "a = \nb = 1\n", "valid", "a = (\n  1)\nb = \\\n  1\nc = '''\nd =\n'''\ne[f(\n  g=\n  1)] = 2\n"],
  ["a.py", "a: Optional[int] =  # one\nb = 1\n", "valid", "a: Optional[int] = 1  # =\n"],
  ["a.py", "a += \nb = 1\n", "valid", "a += 1\n"],
  ["a.go", "package a\n\nvar var a = 1\n", "valid", "package a\n\nvar a = 1\n"],
  [
    "a.go",
    "package a\n\nvar a = []int{\n\t1\n}\n",
    "valid",
    "package a\n\nvar a = []int{\n\t1,\n\t// one\n}\nvar b = T{1}\n",
  ],
  [
    "a.go",
    "package a\n\nvar a = f(\n\tb\n)\n",
    "valid",
    "package a\n\nvar a = f(\n\tb,\n\t// one\n)\nvar c = f(func() {\n})\n",
  ],
  ["a.go", "package a\n\nfunc f(,) {}\n", "valid", "package a\n\nfunc f(a int,) {}\n"],
  ["a.c", "#include <>\n", "valid", "#include <a.h>\n"],
  ["a.cpp", "#include <>\n", "valid", "#include <vector>\n"],
  ["a.cpp", "class class A {};\n", "valid", "class A {};\n"],
  ["a.c", 'f("%u" count);\n', "valid", 'f("%" PRIu64 "\\n", count);\n'],
  ["a.kt", "val stray size = 1\n", "valid", "val Depot.size: Int get() = 1\nval store by lazy { 1 }\n"],
  ["a.kt", "fun stray f() {}\n", "valid", "fun Depot.f() {}\nfun <T> T.g() {}\n"],
  ["a.kt", "fun f( ,) { if ( *a) b() }\n", "valid", "fun f(a: Int,) { g(*a) }\n"],
  [
    "a.php",
    "<?php class A { public public $a; }\n",
    "valid",
    "<?php class A { public static $a; public const B = 1; }\n",
  ],
  ["a.php", "<?php f(A:class);\n", "valid", "<?php f(A::class, class: 1, default: B);\n"],
  ["a.php", "<?php declare(strict_types=1)\nnamespace A;\n", "valid", "<?php declare(strict_types=1);\nnamespace A;\n"],
  ["a.rs", "fn f() { a!(1)\n b(); }\n", "valid", "fn f() { a!(1); b! { 1 } c!(2) }\nm! { a }\n"],
  ["a.rs", "fn f( ,) {}\n", "valid", "fn f(a: u8,) {}\n"],
  ["a.scala", "val a = new new B\n", "valid", "val a = new B(c) with D\n"],
  ["a.kt", "fun fun f() {}\n", "valid", "fun f() {}\n"],
  ["a.scala", "class A { val a = new new B }\n", "valid", "class A { val a = new B }\n"],
  ["a.rb", "f(a, b c)\n", "valid", "f(a b)\nf(a, b(c))\nf a, b(c)\n"],
  ["A.cs", "class A { public public int b; }\n", "valid", "class A { public static int b; static int c; }\n"],
  ["A.cs", "class A { bool B(bool a) => && a; }\n", "valid", "class A { bool B(bool a) => a && !a; }\n"],
  ["A.java", "public public class A { }\n", "valid", "public class A { public void f() { } }\n"],
  ["A.java", "class A { List<> f() { return null; } }\n", "valid", "class A { List<B> f() { return new C<>(); } }\n"],
])("%s %j is broken, its neighbour is %s", async (path, wrong, verdict, right) => {
  expect((await analyzer.check({ path, text: wrong })).verdict).toBe("broken");
  expect((await analyzer.check({ path, text: right })).verdict).toBe(verdict);
});
