// Which definitions a text has, where several have one name.
import { expect, test } from "vitest";
import { analyze } from "../languages/check.ts";

const listed = async (text: string): Promise<string[]> =>
  (await analyze("a.ts", text)).symbols.map(({ nameLine, kind, path }) => `${nameLine} ${kind} ${path}`);

test("functions of one name in several objects are several", async () => {
  const text = `const cases = [
  { run: () => 1 },
  { run: () => 2 },
  { run() {} },
  { run() {} },
];
`;
  const runs = [2, 3, 4, 5].map((line) => `${line} method cases.run`);
  expect(await listed(text)).toEqual(["1 variable cases", ...runs]);
});

test("overloads are one, as are a getter and its setter", async () => {
  const text = `export function open(a: string): void;
export function open(a: number): void;
export function open(a: unknown) {}
const box = {
  get size() { return 1; },
  set size(of) {},
};
`;
  expect(await listed(text)).toEqual(["1 function open", "4 variable box", "5 method box.size"]);
});

test("options of a decorator are no members", async () => {
  const text = `class Post {
  @Column({ default: () => 1 })
  made: Date;
}
`;
  expect(await listed(text)).toEqual(["1 class Post", "3 variable Post.made"]);
});

test("what is in `declare global` is in a module of that name", async () => {
  const text = `declare global {
  interface Window {
    shop: string;
  }
}
declare const open: number;
export {};
`;
  expect(await listed(text)).toEqual(["1 module global", "2 interface global.Window", "6 variable open"]);
});

test("a macro that is defined inside of another one's braces hides what it will make", async () => {
  const text = `cfg_net! {
    macro_rules! detail {
        ($type: ident) => {
            struct $type(u8);
            impl Debug for $type {
                fn fmt(&self) -> Result { write!(f, "{{") }
            }
        };
    }
    fn open() {}
}
`;
  const { symbols } = await analyze("net.rs", text);
  expect(symbols.map(({ nameLine, kind, path }) => `${nameLine} ${kind} ${path}`)).toEqual([
    "2 function detail",
    "10 function open",
  ]);
});

const lines = async (path: string, text: string): Promise<string[]> =>
  (await analyze(path, text)).symbols.map((one) => `${one.startLine}-${one.endLine} ${one.kind} ${one.path}`);

test("a comment before a class, on its line, belongs to nothing inside", async () => {
  const text = `/* Kept. */ class Store {
  open() {}
}
`;
  expect(await lines("a.ts", text)).toEqual(["1-3 class Store", "2-2 method Store.open"]);
});

test("a declarator ends before the next one, and a structure has one name that is its own", async () => {
  const text = `int one = open(
    1),
  two;
typedef struct { int id; } box;
typedef struct box_s { int id; } box_t, *box_ref;
typedef struct { int id; } *ref;
`;
  expect(await lines("a.c", text)).toEqual([
    "1-2 variable one",
    "3-3 variable two",
    "4-4 class box",
    "5-5 type box_t",
    "5-5 class box_s",
    "5-5 type box_ref",
    "6-6 type ref",
  ]);
});

test("what a class of C++ has once for all is found, fields of each object are not", async () => {
  const text = `class Store {
  static constexpr int kMax = 5, kMin = 1;
  int size = 0;
  static Store open();
};
`;
  expect(await lines("a.cpp", text)).toEqual([
    "1-5 class Store",
    "2-2 variable Store.kMax",
    "2-2 variable Store.kMin",
    "4-4 method Store.open",
  ]);
});

test("each name of a chain of assignments has all lines of what is assigned to it", async () => {
  expect(await lines("a.py", "first = second = {\n  1: 2,\n}\n")).toEqual([
    "1-3 variable first",
    "1-3 variable second",
  ]);
  expect(await lines("a.R", "first <- second <- function(a) {\n  a\n}\n")).toEqual([
    "1-3 function first",
    "1-3 function second",
  ]);
});

test("a body behind what a type of Kotlin is delegated to holds its members", async () => {
  const text = `class Log(kept: Store) : Store by kept {
  val size = 1
  fun open() = first.map { val own = it }
}
`;
  expect(await lines("a.kt", text)).toEqual(["1-4 class Log", "2-2 variable Log.size", "3-3 method Log.open"]);
});
