// Moves of TypeScript and JavaScript definitions: what each file looks like afterwards, and what is refused.
import { expect, it } from "vitest";
import { moved, refusalsOf } from "./moved.ts";

const FILES = {
  "src/order.ts": `import { readFile } from "node:fs/promises";
import { log } from "./log.ts";
import type { Money } from "./money.ts";

/** An order. */
export interface Order {
  readonly id: string;
  readonly total: Money;
}

/** Loads an order. */
export async function loadOrder(id: string): Promise<Order> {
  log(id);
  return JSON.parse(await readFile(id, "utf8"));
}

export const EMPTY: readonly Order[] = [];
`,
  "src/log.ts": `export function log(text: string): void {
  console.log(text);
}
`,
  "src/money.ts": "export type Money = number;\n",
  "src/main.ts": `import { EMPTY, loadOrder } from "./order.ts";

await loadOrder(String(EMPTY.length));
`,
  "src/only.ts": `import { loadOrder as load } from "./order.ts";

load("1");
`,
  "src/index.ts": `export * from "./order.ts";
`,
  "src/far/user.ts": `import { loadOrder } from "../index.ts";

loadOrder("2");
`,
};

it("moves a function with its comment and imports to a new file, and all users follow", async () => {
  const { after } = await moved(FILES, "src/order.ts#loadOrder", "src/load/load-order.ts");
  expect(after).toEqual({
    "src/load/load-order.ts": `import { readFile } from "node:fs/promises";
import { log } from "../log.ts";
import type { Order } from "../order.ts";

/** Loads an order. */
export async function loadOrder(id: string): Promise<Order> {
  log(id);
  return JSON.parse(await readFile(id, "utf8"));
}
`,
    "src/order.ts": `import type { Money } from "./money.ts";

/** An order. */
export interface Order {
  readonly id: string;
  readonly total: Money;
}

export const EMPTY: readonly Order[] = [];
`,
    "src/main.ts": `import { EMPTY } from "./order.ts";
import { loadOrder } from "./load/load-order.ts";

await loadOrder(String(EMPTY.length));
`,
    "src/only.ts": `import { loadOrder as load } from "./load/load-order.ts";

load("1");
`,
    "src/index.ts": `export * from "./order.ts";
export { loadOrder } from "./load/load-order.ts";
`,
  });
});

it("moves a type to an existing file, and its own file imports it as a type", async () => {
  const { after } = await moved(FILES, "src/order.ts#Order", "src/money.ts");
  expect(after["src/money.ts"]).toBe(`export type Money = number;

/** An order. */
export interface Order {
  readonly id: string;
  readonly total: Money;
}
`);
  expect(after["src/order.ts"]).toBe(`import { readFile } from "node:fs/promises";
import { log } from "./log.ts";
import type { Order } from "./money.ts";

/** Loads an order. */
export async function loadOrder(id: string): Promise<Order> {
  log(id);
  return JSON.parse(await readFile(id, "utf8"));
}

export const EMPTY: readonly Order[] = [];
`);
  expect(after["src/index.ts"]).toContain('export type { Order } from "./money.ts";');
});

const HELPERS = {
  "a.ts": `const LIMIT = 3;

export function parse(text: string): string[] {
  return text.split(",", LIMIT);
}

export const other = LIMIT;
`,
  "b.ts": "export {};\n",
  "c.ts": 'import { other } from "./a.ts";\n\nexport const more = other;\n',
};

it("refuses a definition that needs what its file does not export, unless it may be exported", async () => {
  const refused = await moved(HELPERS, "a.ts#parse", "b.ts");
  expect(refusalsOf(refused)).toEqual(["parse uses LIMIT, which a.ts does not export"]);
  const { after } = await moved(HELPERS, "a.ts#parse", "b.ts", { exportNeeded: true });
  expect(after["a.ts"]).toBe("export const LIMIT = 3;\n\nexport const other = LIMIT;\n");
  expect(after["b.ts"]).toContain('import { LIMIT } from "./a.ts";');
});

it("exports what its own file still uses, and places it before its use in the destination", async () => {
  const files = {
    "a.ts": "function twice(n: number) {\n  return n * 2;\n}\n\nexport const four = twice(2);\n",
    "b.ts": 'import { four } from "./a.ts";\n\nexport const five = four + 1;\n',
  };
  const { after, built } = await moved(files, "a.ts#twice", "b.ts");
  expect(after["a.ts"]).toBe('import { twice } from "./b.ts";\n\nexport const four = twice(2);\n');
  expect(after["b.ts"]).toContain("export function twice(n: number) {");
  expect(built).toMatchObject({
    change: { left: [{ why: expect.stringMatching(/circle of imports: a\.ts → b\.ts → a\.ts/) }] },
  });
});

