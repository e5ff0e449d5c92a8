// Every place of a name is of one class, in every language, and the classes add up to what a search for the word counts.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { openEdges } from "../../../src/intelligence/edges/edge-scene.ts";
import { findReferences } from "../../../src/intelligence/edges/references.ts";
import { lookupOf } from "../../../src/intelligence/edges/snapshot-lookup.ts";
import { resolveTarget } from "../../../src/intelligence/edges/target.ts";
import { accountFor } from "../../../src/intelligence/occurrences/account.ts";
import type { Account } from "../../../src/intelligence/occurrences/occurrence.ts";
import { surveyFiles } from "../../../src/intelligence/occurrences/survey-files.ts";
import { openAnalyzer } from "../../../src/languages/analyze.ts";
import { packagePath } from "../../../src/system/package-root.ts";
import { atOnce } from "../../../src/system/slices.ts";
import { kindAt } from "../../../src/vocabulary/stretches.ts";
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
      for (const { name, lines } of facts?.references ?? []) {
        for (const offset of lines.filter((at) => text.startsWith(name, at))) {
          const kind = stretches === null ? "none" : kindAt(stretches, offset);
          if (kind === "none" || kind === "unplaced" || kind === "unread") {
            wrong.push(`${path} ${name} at ${offset}: ${kind}`);
          }
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
        "a.ts": "class Handle { x = 1 }\nconst a = @@@ Handle #( 3 };\n// a Handle\nconst s = 'Handle';\n",
      },
      symbol: "Handle",
      places: ["a.ts:1 definition", "a.ts:2 unread", "a.ts:3 comment", "a.ts:4 string"],
    },
    {
      what: "a template",
      files: {
        "A.vue":
          '<script setup lang="ts">\nfunction save() {}\n</script>\n<template>\n<p @done="save"/>\n</template>\n',
      },
      symbol: "save",
      places: ["A.vue:2 definition", "A.vue:5 unread"],
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
      what: "interpolation of a new form",
      files: { "a.kt": 'fun before(x: Int) = x\nval s = $$"a $${before(1)} b"\n' },
      symbol: "before",
      places: ["a.kt:1 definition", "a.kt:2 unread"],
    },
    {
      what: "a string of a new form",
      files: { "a.py": 'def before(x):\n    return x\ns = t"a {before(1)} b"\n' },
      symbol: "before",
      places: ["a.py:1 definition", "a.py:3 unread"],
    },
    {
      what: "a value in markup",
      files: {
        "B.svelte":
          '<script lang="ts">\n  function removeRow() {}\n</script>\n<button onclick={removeRow}>x</button>\n',
      },
      symbol: "removeRow",
      places: ["B.svelte:2 definition", "B.svelte:4 unread"],
    },
  ];
  it.each(cases)("is found, or said not to be understood: $what", async ({ files, symbol, places }) => {
    const account = await accountOf(await memoryProject(files, { withVectors: false }), symbol);
    expect(shown(account)).toEqual(places);
  });
});
