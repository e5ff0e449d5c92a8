// The judge of what breaks in small: edits of two fixtures, with the places that the compilers called broken as record.mjs kept
// them. Each file among these is to be named, and no other.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { packagePath } from "../../../../../src/system/package-root.ts";
import { type Files, openWeighing, type WeighingProject } from "../../../../change/weigh-states.ts";
import type { Recorded } from "./record.ts";

let project: WeighingProject;
beforeAll(async () => {
  project = await openWeighing();
});
afterAll(() => project.dispose());

const FOLDER = packagePath("fixtures/truth/breaks");

function filesOf(name: string): Files {
  const root = join(FOLDER, name);
  const paths = readdirSync(root, { recursive: true, encoding: "utf8" }).filter((path) => /\.\w+$/.test(path));
  return Object.fromEntries(paths.map((path) => [path, readFileSync(join(root, path), "utf8")]));
}

async function differences(name: string, { edit, symbol, files, broken }: Recorded, all: Files): Promise<string[]> {
  const after = Object.fromEntries(files.map(({ path, text }) => [path, text]));
  const before = Object.fromEntries(Object.entries(all).filter(([path]) => path in after));
  const others = Object.fromEntries(Object.entries(all).filter(([path]) => !(path in after)));
  const { weighing, risk } = await project.weigh(others, before, after);
  const listed = new Set([...weighing.weights.values()].flatMap(({ users }) => users.map(({ path }) => path)));
  const truth = new Set(broken.map((place) => place.slice(0, place.lastIndexOf(":"))));
  const isSilent = truth.size > 0 && risk?.score === 0 && risk.unknown.length === 0;
  return [
    ...[...truth].filter((path) => !listed.has(path)).map((path) => `missed ${path}`),
    ...[...listed].filter((path) => !truth.has(path)).map((path) => `listed ${path}`),
    ...(isSilent ? ["risk 0"] : []),
  ].map((what) => `${name}: ${edit} ${symbol}: ${what}`);
}

it.each<[name: string, known: readonly string[]]>([
  ["go", []],
  ["typescript", []],
])("names the files of %s that no longer compile", async (name, known) => {
  const recorded = JSON.parse(readFileSync(join(FOLDER, `${name}.json`), "utf8")) as readonly Recorded[];
  const all = filesOf(name);
  const found: string[] = [];
  for (const one of recorded) {
    found.push(...(await differences(name, one, all)));
  }
  expect(recorded.length).toBeGreaterThan(10);
  expect(found).toEqual(known);
});
