// What a deletion breaks is said by the edit, by a difference of it and by an impact before it: the same places. Each case: files, the
// symbol, and the places that break.
import { describe, expect, it } from "vitest";
import { impactOf, startsWith } from "../../src/change/impact.ts";
import { changesBetween } from "../../src/change/read/analyze-changes.ts";
import { sidesOfTexts } from "../../src/change/read/read-sides.ts";
import { weighChanges } from "../../src/change/weigh-changes.ts";
import { deleteSymbol } from "../../src/edits/symbols/delete-symbol.ts";
import { lookupOf, openEdges } from "../../src/intelligence/edges/edge-scene.ts";
import { resolveTarget } from "../../src/intelligence/edges/target.ts";
import { atOnce } from "../../src/system/slices.ts";
import { openMemoryEdits } from "../support/memory-edits.ts";
import { memoryProject } from "../support/memory-project.ts";
import { hashOf } from "./weigh-states.ts";

interface Case {
  readonly name: string;
  readonly files: Readonly<Record<string, string>>;
  readonly symbol: string;
  /** `path:line`; lines stand above the deleted symbol, or in other files. */
  readonly broken: readonly string[];
}

const CASES: readonly Case[] = [
  {
    name: "makers of instances (Python)",
    files: {
      "a.py":
        "class Store:\n    def __init__(self, size):\n        self.size = size\n\n    def get(self):\n        return 1\n",
      "b.py": "from a import Store\n\none = Store(1)\n\n\ndef two():\n    return Store(2)\n",
    },
    symbol: "a.py#Store.__init__",
    broken: ["b.py:3", "b.py:7"],
  },
  {
    name: "a constructor that one below calls (Java)",
    files: {
      "A.java": "class A {\n  A(int size) {}\n}\n",
      "B.java": "class B extends A {\n  B() {\n    super(4);\n  }\n}\n",
      "C.java": "class C {\n  A make() {\n    return new A(1);\n  }\n}\n",
    },
    symbol: "A.java#A.A",
    broken: ["B.java:2", "C.java:3"],
  },
  {
    name: "makers of instances, also of what extends it (TypeScript)",
    files: {
      "a.ts": "export class A {\n  constructor(size: number) {}\n}\nexport class B extends A {}\n",
      "b.ts": 'import { A, B } from "./a";\nexport const a = new A(1);\nexport const b = new B(2);\n',
    },
    symbol: "a.ts#A.constructor",
    broken: ["b.ts:2", "b.ts:3"],
  },
  {
    name: "makers of instances (Ruby)",
    files: {
      "a.rb": "class Queue\n  def initialize(name)\n    @name = name\n  end\nend\n",
      "b.rb": 'require_relative "a"\n\nqueue = Queue.new("a")\n',
    },
    symbol: "a.rb#Queue.initialize",
    broken: ["b.rb:3"],
  },
  {
    name: "a member marked as an override, and the class that must have it (Java)",
    files: {
      "I.java": "interface I {\n  void run();\n}\n",
      "A.java": "class A implements I {\n  public void run() {}\n}\n",
      "B.java": "class B extends A {\n  @Override\n  public void run() {}\n}\n",
    },
    symbol: "A.java#A.run",
    broken: ["A.java:1"],
  },
  {
    name: "where a type becomes an interface (Go)",
    files: {
      "go.mod": "module example.com/m\n",
      "a.go": "package a\n\ntype I interface{ Run() }\n\ntype T struct{}\n",
      "b.go": "package a\n\nvar _ I = T{}\n\nfunc use(t T) {\n\tt.Run()\n}\n",
      "c.go": "package a\n\nfunc (t T) Run() {}\n",
    },
    symbol: "c.go#T.Run",
    broken: ["b.go:3", "b.go:6"],
  },
  {
    name: "calls of an instance (Python)",
    files: {
      "a.py":
        "class Memo:\n    def __call__(self, key):\n        return key\n\n    def get(self):\n        return 1\n\n\nmemo = Memo()\n",
      "b.py": "from a import memo\n\nprint(memo(1))\n",
    },
    symbol: "a.py#Memo.__call__",
    broken: ["b.py:3"],
  },
  {
    name: "calls of a function whose declaration names it, and a specialisation (C++)",
    files: {
      "a.h": "template <typename T>\nstruct Box {};\n",
      "b.h": '#include "a.h"\n\ntemplate <>\nstruct Box<int> {};\n\nvoid emit(Box<char> from);\n',
      "c.cpp": '#include "b.h"\n\nvoid run() {\n  emit({});\n}\n',
    },
    symbol: "a.h#Box",
    broken: ["b.h:4", "b.h:6", "c.cpp:4"],
  },
  {
    name: "members that come by way of it (TypeScript)",
    files: {
      "a.ts": "export class A {\n  open() {}\n}\n",
      "b.ts": 'import { A } from "./a";\nexport class B extends A {}\nexport const size = 1;\n',
      "c.ts": 'import { B } from "./b";\nexport class C extends B {\n  run() {\n    this.open();\n  }\n}\n',
    },
    symbol: "b.ts#B",
    broken: ["c.ts:1", "c.ts:2", "c.ts:4"],
  },
  {
    name: "nothing where a base has the same method",
    files: {
      "a.ts": "export class A {\n  open() {}\n}\nexport class B extends A {\n  open() {}\n}\n",
      "b.ts": 'import { B } from "./a";\nnew B().open();\n',
    },
    symbol: "a.ts#B.open",
    broken: [],
  },
];

