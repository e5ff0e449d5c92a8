// Renames in TypeScript and JavaScript: definitions, references, imports and re-exports.
import { describe, expect, it } from "vitest";
import { rename } from "./rename-scene.ts";

const SHOP = {
  "src/store.ts": `export interface Saver {
  put(order: string): void;
}

export class Store implements Saver {
  readonly orders: string[] = [];
  put(order: string): void {
    this.orders.push(order);
  }
}

export function openStore(): Store {
  return new Store();
}

export const put = 1;
`,
  "src/index.ts": `export { openStore, Store as Shop } from "./store.ts";\nexport * from "./store.ts";\n`,
  "src/main.ts": `import { openStore as open, Shop } from "./index.ts";
import { openStore } from "./store.ts";

const store = openStore();
store.put("openStore");
const again = open();
again.put("b"); // put it
export function run({ put }: Shop, saver: { put: number }) {
  put("c");
  saver.put;
  return { openStore };
}
`,
};

describe("rename_symbol in TypeScript", () => {
  it("follows imports, aliases and re-exports, and writes shorthands out", async () => {
    const { files, left, refusals } = await rename(SHOP, "src/store.ts#openStore", "createStore");
    expect(refusals).toEqual([]);
    expect(files).toEqual({
      "src/store.ts": SHOP["src/store.ts"].replace("openStore", "createStore"),
      "src/index.ts": SHOP["src/index.ts"].replace("openStore", "createStore"),
      "src/main.ts": SHOP["src/main.ts"]
        .replace("{ openStore as open", "{ createStore as open")
        .replace("import { openStore }", "import { createStore }")
        .replace("= openStore()", "= createStore()")
        .replace("{ openStore };", "{ openStore: createStore };"),
    });
    expect(left).toEqual(["src/main.ts:5 in a string"]);
  });

  it("renames a member with what it implements, and leaves what is not proven", async () => {
    const { files, left, refusals } = await rename(SHOP, "Store.put", "save");
    expect(refusals).toEqual([]);
    expect(files["src/store.ts"]).toBe(SHOP["src/store.ts"].replaceAll("put(order", "save(order"));
    expect(files["src/main.ts"]).toBe(
      SHOP["src/main.ts"]
        .replace("store.put(", "store.save(")
        .replace("again.put(", "again.save(")
        .replace("{ put }: Shop", "{ save: put }: Shop"),
    );
    expect(left).toEqual(["src/main.ts:7 in a comment"]);
  });
});