it("takes an import away where the destination used the definition, and sets it before that use", async () => {
  const files = {
    "a.ts": "export class Base {}\n\nexport const other = 1;\n",
    "b.ts": 'import { Base, other } from "./a.ts";\n\nexport class Derived extends Base {\n  at = other;\n}\n',
  };
  const { after } = await moved(files, "a.ts#Base", "b.ts");
  expect(after["b.ts"]).toBe(
    'import { other } from "./a.ts";\n\nexport class Base {}\n\nexport class Derived extends Base {\n  at = other;\n}\n',
  );
});

it.each([
  ["a name that the destination defines", { "b.ts": "export const parse = 1;\n" }, "b.ts defines parse already"],
  [
    "a name that means something else there",
    { "b.ts": 'import { helper } from "./c.ts";\n\nexport const b = helper;\n', "c.ts": "export const helper = 2;\n" },
    "helper, which parse uses, means something else in b.ts",
  ],
  [
    "a use through the whole module where the name is taken",
    { "b.ts": "export {};\n", "c.ts": 'import * as all from "./a.ts";\n\nconst parse = all.parse("");\n' },
    "used as all.parse, and parse means something else there",
  ],
  [
    "a use of all exports at once",
    { "b.ts": "export {};\n", "c.ts": 'import * as all from "./a.ts";\n\nexport type Names = keyof typeof all;\n' },
    "uses all that a.ts exports as all",
  ],
  [
    "a global that the destination hides",
    { "b.ts": "export const JSON = 1;\n" },
    "after the move JSON would mean b.ts#JSON in b.ts",
  ],
])("refuses %s", async (_what, files, message) => {
  const source = {
    "a.ts": `import { helper } from "./h.ts";

export function parse(text: string) {
  return helper(JSON.parse(text));
}

export const rest = 1;
`,
    "h.ts": "export const helper = (value: unknown) => value;\n",
  };
  expect(refusalsOf(await moved({ ...source, ...files }, "a.ts#parse", "b.ts"))).toEqual([message]);
});

it("moves a default export with its statement, and keeps it the default", async () => {
  const files = {
    "a.js": "const view = () => 1;\n\nexport default view;\n\nexport const rest = 1;\n",
    "user.js": "import show, { rest } from './a.js'\n\nshow(rest)\n",
  };
  const { after } = await moved(files, "a.js#view", "b.js");
  expect(after).toEqual({
    "a.js": "export const rest = 1;\n",
    "b.js": "const view = () => 1;\n\nexport default view;\n",
    "user.js": "import { rest } from './a.js'\nimport show from './b.js'\n\nshow(rest)\n",
  });
});

it("deletes a file of which nothing is left", async () => {
  const files = {
    "a.ts": "// About a.\nexport const only = 1;\n",
    "b.ts": "export {};\n",
    "user.ts": 'import { only } from "./a.ts";\n\nconsole.log(only);\n',
  };
  const { after } = await moved(files, "a.ts#only", "b.ts");
  expect(after["a.ts"]).toBeNull();
  const refused = await moved({ ...files, "start.ts": 'import "./a.ts";\n' }, "a.ts#only", "b.ts");
  expect(refusalsOf(refused)).toEqual(["nothing else is in a.ts, which start.ts would go on importing"]);
});

it("writes paths as the files do: mapped, without extension, as compiled", async () => {
  const files = {
    "tsconfig.json": '{ "compilerOptions": { "paths": { "@/*": ["./src/*"] } } }',
    "src/lib/a.ts": "export function pick() {}\n\nexport const rest = 1;\n",
    "src/user.ts": 'import { pick } from "@/lib/a";\n\npick();\n',
    "src/lib/near.ts": 'import { pick } from "./a";\n\npick();\n',
    "src/lib/built.ts": 'import { pick } from "./a.js";\n\npick();\n',
  };
  const { after } = await moved(files, "src/lib/a.ts#pick", "src/other/b.ts");
  expect(after["src/user.ts"]).toContain('"@/other/b"');
  expect(after["src/lib/near.ts"]).toContain('"../other/b"');
  expect(after["src/lib/built.ts"]).toContain('"../other/b.js"');
});

it("keeps line ends and style of each file", async () => {
  const files = {
    "a.ts": "export const one = 1;\r\n\r\nexport const two = one;\r\n",
    "b.ts": "const quoted = 'x'\nexport { quoted }\n",
  };
  const { after } = await moved(files, "a.ts#one", "b.ts");
  expect(after["a.ts"]).toBe('import { one } from "./b";\r\n\r\nexport const two = one;\r\n');
  expect(after["b.ts"]).toBe("const quoted = 'x'\nexport { quoted }\n\nexport const one = 1;\n");
});

