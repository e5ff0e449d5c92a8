// Members that TypeScript and JavaScript name through the type that a place expects: keys of objects, parameters of callbacks,
// attributes of elements, types in documentation.
import { expect, it } from "vitest";
import { leadsTo } from "./leads-to.ts";

const LIB = `export interface Context {
  req: string;
  res: number;
}
export interface Init {
  req?: string;
}
export type Handler = (c: Context) => void;
export interface Route {
  (handler: Handler): void;
  (path: string, handler: Handler): void;
  (path: string, init: Init | number, ...handlers: Handler[]): void;
}
export class App {
  declare get: Route;
  apply(all: readonly Init[]): void {}
  static of(...all: Init[]): void {}
  put: Route = (path: string | Handler, init?: Init | Handler) => {};
}
export declare function Row(props: { init: Init; onDone?: Handler; req: string }): unknown;
`;

const [CONTEXT_REQ, INIT_REQ, PROPS_REQ] = [2, 6, 20];

it.each([
  ["a callback of the first call signature", "app.get((c) => c.req);", CONTEXT_REQ],
  ["a callback of a later call signature", 'app.get("/", (c) => c.req);', CONTEXT_REQ],
  ["destructured parameters of it", 'app.get("/", ({ req }) => req);', CONTEXT_REQ],
  ["a callback of a method's declared type", 'app.put("/", (c) => c.req);', CONTEXT_REQ],
  ["an object of a method's declared type", 'app.put("/", { req: "a" });', INIT_REQ],
  ["an object of a later call signature", 'app.get("/", { req: "a" });', INIT_REQ],
  ["what a rest parameter takes first", 'app.get("/", 1, (c) => c.req);', CONTEXT_REQ],
  ["and what it takes next", 'app.get("/", 1, () => {}, (c) => c.req);', CONTEXT_REQ],
  ["objects that a rest parameter takes", 'App.of({}, { req: "a" });', INIT_REQ],
  ["a callback added to a list", "const all: Handler[] = [];\nall.push((c) => c.req);", CONTEXT_REQ],
  ["elements of an array", 'app.apply([{ req: "a" }]);', INIT_REQ],
  ["the outcomes of a condition", 'app.apply([Math.random() > 0.5 ? {} : ({ req: "a" })]);', INIT_REQ],
  ["a method bound to its object", 'const apply = app.apply.bind(app);\napply([{ req: "a" }]);', INIT_REQ],
  ["what is returned as an outcome", 'function f(): Init {\n  return app ? { req: "a" } : {};\n}', INIT_REQ],
  ["what is returned in an array", 'const f = (): Init[] => [{ req: "a" }];', INIT_REQ],
  ["a local variable of two outcomes", 'function f() {\n  const i: Init = app ? { req: "a" } : {};\n}', INIT_REQ],
  ["a function that is cast", "const f = ((c) => c.req) as Handler;", CONTEXT_REQ],
  ["an attribute", 'const row = <Row req="a" init={{}} />;', PROPS_REQ],
  ["an object that is an attribute", 'const row = <Row init={{ req: "a" }} />;', INIT_REQ],
  ["a callback that is an attribute", "const row = <Row init={{}} onDone={(c) => c.req} />;", CONTEXT_REQ],
])("%s", async (_what, text, line) => {
  const head = 'import { App, type Handler, type Init, Row } from "./lib";\nconst app = new App();\n';
  const found = await leadsTo({ "lib.ts": LIB, "use.tsx": head + text }, "use.tsx", "req");
  expect(found.map((one) => one.replace(/^\d+: /, ""))).toContain(`lib.ts:${line} constrained`);
});

it.each([
  ["where arguments are bound, too", 'const get = app.get.bind(app, "/");\nget((c) => c.req);', "unknown"],
  ["of what has a method of its own called `bind`", "own.bind(app).run((c) => c.req);", "external"],
])("leads nowhere: %s", async (_what, text, nowhere) => {
  const head = 'import { App } from "./lib";\ndeclare const own: { bind(app: App): Date };\nconst app = new App();\n';
  const found = await leadsTo({ "lib.ts": LIB, "use.ts": head + text }, "use.ts", "req");
  expect(found.map((one) => one.replace(/^\d+: /, ""))).toEqual([nowhere]);
});

it("what a call that is cast takes has members of its own", async () => {
  const text = `export interface Store { open: () => void }
export const store = Object.assign(make(), {
  open: () => {},
}) as unknown as Store;
store.open();
`;
  expect(await leadsTo({ "a.ts": text }, "a.ts", "open")).toEqual(["5: a.ts:1 constrained"]);
});

it("elements of the page are those of the JSX that the file names", async () => {
  const files = {
    "jsx/jsx-runtime.ts":
      "export declare namespace JSX {\n  interface IntrinsicElements {\n    link: { precedence?: string };\n  }\n}\n",
    "ours.tsx": '/** @jsxImportSource ./jsx */\nconst page = <link precedence="a" rel="b"></link>;\n',
    "other.tsx": 'const page = <link precedence="a"></link>;\n',
  };
  expect(await leadsTo(files, "ours.tsx", "precedence")).toEqual(["2: jsx/jsx-runtime.ts:3 constrained"]);
  expect(await leadsTo(files, "ours.tsx", "link")).toEqual(["2: jsx/jsx-runtime.ts:3 constrained"]);
  expect(await leadsTo(files, "other.tsx", "link")).toEqual([]);
});

it("types in documentation are references", async () => {
  const text = `import type { Context, Init } from "./lib";
/**
 * Opens {Context}, as {@link Context}.
 *
 * @param {Context | Array<Init>} one - a Context
 * @param {{ Init: string }} other
 * @returns {Promise<lib.Init>}
 */
export function open(one, other) {}
// @param {Context} one
`;
  const files = { "lib.ts": LIB, "use.ts": text };
  expect(await leadsTo(files, "use.ts", "Context")).toEqual(["1,3,5: lib.ts:1 exact"]);
  expect(await leadsTo(files, "use.ts", "Init")).toEqual(["1,5: lib.ts:5 exact", "7: external"]);
});
