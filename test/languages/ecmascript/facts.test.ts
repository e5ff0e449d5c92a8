// What the facts of JavaScript and TypeScript say of tests.
import { expect, test } from "vitest";
import { analyze } from "../check.ts";

/** What is defined where a test with this title calls one function and declares another, in a suite; `in -1` is in the file. */
async function read(title: string) {
  const lines = [
    "function open() {}",
    'describe("cart", () => {',
    `  it(${title}, () => {`,
    "    function total() {}",
    "    open();",
    "  });",
    "});",
  ];
  const { facts } = await analyze("cart.test.ts", lines.join("\n"));
  return {
    defined: facts?.definitions.map(({ kind, path, parent }) => `${kind} ${path} in ${parent}`),
    opened: facts?.references.filter(({ name }) => name === "open").map(({ of, lines: on }) => ({ of, on })),
  };
}

const opened = [{ of: "@0", on: [5] }];

test("a test is defined by its title, and contains what is declared in it", async () => {
  expect(await read('"opens"')).toEqual({
    defined: ["function open in -1", "test cart in -1", "test cart.opens in 1", "function cart.opens.total in 2"],
    opened,
  });
});

test.each(['""', "''", "``"])(
  "with the title %s it is no definition: the suite contains what is in it",
  async (title) => {
    expect(await read(title)).toEqual({
      defined: ["function open in -1", "test cart in -1", "function cart.total in 1"],
      opened,
    });
  },
);

test("what a module, a key in brackets, window and a comment define has the name by which it is asked for", async () => {
  const text = `exports = module.exports = function openShop() {};
module.exports.close = () => 1;
class Keys {
  ["turn"]() {}
  [computed]() {}
}
window.Shop = { keys: 1 };
window.startShop = openShop;
window.size = 1;
/** @typedef {import("./files").File} OpenFile */
`;
  const { facts, symbols } = await analyze("shop.js", text);
  expect(symbols.map(({ kind, path, startLine }) => `${startLine} ${kind} ${path}`)).toEqual([
    "1 function openShop",
    "2 function close",
    "3 class Keys",
    "4 method Keys.turn",
    "5 method Keys.[computed]",
    "7 variable window.Shop",
    "8 variable window.startShop",
  ]);
  expect(facts?.definitions.map(({ kind, path, type }) => `${kind} ${path} ${type}`)).toEqual([
    "function openShop null",
    "function close !",
    "class Keys null",
    "method Keys.turn null",
    "method Keys.[computed] null",
    "variable window.Shop null",
    "field window.Shop.keys !",
    "field window.startShop openShop",
    "type OpenFile %0.File",
  ]);
  expect(facts?.exports?.map(({ name, of }) => `${name} ${of}`)).toEqual(["= @0", "close @1"]);
});
