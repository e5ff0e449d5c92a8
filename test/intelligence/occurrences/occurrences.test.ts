// Every place of a name is of one class, in every language, and the classes add up to what a search for the word counts.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import type { DocumentRecord } from "../../../src/index/snapshot.ts";
import { lookupOf, openEdges } from "../../../src/intelligence/edges/edge-scene.ts";
import { findReferences } from "../../../src/intelligence/edges/references.ts";
import { resolveTarget } from "../../../src/intelligence/edges/target.ts";
import { accountFor } from "../../../src/intelligence/occurrences/account.ts";
import { classifyFile, type KnownOnLine } from "../../../src/intelligence/occurrences/classify-file.ts";
import type { Account } from "../../../src/intelligence/occurrences/occurrence.ts";
import { surveyFiles } from "../../../src/intelligence/occurrences/survey-files.ts";
import { openAnalyzer } from "../../../src/languages/analyze.ts";
import { lineAt, openSource } from "../../../src/syntax/source.ts";
import { packagePath } from "../../../src/system/package-root.ts";
import { atOnce } from "../../../src/system/slices.ts";
import { allOf } from "../../../src/vocabulary/stretches.ts";
import { lineStarts } from "../../../src/vocabulary/text.ts";
import { type Files, type MemoryProject, memoryProject } from "../../support/memory-project.ts";

const SAMPLES = packagePath("fixtures/languages");

/** The samples of all languages: `python/sample.py`. */
const samples: Files = Object.fromEntries(
  readdirSync(SAMPLES).flatMap((language) =>
    readdirSync(join(SAMPLES, language))
      .filter((name) => name.startsWith("sample.") && !name.endsWith(".txt"))
      .map((name) => [`${language}/${name}`, readFileSync(join(SAMPLES, language, name), "utf8")]),
  ),
);

async function accountOf({ snapshot, files }: MemoryProject, address: string): Promise<Account | null> {
  const lookup = lookupOf(snapshot);
  const edges = openEdges(snapshot, lookup, new AbortController().signal);
  const targeted = resolveTarget(snapshot, lookup, address);
  if (targeted.kind !== "found") {
    return null;
  }
  const { symbol } = targeted;
  const references = atOnce(findReferences(edges, symbol));
  const surveyed = atOnce(surveyFiles(snapshot, edges, symbol, references));
  return accountFor(symbol.name, surveyed, async ({ path }) => ({ text: files.get(path) ?? "" }));
}

/** `a.ts:4 unread`, of what is neither a definition nor proven. */
const shown = (account: Account | null): string[] =>
  account?.occurrences.map(({ path, line, class: of }) => `${path}:${line} ${of}`) ?? [];

