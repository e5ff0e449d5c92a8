// Uses in forms that are easily passed over, each by what it leads to: `line: file:line certainty`.
import { describe, expect, it } from "vitest";
import { leadsTo } from "./leads-to.ts";

type Case = readonly [what: string, text: string, name: string, expected: readonly string[]];

const swift: readonly Case[] = [
  ["an attribute of a parameter", "struct Q {}\nfunc m(@Q z: Int) {}\n", "Q", ["2: a:1 exact"]],
  ["an attribute of a local variable", "struct Q {}\nfunc m() {\n  @Q var z = 1\n}\n", "Q", ["3: a:1 exact"]],
  ["an attribute of a closure", "actor Q {}\nlet c = { @Q in 1 }\n", "Q", ["2: a:1 exact"]],
  ["an attribute of a type", "actor Q {}\nvar g: @Q () -> Void = {}\n", "Q", ["2: a:1 exact"]],
  ["a typed error", "struct Q: Error {}\nfunc z() throws(Q) -> Int { 1 }\n", "Q", ["2: a:1 exact"]],
  [
    "a typed error of a block",
    "struct Q: Error {}\nfunc z() {\n  do throws(Q) { y() } catch {}\n}\n",
    "Q",
    ["3: a:1 exact"],
  ],
  [
    "a typed error of a type",
    "enum E {\n  struct Q: Error {}\n}\nlet c: () throws(E.Q) -> Void\n",
    "Q",
    ["4: a:2 exact"],
  ],
  ["an argument of a macro", "func q() -> Int { 1 }\nfunc t() {\n  #expect(q() == 1)\n}\n", "q", ["3: a:1 exact"]],
  ["no function by a macro", "func expect(_ x: Int) {}\nfunc t() {\n  #expect(1)\n}\n", "expect", ["3: external"]],
  ["a macro", "macro q(_ x: Int) = #m\nlet z = #q(1)\n", "q", ["2: a:1 exact"]],
  ["an attached macro", "macro Q() = #m\n@Q struct Z {}\n", "Q", ["2: a:1 exact"]],
  ["a type argument of a macro", "struct Q {}\nlet z = #P<Q> { $0 }\n", "Q", ["2: a:1 exact"]],
  [
    "a member of a variable named like a keyword",
    "struct Z { var q = 1 }\nfunc t(copy: Z) {\n  copy.q = 2\n}\n",
    "q",
    ["3: a:1 constrained"],
  ],
  [
    "a member behind one that is written without its type",
    "struct Z { static let z = Z()\n  func q() -> Z { z } }\nfunc t(_ a: Z) {}\nlet y: Void = t(.z.q())\n",
    "q",
    ["4: a:2 constrained"],
  ],
  [
    "a case in an expression's branch",
    "enum E { case q, r }\nfunc t(a: Bool) -> E {\n  if a { .r } else { .q }\n}\n",
    "q",
    ["3: a:1 constrained"],
  ],
  ["a pack's bound", "protocol Q {}\nfunc t<each Z: Q>(_ a: repeat each Z) {}\n", "Q", ["2: a:1 exact"]],
  ["an element's type of an array with its length", "struct Q {}\nlet a: [3 of Q]\n", "Q", ["2: a:1 exact"]],
];

const cpp: readonly Case[] = [
  [
    "the first of several names of a using",
    "namespace n {\nstruct Q {};\nstruct R {};\n}\nusing n::Q, n::R;\n",
    "Q",
    ["5: a:2 exact"],
  ],
  [
    "the last of several names of a using",
    "namespace n {\nstruct Q {};\nstruct R {};\n}\nusing n::R, n::Q;\n",
    "Q",
    ["5: a:2 exact"],
  ],
];

const scala: readonly Case[] = [
  ["the type of a given without a name", "trait Q\ngiven Q = ???\nval z: Q = ???\n", "Q", ["2,3: a:1 exact"]],
  ["the type of a given in braces", "trait Q\ngiven foo: Q with {\n  def x = 1\n}\n", "Q", ["2: a:1 exact"]],
  ["a type alone that a class is made with", "trait Q\nclass D(x: Int)(using Q)\n", "Q", ["2: a:1 exact"]],
  ["a type class that is derived", "trait Q\nclass D derives Q\n", "Q", ["2: a:1 exact"]],
  [
    "an exported member, by both of its owners",
    "object A:\n  def q = 1\nobject B:\n  export A.q\nobject C:\n  val z = B.q\n",
    "q",
    ["4: a:2 exact", "6: a:2 exact"],
  ],
  [
    "what everything of a value is exported from",
    "class A:\n  def q = 1\nclass B(a: A):\n  export a.*\n  def z = q\nobject C:\n  val z = new B(new A).q\n",
    "q",
    ["5: a:2 exact", "7: a:2 constrained"],
  ],
  [
    "nothing by a name that is not exported",
    "object A:\n  def q = 1\n  def r = 1\nobject B:\n  export A.r\nval z = B.q\n",
    "q",
    ["6: unknown"],
  ],
  [
    "the parameter of a function behind a colon",
    "class A:\n  def q = 1\ndef f(all: List[A]) = all.map: one =>\n  one.q\n",
    "q",
    ["4: a:2 constrained"],
  ],
  [
    "an element of a qualified collection",
    "class A { def q = 1 }\ndef f(all: mutable.Buffer[A]) = all.head.q\n",
    "q",
    ["2: a:1 constrained"],
  ],
  [
    "a field by the name of an argument",
    "case class P(q: Int)\nval p = P(q = 1)\nval o = p.copy(q = 2)\n",
    "q",
    ["2: a:1 exact", "3: a:1 constrained"],
  ],
];

