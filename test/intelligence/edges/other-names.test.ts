// What JavaScript and TypeScript reach under another name than its own, or by a name in quotes: a module of CommonJS as a whole, what
// stands on `window`, members by literal keys, types in comments.
import { beforeAll, describe, expect, test } from "vitest";
import { lookupOf, openEdges } from "../../../src/intelligence/edges/edge-scene.ts";
import { findReferences } from "../../../src/intelligence/edges/references.ts";
import { resolveTarget } from "../../../src/intelligence/edges/target.ts";
import { atOnce } from "../../../src/system/slices.ts";
import { type MemoryProject, memoryProject } from "../../support/memory-project.ts";

/** `name`: of the symbol; `files`: each in a folder of its own; `uses`: `file:line role` with a certainty that is not exact. */
interface Case {
  readonly what: string;
  readonly symbol: string;
  readonly files: Readonly<Record<string, readonly string[]>>;
  readonly uses: readonly string[];
}

const MODULES: readonly Case[] = [
  {
    what: "a function that is the module",
    symbol: "a.js#open",
    files: {
      "a.js": ["function open() {}", "module.exports = open"],
      "b.js": ['const put = require("./a")', "put()", "new put()", "class Sub extends put {}", 'require("./a")()'],
      "c.ts": [
        'import Put from "./a"',
        'import * as All from "./a"',
        'import put = require("./a")',
        "Put(); All(); put()",
      ],
      "d.js": ['new (require("./a"))()', 'async () => (await import("./a")).default()'],
    },
    uses: [
      "a.js:2 export",
      "b.js:1 import",
      "b.js:2 call",
      "b.js:3 new",
      "b.js:4 extend",
      "b.js:5 call",
      "c.ts:1 import",
      "c.ts:2 import",
      "c.ts:3 import",
      "c.ts:4 call",
      "d.js:1 new",
      "d.js:2 call constrained",
      "d.js:2 import",
    ],
  },
  {
    what: "a named function that is assigned to the module, and what is exported beside it",
    symbol: "a.js#open",
    files: {
      "a.js": ["exports = module.exports = function open() { open() }", "exports.close = () => exports()"],
      "b.js": ['module.exports = require("./a")'],
      "c.js": ['const put = require("./b")', "put()"],
    },
    uses: ["a.js:1 call", "a.js:2 call", "b.js:1 import", "c.js:1 import constrained", "c.js:2 call constrained"],
  },
  {
    what: "what is exported beside the value of the module",
    symbol: "a.js#close",
    files: {
      "a.js": ["module.exports = function open() {}", "module.exports.close = function () {}"],
      "b.js": ['const put = require("./a")', "put.close()", 'const { close: shut } = require("./a")', "shut()"],
    },
    uses: ["b.js:2 call", "b.js:3 import", "b.js:4 call"],
  },
  {
    what: "a module that is nothing but the function with more members",
    symbol: "a.js#open",
    files: {
      "a.js": ["function open() {}", "module.exports = Object.assign(open, { size: 1 })"],
      "b.js": ['const put = require("./a")', "put()"],
      "c.js": ['exports.reopen = require("./a")'],
      "d.js": ['const { reopen } = require("./c")', "reopen()"],
    },
    uses: [
      "a.js:2 read",
      "b.js:1 import constrained",
      "b.js:2 call constrained",
      "c.js:1 import constrained",
      "d.js:1 import constrained",
      "d.js:2 call constrained",
    ],
  },
  {
    what: "a member of what is exported that is nothing but the function",
    symbol: "a.js#open",
    files: {
      "a.js": ["const open = () => 1", "module.exports = { run: open }"],
      "b.js": [
        'require("./a").run()',
        'const { run } = require("./a")',
        "run()",
        'const all = require("./a")',
        "all.run()",
      ],
    },
    uses: ["a.js:2 read", "b.js:1 call constrained", "b.js:2 import", "b.js:3 call", "b.js:5 call constrained"],
  },
  {
    what: "a static member of the class that is the module",
    symbol: "a.js#Store.make",
    files: {
      "a.js": ["class Store { static make() {} }", "module.exports = Store"],
      "b.js": ['const make = require("./a").make', 'const { make: put } = require("./a")', "put()"],
    },
    uses: ["b.js:1 import", "b.js:2 import", "b.js:3 call"],
  },
  {
    what: "the file's own exports",
    symbol: "a.js#open",
    files: { "a.js": ["module.exports = { open() {}, all() { return module.exports.open() } }", "exports.open()"] },
    uses: ["a.js:1 call", "a.js:2 call"],
  },
  {
    what: "a default export that is loaded when it is needed, which is likely its user's wish",
    symbol: "a.js#open",
    files: {
      "a.js": ["export default function open() {}"],
      "b.js": ['const Later = lazy(() => import("./a"))'],
      "c.js": ['export { default } from "./a"'],
      "d.js": ['import put from "./c"', "put()"],
    },
    uses: ["b.js:1 import heuristic", "c.js:1 export", "d.js:1 import", "d.js:2 call"],
  },
  {
    what: "a module that a test loads, mocks or spies on",
    symbol: "a.ts#open",
    files: {
      "a.ts": ["export function open() {}"],
      "b.test.ts": [
        'import * as all from "./a"',
        'jest.spyOn(all, "open")',
        'vi.mock("./a", async (original) => ({ ...(await original()), open: vi.fn() }))',
        'const real = await vi.importActual("./a")',
        "real.open()",
        'proxyquire("./a", {}).open()',
        "vi.mock(path, () => ({ open: 1 }))",
      ],
    },
    uses: ["b.test.ts:2 read", "b.test.ts:3 write", "b.test.ts:5 call constrained", "b.test.ts:6 call"],
  },
];

