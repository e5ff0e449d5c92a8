// Users of TypeScript's members that no one names by a dot: names in quotes where `keyof` a type is expected, keys of mapped
// types and of literals, types that have to fit another one.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Files, openWeighing, type WeighingProject } from "./weigh-states.ts";

let project: WeighingProject;
beforeAll(async () => {
  project = await openWeighing();
});
afterAll(() => project.dispose());

const used = async (files: Files, before: string, after: string): Promise<readonly string[]> =>
  (await project.weigh(files, { "lib.ts": before }, { "lib.ts": after })).told;

describe("a renamed member is used where", () => {
  it("its name stands in quotes for `keyof` its type", async () => {
    const files = {
      "a.ts": 'import { call } from "./lib";\ncall("mounted");\ncall("updated");\n',
      "b.ts": 'import { pick } from "./lib";\npick("mounted");\npick("other");\n',
      "c.ts": 'import type { Name } from "./lib";\nexport const names: Name[] = ["updated", "mounted"];\n',
      "d.ts": 'import { log } from "./lib";\nlog("mounted");\n',
    };
    const lib = [
      "export interface Hooks {\n  mounted?: () => void;\n  updated?: () => void;\n}",
      "export type Name = keyof Hooks;",
      "export function call(name: keyof Hooks) {}",
      "export function pick<K extends keyof Hooks>(name: K) {}",
      "export function log(text: string) {}",
      "",
    ].join("\n");
    expect(await used(files, lib, lib.replace("mounted", "mountedNow"))).toEqual([
      "Hooks: a.ts:2",
      "Hooks: b.ts:2",
      "Hooks: c.ts:2",
    ]);
  });
  it("it is a key of a type that is mapped over its type", async () => {
    const files = {
      "a.ts":
        'import type { Hooks } from "./lib";\nexport const old: Partial<Record<keyof Hooks, string>> = {\n  mounted: "a",\n};\n',
      "b.ts":
        'import type { Hooks } from "./lib";\nexport const old: { [K in keyof Hooks]: string } = {\n  mounted: "a",\n};\nold.mounted;\n',
    };
    const lib = "export interface Hooks {\n  mounted?: () => void;\n}\n";
    expect(await used(files, lib, lib.replace("mounted", "mountedNow"))).toEqual(["Hooks: a.ts:3", "Hooks: b.ts:3,5"]);
  });

  it("an object is given for a parameter behind a comment", async () => {
    const files = { "a.ts": 'import { watch } from "./lib";\nwatch(\n  1,\n  // later\n  { deep: true },\n);\n' };
    const lib =
      "export interface Options {\n  deep: boolean;\n}\nexport function watch(what: number, options: Options) {}\n";
    expect(await used(files, lib, lib.replace("deep", "deeper"))).toEqual(["Options: a.ts:5"]);
  });

  it("a class has it that only says to implement what has another one of that name", async () => {
    const files = { "a.ts": 'import type { Computed } from "./lib";\nexport const a = (one: Computed) => one.deps;\n' };
    const lib =
      "interface Subscriber {\n  deps?: string;\n}\nexport class Computed implements Subscriber {\n  deps = undefined;\n}\n";
    expect(await used(files, lib, lib.replace("  deps =", "  depsNow ="))).toEqual(["Computed.deps: a.ts:2"]);
  });

  it("a literal of its type lacks the new name, though the old one is inherited", async () => {
    const files = {
      "a.ts": 'import type { Note } from "./lib";\nexport const a: Note = { id: 1 };\n',
      "b.ts": 'import type { Note } from "./lib";\nexport const b = (note: Note) => note.id;\n',
    };
    const lib = "interface Base {\n  id?: number;\n}\nexport interface Note extends Base {\n  id: number;\n}\n";
    expect(await used(files, lib, lib.replace("  id: number", "  key: number"))).toEqual(["Note: a.ts:2"]);
  });
});

it("a method's signature is all of it where it has no body, however many lines that takes", async () => {
  const files = {
    "a.ts": 'import type { Builder } from "./lib";\nexport const a = (one: Builder) => one.join(one);\n',
  };
  const lib =
    "export interface Builder {\n  join<\n    First,\n    Second,\n  >(\n    other: Builder,\n  ): void;\n}\n";
  const found = await used(files, lib, lib.replace("other: Builder", "added: symbol,\n    other: Builder"));
  expect(found).toEqual(["Builder.join: a.ts:2"]);
});
