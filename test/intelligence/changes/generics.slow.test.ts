// Users of members behind generic types of the project: what their parameters stand for where the type is used with arguments.
import { afterAll, beforeAll, expect, it } from "vitest";
import { openWeighing, type WeighingProject } from "./weigh-states.ts";

let project: WeighingProject;
beforeAll(async () => {
  project = await openWeighing();
});
afterAll(() => project.dispose());

const LIB = [
  "export interface Order {",
  "  total: number;",
  "}",
  "export type Plain<T> = T extends string ? T : { [K in keyof T]: T[K] };",
  "export type Outcome<T> = [undefined, T] | [Error, undefined];",
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
  "",
].join("\n");

const TYPES = 'import type { Box, Order, Outcome, Plain } from "./lib";\n';

it.each([
  ["an alias that is what it is given", `${TYPES}export const f = (one: Plain<Order>) => one.total;\n`],
  ["a tuple", `${TYPES}export function f(outcome: Outcome<Order>) {\n  const [, one] = outcome; one?.total;\n}\n`],
  ["a member", `${TYPES}export const f = (box: Box<Order>) => box.value.total;\n`],
  ["a member of a member", `${TYPES}export const f = (box: Box<Order>) => box.all[0].value.total;\n`],
  ["what a method gives", `${TYPES}export const f = (box: Box<Order>) => box.open().total;\n`],
  ["what a callback is given", `${TYPES}export const f = (box: Box<Order>) => box.each((one) => one.total);\n`],
  ["an alias of a use", `${TYPES}type Boxed<T> = Box<T>;\nexport const f = (box: Boxed<Order>) => box.value.total;\n`],
  ["an object", `import { Shelf, type Order } from "./lib";\nexport const f = new Shelf<Order>().first()?.total;\n`],
])("are found through %s", async (_what, text) => {
  const line = text.split("\n").findIndex((one) => one.includes(".total")) + 1;
  const { told } = await project.weigh(
    { "a.ts": text, "b.ts": "export interface Sum {\n  total: number;\n}\n" },
    { "lib.ts": LIB },
    { "lib.ts": LIB.replace("total", "sum") },
  );
  expect(told).toEqual([`Order: a.ts:${line}`]);
});

it("end where types use themselves without end", async () => {
  const text = [
    'import type { Endless, Order } from "./lib";',
    "export const f = (one: Endless<Order>) => one.total;",
    "export const g = (one: Endless<Order>) => one.next.next.next.next.next.total;",
    "",
  ].join("\n");
  const endless = "export type Endless<T> = Endless<Endless<T>> | (T & { next: Endless<Endless<T>> });\n";
  const { told } = await project.weigh(
    { "a.ts": text },
    { "lib.ts": LIB + endless },
    { "lib.ts": LIB.replace("total", "sum") + endless },
  );
  expect(told).toEqual(["Order: a.ts:2,3"]);
});

it("are literal types that are given for a parameter which has to have the member", async () => {
  const files = {
    "a.ts": 'import type { Procedure } from "./lib";\nexport type A = Procedure<{\n  input: string;\n}>;\n',
  };
  const lib =
    "interface Definition {\n  input: unknown;\n}\nexport interface Procedure<D extends Definition> {\n  of: D;\n}\n";
  const { told } = await project.weigh(files, { "lib.ts": lib }, { "lib.ts": lib.replace("input", "given") });
  expect(told).toEqual(["Definition: a.ts:3"]);
});
