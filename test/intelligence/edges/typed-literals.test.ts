// Members that TypeScript code names without a dot: keys of literals that are expected to be of a type, names in quotes in types.
import { expect, test } from "vitest";
import { findReferences } from "../../../src/intelligence/edges/references.ts";
import { semanticsOf } from "../../../src/languages/semantics.ts";
import { openLinker } from "../../../src/linking/linker.ts";
import { atOnce } from "../../../src/system/slices.ts";
import { miniProject } from "../../linking/mini-project.ts";

const TYPES = `export interface Options { onTrack?: () => void; deep: { level: number }; list: Options[] }
export interface More extends Options { other: number }
export class Job { constructor(readonly options: Options) {} }
export class Later extends Job {}
export function watch(fn: () => void, options?: More): void {}
export function each(make: (at: number) => Options): void {}
`;
const IMPORT = 'import { each, Job, Later, type More, type Options, watch } from "./types";\n';

/** Lines of `user.ts` that name the member, the import being line 1; `?` behind what is known by its name alone. */
async function linesOf(symbol: string, code: string): Promise<string[]> {
  const { lookup } = await miniProject({ "types.ts": TYPES, "user.ts": IMPORT + code });
  const definitions = lookup.facts("types.ts")?.definitions ?? [];
  const at = definitions.findIndex(({ path }) => path === symbol);
  const scene = {
    lookup,
    linker: openLinker(lookup, semanticsOf),
    *candidates() {
      yield;
      return ["user.ts"];
    },
    stems: () => [],
    isOver: () => false,
  };
  const target = { name: definitions[at]?.name ?? "", places: [{ path: "types.ts", at }] };
  const { references, unknown } = atOnce(findReferences(scene, target));
  const own = references.filter(({ path }) => path === "user.ts");
  const lines = own.map(({ line, certainty }) => `${line}${certainty === "heuristic" ? "?" : ""}`);
  return unknown === 0 ? lines : [...lines, `unknown ${unknown}`];
}

test.each<[what: string, symbol: string, code: string, lines: readonly string[]]>([
  ["a variable's type", "Options.onTrack", "const a: Options = {\n  onTrack() {},\n};\n", ["3"]],
  ["a local's type", "Options.onTrack", "function f() {\n  const a: Options = { onTrack: g };\n}\n", ["3"]],
  ["an inherited member", "Options.onTrack", "const a: More = {\n  onTrack: () => {},\n};\n", ["3"]],
  ["an argument", "Options.onTrack", "watch(g, {\n  onTrack,\n});\n", ["3"]],
  ["a constructor's argument", "Options.onTrack", "new Job({\n  onTrack: g,\n});\n", ["3"]],
  ["an inherited constructor's argument", "Options.onTrack", "new Later({ onTrack: g });\n", ["2"]],
  ["what a function gives", "Options.onTrack", "function f(): Options {\n  return { onTrack: g };\n}\n", ["3"]],
  ["what a callback gives", "Options.onTrack", "each((at) => ({ onTrack: g }));\n", ["2"]],
  ["a cast", "Options.onTrack", "const a = { onTrack: g } as Options;\n", ["2"]],
  ["a cast argument", "Options.onTrack", "g(<Options>{ onTrack: h });\n", ["2"]],
  ["a cast in an argument", "Options.onTrack", "g({ onTrack: h } as Options, [{ onTrack: h } as const]);\n", ["2"]],
  ["satisfies", "Options.onTrack", "export const a = { onTrack: g } satisfies Options;\n", ["2"]],
  ["an assignment", "Options.onTrack", "let a: Options;\na = { onTrack: g };\n", ["3"]],
  [
    "an assignment to a member",
    "Options.onTrack",
    "const f = (job: Job) => {\n  job.options = { onTrack: g };\n};\n",
    ["3"],
  ],
  ["an element", "Options.onTrack", "const a: Options[] = [\n  { onTrack: g },\n];\n", ["3"]],
  ["a further element", "Options.onTrack", "const f = (all: Options[]) => {\n  all.push({ onTrack: g });\n};\n", ["3"]],
  ["an element of a member", "Options.onTrack", "const a: Options = { list: [{ onTrack: g }] };\n", ["2"]],
  ["a default", "Options.onTrack", "function f(a: Options = { onTrack: g }) {}\n", ["2"]],
  ["a nested object", "Options.deep.level", "watch(g, { deep: { level: 1 } });\n", ["2"]],
  ["a type of a member", "Options.onTrack", 'type A = Options["onTrack"];\n', ["2"]],
  ["a choice of members", "Options.onTrack", 'type A = Pick<More, "other" | "onTrack">;\n', ["2"]],
])("a member is named by %s", async (_, symbol, code, lines) => {
  expect(await linesOf(symbol, code)).toEqual(lines);
});

test("a function in an array has the parameters that its elements are declared to have", async () => {
  const code = "const all: ((options: Options) => void)[] = [(a) => a.onTrack, ({ onTrack }) => onTrack()];\n";
  expect(await linesOf("Options.onTrack", code)).toEqual(["2"]);
});

test("keys of what is expected to be anything, or nothing that is known, are no mentions", async () => {
  const code = "const a = { onTrack: 1 };\nexternal({ onTrack: 2 });\nconst f = (x: unknown) => ({ onTrack: x });\n";
  expect(await linesOf("Options.onTrack", code)).toEqual([]);
});

test("an assignment to a member of this declares none in TypeScript, and does in JavaScript", async () => {
  const text = "class A {\n  constructor() {\n    this.made = 1;\n  }\n}\n";
  const { facts } = await miniProject({ "a.ts": text, "b.js": text });
  const declares = (path: string) => facts.get(path)?.definitions.some(({ name }) => name === "made");
  expect([declares("a.ts"), declares("b.js")]).toEqual([false, true]);
});
