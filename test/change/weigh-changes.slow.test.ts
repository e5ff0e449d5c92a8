// Who still uses what a change removed, moved or gave another signature, and the points of its risk: names linked at the state
// before the change, over real facts; what could not be looked at makes the risk unknown.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Files, hashOf, openWeighing, type WeighingProject } from "./weigh-states.ts";

let project: WeighingProject;
beforeAll(async () => {
  project = await openWeighing();
});
afterAll(() => project.dispose());

const weigh: WeighingProject["weigh"] = (...given) => project.weigh(...given);

const used = async (files: Files, before: Files, after: Files): Promise<readonly string[]> =>
  (await weigh(files, before, after)).told;

describe("users of what is gone", () => {
  it("are found through an import, a namespace, a re-export and a method of an instance in TypeScript", async () => {
    const files = {
      "a.ts": 'import { gone } from "./lib";\nexport const a = gone();\n',
      "b.ts": 'import * as lib from "./lib";\nexport const b = lib.gone();\n',
      "c.ts": 'export * from "./lib";\n',
      "d.ts": 'import { gone as left } from "./c";\nexport const d = left();\n',
      "e.ts": 'import { Store } from "./lib";\nexport const e = (store: Store) => store.persistAll();\n',
    };
    const kept = "export class Store {\n  open() {}\n}\n";
    const before = `export function gone() {}\n${kept.replace("open() {}", "open() {}\n  persistAll() {}")}`;
    expect(await used(files, { "lib.ts": before }, { "lib.ts": kept })).toEqual([
      "gone: a.ts:1,2",
      "gone: b.ts:2",
      "gone: d.ts:1,2",
      "Store.persistAll: e.ts:2",
    ]);
  });

  it("are found through Go's packages, Python's modules and Rust's paths", async () => {
    const go = {
      "go.mod": "module shop\n",
      "cmd/main.go": 'package main\n\nimport "shop/limits"\n\nfunc main() {\n\tlimits.Timeout(1)\n}\n',
    };
    const timeout = "package limits\n\nfunc Timeout(n int) int {\n\treturn n + n*n + 2*n\n}\n";
    const renamed = timeout.replaceAll("Timeout", "TimeoutAfter");
    expect(await used(go, { "limits/t.go": timeout }, { "limits/t.go": renamed })).toEqual(["Timeout: cmd/main.go:6"]);
    const python = {
      "main.py": "import shop.sums\nfrom shop import sums\nsums.add(1)\nshop.sums.add(2)\n",
      "shop/__init__.py": "",
    };
    expect(
      await used(python, { "shop/sums.py": "def add(a):\n    return a\n" }, { "shop/sums.py": "x = 1\n" }),
    ).toEqual(["add: main.py:3,4"]);
    const rust = {
      "Cargo.toml": '[package]\nname = "shop"\n',
      "src/main.rs": "mod sums;\nfn main() {\n    sums::add(1);\n}\n",
    };
    const [add, less] = ["pub fn add(a: u8) -> u8 {\n    a\n}\n", "pub fn less() {}\n"];
    expect(await used(rust, { "src/sums.rs": add + less }, { "src/sums.rs": less })).toEqual(["add: src/main.rs:3"]);
  });

  it("are not those whose mention leads to another definition now", async () => {
    const files = { "go.mod": "module shop\n", "main.go": "package shop\n\nvar x = size()\n" };
    const [size, other] = ["func size() int {\n\treturn 1 + 2*3\n}\n", "func other() {}\n"];
    const before = { "a.go": `package shop\n\n${size}`, "b.go": `package shop\n\n${other}` };
    const after = { "a.go": "package shop\n", "b.go": `package shop\n\n${other}${size}` };
    expect(await used(files, before, after)).toEqual([]);
    const base = "export class Base {\n  save() {}\n}\n";
    const over = "import { Base } from './base';\nexport class Own extends Base {\n  save() {}\n}\n";
    const user = { "base.ts": base, "use.ts": "import { Own } from './own';\nnew Own().save();\n" };
    expect(await used(user, { "own.ts": over }, { "own.ts": over.replace("  save() {}\n", "") })).toEqual([]);
  });

  it("are those of a property that holds a function, in each place that gives, inherits or takes it", async () => {
    const types = "export interface Options {\n  onTrack?: () => void;\n  deep: boolean;\n}\n";
    const files = {
      "more.ts": 'import type { Options } from "./types";\nexport interface More extends Options {}\n',
      "watch.ts": 'import type { More } from "./more";\nexport function watch(more: More) {\n  more.onTrack?.();\n}\n',
      "use.ts": 'import { watch } from "./watch";\nwatch({\n  onTrack() {},\n  deep: true,\n});\n',
      "own.ts":
        'import type { Options } from "./types";\nexport class Own implements Options {\n  deep = true;\n  onTrack() {}\n}\n',
    };
    const after = types.replace("onTrack", "onTrackAll");
    expect(await used(files, { "types.ts": types }, { "types.ts": after })).toEqual([
      "Options: use.ts:3",
      "Options: watch.ts:3",
    ]);
    const own = "const f = (options: Options) => options.deep;\n";
    const { risk } = await weigh(
      {},
      { "types.ts": types + own },
      { "types.ts": types.replace("deep", "deeper") + own },
    );
    expect(risk?.points).toContainEqual({ points: 15, reason: "still used in changed files" });
  });

  it("are those of a class's member where it only says to implement what has another one of that name", async () => {
    const files = { "a.ts": 'import type { Computed } from "./lib";\nexport const a = (one: Computed) => one.deps;\n' };
    const lib =
      "interface Sub {\n  deps?: string;\n}\nexport class Computed implements Sub {\n  deps = undefined;\n}\n";
    const after = lib.replace("  deps =", "  depsNow =");
    expect(await used(files, { "lib.ts": lib }, { "lib.ts": after })).toEqual(["Computed.deps: a.ts:2"]);
  });

  it("are literals that lack a new name, though the old one is inherited", async () => {
    const files = {
      "a.ts": 'import type { Note } from "./lib";\nexport const a: Note = { id: 1 };\n',
      "b.ts": 'import type { Note } from "./lib";\nexport const b = (note: Note) => note.id;\n',
    };
    const lib = "interface Base {\n  id?: number;\n}\nexport interface Note extends Base {\n  id: number;\n}\n";
    const after = lib.replace("  id: number", "  key: number");
    expect(await used(files, { "lib.ts": lib }, { "lib.ts": after })).toEqual(["Note: a.ts:2"]);
  });

  it("are those of a Go definition of which another file has the one for other systems", async () => {
    const files = {
      "go.mod": "module shop\n",
      "hook_windows.go": "package shop\n\nvar hook func() = windows\n\nfunc windows() {}\n",
      "main.go": "package shop\n\nfunc run() {\n\thook()\n}\n",
    };
    const before = "//go:build !windows\n\npackage shop\n\nvar hook func()\n\nvar other int\n";
    const after = before.replace("var hook func()\n\n", "");
    expect(await used(files, { "hook_other.go": before }, { "hook_other.go": after })).toEqual(["hook: main.go:4"]);
    const other = {
      "go.mod": "module shop\n",
      "kinds/small.go": "//go:build small\n\npackage kinds\n\nvar Plain = 1\n",
      "main.go": 'package main\n\nimport "shop/kinds"\n\nvar x = kinds.Plain\n',
    };
    const all = "//go:build !small\n\npackage kinds\n\nvar Plain = 2\n\nvar Best = Plain\n";
    const renamed = all.replace("var Plain", "var Simple");
    expect(await used(other, { "kinds/all.go": all }, { "kinds/all.go": renamed })).toEqual([
      "Plain: main.go:5",
      "Plain: kinds/all.go:7 changed",
    ]);
  });

  it("are those of the second name of a declaration of several", async () => {
    const files = { "go.mod": "module shop\n", "main.go": "package shop\n\nvar x = most\n" };
    const before = "package shop\n\nvar least, most = 1, 2\n";
    const after = before.replace("most", "top");
    expect(await used(files, { "bounds.go": before }, { "bounds.go": after })).toEqual(["most: main.go:3"]);
  });

  it("are places where a type that embeds a library's becomes a Go interface, though its other methods are not known", async () => {
    const client = `package shop

import (
	"io/fs"
	"os"
	"time"

	"cloud.google.com/go/storage"
)

func adapt(c *storage.Client) Client {
	return client{c}
}

type client struct{ *storage.Client }

func (client) Bucket() int {
	return 1
}

type root struct{}

func (*root) Name() string       { return "" }
func (*root) Size() int64        { return 0 }
func (*root) Mode() fs.FileMode  { return 0 }
func (*root) ModTime() time.Time { return now }
func (*root) IsDir() bool        { return true }
func (*root) Sys() any           { return nil }

func stat() (os.FileInfo, error) {
	return &root{}, nil
}
`;
    const asked = "package shop\n\ntype Client interface {\n\tBucket() int\n\tClose() error\n}\n";
    const [mod, own, type] = ["go.mod", "own.go", "type.go"];
    const module = { [mod]: "module shop\n" };
    const without = (line: RegExp): Files => ({ [own]: client.replace(line, "") });
    expect(await used({ ...module, [type]: asked }, { [own]: client }, without(/func \(client\)[^}]*}\n/))).toEqual([
      "client.Bucket: own.go:12 changed",
    ]);
    expect(
      await used({ ...module, [own]: client }, { [type]: asked }, { [type]: asked.replace("Bucket", "Store") }),
    ).toEqual(["Client.Bucket: own.go:12"]);
    expect(
      await used({ ...module, [own]: client }, { [type]: asked }, { [type]: asked.replace("Close", "Stop") }),
    ).toEqual(["Client.Close: own.go:12"]);
    expect(await used({ ...module, [type]: asked }, { [own]: client }, without(/func .* Size.*\n/))).toEqual([
      "root.Size: own.go:30 changed",
    ]);
  });

  it("are lines of changed files that were left as they are, too", async () => {
    const before = {
      "lib.ts": "export function gone() {}\nexport const own = gone();\nexport const second = 2;\n",
      "user.ts": 'import { gone } from "./lib";\nexport const x = gone();\n',
      "mended.ts": 'import { gone } from "./lib";\nexport const y = gone();\n',
    };
    const after = {
      "lib.ts": "export const own = gone();\nexport const second = 3;\n",
      "user.ts": 'import { gone } from "./lib";\nexport const x = gone();\nexport const more = 1;\n',
      "mended.ts": "const gone = () => 1;\nexport const y = gone();\n",
    };
    expect(await used({}, before, after)).toEqual(["gone: lib.ts:1 changed", "gone: user.ts:1,2 changed"]);
  });
});

