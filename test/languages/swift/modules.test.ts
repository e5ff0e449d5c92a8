// Which files of Swift see each other's names: those of a target, of what they import, or of a project without targets.
import { expect, test } from "vitest";
import { sees, swift } from "../../../src/languages/swift/modules.ts";
import { miniProject } from "../../linking/mini-project.ts";

const FILES = {
  "Package.swift": "",
  "Sources/Shop/Store.swift": "struct Store {}",
  "Sources/Shop/Deep/Order.swift": "struct Order {}",
  "Sources/App/main.swift": "import Shop",
  "Sources/App/other.swift": "",
  "Tests/ShopTests/StoreTests.swift": "@testable import Shop",
  "Tool/one.swift": "import struct Shop.Order",
  "Tool/two.swift": "",
  "Deep/Nested/Sources/Shop/Twin.swift": "",
};

test.each([
  ["Sources/Shop/Store.swift", "Sources/Shop/Deep/Order.swift", true],
  ["Sources/App/main.swift", "Sources/Shop/Deep/Order.swift", true],
  ["Sources/App/other.swift", "Sources/Shop/Store.swift", false],
  ["Sources/Shop/Store.swift", "Sources/App/main.swift", false],
  ["Tests/ShopTests/StoreTests.swift", "Sources/Shop/Store.swift", true],
  ["Tool/one.swift", "Tool/two.swift", true],
  ["Tool/one.swift", "Sources/Shop/Deep/Order.swift", true],
  ["Tool/two.swift", "Sources/Shop/Store.swift", false],
  ["Sources/Shop/Store.swift", "Tool/two.swift", false],
  ["Sources/Shop/Store.swift", "Deep/Nested/Sources/Shop/Twin.swift", false],
])("%s sees the names of %s: %s", async (path, other, expected) => {
  const { lookup } = await miniProject(FILES);
  expect(sees(path, other, lookup)).toBe(expected);
});

test("A target is brought in by the files in its folder; a library by none", async () => {
  const { lookup } = await miniProject(FILES);
  expect(swift.resolve("Shop", "Sources/App/main.swift", lookup)).toEqual(["Sources/Shop/Store.swift"]);
  expect(swift.resolve("Foundation", "Sources/App/main.swift", lookup)).toEqual([]);
});

test("A file is brought in by its target's name", async () => {
  const { lookup } = await miniProject(FILES);
  expect(swift.stems("Sources/Shop/Deep/Order.swift", lookup)).toEqual(["Shop"]);
  expect(swift.stems("Tool/one.swift", lookup)).toEqual([]);
});
