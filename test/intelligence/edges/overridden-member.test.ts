// What a member takes the place of, in languages that say so in different ways; and what only looks as if it did.
import { expect, test } from "vitest";
import { overriddenBy } from "../../../src/intelligence/edges/overridden-member.ts";
import { semanticsOf } from "../../../src/languages/semantics.ts";
import { openLinker } from "../../../src/linking/linker.ts";
import { miniProject } from "../../linking/mini-project.ts";

const FILES = {
  "base.py":
    "class Loader:\n    def __init__(self): pass\n    def load(self): pass\n\nclass Cached(Loader):\n    def warm(self): pass\n",
  "file.py":
    "from base import Cached\n\nclass Files(Cached):\n    def __init__(self): pass\n    def load(self): pass\n    def other(self): pass\n\ndef load(): pass\n",
  "foreign.py": "from elsewhere import Base\n\nclass Own(Base):\n    def load(self): pass\n",
  "store.ts":
    "export interface Store { save(): void }\nexport abstract class Kept { drop(): void {} private hide(): void {} }\n",
  "disk.ts":
    'import { Kept, type Store } from "./store";\nexport class Disk extends Kept implements Store {\n  save(): void {}\n  drop(): void {}\n  private hide(): void {}\n}\n',
  "shop/Till.java": "package shop;\npublic interface Till { void open(); }\n",
  "shop/Box.java": "package shop;\npublic class Box implements Till { public void open() { } }\n",
  "go.mod": "module shop\n",
  "inner.go":
    "package shop\n\ntype Inner struct{}\n\nfunc (Inner) Run() {}\n\ntype Outer struct{ Inner }\n\nfunc (Outer) Run() {}\n",
};

test.each<[string, string, string | null]>([
  ["file.py", "Files.load", "base.py#Loader.load:3"],
  ["file.py", "Files.other", null],
  ["file.py", "Files.__init__", null],
  ["file.py", "load", null],
  ["base.py", "Loader.load", null],
  ["foreign.py", "Own.load", null],
  ["disk.ts", "Disk.save", "store.ts#Store.save:1"],
  ["disk.ts", "Disk.drop", "store.ts#Kept.drop:2"],
  ["disk.ts", "Disk.hide", null],
  ["shop/Box.java", "Box.open", "shop/Till.java#Till.open:2"],
  ["inner.go", "Outer.Run", null],
])("%s: %s", async (path, symbol, wanted) => {
  const { lookup } = await miniProject(FILES);
  const scene = {
    lookup,
    linker: openLinker(lookup, semanticsOf),
    *candidates() {
      yield;
      return [];
    },
    stems: () => [],
    isOver: () => false,
  };
  const definitions = lookup.facts(path)?.definitions ?? [];
  const at = definitions.findIndex((one) => one.path === symbol);
  expect(at).toBeGreaterThanOrEqual(0);
  const found = overriddenBy(scene, { name: definitions[at]?.name ?? "", places: [{ path, at }] });
  expect(found === null ? null : `${found.path}#${found.symbol}:${found.line}`).toBe(wanted);
});