describe("rename_symbol refuses", () => {
  it.each([
    ["a keyword", "class"],
    ["what is no name", "two words"],
  ])("%s", async (_, name) => {
    const { refusals } = await rename(SHOP, "src/store.ts#openStore", name);
    expect(refusals).toEqual([`unsupported src/store.ts:12 "${name}" cannot be a name in typescript`]);
  });

  it("a name that is defined beside it, or in a related type", async () => {
    const beside = await rename(SHOP, "src/store.ts#openStore", "put");
    expect(beside.refusals).toEqual(["collision src/store.ts:16 put is defined already (variable)"]);
    const inSubtype = await rename(
      { ...SHOP, "src/sub.ts": 'import { Store } from "./store.ts";\nclass Sub extends Store {\n  save() {}\n}\n' },
      "src/store.ts#Saver.put",
      "save",
    );
    expect(inSubtype.refusals).toEqual(["collision src/sub.ts:3 Sub.save is defined already (method)"]);
  });

  it("a name that a local variable captures at a use", async () => {
    const { refusals } = await rename(
      {
        "a.ts": "export function open() {}\n",
        "b.ts": 'import { open } from "./a.ts";\nfunction f(close: number) {\n  open();\n  return close;\n}\n',
      },
      "a.ts#open",
      "close",
    );
    expect(refusals).toEqual(["shadowing b.ts:3 close would mean a local variable or parameter here"]);
  });

  it("a name that would hide an outer one at its uses", async () => {
    const { refusals } = await rename(
      { "a.ts": "function log() {}\nfunction outer() {\n  function inner() {}\n  inner();\n  log();\n}\n" },
      "a.ts#outer.inner",
      "log",
    );
    expect(refusals).toEqual(["shadowing a.ts:5 log would mean something else here than log does now"]);
  });

  it("a name that the importing file has already", async () => {
    const { refusals } = await rename(
      { "a.ts": "export const x1 = 1;\n", "b.ts": 'import { x1 } from "./a.ts";\nconst y1 = x1;\n' },
      "a.ts#x1",
      "y1",
    );
    expect(refusals).toEqual(["collision b.ts:2 b.ts imports x1, and has something else that is called y1"]);
  });

  it("a key that a library's type has", async () => {
    const text = `import type { Meta } from "stories";
type Page = Meta<typeof page>;
export const page: Page = { title: "a" };
`;
    const { refusals } = await rename({ "a.ts": text }, "a.ts#page.{}.title", "name");
    expect(refusals).toEqual(["unsupported a.ts:3 title is a member of a library's type, which keeps its name"]);
  });

  it("a member that a library may declare too", async () => {
    const { refusals } = await rename(
      {
        "a.ts":
          'import { Stream } from "stream";\nexport class Pipe extends Stream {\n  entries() {}\n  pour() {}\n}\n',
      },
      "Pipe.entries",
      "drain",
    );
    expect(refusals).toEqual([
      "unsupported a.ts:3 entries may override or implement a member of a library, which keeps its name",
    ]);
  });
});

describe("rename_symbol of what has a namesake", () => {
  it("leaves a local variable of the name alone", async () => {
    const text =
      "export const buffer = 1;\nrun(() => {\n  let buffer: number | null = null;\n  return () => (buffer = 2);\n});\nrun(buffer);\n";
    const { files, refusals } = await rename({ "a.ts": text }, "a.ts#buffer", "store");
    expect(refusals).toEqual([]);
    expect(files).toEqual({ "a.ts": text.replace("const buffer", "const store").replace("run(buffer)", "run(store)") });
  });

  it("refuses one of two local symbols that it cannot tell apart", async () => {
    const text =
      "run(() => {\n  function step() {}\n  step();\n});\nrun(() => {\n  function step() {}\n  step();\n});\n";
    const { refusals } = await rename({ "a.ts": text }, "a.ts:6", "stride");
    expect(refusals).toEqual([
      "unsupported a.ts:2 another step inside of the same function or file cannot be told apart from it",
    ]);
  });

  it("refuses one of two in blocks of their own", async () => {
    const text = "for (const one of []) {\n  const made = one;\n}\nif (1) {\n  const made = 2;\n}\n";
    const { refusals } = await rename({ "a.js": text }, "a.js#made", "built");
    expect(refusals).toEqual([
      "unsupported a.js:5 another made inside of the same function or file cannot be told apart from it",
    ]);
  });

  it("lists a shorthand that may stand for the member in an object literal of unknown type", async () => {
    const files = {
      "src/plugin.ts": "export interface Plugin {\n  load(): void;\n}\n",
      "src/main.ts": 'import { register } from "elsewhere";\n\nfunction load() {}\nregister({ load });\nload();\n',
    };
    const { left, refusals } = await rename(files, "Plugin.load", "open");
    expect(refusals).toEqual([]);
    expect(left).toEqual(["src/main.ts:4 a member of a value of unknown type"]);
  });
});

it("lists keys of literals that are given to a value whose type a library decides", async () => {
  const text = `import { create, log } from "elsewhere";
interface Note {
  title: string;
}
const open = create<{ add: (note: Note) => void }>();
open.state().add({ title: "a" });
log({ title: "b" });
log(async (added) => {
  await added({ title: "c" });
});
`;
  const { left, refusals } = await rename({ "a.ts": text }, "a.ts#Note.title", "name");
  expect(refusals).toEqual([]);
  expect(left).toEqual([6, 9].map((line) => `a.ts:${line} a key where the expected type is not known`));
});

