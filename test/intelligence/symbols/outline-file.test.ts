import { expect, it } from "vitest";
import { outlineFile } from "../../../src/intelligence/symbols/outline-file.ts";
import { memoryProject } from "../../support/memory-project.ts";

const project = await memoryProject({ "src/shop/cart.ts": "export class Cart {}\n" }, { withVectors: false });
const outline = (path: string) => {
  const snapshot = project.index.snapshot();
  try {
    return outlineFile(snapshot, path, 1).symbols.map(({ name }) => name);
  } finally {
    snapshot.release();
  }
};

it("outlines a file by its path", () => {
  expect(outline("src/shop/cart.ts")).toEqual(["Cart"]);
});

it.each([
  ["src/shop", '"src/shop" is a folder', "analyze_directory lists a folder; name a file here"],
  ["src/shop/", '"src/shop/" is a folder', "analyze_directory lists a folder; name a file here"],
  ["shop/cart.ts", 'no searched file has the path "shop/cart.ts"', "files of that name: src/shop/cart.ts"],
])("says what %s is instead", (path, message, hint) => {
  expect(() => outline(path)).toThrow(expect.objectContaining({ code: "NOT_FOUND", message, hint }));
});
