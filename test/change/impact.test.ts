// Where an impact starts: at the symbol that was asked about, and not at another one of its name.
import { expect, test } from "vitest";
import { impactOf, startsOf, startsWith } from "../../src/change/impact.ts";
import { symbolOf } from "../../src/intelligence/edges/target.ts";
import { walkGraph } from "../../src/intelligence/edges/walk-graph.ts";
import { atOnce } from "../../src/system/slices.ts";
import { miniProject, sceneOf } from "../linking/mini-project.ts";

test("starts from a method or from a field of one name in Rust (issue 13)", async () => {
  const path = "src/lib.rs";
  const project = await miniProject({
    "Cargo.toml": '[package]\nname = "shop"\n',
    [path]:
      "mod reads;\nmod calls;\npub struct Arg {\n    pub long: u8,\n}\nimpl Arg {\n    pub fn long(&self) -> u8 { 1 }\n}\n",
    "src/reads.rs": "use crate::Arg;\nfn reads(arg: &Arg) -> u8 { arg.long }\n",
    "src/calls.rs": "use crate::Arg;\nfn calls(arg: &Arg) -> u8 { arg.long() }\n",
  });
  const own = project.lookup.facts(path);
  const dependentsOf = (kind: string): readonly (string | null)[] => {
    const at = own?.definitions.findIndex((one) => one.name === "long" && one.kind === kind) ?? -1;
    const symbol = own === null ? null : symbolOf({ path, language: "rust" }, own, [at]);
    if (own === null || symbol === null) {
      throw new Error(`no ${kind} is called long`);
    }
    const starts = startsWith({ path, language: "rust", facts: own }, symbol.places);
    return atOnce(impactOf(sceneOf(project), starts, 1)).dependents.map((node) => node.symbol);
  };
  expect(dependentsOf("field")).toEqual(["reads"]);
  expect(dependentsOf("method")).toEqual(["calls"]);
});

test("lists what may depend on a symbol by its name alone, and does not go on from there", async () => {
  const project = await miniProject({
    "base.rb": "module App\n  module Helpers\n    def redirect(uri)\n      uri\n    end\n  end\nend\n",
    "app.rb": "class Page\n  def home(app)\n    app.redirect '/home'\n  end\n\n  def start\n    home(1)\n  end\nend\n",
  });
  const own = project.lookup.facts("base.rb");
  const at = own?.definitions.findIndex(({ name }) => name === "redirect") ?? -1;
  const starts = own === null ? [] : startsOf({ path: "base.rb", language: "ruby", facts: own }, (one) => one === at);
  const { dependents, graph } = atOnce(impactOf(sceneOf(project), starts, 3));
  expect({
    dependents: dependents.map(({ symbol, depth }) => ({ symbol, depth })),
    certainties: graph.edges.map(({ certainty }) => certainty),
    unresolved: graph.unresolved,
  }).toEqual({ dependents: [{ symbol: "Page.home", depth: 1 }], certainties: ["heuristic"], unresolved: 0 });
});

test("depends on a method by super alone, unless every object has one of that name (Ruby)", async () => {
  const text =
    "class Store\n  def put(a)\n  end\n\n  def to_s\n    ''\n  end\nend\n\nclass Disk < Store\n  def put(a)\n    super\n  end\n\n  def to_s\n    super + '!'\n  end\nend\n\nclass Tape < Store\n  def put(a)\n  end\nend\n";
  const project = await miniProject({ "a.rb": text });
  const own = project.lookup.facts("a.rb");
  const dependentsOf = (path: string) => {
    const at = own?.definitions.findIndex((one) => one.path === path) ?? -1;
    const starts = own === null ? [] : startsOf({ path: "a.rb", language: "ruby", facts: own }, (one) => one === at);
    return atOnce(impactOf(sceneOf(project), starts, 1)).dependents.map(({ symbol }) => symbol);
  };
  expect(dependentsOf("Store.put")).toEqual(["Disk.put"]);
  expect(dependentsOf("Store.to_s")).toEqual([]);
});

test("goes on from what a name alone reaches as soon as something surer does", async () => {
  const project = await miniProject({
    "base.py": "class Store:\n    def persist(self): ...\n\ndef exact(store: Store):\n    store.persist()\n",
    "use.py":
      "from base import exact\n\ndef first(thing):\n    thing.persist()\n    exact(1)\n\ndef second():\n    first(1)\n",
  });
  const own = project.lookup.facts("base.py");
  const at = own?.definitions.findIndex(({ name }) => name === "persist") ?? -1;
  const starts = own === null ? [] : startsOf({ path: "base.py", language: "python", facts: own }, (one) => one === at);
  const { dependents } = atOnce(impactOf(sceneOf(project), starts, 3));
  expect(dependents.map(({ symbol, depth }) => `${symbol} ${depth}`)).toEqual([
    "exact 1",
    "first 1",
    "null 2",
    "second 2",
  ]);
});