it("renames a type in documentation, and leaves the word", async () => {
  const text = `export type Body = {};
/**
 * Reads a Body.
 * @param {Body} form - a Body
 * @returns {Promise<Body>}
 */
export async function read(form: Body) {}
`;
  const { files, left } = await rename({ "a.ts": text }, "a.ts#Body", "Form");
  expect(files["a.ts"]).toBe(text.replaceAll(/(?<!a )Body/gu, "Form"));
  expect(left).toEqual(["a.ts:3 in a comment", "a.ts:4 in a comment"]);
});

describe("rename_symbol follows types that TypeScript computes", () => {
  const TYPES = `export interface Saver {
  save(): void;
}
export interface Reader {
  read(): void;
}
export interface Plugins<S> {
  saver: With<S, { plugin: Saver }>;
  [key: symbol]: never;
}
type With<S, T> = Omit<S, keyof T> & T;
type Item<T> = T extends { at: (infer I)[] } ? I : never;
type Result<T> = T extends (...args: never[]) => Promise<infer R> ? R : never;
type First<T> = T extends (one: infer A) => void ? A : never;
export type Extended<S, P> = P extends [infer K, ...infer Rest] ? Extended<Plugins<S>[K & keyof Plugins<S>], Rest> : S;
interface Open {
  (path: string): Reader;
  <P extends string[]>(): () => Extended<Reader, P>;
}
type Shop = { save(): void } & { (): Saver };
type Second<T> = T extends [unknown, infer S] ? S : never;
type Either<T> = T extends string ? { plugin: Saver } : { plugin: Saver; other: T };
`;
  it.each([
    ["any member", "declare const one: Plugins<Reader>[keyof Plugins<Reader>];\none.plugin.save();"],
    ["an inferred element", "declare const one: Item<{ at: Saver[] }>;\none.save();"],
    ["an inferred result", "declare const one: Result<() => Promise<Saver>>;\none.save();"],
    ["an inferred parameter", "declare const one: First<(saver: Saver) => void>;\none.save();"],
    ["a call of an intersection", "declare const shop: Shop;\nshop().save();"],
    [
      "a key of values of one type",
      "const all = { a: {} as Saver, b: {} as Saver };\nfor (const key in all) all[key].save();",
    ],
    ["a condition with one type as both outcomes", "declare const one: Either<Reader>;\none.plugin.save();"],
    [
      "this, as a type says",
      "declare function run(to: { all: ThisType<Saver> }): void;\nrun({ all: { go() { this.save(); } } });",
    ],
    [
      "this, as the expected object",
      "declare function run(to: Saver & { go(): void }): void;\nrun({ save() {}, go() { this.save(); } });",
    ],
    ["an element of a tuple by its place", "declare const all: [Reader, saver: Saver];\nall[1].save();"],
    [
      "an element of a tuple in a pattern",
      "declare const all: [Reader, (Reader | Saver)?, Saver?];\nconst [, , one] = all;\none?.save();",
    ],
    ["an element of a type", "declare const one: [Reader, Saver][1];\none.save();"],
    ["an inferred element of a tuple", "declare const one: Second<[Reader, Saver]>;\none.save();"],
    [
      "an element of a returned array",
      "const open = () => [{} as Reader, {} as Saver] as const;\nconst [, one] = open();\none.save();",
    ],
    ["an element of an array of several types", "for (const one of [{} as Saver, {} as Saver & Reader]) one.save();"],
    ["a key of an object in a tuple", "const all: [Reader, Saver] = [{ read() {} }, { save() {} }];"],
    ["a member of a promise", "declare function open(): Saver & Promise<Reader>;\nopen().save();"],
    [
      "a member of a promise that is named",
      "interface Opened extends Promise<Reader>, Saver {}\ndeclare function open(): Opened;\nopen().save();",
    ],
    ["a member of what a promise gives", "declare const one: Reader & Promise<Saver>;\n(await one).save();"],
    [
      "a member of what a named promise gives",
      "interface Opened extends Promise<Saver> { read(): void }\ndeclare const one: Opened;\n(await one).save();",
    ],
    ["a parameter of then", "declare const one: Reader & Promise<Saver>;\none.then((it) => it.save());"],
    [
      "a part of a union that is no promise, awaited",
      "declare const one: Saver | (Reader & Promise<Reader>);\n(await one).save();",
    ],
    [
      "a part of a named union that is a promise, awaited",
      "type One = Reader | (Reader & Promise<Saver>);\ndeclare const one: One;\n(await one).save();",
    ],
    ["what is not a promise, awaited", "declare const one: Saver;\n(await one).save();"],
    ["what is awaited twice", "declare const one: Reader & Promise<Saver>;\n(await (await one)).save();"],
    ["an awaited element", "declare const all: (Reader & Promise<Saver>)[];\nfor await (const one of all) one.save();"],
    ["an awaited type", "declare const one: Awaited<Reader & Promise<Saver>>;\none.save();"],
    [
      "an inferred awaited type",
      "type Given<T> = T extends Promise<infer X> ? X : Saver;\ndeclare const one: Given<Reader & Promise<Saver>>;\none.save();",
    ],
    [
      "the result of an async function",
      "declare function run(to: () => Reader & Promise<Saver>): void;\nrun(async () => ({ save() {} }));",
    ],
    ["a key in quotes", 'declare const one: Saver;\none["save"]();'],
  ])("%s", async (_, use) => {
    const text = `${TYPES}${use}\n`;
    const { files, refusals } = await rename({ "a.ts": text }, "Saver.save", "store");
    expect(refusals).toEqual([]);
    expect(files["a.ts"]).toBe(text.replaceAll(/\bsave\b(?!\(\): void \})/gu, "store"));
  });

  it.each([
    [
      "a condition of which one outcome has no such member",
      "declare const one: Extended<Reader, string[]>;\none.plugin.save();",
    ],
    ["a condition of which one outcome is not known", "declare const one: Read<string>;\none.save();"],
    ["what a call gives of such a type", "declare const open: Open;\nopen()().plugin.save();"],
    ["what a call with type arguments gives", "declare const open: Open;\nopen<[]>()().plugin.save();"],
    [
      "a key of values of several types",
      "const all = { first: {} as Saver, second: 1 };\nfor (const key in all) all[key].save();",
    ],
  ])("and lists %s, which may have another member", async (_, use) => {
    const text = `${TYPES}type Read<T> = T extends string ? Saver : unknown;\n${use}\n`;
    const { files, left, refusals } = await rename({ "a.ts": text }, "Saver.save", "store");
    expect(refusals).toEqual([]);
    expect(files["a.ts"]).toBe(text.replace("save", "store"));
    const why = "on a value whose type is computed, and which may have another member of this name";
    expect(left).toContain(`a.ts:${text.split("\n").length - 1} ${why}`);
  });

  it.each([
    ["awaited", "(await open()).save();"],
    ["awaited by a variable", "const page = await open();\npage.save();"],
    ["awaited in a pattern", "const { save } = await open();"],
    ["passed to then", "open().then((page) => page.save());"],
    ["awaited as a type", "declare const page: Awaited<ReturnType<typeof open>>;\npage.save();"],
    ["returned by an async function", "async function again() { return open(); }\n(await again()).save();"],
    ["awaited in a loop", "for await (const page of [open()]) page.save();"],
  ])("but not a member of what a promise gives, which has others, %s", async (_, use) => {
    const text = `interface Page { at: number }\ninterface Saver { save(): void }
declare function open(): Saver & Promise<Page & Response>;\n${use}\n`;
    const { files, refusals } = await rename({ "a.ts": text }, "Saver.save", "store");
    expect(refusals).toEqual([]);
    expect(files["a.ts"]).toBe(text.replace("save", "store"));
  });

  it("lists a member of what may be another type's, too", async () => {
    const use = "interface Other {\n  save(): void;\n}\ndeclare const one: Read<string>;\none.save();";
    const text = `${TYPES}type Read<T> = T extends string ? Saver : unknown;\n${use}\n`;
    const { left } = await rename({ "a.ts": text }, "a.ts#Other.save", "store");
    expect(left).toContain(`a.ts:${text.split("\n").length - 1} on a value of unknown type`);
  });

  it("is not stopped by what is reached by way of a listed place", async () => {
    const text = `interface Jobs {
  run(job: { title: string }): void;
}
type Read<T> = T extends string ? Jobs : unknown;
declare const one: Read<string>;
one.run({ title: "a" });
`;
    const { files, refusals } = await rename({ "a.ts": text }, "a.ts#Jobs.run", "start");
    expect(refusals).toEqual([]);
    expect(files["a.ts"]).toBe(text.replace("run", "start"));
  });

  it("not members of what is declared to be anything", async () => {
    const text = `${TYPES}declare function open(): Saver;\nconst one: any = open();\none.save();\n`;
    const { files, left } = await rename({ "a.ts": text }, "Saver.save", "store");
    expect(files["a.ts"]).toBe(text.replace("save", "store"));
    expect(left).toHaveLength(1);
  });
});