it("says what it cannot move", async () => {
  const inside = await moved({ "a.ts": "export class A {\n  save() {}\n}\n" }, "a.ts#A.save", "b.ts");
  expect(refusalsOf(inside)).toEqual(["A.save is inside of another definition"]);
  const paired = await moved({ "a.ts": "export const one = 1, two = 2;\n" }, "a.ts#one", "b.ts");
  expect(refusalsOf(paired)).toEqual(["it is declared together with two"]);
  const outside = await moved({ "a.ts": "export const one = 1;\n" }, "a.ts#one", "../b.ts");
  expect(refusalsOf(outside)).toEqual(["../b.ts is no path in the project"]);
  const other = await moved({ "a.ts": "export const one = 1;\n" }, "a.ts#one", "b.py");
  expect(refusalsOf(other)).toEqual(["b.py is of another language"]);
  const { built } = await moved({ "a.ts": "export const one = 1;\n" }, "nothing", "b.ts");
  expect(built.kind).toBe("missing");
});

it("leads a re-export to the destination, also where the file re-exports from there already", async () => {
  const files = {
    "src/a.ts": "export type Ref = { readonly current: unknown };\n\nexport const rest = 1;\n",
    "src/b.ts": "export type Node = string;\n",
    "src/index.ts":
      'export type { Node } from "./b.ts";\nexport type { Ref } from "./a.ts";\nexport { rest } from "./a.ts";\n',
  };
  const { after } = await moved(files, "src/a.ts#Ref", "src/b.ts");
  expect(after["src/index.ts"]).toBe(
    'export type { Node } from "./b.ts";\nexport type { Ref } from "./b.ts";\nexport { rest } from "./a.ts";\n',
  );
});

it("passes a default export on from the destination", async () => {
  const files = {
    "src/a.ts": "export default function open(): void {}\n\nexport const rest = 1;\n",
    "src/b.ts": "export const other = 1;\n",
    "src/index.ts":
      'export { other } from "./b.ts";\nexport { default } from "./a.ts";\nexport { rest } from "./a.ts";\n',
  };
  const { after } = await moved(files, "src/a.ts#open", "src/b.ts");
  expect(after["src/index.ts"]).toContain('export { default } from "./b.ts";\n');
});

it("follows to members of what moves that nothing is known of", async () => {
  const files = {
    "a.ts": "export const table = globalThis.load();\nexport const one = 1;\n",
    "user.ts": 'import { table } from "./a";\n\nexport const names = table.rows.map(String);\n',
  };
  const { after } = await moved(files, "a.ts#table", "b.ts");
  expect(after["user.ts"]).toBe('import { table } from "./b";\n\nexport const names = table.rows.map(String);\n');
});

it("has uses through the whole module import the name", async () => {
  const files = {
    "a.ts":
      "export function parse(text: string) {\n  return text;\n}\n\nexport interface Row {}\n\nexport const one = 1;\n",
    "only.ts": 'import * as all from "./a.ts";\n\nexport const two = all.parse("") + all.parse("2");\n',
    "more.ts": 'import * as all from "./a.ts";\n\nexport const three = all.parse("") + all.one;\n',
    "b.ts": 'import * as all from "./a.ts";\n\nexport const four = all.parse("") + all.one;\n',
    "row.ts": 'import * as all from "./a.ts";\n\nexport type Rows = all.Row[];\n',
  };
  const { after } = await moved(files, "a.ts#parse", "b.ts");
  expect(after["only.ts"]).toBe('import { parse } from "./b.ts";\n\nexport const two = parse("") + parse("2");\n');
  expect(after["more.ts"]).toBe(
    'import * as all from "./a.ts";\nimport { parse } from "./b.ts";\n\nexport const three = parse("") + all.one;\n',
  );
  expect(after["b.ts"]).toContain('export const four = parse("") + all.one;\n');
  const rows = await moved(files, "a.ts#Row", "c.ts");
  expect(rows.after["row.ts"]).toBe('import type { Row } from "./c.ts";\n\nexport type Rows = Row[];\n');
});

it.each([
  ["a function that assigns a variable of its file", "a.ts#next", "next assigns count, which stays in a.ts"],
  ["a variable that its file assigns", "a.ts#count", "a.ts assigns count, which moves"],
])("refuses %s", async (_what, symbol, message) => {
  const files = {
    "a.ts":
      "export let count = 0;\n\nexport function next() {\n  count += 1;\n  return count;\n}\n\nexport const table = { count: 1 };\n\nexport const one = 1;\n",
  };
  expect(refusalsOf(await moved(files, symbol, "b.ts"))).toEqual([message]);
});