test("names each edge of a call graph once, though a sure one leads to what a name alone had reached", async () => {
  const project = await miniProject({
    "a.py":
      "from b import exact\n\ndef first(thing):\n    thing.persist()\n    exact(1)\n\ndef second():\n    first(1)\n",
    "b.py": "from base import Store\n\ndef exact(store: Store):\n    store.persist()\n",
    "base.py": "class Store:\n    def persist(self): ...\n",
  });
  const own = project.lookup.facts("base.py");
  const at = own?.definitions.findIndex(({ name }) => name === "persist") ?? -1;
  const starts = own === null ? [] : startsOf({ path: "base.py", language: "python", facts: own }, (one) => one === at);
  const { edges } = atOnce(
    walkGraph(sceneOf(project), starts, {
      direction: "callers",
      depth: 3,
      roles: new Set(["call"]),
      admits: ({ certainty }, depth) => certainty !== "heuristic" || depth === 1,
      nodesMax: 100,
    }),
  );
  expect(edges.map(({ from, to }) => `${from} -> ${to}`)).toEqual([
    "a.py#first -> base.py#Store.persist",
    "b.py#exact -> base.py#Store.persist",
    "a.py#second -> a.py#first",
    "a.py#first -> b.py#exact",
  ]);
});

test("lists calls of the method whose place a start takes, since they may run it", async () => {
  const project = await miniProject({
    "a.ts": "export class A {\n  open() {}\n}\nexport class B extends A {\n  open() {}\n}\n",
    "c.ts": 'import { A } from "./a";\nexport function run(a: A) {\n  a.open();\n}\n',
  });
  const own = project.lookup.facts("a.ts");
  const at = own?.definitions.findIndex(({ path }) => path === "B.open") ?? -1;
  const starts =
    own === null ? [] : startsOf({ path: "a.ts", language: "typescript", facts: own }, (one) => one === at);
  const { dependents, mayRun } = atOnce(impactOf(sceneOf(project), starts, 2));
  expect(dependents).toEqual([]);
  expect(mayRun.map(({ node, at: place }) => [node.symbol, place.line])).toEqual([["run", 3]]);
});

test.each([
  {
    of: "a method that overrides another",
    name: "persist",
    own: "own.py",
    language: "python",
    files: {
      "base.py": "class Store:\n    def persist(self): ...\n",
      "own.py": "from base import Store\n\nclass Disk(Store):\n    def persist(self): ...\n",
      "calls.py": "from base import Store\n\ndef first(store: Store):\n    store.persist()\n",
      "more.py": "from own import Disk\n\ndef second(disk: Disk):\n    disk.persist()\n",
    },
    found: ["second", "first"],
  },
  {
    of: "what makes instances callable",
    name: "__call__",
    own: "own.py",
    language: "python",
    files: {
      "own.py": "class Rate:\n    def __call__(self): ...\n",
      "held.py": "from own import Rate\n\nrate = Rate()\n\ndef first():\n    rate()\n",
      "more.py": "from held import rate\n\ndef second():\n    rate()\n",
    },
    found: ["first", "second"],
  },
  {
    of: "a method that is implemented for a library's type",
    name: "push",
    own: "src/own.rs",
    language: "rust",
    files: {
      "Cargo.toml": '[package]\nname = "a"\n',
      "src/lib.rs": "mod own;\nmod more;\n",
      "src/own.rs": "pub trait Drive {\n    fn push(&self);\n}\n",
      "src/more.rs": "use crate::own::Drive;\nimpl Drive for Vec<u8> {\n    fn push(&self) {}\n}\n",
    },
    found: ["Vec.push"],
  },
])(
  "says at whatever moment time is up that files were left: $of",
  async ({ name, own: path, language, files, found: all }) => {
    const project = await miniProject(files);
    const own = project.lookup.facts(path);
    const at = own?.definitions.findIndex((one) => one.name === name) ?? -1;
    const starts = own === null ? [] : startsOf({ path, language, facts: own }, (one) => one === at);
    const askedUntil = (last: number) => {
      let asked = 0;
      const scene = sceneOf(project, () => ++asked > last);
      const { dependents, mayRun, graph } = atOnce(impactOf(scene, starts, 2));
      return {
        found: [...dependents.map(({ symbol }) => symbol), ...mayRun.map(({ node }) => node.symbol)],
        isWhole: graph.filesLeft.size === 0 && graph.cut === 0,
        asked,
      };
    };
    const whole = askedUntil(Number.POSITIVE_INFINITY);
    expect(whole.found).toEqual(all);
    for (let last = 0; last < whole.asked; last += 1) {
      const { found, isWhole } = askedUntil(last);
      expect(isWhole && found.length < whole.found.length, `time for ${last} files`).toBe(false);
    }
  },
);
