// Types of TypeScript and JavaScript that are made of a function, a class or a tuple, and what a mixin extends.
import { describe, expect, it } from "vitest";
import { leadsTo } from "./leads-to.ts";

const LIB = `export interface Opts {
  load?: string;
}
export class Parser {
  on() {}
  constructor(source: string, options: Partial<Pick<Opts, "load">>) {}
}
export function open(path: string, opts: Opts): Opts {
  return opts;
}
export async function later(): Promise<Opts> {
  return {};
}
export function start(): [Parser, Opts] {
  return [new Parser("", {}), {}];
}
export class Base {
  on() {}
}
export function Typed<B extends new (...all: any[]) => Base>(Of: B) {
  return class extends Of {};
}
export const Named = <B extends abstract new () => Base>(Of: B) => {
  abstract class Mixed extends Of {}
  return Mixed;
};
export function Free<B extends new () => {}>(Of: B) {
  return class extends Of {};
}
`;
const HEAD = `import * as lib from "./lib";\nimport { Base, Free, Named, open, Parser, start, Typed } from "./lib";\n`;

const [LOAD, PARSER_ON, BASE_ON] = [2, 5, 18];

it.each([
  ["a parameter's type", "load", "const a: Parameters<typeof open>[1] = { load: '' };", LOAD],
  [
    "that of a constructor",
    "load",
    "const a: NonNullable<ConstructorParameters<typeof Parser>[1]> = { load: '' };",
    LOAD,
  ],
  ["through a namespace", "load", "function f(a: ConstructorParameters<typeof lib.Parser>[1]) { a.load; }", LOAD],
  ["an alias of all parameters", "load", "type P = Parameters<typeof open>;\nfunction f(p: P) { p[1].load; }", LOAD],
  ["a rest of all parameters", "load", "function f(...[, o]: Parameters<typeof open>) { o.load; }", LOAD],
  ["a result's type", "load", "const a: ReturnType<typeof open> = { load: '' };", LOAD],
  ["that of a promise", "load", "const a: Awaited<ReturnType<typeof lib.later>> = { load: '' };", LOAD],
  ["an instance's type", "on", "function f(a: InstanceType<typeof lib.Parser>) { a.on(); }", PARSER_ON],
  ["what `using` declares", "on", "using parser = start()[0];\nparser.on();", PARSER_ON],
  ["what `await using` declares", "on", "await using parser = start()[0];\nparser.on();", PARSER_ON],
  ["a later part of it", "on", "using first = start(), parser = start()[0];\nparser.on();", PARSER_ON],
  ["one in a function", "on", "function f() {\n  using parser = start()[0];\n  parser.on();\n}", PARSER_ON],
  [
    "one with a type on a line of others",
    "on",
    "function f(a: any) { using parser: Parser = a; parser.on(); }",
    PARSER_ON,
  ],
  ["an element of a tuple that is taken apart", "on", "const [parser] = start();\nparser.on();", PARSER_ON],
  ["what a mixin's type parameter extends", "on", "class A extends Typed(Base) { f() { this.on(); } }", BASE_ON],
  ["of a mixin with a named class", "on", "class A extends Named(Base) { f() { super.on(); } }", BASE_ON],
  [
    "of a mixin's result in a variable",
    "on",
    "const M = Typed(Base);\nclass A extends M { f() { this.on(); } }",
    BASE_ON,
  ],
])("%s", async (_what, name, text, line) => {
  const found = await leadsTo({ "lib.ts": LIB, "use.ts": HEAD + text }, "use.ts", name);
  expect(found.map((one) => one.replace(/^\d+: (\S+) \w+$/, "$1"))).toContain(`lib.ts:${line}`);
});

it.each([
  ["an element whose place is not known", "load", "function f(a: Parameters<typeof open>[number]) { a.load; }"],
  ["a member of what a mixin extends that may be anything", "on", "class A extends Free(Base) { f() { this.on(); } }"],
])("leaves open: %s", async (_what, name, text) => {
  const found = await leadsTo({ "lib.ts": LIB, "use.ts": HEAD + text }, "use.ts", name);
  expect(found.map((one) => one.replace(/^\d+: /, ""))).toEqual(["unknown"]);
});

