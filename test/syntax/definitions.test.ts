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