const kotlin: readonly Case[] = [
  [
    "what a guard calls",
    "fun q() = 1\nfun f(o: Any, n: Int) = when (o) {\n  is String if n > q() -> 1\n  else -> 2\n}\n",
    "q",
    ["3: a:1 exact"],
  ],
  ["code in a string with several signs", 'fun q() = 1\nval s = $$"a $${q()} ${q()}"\n', "q", ["2: a:1 exact"]],
  [
    "a field by the name of an argument",
    "data class P(val q: Int)\nval p = P(q = 1)\nval o = p.copy(q = 2).q\n",
    "q",
    ["2: a:1 exact", "3: a:1 constrained", "3: a:1 constrained"],
  ],
  ["no field by the name of a parameter", "class P(q: Int) { val q = 1 }\nval p = P(q = 1)\n", "q", ["2: external"]],
  [
    "no field by the name of a function's",
    "class P(val q: Int)\nfun Made(q: Int) = P(1)\nval p = Made(q = 1)\n",
    "q",
    ["3: external"],
  ],
  [
    "a class by a call in the head of another",
    "open class A { constructor(x: Int) }\nclass B : A(2)\n",
    "A",
    ["2,2: a:1 exact"],
  ],
  [
    "an element of a qualified collection",
    "class A { fun q() = 1 }\nfun f(all: kotlin.collections.List<A>) = all.first().q()\n",
    "q",
    ["2: a:1 constrained"],
  ],
  [
    "what may be a key of a map",
    "class A { fun q() = 1 }\nfun f(all: Map<A, String>) = all.keys.first().q()\n",
    "q",
    ["2: unknown"],
  ],
];

const csharp: readonly Case[] = [
  [
    "a member of what a class is made with",
    "class P { public int Q; }\nclass B(P p, int x = 1) { int m() =>\n p.Q; }\nstruct C<T>(P made) where T : P { int n() => \nmade.Q; }\n",
    "Q",
    ["3,5: a:1 constrained"],
  ],
  [
    "the type of what a class is made with, and what it passes on",
    "class P { public int Q; }\nclass B(List<P> all, P p)\n : A(x: p.Q, all) { int m() => 1; }\n",
    "P",
    ["2: a:1 exact"],
  ],
  [
    "what a class passes to another",
    "class P { public int Q; }\nclass B(P p)\n : A(x: p.Q) { int m() => 1; }\n",
    "Q",
    ["3: a:1 constrained"],
  ],
  [
    "a call in a raw string",
    'class A { int Q() => 1;\n string u = $"""x {Q()}""";\n string v = $$"""{ "a": {{Q()}} }""";\n string w = """Q()""";\n}\n',
    "Q",
    ["2,3: a:1 exact"],
  ],
  [
    "the member of an interface",
    "interface I { int Q { get; } void M(); }\nclass B : I { int I.Q => 1;\n void I.M() {} }\n",
    "Q",
    ["2: a:1 constrained"],
  ],
  [
    "the same of a method",
    "interface I { int Q { get; } void M(); }\nclass B : I { int I.Q => 1;\n void I.M() {} }\n",
    "M",
    ["3: a:1 constrained"],
  ],
  ["an attribute of the assembly", "[assembly: Q]\nclass QAttribute : System.Attribute { }\n", "Q", ["1: a:2 exact"]],
  [
    "an element of a qualified collection",
    "class P { public int Q; }\nclass B { object m(System.Collections.Generic.List<P> ps) =>\n from p in ps where p.Q > 1 select p; }\n",
    "Q",
    ["3: a:1 constrained"],
  ],
  [
    "a value of a dictionary",
    "class P { public int Q; }\nclass B { void m(Dictionary<string, P> ps) { foreach (var e in ps)\n e.Value.Q = 1; } }\n",
    "Q",
    ["3: a:1 constrained"],
  ],
  ["a field by the name of an argument", "record P(int Q);\nclass B { P p = new P(\nQ: 1); }\n", "Q", ["3: a:1 exact"]],
];

const java: readonly Case[] = [
  [
    "a value of an entry",
    "class A { int q() { return 1; } }\nclass B { void f(Map<String, List<A>> m) { for (var e : m.entrySet())\n e.getValue().get(0).q(); } }\n",
    "q",
    ["3: a:1 constrained"],
  ],
  [
    "the same of a declared entry",
    "class A { int q() { return 1; } }\nclass B { void f(Map.Entry<String, A> e) {\n e.getValue().q(); } }\n",
    "q",
    ["3: a:1 constrained"],
  ],
  [
    "what may be a key of a map",
    "class A { int q() { return 1; } }\nclass B { void f(Map<A, String> m) { for (var e : m.entrySet())\n e.getKey().q(); } }\n",
    "q",
    ["3: unknown"],
  ],
];

describe.each([
  ["swift", "a.swift", swift],
  ["cpp", "a.cpp", cpp],
  ["scala", "a.scala", scala],
  ["kotlin", "a.kt", kotlin],
  ["csharp", "a.cs", csharp],
  ["java", "a.java", java],
])("%s: a name leads to", (_language, path, cases) => {
  it.each(cases)("%s", async (_what, text, name, expected) => {
    expect(await leadsTo({ [path]: text }, path, name)).toEqual(expected.map((one) => one.replace(" a:", ` ${path}:`)));
  });
});
