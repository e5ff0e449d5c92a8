// Renames in Java: types with their constructors and files, overrides, imports.
import { describe, expect, it } from "vitest";
import { rename } from "./rename-scene.ts";

const SHOP = {
  "src/shop/Store.java": `package shop;

public class Store implements Saver {
  private int size;

  public Store(int size) {
    this.size = size;
  }

  @Override
  public void save(String key) {
    size++;
  }

  public String toString() {
    return "Store";
  }
}
`,
  "src/shop/Saver.java": "package shop;\n\npublic interface Saver {\n  void save(String key);\n}\n",
  "src/app/Main.java": `package app;

import shop.Store;

class Main {
  static void main() {
    Store store = new Store(1);
    store.save("a");
  }
}
`,
};

describe("rename_symbol in Java", () => {
  it("renames a type with its constructors, and moves its file", async () => {
    const { built, refusals } = await rename(SHOP, "src/shop/Store.java#Store", "Depot");
    expect(refusals).toEqual([]);
    const changes = built.kind === "built" ? built.change.changes : [];
    expect(changes.map((one) => [one.kind, one.path, "to" in one ? one.to : ""])).toEqual([
      ["edit", "src/app/Main.java", ""],
      ["move", "src/shop/Store.java", "src/shop/Depot.java"],
    ]);
    expect(changes.map((one) => ("edits" in one ? one.edits.length : 0))).toEqual([3, 2]);
  });

  it("renames a method with the one that it implements", async () => {
    const { files, refusals } = await rename(SHOP, "Store.save", "put");
    expect(refusals).toEqual([]);
    expect(Object.keys(files)).toEqual(["src/app/Main.java", "src/shop/Saver.java", "src/shop/Store.java"]);
  });

  it("refuses what overrides a library's method, also where classes of the project override it again", async () => {
    const files = {
      "src/Nodes.java":
        "class Nodes<T> extends java.util.ArrayList<T> {\n  @Override\n  public T set(int at, T one) { return one; }\n}\n",
      "src/Elements.java":
        "class Elements extends Nodes<String> {\n  @Override\n  public String set(int at, String one) { return one; }\n}\n",
    };
    const why = "set may override or implement a member of a library, which keeps its name";
    const expected = [`unsupported src/Nodes.java:3 ${why}`];
    expect((await rename(files, "Nodes.set", "put")).refusals).toEqual(expected);
    expect((await rename(files, "Elements.set", "put")).refusals).toEqual(expected);
  });

  it("refuses a constructor, and names its type", async () => {
    const { built, refusals } = await rename(SHOP, "src/shop/Store.java#Store.Store", "Depot");
    expect(refusals).toEqual([
      "unsupported src/shop/Store.java:6 Store is a constructor, which has the name of its type",
    ]);
    expect(built.kind === "refused" ? built.refusals[0]?.remedy : "").toBe(
      "rename the type: src/shop/Store.java#Store",
    );
  });

  it("renames what a class without a name overrides, and no overload or field of that name", async () => {
    const costs = `package shop;

abstract class Cost<T> {
  static final Cost<String> FREE = new Cost<>() {
    @Override
    int of(String item) {
      return of(item, 0);
    }
  };

  int of;

  abstract int of(T item);

  int of(T item, int discount) {
    return of(item) - discount + of;
  }

  int of() {
    return of;
  }
}
`;
    const { files, refusals } = await rename({ "src/shop/Cost.java": costs }, "src/shop/Cost.java:6", "price");
    expect(refusals).toEqual([]);
    const renamed = costs
      .replace("int of(String item)", "int price(String item)")
      .replace("abstract int of(T", "abstract int price(T")
      .replace("return of(item) -", "return price(item) -");
    expect(files["src/shop/Cost.java"]).toBe(renamed);
  });

  it("refuses a method of every object", async () => {
    const { refusals } = await rename(SHOP, "Store.toString", "text");
    expect(refusals).toEqual(["unsupported src/shop/Store.java:15 toString has its meaning by its name"]);
  });
});
