// What leads to members of TypeScript's types where no value of the type is written beside them: names in quotes, keys of mapped
// types, arguments of generic types.
import { describe, expect, it } from "vitest";
import { semanticsOf } from "../../src/languages/semantics.ts";
import { openLinker } from "../../src/linking/linker.ts";
import { miniProject } from "./mini-project.ts";

/** Lines of `a.ts` that mention what the member is, each once. */
async function linesOf(member: string, lib: string, text: string): Promise<readonly number[]> {
  const { lookup, facts } = await miniProject({ "a.ts": text, "lib.ts": lib });
  const linker = openLinker(lookup, semanticsOf);
  const lines = (facts.get("a.ts")?.references ?? []).flatMap((group) => {
    const { value } = linker.target("a.ts", group);
    const places = value.is === "definition" ? value.places : [];
    const isMeant = places.some(({ path, at }) => lookup.facts(path)?.definitions[at]?.path === member);
    return isMeant ? group.lines : [];
  });
  return [...new Set(lines)].sort((one, other) => one - other);
}

describe("a name in quotes", () => {
  const lib = [
    "export interface Hooks {",
    "  mounted?: () => void;",
    "  updated?: () => void;",
    "}",
    "export type Name = keyof Hooks;",
    "export function call(name: keyof Hooks) {}",
    "export function pick<K extends keyof Hooks>(name: K) {}",
    "export function log(text: string) {}",
    "",
  ].join("\n");

  it.each([
    ["is that of a member for `keyof` its type", 'import { call } from "./lib";\ncall("mounted");\n', [2]],
    ["and behind a type parameter", 'import { pick } from "./lib";\npick("mounted");\n', [2]],
    [
      "and behind an alias",
      'import type { Name } from "./lib";\nexport const a: Name[] = ["updated",\n"mounted"];\n',
      [3],
    ],
    ["but not for a text", 'import { log } from "./lib";\nlog("mounted");\n', []],
  ])("%s", async (_what, text, lines) => {
    expect(await linesOf("Hooks.mounted", lib, text)).toEqual(lines);
  });

  it.each([
    ["Partial<Record<keyof Hooks, string>>", [3]],
    ["{ [K in keyof Hooks]: string }", [3]],
    ["Record<string, string>", []],
  ])("is that of a key of %s", async (type, lines) => {
    const text = `import type { Hooks } from "./lib";\nexport const old: ${type} = {\n  mounted: "a",\n};\n`;
    expect(await linesOf("Hooks.mounted", lib, text)).toEqual(lines);
  });
});

it("a comment among arguments is none of them", async () => {
  const lib =
    "export interface Options {\n  deep: boolean;\n}\nexport function watch(what: number, options: Options) {}\n";
  const text = 'import { watch } from "./lib";\nwatch(\n  1,\n  // later\n  { deep: true },\n);\n';
  expect(await linesOf("Options.deep", lib, text)).toEqual([5]);
});

describe("arguments of generic types", () => {
  const lib = [
    "export interface Order {",
    "  total: number;",
    "}",
    "export interface Sum {",
    "  total: number;",
    "}",
    "export type Plain<T> = T extends string ? T : { [K in keyof T]: T[K] };",
    "export type Outcome<T> = [undefined, T] | [Sum, undefined];",
    "export interface Box<T> {",
    "  value: T;",
    "  all: Box<T>[];",
    "  open(): T;",
    "  each(visit: (one: T) => void): void;",
    "}",
    "export class Shelf<T> {",
    "  items: T[] = [];",
    "  first(): T | undefined {",
    "    return this.items[0];",
    "  }",
    "}",
    "export type Boxed<T> = Box<T>;",
    "export type Endless<T> = Endless<Endless<T>> | (T & { next: Endless<Endless<T>> });",
    "export function make<T>(first: T): Box<T> {",
    "  return { value: first } as Box<T>;",
    "}",
    "export interface Kept<D extends Order> {",
    "  of: D;",
    "}",
    "",
  ].join("\n");
  const types = 'import type { Box, Boxed, Endless, Kept, Order, Outcome, Plain, Sum } from "./lib";\n';

  it.each([
    ["an alias that is what it is given", `${types}export const f = (one: Plain<Order>) => one.total;\n`, [2]],
    [
      "a tuple",
      `${types}export function f(outcome: Outcome<Order>) {\n  const [, one] = outcome; one?.total;\n}\n`,
      [3],
    ],
    ["a member", `${types}export const f = (box: Box<Order>) => box.value.total;\n`, [2]],
    ["a member of a member", `${types}export const f = (box: Box<Order>) => box.all[0].value.total;\n`, [2]],
    ["what a method gives", `${types}export const f = (box: Box<Order>) => box.open().total;\n`, [2]],
    ["what a callback is given", `${types}export const f = (box: Box<Order>) => box.each((one) => one.total);\n`, [2]],
    ["an alias of a use", `${types}export const f = (box: Boxed<Order>) => box.value.total;\n`, [2]],
    [
      "an object",
      'import { Shelf, type Order } from "./lib";\nexport const f = new Shelf<Order>().first()?.total;\n',
      [2],
    ],
    [
      "types that use themselves without end",
      `${types}export const f = (one: Endless<Order>) => one.next.next.total;\n`,
      [2],
    ],
    ["either of two uses", `${types}export const f = (box: Box<Order> | Boxed<Order>) => box.open().total;\n`, [2]],
    [
      "either of two uses of one type",
      `${types}export const f = (box: Box<Order> | Box<Sum>) => box.value.total;\n`,
      [2],
    ],
    ["a call", 'import { make, type Order } from "./lib";\nmake<Order>({\ntotal: 1,\n}).value.total;\n', [3, 4]],
    ["a literal type", `${types}export type A = Kept<{\n  total: number;\n}>;\n`, [3]],
    ["no use with another argument", `${types}export const f = (box: Box<Sum>) => box.value.total;\n`, []],
  ])("are followed through %s", async (_what, text, lines) => {
    expect(await linesOf("Order.total", lib, text)).toEqual(lines);
  });
});

describe("values by key", () => {
  const lib = "export interface Order {\n  total: number;\n}\n";
  const head = 'import type { Order } from "./lib";\n';

  it.each([
    ["a member of a value", `${head}export const f = (all: Record<string, Order>) => all.first.total;\n`, [2]],
    [
      "a parameter of a function in a literal",
      `${head}export const all: Record<string, (one: Order) => number> = {\n  first: (one) => one.total,\n};\n`,
      [3],
    ],
    [
      "the same where it is cast",
      `${head}export const all = {\n  first: (one) => one.total,\n} as { [key: string]: (one: Order) => number };\n`,
      [3],
    ],
    ["no member of an array", `${head}export const f = (all: Order[]) => all.length.total;\n`, []],
  ])("lead to %s", async (_what, text, lines) => {
    expect(await linesOf("Order.total", lib, text)).toEqual(lines);
  });
});
