// Time is up in the midst of a file: what was not looked through whole is said to be left, and nothing is told of it.
import { expect, it } from "vitest";
import { calleesOf } from "../../../src/intelligence/edges/calls.ts";
import { conversionsOf, isPassedToLibraries } from "../../../src/intelligence/edges/conversions.ts";
import type { EdgeScene, Target } from "../../../src/intelligence/edges/edge-scene.ts";
import { hierarchyOf } from "../../../src/intelligence/edges/hierarchy.ts";
import { overridesOf } from "../../../src/intelligence/edges/overrides.ts";
import { findReferences } from "../../../src/intelligence/edges/references.ts";
import { semanticsOf } from "../../../src/languages/semantics.ts";
import { openLinker } from "../../../src/linking/linker.ts";
import { atOnce, type Steps } from "../../../src/system/slices.ts";
import { miniProject } from "../../linking/mini-project.ts";

const FILES = {
  "store.ts": "export class Store {\n  save(): void {}\n}\n",
  "a.ts": 'import { Store } from "./store";\nexport const a = () => new Store().save();\n',
  "b.ts":
    'import { Store } from "./store";\nimport { a } from "./a";\nexport const b = () => [a(), new Store().save()];\n',
};

async function sceneWith(chainsMax: number, files: Readonly<Record<string, string>> = FILES) {
  const { lookup, facts } = await miniProject(files);
  let followed = 0;
  let isOver = false;
  const scene: EdgeScene = {
    lookup,
    linker: openLinker(lookup, semanticsOf, () => {
      isOver ||= ++followed > chainsMax;
      return isOver;
    }),
    *candidates() {
      yield;
      return [...facts.keys()].sort();
    },
    stems: () => [],
    isOver: () => isOver,
  };
  const placeOf = (path: string, name: string) => {
    return { name, places: [{ path, at: facts.get(path)?.definitions.findIndex((one) => one.name === name) ?? -1 }] };
  };
  return { scene, placeOf, followed: () => followed };
}

async function askWith(chainsMax: number) {
  const { scene, placeOf, followed } = await sceneWith(chainsMax);
  const { references, filesRead, filesLeft } = atOnce(findReferences(scene, placeOf("store.ts", "save")));
  return { lines: references.map(({ path, line }) => `${path}:${line}`), filesRead, filesLeft, followed: followed() };
}

it("leaves files, whenever it is, and tells nothing else than with all the time there is", async () => {
  const whole = await askWith(1_000);
  expect(whole).toMatchObject({ lines: ["a.ts:2", "b.ts:3"], filesLeft: [] });
  for (let chains = 0; chains < whole.followed; chains++) {
    const { lines, filesRead, filesLeft } = await askWith(chains);
    expect([...filesRead, ...filesLeft].sort()).toEqual(Object.keys(FILES).sort());
    expect(filesLeft).not.toEqual([]);
    expect(whole.lines).toEqual(expect.arrayContaining(lines));
  }
});

it("gives no callees rather than some", async () => {
  const callees = async (chainsMax: number) => {
    const { scene, placeOf } = await sceneWith(chainsMax);
    return calleesOf(scene, placeOf("b.ts", "b"))?.map(({ node }) => node.symbol) ?? null;
  };
  expect((await callees(1_000))?.sort()).toEqual(["Store", "Store.save", "a"]);
  expect([await callees(0), await callees(3)]).toEqual([null, null]);
});

// In Go no type names the interfaces that it implements, so all of these compare methods, also those of embedded types.
const GO_FILES = {
  "go.mod": "module example.org/shop\n",
  "base.go":
    'package shop\n\ntype Named interface{ Name() string }\n\ntype base struct{}\n\nfunc (base) Name() string { return "" }\n',
  "keep.go":
    "package shop\n\ntype Keeper interface {\n\tNamed\n\tKeep()\n}\n\ntype Box struct{ base }\n\nfunc (Box) Keep() {}\n\ntype Lid struct{ *Box }\n",
  "use.go": "package shop\n\nfunc Use(k Keeper) { k.Keep() }\n\nfunc Run() { Use(Box{}); Use(Lid{}) }\n",
};

it.each<[string, (scene: EdgeScene, target: Target) => Steps<unknown>, string, string, (found: never) => boolean]>([
  ["conversions of a method", conversionsOf, "keep.go", "Box.Keep", isAllSearched],
  ["conversions of an interface", conversionsOf, "keep.go", "Keeper", isAllSearched],
  ["being passed to libraries", isPassedToLibraries, "keep.go", "Box.Keep", (found) => found === false],
  ["a hierarchy of a struct", hierarchyOf, "keep.go", "Box", isWhole],
  ["a hierarchy of an interface", hierarchyOf, "base.go", "Named", isWhole],
  ["a hierarchy of a method", hierarchyOf, "base.go", "base.Name", isWhole],
  ["a hierarchy of a method beside an embedded type", hierarchyOf, "keep.go", "Box.Keep", isWhole],
  ["overrides of a method", overridesOf, "keep.go", "Box.Keep", isWhole],
])("%s: says that something may be missing, whenever time is up", async (_, find, path, symbol, isComplete) => {
  const ask = async (chainsMax: number) => {
    const { scene, followed } = await sceneWith(chainsMax, GO_FILES);
    const at = scene.lookup.facts(path)?.definitions.findIndex((one) => one.path === symbol) ?? -1;
    const found = atOnce(find(scene, { name: symbol.split(".").at(-1) ?? "", places: [{ path, at }] })) as never;
    return { found, isOver: scene.isOver(), followed: followed() };
  };
  const whole = await ask(10_000);
  expect(isComplete(whole.found)).toBe(true);
  for (let chains = 0; chains < whole.followed; chains++) {
    const { found, isOver } = await ask(chains);
    expect([chains, isOver && isComplete(found)]).toEqual([chains, false]);
  }
});

function isAllSearched({ filesLeft }: { readonly filesLeft: readonly string[] }): boolean {
  return filesLeft.length === 0;
}

function isWhole(found: { readonly isWhole: boolean } | null): boolean {
  return found?.isWhole === true;
}