describe("users of another signature", () => {
  it("are lines that were not adapted to it, without imports", async () => {
    const files = { "page.ts": 'import { add } from "./sums";\nexport const page = add(1) + add(3);\n' };
    const before = { "sums.ts": "export function add(a: number) {\n  return a;\n}\nadd(1);\nadd(2);\n" };
    const after = { "sums.ts": "export function add(a: number, b: number) {\n  return a;\n}\nadd(1, 2);\nadd(2);\n" };
    expect(await used(files, before, after)).toEqual(["add: page.ts:2", "add: sums.ts:5 changed"]);
  });
});

it("of another signature are the class that needs the old one, unless fewer parameters fit", async () => {
  const java = {
    "shop/Saver.java": "package shop;\ninterface Saver {\n  void save(int id);\n}\n",
  };
  const disk = "package shop;\nclass Disk implements Saver {\n  public void save(int id) {}\n}\n";
  const path = "shop/Disk.java";
  expect(await used(java, { [path]: disk }, { [path]: disk.replace("int id", "") })).toEqual([
    "Disk.save: shop/Disk.java:2 changed",
  ]);
  const typescript = { "saver.ts": "export interface Saver {\n  save(id: number): void;\n}\n" };
  const own = 'import type { Saver } from "./saver";\nexport class Disk implements Saver {\n  save(id: number) {}\n}\n';
  expect(await used(typescript, { "d.ts": own }, { "d.ts": own.replace("id: number", "") })).toEqual([]);
  const more = own.replace("id: number", "id: number, force: boolean");
  expect(await used(typescript, { "d.ts": own }, { "d.ts": more })).toEqual(["Disk.save: d.ts:2 changed"]);
});

