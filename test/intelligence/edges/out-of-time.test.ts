// Time is up in the midst of a file: what was not looked through whole is said to be left, and nothing is told of it.
import { expect, it } from "vitest";
import { calleesOf } from "../../../src/intelligence/edges/calls.ts";
import type { EdgeScene } from "../../../src/intelligence/edges/edge-scene.ts";
import { findReferences } from "../../../src/intelligence/edges/references.ts";
import { semanticsOf } from "../../../src/languages/semantics.ts";
import { openLinker } from "../../../src/linking/linker.ts";
import { atOnce } from "../../../src/system/slices.ts";
import { miniProject } from "../../linking/mini-project.ts";

const FILES = {
  "store.ts": "export class Store {\n  save(): void {}\n}\n",
  "a.ts": 'import { Store } from "./store";\nexport const a = () => new Store().save();\n',
  "b.ts":
    'import { Store } from "./store";\nimport { a } from "./a";\nexport const b = () => [a(), new Store().save()];\n',
};

async function sceneWith(chainsMax: number) {
  const { lookup, facts } = await miniProject(FILES);
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
