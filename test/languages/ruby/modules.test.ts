// Which files a `require` of Ruby means.
import { expect, test } from "vitest";
import { ruby } from "../../../src/languages/ruby/modules.ts";
import { miniProject } from "../../linking/mini-project.ts";

const FILES = {
  "lib/shop.rb": "module Shop\nend\n",
  "lib/shop/order.rb": "class Order\nend\n",
  "app/order.rb": "class Order\nend\n",
  "app/models/cart.rb": "class Cart\nend\n",
  "spec/models/cart.rb": "class Cart\nend\n",
};

test.each([
  ["a file below a folder of the load path", "shop/order", ["lib/shop/order.rb"]],
  ["a file by its name with its ending", "shop.rb", ["lib/shop.rb"]],
  ["a file beside, with a dot", "./order", ["app/order.rb"]],
  ["a file above", "../lib/shop", ["lib/shop.rb"]],
  ["none of two that end so", "models/cart", []],
  ["none of a library", "json", []],
  ["none above the project", "../../order", []],
])("finds %s", async (_, specifier, files) => {
  const { lookup } = await miniProject(FILES);
  expect(ruby.resolve(specifier, "app/order.rb", lookup)).toEqual(files);
});