it("of a method that takes the place of one that stays are none but the class that needs it", async () => {
  const base = 'package shop;\nclass Base {\n  @Override\n  public String toString() {\n    return "";\n  }\n}\n';
  const files = {
    "shop/Own.java":
      "package shop;\nclass Own extends Base {\n  @Override\n  public String toString() {\n    return super.toString();\n  }\n}\n",
    "shop/Use.java": "package shop;\nclass Use {\n  String use(Base base) {\n    return base.toString();\n  }\n}\n",
  };
  const path = "shop/Base.java";
  const { told, risk } = await weigh(
    files,
    { [path]: base },
    { [path]: base.replace("toString()", "toString(int i)") },
  );
  expect({ told, unknown: risk?.unknown }).toEqual({ told: [], unknown: ["1 method that a library may call"] });
});

describe("risk", () => {
  const FILES = { "page.ts": 'import { gone } from "./lib";\nexport const page = gone();\n' };
  const BEFORE = { "lib.ts": "export function gone() {}\nexport function other() {}\n" };
  const AFTER = { "lib.ts": "export function other() {}\n" };

  it("counts what is still used, and names the cause of each point", async () => {
    expect((await weigh(FILES, BEFORE, AFTER)).risk).toEqual({
      score: 25,
      points: [
        { points: 10, reason: "gone" },
        { points: 15, reason: "still used in unchanged files" },
      ],
      unknown: [],
    });
  });

  it("is unknown where time was up, a file was not read, or is not as indexed", async () => {
    const unknown = async (options: Parameters<typeof weigh>[3]): Promise<readonly string[] | undefined> =>
      (await weigh(FILES, BEFORE, AFTER, options)).risk?.unknown;
    expect(await unknown({ timeMsMax: 0 })).toContain("1 symbol whose users were not determined");
    expect(await unknown({ filesLeft: 3 })).toEqual(["3 files not looked at"]);
    expect(await unknown({ readFacts: async () => ({ unread: "its parser crashed" }) })).toEqual([
      "1 file not looked at",
      "1 symbol whose users were not determined",
    ]);
    const [file] = [await project.differenceOf("lib.ts", BEFORE["lib.ts"], AFTER["lib.ts"])];
    expect(await unknown({ files: [{ ...file, contentHash: hashOf("older") }] })).toEqual([
      "1 symbol whose users were not determined",
    ]);
    expect(await unknown({ files: [{ ...file, isMissed: true }] })).toEqual(["1 file not looked at"]);
  });

  it("is unknown where the name is mentioned on what is not known", async () => {
    const files = {
      "a.ts": "export const a = (x: any) => x.save();\n",
      "b.ts": "export class Other {\n  save() {}\n}\n",
    };
    const before = { "lib.ts": "class Own {\n  save() {}\n}\n" };
    const { risk } = await weigh(files, before, { "lib.ts": "class Own {}\n" });
    expect(risk).toEqual({ score: 0, points: [], unknown: ["1 mention on an unknown receiver"] });
  });
});