const GLOBALS: readonly Case[] = [
  {
    what: "a function of a script, as a member of what all global names are members of",
    symbol: "a.js#open",
    files: {
      "a.js": ["function open() {}", "globalThis.open()"],
      "b.js": ["window.open()", 'self["open"]()', "open()", "other.open()"],
    },
    uses: ["a.js:2 call constrained", "b.js:1 call constrained", "b.js:2 call constrained", "b.js:3 call constrained"],
  },
  {
    what: "a function that a file puts on window",
    symbol: "a.js#open",
    files: { "a.js": ["window.open = function () {}"], "b.js": ["open()", "global.open()"] },
    uses: ["b.js:1 call constrained", "b.js:2 call constrained"],
  },
  {
    what: "a function that a file puts on window under two names",
    symbol: "a.js#open",
    files: {
      "a.js": ["(function () {", "  function open() {}", "  window.open = open", "  window.reopen = open", "})()"],
      "b.js": ['import x from "x"', "open()", "reopen()", "window.reopen()"],
    },
    uses: [
      "a.js:3 read",
      "a.js:4 read",
      "b.js:2 call constrained",
      "b.js:3 call constrained",
      "b.js:4 call constrained",
    ],
  },
  {
    what: "a member of an object that a file puts on window",
    symbol: "a.js#window.Shop.open",
    files: { "a.js": ["window.Shop = { open() {} }"], "b.js": ["Shop.open()", "window.Shop.open()"] },
    uses: ["b.js:1 call constrained", "b.js:2 call constrained"],
  },
  {
    what: "a function of a module, which is no global name",
    symbol: "a.js#open",
    files: { "a.js": ["export function open() {}"], "b.js": ["window.open()", "open()"] },
    uses: [],
  },
];