type Files = Case["files"];

async function brokenByEdit(files: Files, symbol: string) {
  const { scene, textsAfter } = await openMemoryEdits(files);
  const built = await deleteSymbol(scene, { symbol });
  const left = built.kind === "built" ? built.change.left : [];
  return {
    after: textsAfter(built),
    broken: left.filter(({ effect }) => effect === "breaks").map(({ path, line }) => `${path}:${line}`),
  };
}

async function brokenByDifference(files: Files, after: Files): Promise<string[]> {
  const { index, snapshot } = await memoryProject({ ...files, ...after }, { withVectors: false, counted: false });
  const { signal } = new AbortController();
  const state = (text: string | undefined) => (text === undefined ? null : { text, contentHash: hashOf(text) });
  const states = Object.keys(after).map((path) => {
    return { path, from: null, before: state(files[path]), after: state(after[path]) };
  });
  const sides = await sidesOfTexts(states, { fingerprint: index.fingerprint, signal });
  const found = { ...changesBetween(sides), filesLeft: 0 };
  const { weights } = await weighChanges({
    found,
    readFacts: index.factsOf,
    withSnapshot: (use) => use(snapshot),
    signals: null,
    timeMsMax: 60_000,
    symbolMsMax: 60_000,
    signal,
  });
  return [...weights.values()].flatMap(({ users }) =>
    users.flatMap(({ path, lines }) => lines.map((line) => `${path}:${line}`)),
  );
}

/** Files of what depends on it, one step away. */
async function dependentFiles(files: Files, symbol: string): Promise<ReadonlySet<string>> {
  const { snapshot } = await memoryProject(files, { withVectors: false, counted: false });
  const targeted = resolveTarget(snapshot, lookupOf(snapshot), symbol);
  if (targeted.kind !== "found") {
    throw new Error(`${symbol} is not found`);
  }
  const edges = openEdges(snapshot, lookupOf(snapshot), new AbortController().signal);
  const { document, places } = targeted.symbol;
  const facts = edges.lookup.facts(document.path);
  const starts = facts === null ? [] : startsWith({ ...document, facts }, places);
  return new Set(atOnce(impactOf(edges, starts, 1)).dependents.map(({ path }) => path));
}

describe("the edit, a difference and an impact name the same places", () => {
  it.each(CASES)("$name", async ({ files, symbol, broken }) => {
    const edit = await brokenByEdit(files, symbol);
    expect(edit.broken.sort()).toEqual(broken);
    expect((await brokenByDifference(files, edit.after)).sort()).toEqual(broken);
    const dependents = await dependentFiles(files, symbol);
    const own = symbol.slice(0, symbol.indexOf("#"));
    const others = broken.map((place) => place.slice(0, place.lastIndexOf(":"))).filter((path) => path !== own);
    expect(others.filter((path) => !dependents.has(path))).toEqual([]);
  });
});