it("are lines with an operator's sign beside a variable of its type", async () => {
  const store = (members: string) => `class Money\n{\n    public int Cents;\n${members}}\n`;
  const before = { "Money.cs": store("    public static Money operator +(Money one, Money other) { return one; }\n") };
  const use =
    "class Use\n{\n    Money Sum(Money one, int n)\n    {\n        n = n + n;\n        return one + one;\n    }\n}\n";
  const texts: Files = { "Use.cs": use };
  const read = async ({ path }: { readonly path: string }) => ({ text: texts[path] ?? "" });
  expect((await weigh(texts, before, { "Money.cs": store("") }, { read })).told).toEqual([
    "Money.operator +: Use.cs:6",
  ]);
});

describe("lines whose uses are not read", () => {
  const told = ({ weighing }: Awaited<ReturnType<typeof weigh>>): readonly string[] =>
    [...weighing.weights].flatMap(([symbol, { unread }]) =>
      unread.map((use) => `${symbol.path}: ${use.path}:${use.lines.join(",")}${use.isChanged ? " changed" : ""}`),
    );

  it("may use what is gone, in files that are changed too and in others", async () => {
    const files = { "b.ts": 'import { gone } from "./a";\nconst b = @@@ gone #( 3 };\n// gone\n' };
    const page = (script: string) => `<script>\n${script}</script>\n\n<p onclick="save()">save</p>\n`;
    const before = {
      "a.ts": "export function gone() {}\nexport const left = 1;\n",
      "A.html": page("function save() {}\n"),
    };
    const after = { "a.ts": "export const left = 1;\n", "A.html": page("const other = 1;\n") };
    const texts: Files = { ...files, ...after };
    const read = async ({ path }: { readonly path: string }) => ({ text: texts[path] ?? "" });
    const weighed = await weigh(files, before, after, { read });
    expect(told(weighed)).toEqual(["gone: b.ts:2", "save: A.html:5 changed"]);
    expect(weighed.risk?.unknown).toContain("2 lines whose uses are not read");
    // In a page, a template and a notebook every word may be it, in settings what is reached by a path, in another language nothing.
    const others = {
      "a.html": '<p onclick="gone()">\n',
      "a.j2": "{{ gone() }}\n",
      "a.ipynb": '{ "source": "gone()" }\n',
      "a.yaml": "gone: 1\nrun: app:gone\n",
      "a.go": "package a\n\nfunc gone() {}\n",
    };
    const elsewhere: Files = { ...texts, ...others };
    const readAll = async ({ path }: { readonly path: string }) => ({ text: elsewhere[path] ?? "" });
    expect(told(await weigh({ ...files, ...others }, before, after, { read: readAll }))).toEqual([
      "gone: a.html:1",
      "gone: a.ipynb:1",
      "gone: a.j2:1",
      "gone: a.yaml:2",
      "gone: b.ts:2",
      "save: A.html:5 changed",
    ]);
    // What cannot be read is counted.
    const unreadable = await weigh({ "b.ts": `${files["b.ts"]}\n` }, before, after, { read: async () => null });
    expect([...unreadable.weighing.weights.values()].map(({ filesLeft }) => filesLeft)).toContain(1);
    // Of a file that the change leaves in another state than the index has, nothing is said.
    const present = new Map([["A.html", { language: "html", facts: null }]]);
    expect(told(await weigh(files, before, after, { read, present }))).toEqual(["gone: b.ts:2"]);
  });

  it("may look up what is gone by a string that is its name, but what has another form has it still", async () => {
    const files = { "b.py": "import jobs\nlookup('clean')()\nlog('clean up')\n" };
    const before = { "jobs.py": "def clean(): pass\n" };
    const toldAfter = async (after: string): Promise<readonly string[]> => {
      const texts: Files = { ...files, "jobs.py": after };
      const read = async ({ path }: { readonly path: string }) => ({ text: texts[path] ?? "" });
      return told(await weigh(files, before, { "jobs.py": after }, { read }));
    };
    expect(await toldAfter("")).toEqual(["clean: b.py:2"]);
    expect(await toldAfter("def clean(all): pass\n")).toEqual([]);
  });
});