describe("the places of a name", () => {
  let project: MemoryProject;
  beforeAll(async () => {
    project = await memoryProject(samples, { withVectors: false });
  });

  it("add up to the word's count, whatever the language", async () => {
    const texts = [...project.files.values()];
    const differing: string[] = [];
    let compared = 0;
    for (const document of project.snapshot.documents()) {
      const symbols = project.snapshot
        .symbols(document.id)
        .filter(({ name }) => /^[\p{ID_Start}_][\p{ID_Continue}]*$/u.test(name));
      for (const { path, name } of symbols.slice(0, 12)) {
        const account = await accountOf(project, `${document.path}#${path}`);
        const word = new RegExp(
          `(?<![\\p{Alphabetic}\\p{M}\\p{Nd}\\p{Pc}])${name}(?![\\p{Alphabetic}\\p{M}\\p{Nd}\\p{Pc}])`,
          "gu",
        );
        const wanted = texts.reduce((sum, text) => sum + [...text.matchAll(word)].length, 0);
        if (account !== null && account.occurrences.length !== wanted) {
          differing.push(`${document.path}#${path}: ${account.occurrences.length} for ${wanted}`);
        }
        compared += account === null ? 0 : 1;
      }
    }
    expect(differing).toEqual([]);
    expect(compared).toBeGreaterThan(150);
  });

  it("are never called not understood where a fact names them", async () => {
    const analyzer = await openAnalyzer();
    const wrong: string[] = [];
    for (const [path, text] of Object.entries(samples)) {
      const { facts, stretches } = await analyzer.occurrences({ path, text }, []);
      const source = { starts: lineStarts(text) };
      const byName = new Map<string, number[]>();
      for (const { name, lines } of facts?.references ?? []) {
        byName.set(name, [...(byName.get(name) ?? []), ...lines.filter((at) => text.startsWith(name, at))]);
      }
      for (const [name, offsets] of byName) {
        const known = new Map<number, KnownOnLine>();
        for (const line of offsets.map((offset) => lineAt(source, offset))) {
          const reference = (known.get(line)?.reference ?? 0) + 1;
          known.set(line, { definition: 0, reference, unknown: 0, other: 0 });
        }
        const document = { path } as DocumentRecord;
        const file = {
          document,
          stretches: stretches ?? allOf("code"),
          known,
          isOfFamily: true,
          mayName: "none" as const,
          isMember: false,
          isExtension: false,
          valueSign: null,
          namesAreStatic: false,
        };
        const told = classifyFile({ ...file, whyUnread: "unread", whyInPart: null }, openSource(text), name);
        const counted = told.filter((one) => one.class === "reference").length;
        if (stretches === null || counted < new Set(offsets).size) {
          wrong.push(`${path} ${name}: ${counted} of ${new Set(offsets).size}`);
        }
      }
    }
    expect(wrong).toEqual([]);
  });
});