it("keeps functions of two objects without a name apart", async () => {
  const text = "run({\n  open() {},\n});\nrun({\n  open() {},\n});\n";
  const { files } = await rename({ "a.ts": text }, "a.ts:2", "start");
  expect(files["a.ts"]).toBe(text.replace("open", "start"));
});

it("renames a key where another overload takes a function", async () => {
  const text = `interface Options { wait: number }
export function open<Id extends string>(id: Id, options: Options): void;
export function open<Id extends string, R>(id: Id, read: () => R): void;
export function open(id: any, options: any) {}
open("a", { wait: 1 });
open("b", () => ({ wait: 1 }));
`;
  const { files, left } = await rename({ "a.ts": text }, "a.ts#Options.wait", "delay");
  expect(files["a.ts"]).toBe(text.replace("wait", "delay").replace("{ wait: 1 });", "{ delay: 1 });"));
  // What that function returns may be anything.
  const whys = ["a key where the expected type is not known", "on a value of unknown type"];
  expect(left).toEqual(expect.arrayContaining(whys.map((why) => `a.ts:6 ${why}`)));
  expect(left).toHaveLength(whys.length);
});

it("refuses a key that an overload may take as another type's", async () => {
  const text = `interface First { wait: number; start: string }
interface Second { wait: number }
export function open(options: First): void;
export function open(options: Second): void;
export function open(options: Second) {}
open({ wait: 1 });
`;
  const { refusals } = await rename({ "a.ts": text }, "a.ts#First.wait", "delay");
  expect(refusals).toEqual(["shadowing a.ts:6 wait means a.ts#Second.wait here, too"]);
});

