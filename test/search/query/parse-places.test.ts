// Paths with lines, token by token; whole traces of many languages: parse-trace.test.ts.
import { expect, test } from "vitest";
import { placesIn } from "../../../src/search/query/parse-places.ts";

test.each([
  ["Python", 'File "shop/cart.py", line 12, in total', "shop/cart.py", 12],
  [".NET", "at Shop.Cart in src/Cart.cs:line 34", "src/Cart.cs", 34],
  ["a colon", "src/cart.ts:12:3", "src/cart.ts", 12],
  ["no line, though a number follows", "src/cart.ts 12", "src/cart.ts", null],
])("the line after a path as %s writes it", (_, text, path, line) => {
  expect(placesIn(text.split(" "))).toMatchObject([{ path, line }]);
});
