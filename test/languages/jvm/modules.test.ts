// Which files an import of Java or Kotlin means, by file names and declared packages.
import { expect, test } from "vitest";
import { java } from "../../../src/languages/jvm/modules.ts";
import { miniProject } from "../../linking/mini-project.ts";

const FILES = {
  "main/java/shop/Store.java": "package shop;\nclass Store { static class Kind {} }\n",
  "main/java/shop/util/Money.java": "package shop.util;\nclass Money {}\n",
  "main/java/shop/util/Rates.java": "package shop.util;\nclass Rates {}\n",
  "main/kotlin/Order.kt": "package shop.order\nclass Order\n",
  "moved/Money.java": "package other.util;\nclass Money {}\n",
  "test/java/shop/StoreTest.java": "package shop;\nclass StoreTest {}\n",
  "loose/Script.java": "class Script {}\n",
};

test.each([
  ["a class", "shop.util.Money", ["main/java/shop/util/Money.java"]],
  ["a class in a class", "shop.Store.Kind", ["main/java/shop/Store.java"]],
  ["a static member", "shop.Store.Kind.load", ["main/java/shop/Store.java"]],
  ["a class in a folder of another name", "shop.order.Order", ["main/kotlin/Order.kt"]],
  ["another package's class of that name", "other.util.Money", ["moved/Money.java"]],
  ["a whole package", "shop.util", ["main/java/shop/util/Money.java", "main/java/shop/util/Rates.java"]],
  ["a library", "java.util.List", []],
  ["a package that is not there", "shop.none", []],
  ["nothing", "", []],
])("finds %s", async (_, specifier, files) => {
  const { lookup } = await miniProject(FILES);
  expect(java.resolve(specifier, "main/java/shop/Store.java", lookup)).toEqual(files);
});

test("a test finds what is beside its package in the sources", async () => {
  const { lookup } = await miniProject(
    Object.fromEntries(Object.entries(FILES).map(([path, text]) => [`src/${path}`, text])),
  );
  expect(java.resolve("shop.util", "src/test/java/shop/StoreTest.java", lookup)).toEqual([
    "src/main/java/shop/util/Money.java",
    "src/main/java/shop/util/Rates.java",
  ]);
  expect(java.stems("src/main/java/shop/Store.java", lookup)).toEqual(["Store"]);
});