describe("a place in new or unusual syntax", () => {
  const cases: readonly {
    readonly what: string;
    readonly files: Files;
    readonly symbol: string;
    readonly places: readonly string[];
  }[] = [
    {
      what: "a statement newer than the grammar",
      files: {
        "a.ts": "class Handle { x = 1 }\nconst a = @@@ Handle #( 3 };\n// a Handle\nconst s = 'a Handle';\n",
      },
      symbol: "Handle",
      places: ["a.ts:1 definition", "a.ts:2 unread", "a.ts:3 comment", "a.ts:4 string"],
    },
    {
      what: "strings that are its name or a path to it, of which keys are none",
      files: {
        "a.py":
          "def clean(): pass\nget(jobs, 'clean')()\nrun(\"app.clean\")\nlog('clean it')\nall = {'clean': 1}\nx = y['clean']\n",
      },
      symbol: "clean",
      places: [
        "a.py:1 definition",
        "a.py:2 unknown",
        "a.py:3 unknown",
        "a.py:4 string",
        "a.py:5 string",
        "a.py:6 unknown",
      ],
    },
    {
      what: "a string in PHP that is a path from the root",
      files: { "a.php": "<?php\nfunction clean() {}\narray_map('\\clean', []);\n$all = ['clean' => 1];\n" },
      symbol: "clean",
      places: ["a.php:2 definition", "a.php:3 reference", "a.php:4 string"],
    },
    {
      what: "a template",
      files: {
        "A.vue":
          '<script setup lang="ts">\nfunction save() {}\n</script>\n<template>\n<p @done="save"/>\n</template>\n',
      },
      symbol: "save",
      places: ["A.vue:2 definition", "A.vue:5 reference"],
    },
    {
      what: "the template of a component, written as a string",
      files: {
        "a.ts":
          '@Component({ template: `<a (click)="saveAll()">`, title: "saveAll" })\nexport class Cart { saveAll() {} }\n',
        "b.js": 'export default {\n  template: "<b @click=\\"saveAll\\">",\n  style: "<b>saveAll</b>",\n};\n',
      },
      symbol: "Cart.saveAll",
      places: ["a.ts:1 unread", "a.ts:1 unknown", "a.ts:2 definition", "b.js:2 unread", "b.js:3 string"],
    },
    {
      what: "a specialisation and a member pointer",
      files: {
        "a.cpp":
          "struct Cell { int v; };\ntemplate <class T> struct Traits {};\ntemplate <> struct Traits<Cell> {};\nchar b[sizeof(Cell)];\n",
      },
      symbol: "Cell",
      places: ["a.cpp:1 definition", "a.cpp:3 reference", "a.cpp:4 reference"],
    },
    {
      what: "a specialisation for a type of a namespace",
      files: {
        "a.cpp":
          "namespace grid { struct Cell {}; }\ntemplate <> struct std::hash<grid::Cell> {};\nint f() { return std::hash<grid::Cell>{}(1); }\n",
      },
      symbol: "a.cpp#std::hash<grid::Cell>",
      places: ["a.cpp:2 definition", "a.cpp:3 unknown"],
    },
    {
      what: "a specialisation beside a use on the same line",
      files: {
        "a.cpp": "struct Key {};\ntemplate <> struct std::less<Key> { bool operator()(const Key& x) const; };\n",
      },
      symbol: "Key",
      places: ["a.cpp:1 definition", "a.cpp:2 reference", "a.cpp:2 reference"],
    },
    {
      what: "a keyword of a pattern",
      files: { "a.py": "class Point:\n    left: int\ndef f(p):\n    match p:\n        case Point(left=1): pass\n" },
      symbol: "Point.left",
      places: ["a.py:2 definition", "a.py:5 reference"],
    },
    {
      what: "a member of one of several specialisations",
      files: {
        "a.h":
          "template <typename T> struct acc;\ntemplate <> struct acc<float> { static int up(int c) { return c; } };\ntemplate <typename T> int f() { return acc<T>::up(1); }\n",
      },
      symbol: "a.h#acc<float>.up",
      places: ["a.h:2 definition", "a.h:3 unknown"],
    },
    {
      what: "a key of an object that nothing is known of",
      files: {
        "a.ts":
          "export interface Point { left: number }\nexport const f = (p: any) => p({ left: 1 });\nexport const o: Point = { left: 2 };\n",
      },
      symbol: "a.ts#Point.left",
      places: ["a.ts:1 definition", "a.ts:2 unknown", "a.ts:3 reference"],
    },
    {
      what: "an argument that has the name of a function",
      files: { "a.py": "def left():\n    return 1\ndef f(p):\n    p(left=1)\n" },
      symbol: "left",
      places: ["a.py:1 definition", "a.py:4 other"],
    },
    {
      what: "a line that is half typed, and what is below it",
      files: {
        "a.py": "def helper():\n    return 1\ndef typing():\n    x = helper(\ndef later():\n    return helper()\n",
      },
      symbol: "helper",
      places: ["a.py:1 definition", "a.py:4 unread", "a.py:6 unread"],
    },
    {
      what: "a size of a structure",
      files: { "a.c": "struct cell { int v; };\nunsigned long n = sizeof(struct cell);\n#define NEW struct cell\n" },
      symbol: "cell",
      places: ["a.c:1 definition", "a.c:2 reference", "a.c:3 reference"],
    },
    {
      what: "the rules of a macro",
      files: { "a.rs": "pub struct Meter;\nmacro_rules! pace { ($x:expr) => { Meter::<2>::pace($x) }; }\n" },
      symbol: "Meter",
      places: ["a.rs:1 definition", "a.rs:2 reference"],
    },
    {
      what: "members of a path with type arguments in a macro's rules",
      files: {
        "a.rs":
          "struct Meter<T>(T);\nimpl<T> Meter<T> { fn pace() -> u8 { 1 } }\nmacro_rules! go { ($t:ty) => {\nMeter::<u8>::pace()\n+ <Meter<u8>>::pace()\n+ <$t>::pace()\n+ Vec::<Meter<u8>>::pace() } }\nfn f() { assert_eq!(Meter::<{ 1 + 2 }>::pace(), 1); assert!(1 < 2); }\n",
      },
      symbol: "Meter.pace",
      places: [
        "a.rs:2 definition",
        "a.rs:4 reference",
        "a.rs:5 reference",
        "a.rs:6 reference",
        "a.rs:7 unread",
        "a.rs:8 reference",
      ],
    },
    {
      what: "members of a generic type, which the grammar takes for comparisons",
      files: {
        "a.swift":
          "struct Meter<T> { static func pace() -> Self { fatalError() }\nfunc walk() {} }\nlet a = Meter<Int>.pace()\nuse(x ?? Meter<Int?>.pace())\nlet b = Meter<Meter<Int>>.pace().walk()\nif a < b, c > .pace {}\na.walk()\nlet c = 1 + Meter<[Int]?>.pace()\n",
      },
      symbol: "Meter.pace",
      places: [
        "a.swift:1 definition",
        "a.swift:3 reference",
        "a.swift:4 reference",
        "a.swift:5 reference",
        "a.swift:6 reference",
        "a.swift:8 reference",
      ],
    },
    {
      what: "a member of what a generic type gives",
      files: {
        "a.swift":
          "struct Meter<T> { static func pace() -> Self { fatalError() }\nfunc walk() {} }\nlet a = Meter<Int>.pace()\nlet b = Meter<Meter<Int>>.pace().walk()\na.walk()\n",
      },
      symbol: "Meter.walk",
      places: ["a.swift:2 definition", "a.swift:4 reference", "a.swift:5 reference"],
    },
    {
      what: "pages of prose whose code is run",
      files: {
        "a.ts": "export function before() {}\n",
        "a.mdx": "import { before } from './a'\n\n<Chart value={before()} />\n",
        "a.md": "before\n",
      },
      symbol: "before",
      places: ["a.md:1 comment", "a.mdx:1 unread", "a.mdx:3 unread", "a.ts:1 definition"],
    },
    {
      what: "calls below an import that was not understood",
      files: {
        "lib.ts": "export function before() {}\n",
        "a.ts":
          'export const a = 1;\n<<<<<<< HEAD\nimport { before } from "./lib";\n=======\nimport { before } from "./lib2";\n>>>>>>> b\nexport function f() { before(); }\n',
        "b.ts": 'import { before } from "other";\nbefore();\n',
      },
      symbol: "before",
      places: [
        "a.ts:3 unread",
        "a.ts:5 unread",
        "a.ts:7 unknown",
        "b.ts:1 other",
        "b.ts:2 other",
        "lib.ts:1 definition",
      ],
    },
    {
      what: "what a namespace brings in that was not understood",
      files: {
        "L.cs": "namespace A;\npublic static class L {\n  public static int Before() => 1;\n}\n",
        "U.cs": "<<<<<<< HEAD\nusing static A.L;\n=======\nusing B;\n>>>>>>> b\nclass U {\n  int F() => Before();\n}\n",
      },
      symbol: "Before",
      places: ["L.cs:3 definition", "U.cs:7 unknown"],
    },
    {
      what: "a member of a specialisation, through a name that depends on a template's argument",
      files: {
        "a.hpp":
          "template <class T> struct Traits { static bool before(T); };\ntemplate <> struct Traits<int> { static bool before(int); };\ntemplate <class T> struct Sum {\n  using traits = Traits<T>;\n  bool f(T x) { return traits::before(x); }\n};\nstruct Other { static bool before(int); };\nbool g() { return Other::before(1); }\n",
      },
      symbol: "Traits<int>.before",
      places: ["a.hpp:1 other", "a.hpp:2 definition", "a.hpp:5 unknown", "a.hpp:7 other", "a.hpp:8 other"],
    },
    {
      what: "what another file declares for itself",
      files: {
        "a.c": "int before(int a) { return a; }\n",
        "b.c": "extern int before(int);\nint f(void) { return before(1); }\n",
        "c.c": "int g(void) { return before(2); }\n",
        "d.c": "static int before(int a) { return a; }\nint h(void) { return before(3); }\n",
      },
      symbol: "a.c#before",
      places: ["a.c:1 definition", "b.c:1 unknown", "b.c:2 unknown", "c.c:1 unknown", "d.c:1 other", "d.c:2 other"],
    },
    {
      what: "a script in a page",
      files: {
        "a.js": "function before() {}\n",
        "p.html": '<script src="a.js"></script>\n<script>\nbefore();\n// before\n</script>\n',
      },
      symbol: "before",
      places: ["a.js:1 definition", "p.html:3 unread", "p.html:4 comment"],
    },
    {
      what: "interpolation of a new form",
      files: { "a.kt": 'fun before(x: Int) = x\nval s = $$"a $${before(1)} b"\n' },
      symbol: "before",
      places: ["a.kt:1 definition", "a.kt:2 reference"],
    },
    {
      what: "what a class is made with",
      files: { "a.cs": "class before { }\nclass B(before b) { }\n" },
      symbol: "before",
      places: ["a.cs:1 definition", "a.cs:2 reference"],
    },
    {
      what: "a string of a new form",
      files: { "a.py": 'def before(x):\n    return x\ns = t"a {before(1)} b"\n' },
      symbol: "before",
      places: ["a.py:1 definition", "a.py:3 reference"],
    },
    {
      what: "a value in markup",
      files: {
        "B.svelte":
          '<script lang="ts">\n  function removeRow() {}\n</script>\n<button onclick={removeRow}>x</button>\n',
      },
      symbol: "removeRow",
      places: ["B.svelte:2 definition", "B.svelte:4 reference"],
    },
    {
      what: "what a format takes from around it",
      files: { "a.rs": 'const WIDTH: usize = 4;\nfn f(n: u8) { println!("{n:>WIDTH$} {WIDTH} {{WIDTH}} WIDTH"); }\n' },
      symbol: "WIDTH",
      places: ["a.rs:1 definition", "a.rs:2 unread", "a.rs:2 unread", "a.rs:2 string", "a.rs:2 string"],
    },
    {
      what: "what the rules of a macro implement, and a type among its arguments",
      files: {
        "a.rs":
          "trait Shape { fn area(&self) -> u8; }\nstruct Tile;\nmacro_rules! shape { ($($t:ty => $n:expr),*) => { $(impl Shape for $t {\nfn area(&self) -> u8 { $n }\n})* }; }\nshape! { Tile => 4 }\n",
      },
      symbol: "Shape.area",
      places: ["a.rs:1 definition", "a.rs:4 unread"],
    },
    {
      what: "a type before an arrow in a macro's arguments",
      files: { "a.rs": "struct Tile;\nmacro_rules! m { ($t:ty => $n:expr) => { }; }\nm! { Tile => 4 }\n" },
      symbol: "Tile",
      places: ["a.rs:1 definition", "a.rs:3 unread"],
    },
    {
      what: "a symbol that names a method",
      files: { "a.rb": "class A\n  def save = 1\n  def f = items.each(&method(:save))\n  def g = send(:save)\nend\n" },
      symbol: "A.save",
      places: ["a.rb:2 definition", "a.rb:3 reference", "a.rb:4 reference"],
    },
    {
      what: "a part of an import's path",
      files: {
        "a.kt": "package a\nobject Labels { const val FIRST = 1 }\n",
        "b.kt": "package b\nimport a.Labels.FIRST\nval x = FIRST\n",
      },
      symbol: "a.kt#Labels",
      places: ["a.kt:2 definition", "b.kt:2 unknown"],
    },
    {
      what: "the type of an outer instance",
      files: { "a.kt": "class Frame(val size: Int) {\n  inner class Cursor {\n    val own = this@Frame.size }\n}\n" },
      symbol: "Frame",
      places: ["a.kt:1 definition", "a.kt:3 reference"],
    },
    {
      what: "a bare name where a lambda has a receiver",
      files: { "a.kt": "class Cell { var stamp = 0 }\nfun f(run: (Cell.() -> Int) -> Int) = run { stamp }\n" },
      symbol: "Cell.stamp",
      places: ["a.kt:1 definition", "a.kt:2 unknown"],
    },
    {
      what: "a member that is added to a library's type",
      files: {
        "a.ts":
          "declare global {\n  interface Array<T> {\n    totalSize(): number;\n  }\n}\nexport const n = (all: string[]) => all.totalSize();\n",
      },
      symbol: "totalSize",
      places: ["a.ts:3 definition", "a.ts:6 unknown"],
    },
    {
      what: "a member of a prototype, and a private one that is tested for",
      files: {
        "a.js":
          "export class Cell {\n  #right = 1;\n  weigh() { return 1; }\n  static is(v) { return #right in v; }\n}\nconst w = Cell.prototype.weigh;\n",
      },
      symbol: "Cell.weigh",
      places: ["a.js:3 definition", "a.js:6 reference"],
    },
    {
      what: "what a store holds",
      files: {
        "a.svelte": "<script>\n  import { names } from './b.js';\n  $names = [];\n</script>\n",
        "b.js": "export const names = 1;\n",
      },
      symbol: "b.js#names",
      places: ["a.svelte:2 reference", "a.svelte:3 unknown", "b.js:1 definition"],
    },
    {
      what: "a macro that makes enumerators",
      files: { "a.c": "#define FLAG(n) FLAG_##n\nenum flags { FLAG(A), FLAG(B) };\n" },
      symbol: "FLAG",
      places: ["a.c:1 definition", "a.c:2 reference", "a.c:2 reference"],
    },
    {
      what: "a pointer to a member",
      files: {
        "a.cpp": "struct C { int v; };\nint C::*field = &C::v;\nint get(C c, C *p) { return c.*field + p->*field; }\n",
      },
      symbol: "field",
      places: ["a.cpp:2 definition", "a.cpp:3 reference", "a.cpp:3 reference"],
    },
    {
      what: "an argument of a library's function that names a member",
      files: {
        "a.py":
          "from typing import NamedTuple\nclass Mark(NamedTuple):\n    row: int\ndef f(m: Mark):\n    return m._replace(row=1)\n",
      },
      symbol: "Mark.row",
      places: ["a.py:3 definition", "a.py:5 reference"],
    },
    {
      what: "a field that embeds a type",
      files: {
        "go.mod": "module a\n",
        "a.go":
          "package a\n\ntype Mark struct{ Line int }\n\ntype Cell struct{ Mark }\n\nfunc f(c *Cell) int { return c.Mark.Line }\n\nvar one = Cell{Mark: Mark{}}\n",
      },
      symbol: "a.go#Mark",
      places: ["a.go:3 definition", "a.go:5 reference", "a.go:7 unknown", "a.go:9 reference", "a.go:9 unknown"],
    },
    {
      what: "a member of what a library's iterator gives",
      files: {
        "go.mod": "module a\n",
        "a.go":
          'package a\n\nimport "iter"\n\ntype Cell struct{}\n\nfunc (c *Cell) Weigh() int { return 1 }\n\nfunc f(all iter.Seq[*Cell]) {\n\tfor c := range all {\n\t\tc.Weigh()\n\t}\n}\n',
      },
      symbol: "a.go#Cell.Weigh",
      places: ["a.go:7 definition", "a.go:11 unknown"],
    },
  ];
  it.each(cases)("is found, or said not to be understood: $what", async ({ files, symbol, places }) => {
    const account = await accountOf(await memoryProject(files, { withVectors: false }), symbol);
    expect(shown(account)).toEqual(places);
  });
});

it("reads files of the symbol's language before pages, and says of what could not be read whether it may break", async () => {
  const { snapshot } = await memoryProject({
    "a.md": "save it\n",
    "b.ts": "export function save() {}\n",
    "c.ts": 'import { save } from "./b";\nsave();\n',
  });
  const lookup = lookupOf(snapshot);
  const edges = openEdges(snapshot, lookup, new AbortController().signal);
  const targeted = resolveTarget(snapshot, lookup, "b.ts#save");
  if (targeted.kind !== "found") {
    throw new Error("not found");
  }
  const { symbol } = targeted;
  const surveyed = atOnce(surveyFiles(snapshot, edges, symbol, atOnce(findReferences(edges, symbol))));
  const asked: string[] = [];
  const { uncounted } = await accountFor(symbol.name, surveyed, async ({ path }) => {
    asked.push(path);
    return null;
  });
  expect(asked).toEqual(["b.ts", "c.ts", "a.md"]);
  expect(uncounted.map(({ path, mayBreak }) => [path, mayBreak])).toEqual([
    ["b.ts", true],
    ["c.ts", true],
    ["a.md", false],
  ]);
});