const SCRIPT = `export class Store {
  load = () => "";
}
export const at = (store, path) => path;
`;

it.each([
  ["its class", "load", "/** @type {Store} */\nconst a = { load: () => '' };", "script.js:2 constrained"],
  [
    "an import",
    "load",
    '/** @type {import("./script.js").Store} */\nconst a = { load: 1 };',
    "script.js:2 constrained",
  ],
  ["wrapped", "load", "/** @type {Partial<Store> | null} */\nconst a = { load: 1 };", "script.js:2 constrained"],
  [
    "an instance",
    "load",
    "/** @type {InstanceType<typeof all.Store>} */\nlet a = f();\na.load();",
    "script.js:2 constrained",
  ],
  ["many", "load", "/** @type {Array<Store>} */\nconst a = f();\na[0].load();", "script.js:2 constrained"],
  [
    "an alias",
    "load",
    "/** @typedef {Store[]} All */\n/** @type {All} */\nconst a = f();\na[0].load();",
    "script.js:2 constrained",
  ],
  ["a type that is not read", "load", "/** @type {keyof Store & {}} */\nconst a = { load: 1 };", "unknown"],
  [
    "a parameter without a type",
    "load",
    "/** @type {Parameters<typeof all.at>[0]} */\nconst a = { load: 1 };",
    "unknown",
  ],
  ["a member of a namespace", "at", "/** @typedef {Parameters<typeof all.at>[1]} Path */", "script.js:4 exact"],
])("a comment's type: %s", async (_what, name, text, leads) => {
  const head = `import * as all from "./script.js";\nimport { Store } from "./script.js";\n`;
  const found = await leadsTo({ "script.js": SCRIPT, "use.js": head + text }, "use.js", name);
  expect(found.map((one) => one.replace(/^\d+: /, ""))).toEqual([leads]);
});

it.each([
  ["an import", "use.js", "import { open } from './x.js';\nopen();\n", "1,2: x.d.ts:1 x.js:1 exact"],
  ["one of CommonJS", "use.js", "const { open } = require('./x');\nopen();\n", "1,2: x.d.ts:1 x.js:1 exact"],
  ["one of TypeScript", "use.ts", "import { open } from './x';\nopen();\n", "1,2: x.d.ts:1 x.js:1 exact"],
])("a declaration and what implements it are one symbol: %s", async (_what, path, text, leads) => {
  const files = { "x.d.ts": "export function open(): void;\n", "x.js": "export function open() {}\n" };
  expect(await leadsTo({ ...files, [path]: text }, path, "open")).toEqual([leads]);
});

describe("the declarations that a package names", () => {
  const PACKAGE = {
    "package.json": JSON.stringify({
      name: "app",
      type: "module",
      exports: { ".": { types: "./typings/index.d.ts", default: "./index.js" } },
    }),
    "index.js": 'export { Store } from "./lib/store.js";\n',
    "lib/store.js": "export class Store {\n  open() {}\n}\n",
    "typings/index.d.ts": "export class Store {\n  open(): void;\n}\n",
  };

  it.each([
    ["by the package's name", "examples/use.js", 'import { Store } from "app";\nnew Store().open();\n'],
    ["by its path", "tests/use.js", 'import { Store } from "../index.js";\nnew Store().open();\n'],
  ])("are of the file that alone implements them: %s", async (_what, path, text) => {
    const found = await leadsTo({ ...PACKAGE, [path]: text }, path, "open");
    expect(found.map((one) => one.split(" ").slice(1).sort())).toEqual([
      ["constrained", "lib/store.js:2", "typings/index.d.ts:2"],
    ]);
  });

  it("are of none where two files have the symbol", async () => {
    const text = 'import { Store } from "app";\nnew Store().open();\n';
    const files = { ...PACKAGE, "lib/old.js": PACKAGE["lib/store.js"], "use.js": text };
    expect(await leadsTo(files, "use.js", "open")).toEqual(["2: typings/index.d.ts:2 constrained"]);
  });
});
