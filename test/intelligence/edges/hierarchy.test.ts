// What a type stands among: what extends or implements it, by its own word or by its methods, and what takes a method's place.
import { describe, expect, it } from "vitest";
import { lookupOf, openEdges } from "../../../src/intelligence/edges/edge-scene.ts";
import { hierarchyOf } from "../../../src/intelligence/edges/hierarchy.ts";
import type { Relative } from "../../../src/intelligence/edges/related-types.ts";
import { resolveTarget } from "../../../src/intelligence/edges/target.ts";
import { atOnce } from "../../../src/system/slices.ts";
import { type Files, memoryProject } from "../../support/memory-project.ts";

const shown = (all: readonly Relative[]): string[] =>
  all.map(({ node, certainty }) => `${node.symbol} ${node.path}${certainty === "exact" ? "" : ` ${certainty}`}`);

async function around(files: Files, symbol: string) {
  const { snapshot } = await memoryProject(files, { withVectors: false });
  const lookup = lookupOf(snapshot);
  const targeted = resolveTarget(snapshot, lookup, symbol);
  if (targeted.kind !== "found") {
    throw new Error(`${symbol} is ${targeted.kind}`);
  }
  const found = atOnce(hierarchyOf(openEdges(snapshot, lookup, new AbortController().signal), targeted.symbol));
  expect(found?.isWhole ?? true).toBe(true);
  return {
    supers: shown(found?.supers ?? []),
    implemented: shown(found?.implemented ?? []),
    subtypes: shown(found?.subtypes ?? []),
    overriding: shown(found?.overriding ?? []),
    members: (found?.members ?? []).map(({ definition }) => definition.name),
  };
}

const NOTHING = { supers: [], implemented: [], subtypes: [], overriding: [], members: [] };

const GO: Files = {
  "go.mod": "module example.com/shop\n\ngo 1.22\n",
  "store/saver.go": `package store

import "io"

type Saver interface {
	io.Closer
	Save(id string, data []byte) (n int, err error)
}

type Keeper interface {
	Saver
	Keep(o Order)
}

type Order struct{}

type Shelf[T any] interface {
	Put(item T) error
}
`,
  "disk/disk.go": `package disk

import s "example.com/shop/store"

type Disk struct{ path string }

func (d *Disk) Save(name string, content []uint8) (int, error) { return 0, nil }
`,
  "disk/close.go": `package disk

func (d *Disk) Close() error { return nil }

func (d *Disk) Keep(order s.Order) {}

type Cached struct {
	*Disk
}

type Wrong struct{}

func (w Wrong) Save(name string) (int, error) { return 0, nil }
func (w Wrong) Close() error                  { return nil }

type Box struct{}

func (b Box) Put(item string) error { return nil }
`,
};
const WITH_IMPORT: Files = {
  ...GO,
  "disk/close.go": (GO["disk/close.go"] ?? "").replace(
    "package disk\n",
    'package disk\n\nimport s "example.com/shop/store"\n',
  ),
};

describe("Go's interfaces", () => {
  it("are implemented by what has their methods with their signatures, in any package, embedded ones among them", async () => {
    expect(await around(WITH_IMPORT, "store/saver.go#Saver")).toEqual({
      ...NOTHING,
      subtypes: ["Disk disk/disk.go", "Cached disk/close.go", "Keeper store/saver.go"].sort(byPath),
      members: ["Save"],
    });
    expect((await around(WITH_IMPORT, "store/saver.go#Keeper")).subtypes).toEqual([
      "Cached disk/close.go",
      "Disk disk/disk.go",
    ]);
  });

  it("of which the type parameters are open are implemented perhaps", async () => {
    expect((await around(WITH_IMPORT, "store/saver.go#Shelf")).subtypes).toEqual(["Box disk/close.go constrained"]);
  });

  it("are found from the type and from methods on either side", async () => {
    expect(await around(WITH_IMPORT, "disk/disk.go#Disk")).toEqual({
      ...NOTHING,
      implemented: ["Saver store/saver.go", "Keeper store/saver.go"],
      subtypes: ["Cached disk/close.go"],
      members: ["path", "Close", "Keep", "Save"].sort((a, b) => ORDER.indexOf(a) - ORDER.indexOf(b)),
    });
    expect((await around(WITH_IMPORT, "store/saver.go#Saver.Save")).overriding).toEqual(["Disk.Save disk/disk.go"]);
    expect((await around(WITH_IMPORT, "disk/disk.go#Disk.Save")).overriding).toEqual(["Saver.Save store/saver.go"]);
  });
});

/** By file, then by line. */
const ORDER = ["Close", "Keep", "path", "Save"];
const byPath = (a: string, b: string): number => (a.slice(a.indexOf(" ")) < b.slice(b.indexOf(" ")) ? -1 : 1);

describe("what says what it extends", () => {
  const FILES: Files = {
    "src/saver.ts": "export interface Saver {\n  save(): void;\n}\n",
    "src/base.ts":
      'import type { Saver as S } from "./saver.ts";\nexport default abstract class Base implements S {\n  abstract save(): void;\n  static open(): void {}\n}\n',
    "src/disk.ts": 'import Kept from "./base.ts";\nexport class Disk extends Kept {\n  save(): void {}\n}\n',
    "src/fast.ts": 'import { Disk } from "./disk.ts";\nexport class Fast extends Disk {}\n',
    "src/other.ts": "export class Other {\n  save(): void {}\n}\n",
  };

  it("is found below an interface, through renamed and default imports, directly or not", async () => {
    expect(await around(FILES, "Saver")).toEqual({
      ...NOTHING,
      subtypes: ["Base src/base.ts", "Disk src/disk.ts", "Fast src/fast.ts"],
      members: ["save"],
    });
    expect(await around(FILES, "Base")).toEqual({
      ...NOTHING,
      supers: ["Saver src/saver.ts"],
      subtypes: ["Disk src/disk.ts", "Fast src/fast.ts"],
      members: ["save", "open"],
    });
  });

  it("has members in the place of its own", async () => {
    expect((await around(FILES, "Saver.save")).overriding).toEqual(["Base.save src/base.ts", "Disk.save src/disk.ts"]);
    expect((await around(FILES, "Base.open")).overriding).toEqual([]);
  });

  it("is found in Java and Python", async () => {
    const java: Files = {
      "a/Saver.java": "package a;\npublic interface Saver { void save(); }\n",
      "b/Disk.java": "package b;\nimport a.Saver;\nclass Disk implements Saver { public void save() {} }\n",
    };
    expect((await around(java, "Saver")).subtypes).toEqual(["Disk b/Disk.java"]);
    expect((await around(java, "Saver.save")).overriding).toEqual(["Disk.save b/Disk.java"]);
    const python: Files = {
      "a.py": "class Saver:\n    def save(self):\n        pass\n",
      "b.py": "import a\n\nclass Disk(a.Saver):\n    def save(self):\n        pass\n",
    };
    expect((await around(python, "Saver")).subtypes).toEqual(["Disk b.py"]);
  });
});

it("finds what overrides a protected method of TypeScript, and nothing of a private one", async () => {
  const files: Files = {
    "src/base.ts": "export class Base {\n  protected load(): void {}\n  private read(): void {}\n}\n",
    "src/disk.ts":
      'import { Base } from "./base.ts";\nexport class Disk extends Base {\n  protected override load(): void {}\n  read(): void {}\n}\n',
  };
  expect((await around(files, "src/base.ts#Base.load")).overriding).toEqual(["Disk.load src/disk.ts"]);
  expect((await around(files, "src/base.ts#Base.read")).overriding).toEqual([]);
});