const KEYS: readonly Case[] = [
  {
    what: "a key in brackets, of a class and of an object with a type",
    symbol: "a.ts#Opener.open",
    files: {
      "a.ts": [
        "export interface Opener { open(): void }",
        'export const a: Opener = { ["open"]: () => {} }',
        'export const b: Opener = { ["open"]() {} }',
        "export const c: Opener = { [open]() {} }",
      ],
    },
    uses: ["a.ts:2 write constrained", "a.ts:3 write constrained"],
  },
  {
    what: "a method with its name in brackets",
    symbol: "a.ts#Store.open",
    files: { "a.ts": ['export class Store { ["open"]() { this.open() } }', "new Store().open()"] },
    uses: ["a.ts:1 call", "a.ts:2 call constrained"],
  },
  {
    what: "a name in quotes before `in`, in brackets, and where the names of members are expected",
    symbol: "a.ts#Store.open",
    files: {
      "a.ts": [
        "export class Store { open() {} }",
        'export const has = (one: Store | string[]) => "open" in one',
        'export const call = (one: Store) => one["open"]()',
        'const key: keyof Store = "open"',
        'Reflect.get(new Store(), "open")',
        'new Store().hasOwnProperty("open")',
        'log(new Store(), "open")',
      ],
    },
    uses: [
      "a.ts:2 read constrained",
      "a.ts:3 call constrained",
      "a.ts:4 read constrained",
      "a.ts:5 read constrained",
      "a.ts:6 read constrained",
    ],
  },
  {
    what: "a member of an enum by its name in quotes",
    symbol: "a.ts#Tone.Open",
    files: { "a.ts": ["enum Tone { Open = 1 }", 'Tone["Open"]', 'const key: keyof typeof Tone = "Open"'] },
    uses: ["a.ts:2 read", "a.ts:3 read"],
  },
  {
    what: "a class by the name that it has inside of itself",
    symbol: "a.ts#Open",
    files: { "a.ts": ["const Open = class Inner { static one = new Inner(); }", "class Inner {}", "new Inner()"] },
    uses: ["a.ts:1 new"],
  },
  {
    what: "a static member by that name",
    symbol: "a.ts#A.open",
    files: { "a.ts": ["export const A = class Inner { static open() {} m() { Inner.open() } }"] },
    uses: ["a.ts:1 call"],
  },
  {
    what: "a function by the name that it has inside of itself",
    symbol: "a.ts#open",
    files: { "a.ts": ["export const open = function inner() { inner() }", "inner()"] },
    uses: ["a.ts:1 call"],
  },
];

const TYPES: readonly Case[] = [
  {
    what: "a type that comments import",
    symbol: "a.js#Open",
    files: {
      "a.js": ["export class Open {}", "export default Open"],
      "b.js": [
        '/** @type {import("./a").Open} */',
        "let one",
        "/** @param {Map<string, import('./a').default>} many */",
        "function f(many) {}",
        '/** @import { Open as Other } from "./a" */',
        "/** @type {Other} */",
      ],
    },
    uses: ["a.js:2 export", "b.js:1 type", "b.js:3 type", "b.js:5 import", "b.js:6 type"],
  },
  {
    what: "a type that a comment defines",
    symbol: "a.js#Open",
    files: {
      "a.js": ["/** @typedef {{size: number}} Open */", "/** @returns {Open} */", "module.exports = function f() {}"],
      "b.js": ['/** @type {import("./a").Open} */', 'const f = require("./a")'],
    },
    uses: ["a.js:2 type", "b.js:1 type"],
  },
  {
    what: "an interface to which another file adds",
    symbol: "a.ts#Open",
    files: {
      "a.ts": ["export interface Open { size: 1 }"],
      "b.ts": ['import "./a"', 'declare module "./a" { interface Open { more: 2 } }'],
    },
    uses: ["b.ts:2 extend"],
  },
];

describe.each([
  ["a module as a whole:", MODULES],
  ["global names:", GLOBALS],
  ["names in quotes:", KEYS],
  ["types:", TYPES],
] as const)("%s", (_, cases) => {
  let project: MemoryProject;

  beforeAll(async () => {
    const files = cases.flatMap(({ files }, at) =>
      Object.entries(files).map(([path, lines]) => [`c${at}/${path}`, named(lines.join("\n"), at)] as const),
    );
    project = await memoryProject(Object.fromEntries(files), { withVectors: false });
  });

  /** Each case has names of its own: global ones are seen in all files. */
  const named = (text: string, at: number): string =>
    text.replaceAll("open", `open${at}`).replaceAll("Open", `Open${at}`);

  test.each(cases.map((one, at) => ({ ...one, at })))("$what", ({ symbol, uses, at }) => {
    const { snapshot } = project;
    const lookup = lookupOf(snapshot);
    const edges = openEdges(snapshot, lookup, new AbortController().signal);
    const targeted = resolveTarget(snapshot, lookup, `c${at}/${named(symbol, at)}`);
    const target = targeted.kind === "found" ? targeted.symbol : null;
    expect(targeted.kind).toBe("found");
    const found = target === null ? [] : atOnce(findReferences(edges, target)).references;
    const shown = found.map(({ path, line, role, certainty }) => {
      const own = path.startsWith(`c${at}/`) ? path.slice(path.indexOf("/") + 1) : path;
      return `${own}:${line} ${role}${certainty === "exact" ? "" : ` ${certainty}`}`;
    });
    expect(shown.sort()).toEqual([...uses].sort());
  });
});
