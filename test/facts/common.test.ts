import { expect, test } from "vitest";
import { NOTHING, rooted } from "../../src/facts/chain-drafts.ts";
import { either } from "../../src/facts/common.ts";

const [order, cart] = [rooted("@Order"), rooted("@Cart")];

test.each([
  ["the same", order, order, order],
  ["nothing and something", NOTHING, order, order],
  ["something and nothing", order, NOTHING, order],
  ["two that differ", order, cart, null],
  ["something and what is not known", order, null, null],
])("either of %s", (_, one, other, expected) => {
  expect(either(one, other)).toEqual(expected);
});