it("renames what documentation links to", async () => {
  const text = `export class Store {
  /** See {@link Store.put}, {@linkcode Store#put | there} and {@link https://put.example}. */
  put() {}
}
/** {@link Store} of {@link Other.put}. @see Store.put */
export function open(): Store {}
`;
  const member = await rename({ "a.ts": text }, "Store.put", "save");
  expect(member.files["a.ts"]).toBe(text.replaceAll(/(?<=Store[.#])put|put(?=\(\))/gu, "save"));
  const type = await rename({ "a.ts": text }, "a.ts#Store", "Shop");
  expect(type.files["a.ts"]).toBe(text.replaceAll("Store", "Shop"));
});

describe("rename_symbol of what several modules declare together", () => {
  const SHARED = {
    "store.ts": "export interface Events<T> {}\nexport type EventName = keyof Events<unknown>;\n",
    "plugin.ts": `import type { EventName } from "./store";
declare module "./store" {
  interface Events<T> {
    saved: T;
  }
}
export type Names = EventName;
`,
    "use.ts": `import type { Events } from "./store.ts";
declare module "./store.ts" {
  interface Events<T> {
    loaded: T;
  }
}
export const read = (events: Events<string>) => events.saved + events.loaded;
`,
  };
  const renamed = Object.fromEntries(
    Object.entries(SHARED).map(([path, text]) => [path, text.replaceAll(/\bEvents\b/gu, "Signals")]),
  );

  it.each(["store.ts:1", "plugin.ts:3", "use.ts:3"])("%s", async (address) => {
    const { files, left, refusals } = await rename(SHARED, address, "Signals");
    expect(refusals).toEqual([]);
    expect(files).toEqual(renamed);
    expect(left).toEqual([]);
  });

  it("a member that another module adds", async () => {
    const { files } = await rename(SHARED, "plugin.ts:4", "stored");
    expect(files).toEqual({
      "plugin.ts": SHARED["plugin.ts"].replaceAll("saved", "stored"),
      "use.ts": SHARED["use.ts"].replace("saved", "stored"),
    });
  });

  it("what modules declare to be global", async () => {
    const text = (name: string) => `export {};\ndeclare global {\n  interface Shared {\n    ${name}: Shared;\n  }\n}\n`;
    const files = { "a.ts": text("one"), "b.ts": text("two") };
    const renamed = await rename(files, "a.ts:3", "Common");
    expect(renamed.refusals).toEqual([]);
    expect(renamed.files["b.ts"]).toBe(files["b.ts"].replaceAll("Shared", "Common"));
  });

  it("refuses what is added to a library's module", async () => {
    const text = 'import "vue";\ndeclare module "vue" {\n  interface Props {\n    theme: string;\n  }\n}\n';
    const { refusals } = await rename({ "a.ts": text }, "a.ts:3", "Attributes");
    expect(refusals).toEqual([
      "unsupported a.ts:3 Props is declared for the module vue, which is outside of the project",
    ]);
  });
});

describe("rename_symbol of a member of a union of type literals", () => {
  it.each([
    ["each part has", "type Result =\n  | { ok: true; value: string }\n  | { ok: false; error: string };\n", true],
    ["a part lacks", "type Result =\n  | { ok: true; value: string }\n  | { error: string };\n", false],
    ["null lacks", "type Result =\n  | { ok: true; value: string }\n  | { ok: false }\n  | null;\n", false],
  ])("that %s", async (_, type, isOne) => {
    const text = `${type}export const read = (result: Result) => result.ok;\n`;
    const { files, refusals } = await rename({ "a.ts": text }, "a.ts#Result.{}.ok", "isOk");
    const expected = isOne || !type.includes("false") ? text.replaceAll(/\bok\b/gu, "isOk") : undefined;
    expect(files["a.ts"]).toBe(expected);
    expect(refusals).toHaveLength(expected === undefined ? 1 : 0);
  });
});

it("renames one of the members of two unnamed types on one line", async () => {
  const text = "export type Value<T> = { _: T } extends { _: infer V } ? V : never;\n";
  const { files } = await rename({ "a.ts": text }, "a.ts#Value.{}._", "value");
  expect(files["a.ts"]).toBe(text.replace("_", "value"));
});

describe("rename_symbol leaves what only has to fit the symbol", () => {
  const PARSE = {
    "parse.ts": `export type Options = { all: boolean; dot: boolean };
type Body<O extends Partial<Options>> = O["all"];
interface Parse {
  <O extends Partial<Options>>(text: string, options?: O): Body<O>;
  (text: string, options?: Partial<Options>): Body<Options>;
}
export declare const parse: Parse;
export declare function read<O extends Options>(options: O, each: (one: O) => void): void;
export declare function plain(options: Options): void;
`,
    "use.ts": `import { type Options, parse, plain, read } from "./parse.ts";
parse("a", { all: true });
read({ all: true, dot: true }, (one) => one.dot);
read<Options>({ all: true, dot: true }, (one) => one.all);
plain({ all: true, dot: true });
export type Told = ReturnType<typeof parse<{ all: true }>>;
`,
  };

  it("keys of literals", async () => {
    const { files, left, refusals } = await rename(PARSE, "parse.ts#Options.all", "every");
    expect(refusals).toEqual([]);
    expect(
      files["use.ts"]
        ?.split("\n")
        .map((line, at) => (line.includes("every") ? at + 1 : 0))
        .filter(Boolean),
    ).toEqual([4, 5]);
    expect(left.filter((one) => one.includes("type parameter"))).toEqual([
      "use.ts:2 on what a type parameter stands for, which only has to fit the symbol's type",
      "use.ts:3 on what a type parameter stands for, which only has to fit the symbol's type",
    ]);
  });

  it("members of a callback's parameter", async () => {
    const { files, left } = await rename(PARSE, "parse.ts#Options.dot", "period");
    expect(files["use.ts"]?.split("\n")[2]).toBe("read({ all: true, dot: true }, (one) => one.dot);");
    expect(left.filter((one) => one.startsWith("use.ts:3"))).toHaveLength(1);
  });

  it("each of the remaining arguments, and elements of a list", async () => {
    const text = `export interface Options {
  url?: string;
}
interface Client {
  extend<T extends Array<Client | Options>>(...given: T): T;
  all<T extends Options[]>(given: T): T;
  plain(...given: Options[]): void;
}
declare const client: Client;
client.extend({ url: "a" });
client.all([{ url: "b" }]);
client.plain({ url: "c" });
`;
    const { files, left } = await rename({ "a.ts": text }, "a.ts#Options.url", "place");
    expect(files["a.ts"]).toBe(text.replace("url?:", "place?:").replace('url: "c"', 'place: "c"'));
    expect(left.map((one) => one.slice(0, "a.ts:10".length))).toEqual(["a.ts:10", "a.ts:11"]);
  });

  it("what a function returns that is itself a type argument", async () => {
    const files = {
      "api.ts": `export type Page = { data: string; error?: undefined } | { error: string; data?: undefined };
export interface Source<R extends () => Page, T = 1> {
  read: R;
  plain: () => Page;
}
export declare function open<R extends () => Page>(source: Source<R>): void;
`,
      "use.ts": `import { open } from "./api.ts";
open({
  read: () => ({ data: "a" }),
  plain: () => ({ data: "b" }),
});
`,
    };
    const { files: renamed, left } = await rename(files, "api.ts#Page.{}.data", "text");
    expect(renamed["use.ts"]).toBe(files["use.ts"].replace('data: "b"', 'text: "b"'));
    expect(left.filter((one) => one.startsWith("use.ts"))).toEqual([
      "use.ts:3 on what a type parameter stands for, which only has to fit the symbol's type",
    ]);
  });

  it("a key of a type that a condition chooses", async () => {
    const text = `type Config<T> = (T extends { open: infer V } ? { connect: V } : { connect: string })["connect"];
type Plain = { connect: string }["connect"];
`;
    const { files } = await rename({ "a.ts": text }, "a.ts#Config.{}.connect", "link");
    expect(files["a.ts"]).toBe(text.replace("connect", "link"));
  });
});

describe("rename_symbol of what CommonJS exports", () => {
  it.each([
    {
      what: "the member of the module with it, and each use by that name",
      files: {
        "a.js": "const openStore = () => 1;\nmodule.exports = { run: openStore, openStore };\n",
        "b.js": `const { run, openStore } = require("./a");
const all = require("./a");
run(openStore(), all.run(), all.openStore(), all["openStore"]());
jest.spyOn(all, "openStore");
`,
      },
    },
    {
      what: "the variable that is named as the member that it takes of the module",
      files: {
        "a.js": "exports.openStore = function () {};\n",
        "b.js": `var openStore = require("./a").openStore;
var put = require("./a").openStore;
module.exports = () => openStore(put());
`,
      },
    },
  ])("renames $what", async ({ files }) => {
    const { files: renamed, left, refusals } = await rename(files, "a.js#openStore", "createStore");
    expect(refusals).toEqual([]);
    expect(left).toEqual([]);
    expect(renamed).toEqual({
      "a.js": files["a.js"].replaceAll("openStore", "createStore"),
      "b.js": files["b.js"].replaceAll("openStore", "createStore"),
    });
  });

  it("leaves what others call the whole module", async () => {
    const files = {
      "a.js": "function openStore() {}\nmodule.exports = Object.assign(openStore, { size: 1 });\n",
      "b.js": 'const put = require("./a");\nput();\n',
    };
    const { files: renamed, left, refusals } = await rename(files, "a.js#openStore", "createStore");
    expect(refusals).toEqual([]);
    expect(left).toEqual([]);
    expect(renamed).toEqual({ "a.js": files["a.js"].replaceAll("openStore", "createStore") });
  });

  it("leaves the name on window, by which other files reach it", async () => {
    const files = {
      "a.js": "(function () {\n  function openStore() {}\n  window.openStore = openStore;\n})();\n",
      "b.js": "openStore();\n",
    };
    const { files: renamed, refusals } = await rename(files, "a.js#openStore", "createStore");
    expect(refusals).toEqual([]);
    expect(renamed).toEqual({
      "a.js": "(function () {\n  function createStore() {}\n  window.openStore = createStore;\n})();\n",
    });
  });
});

describe("rename_symbol of a member that stands in quotes", () => {
  it("renames keys in brackets, and names of members where they are proven", async () => {
    const files = {
      "a.ts": `export interface Store { put(): void }
export const a: Store = { ["put"]: () => {} };
export class Real implements Store { ["put"]() {} }
const key: keyof Store = "put";
if ("put" in a) a["put"]();
`,
    };
    const { files: renamed, left, refusals } = await rename(files, "Store.put", "save");
    expect(refusals).toEqual([]);
    expect(left).toEqual([]);
    expect(renamed).toEqual({ "a.ts": files["a.ts"].replaceAll("put", "save") });
  });
});

describe("rename_symbol of a member that a mixin passes on", () => {
  const BASE = "export class Base {\n  on() {}\n}\n";
  const USER = `import { Base } from "./base";
import { Mixin } from "./mixin";
export class User extends Mixin(Base) {
  on() {
    super.on();
  }
}
`;

  it("renames what overrides it", async () => {
    const mixin = "export function Mixin<T extends new () => Base>(Of: T) {\n  return class extends Of {};\n}\n";
    const files = { "base.ts": BASE, "mixin.ts": `import { Base } from "./base";\n${mixin}`, "user.ts": USER };
    const { files: after, left } = await rename(files, "base.ts#Base.on", "start");
    expect(after["user.ts"]).toBe(USER.replaceAll("on()", "start()"));
    expect(left).toEqual([]);
  });

  it.each([
    [
      "that may extend anything",
      "ts",
      "export const Mixin = <T extends new () => {}>(Of: T) => class extends Of {};\n",
    ],
    ["without types", "js", "export const Mixin = (Of) => class extends Of {};\n"],
  ])("leaves what may override it to the reader: of a mixin %s", async (_what, ending, mixin) => {
    const files = { [`base.${ending}`]: BASE, [`mixin.${ending}`]: mixin, [`user.${ending}`]: USER };
    const { left } = await rename(files, `base.${ending}#Base.on`, "start");
    expect(left.map((one) => one.replace(/ .*/, ""))).toEqual([`user.${ending}:4`, `user.${ending}:5`]);
  });
});
