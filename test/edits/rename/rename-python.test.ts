// Renames in Python: modules, `__all__`, methods and their overrides, keyword arguments of fields.
import { describe, expect, it } from "vitest";
import { rename } from "./rename-scene.ts";

const SHOP = {
  "shop/__init__.py": `from .store import open_store, Store
from .store import open_store as opener

__all__ = ["open_store", "Store"]
`,
  "shop/store.py": `from dataclasses import dataclass


@dataclass
class Order:
    total: int


class Store:
    def save(self, order: Order) -> None:
        self.last = order.total


class Cached(Store):
    def save(self, order: Order) -> None:
        super().save(order)


def open_store() -> Store:
    return Cached()
`,
  "main.py": `import shop.store
from shop import open_store

store = open_store()
store.save(shop.store.Order(total=1))  # save it


def run(open_store):
    return open_store()
`,
};

describe("rename_symbol in Python", () => {
  it("follows imports and __all__, and leaves parameters of the name alone", async () => {
    const { files, refusals } = await rename(SHOP, "shop/store.py#open_store", "make_store");
    expect(refusals).toEqual([]);
    expect(files).toEqual({
      "shop/__init__.py": SHOP["shop/__init__.py"].replaceAll("open_store", "make_store"),
      "shop/store.py": SHOP["shop/store.py"].replace("open_store", "make_store"),
      "main.py": SHOP["main.py"]
        .replace("import open_store", "import make_store")
        .replace("= open_store()", "= make_store()"),
    });
  });

  it("renames a method with its overrides", async () => {
    const { files, refusals } = await rename(SHOP, "Cached.save", "put");
    expect(refusals).toEqual([]);
    expect(files["shop/store.py"]).toBe(SHOP["shop/store.py"].replaceAll("save(", "put("));
    expect(files["main.py"]).toBe(SHOP["main.py"].replace("store.save(", "store.put("));
  });

  it("renames a field, or lists where it is passed by its name", async () => {
    const { files, left, refusals } = await rename(SHOP, "shop/store.py#Order.total", "amount");
    expect(refusals).toEqual([]);
    expect(files["shop/store.py"]).toBe(SHOP["shop/store.py"].replaceAll("total", "amount"));
    expect([files["main.py"] ?? "", ...left].join("\n")).toMatch(/amount=1|main\.py:5 /);
  });

  it("refuses a local that would capture a use", async () => {
    const { refusals } = await rename(
      { "a.py": "def load():\n    pass\n\n\ndef f(read):\n    load()\n    return read\n" },
      "a.py#load",
      "read",
    );
    expect(refusals).toEqual(["shadowing a.py:6 read would mean a local variable or parameter here"]);
  });

  const LIBRARY = "a.py:4 extends a type outside of the project, whose members are not known: it may declare unstow";
  it.each([
    ["a.py#Json.unstow", "read", ["b.py:3 Json may be used as Saves, which it fits by unstow that is renamed"]],
    [
      "a.py#Saves.unstow",
      "read",
      [LIBRARY, "b.py:3 Json may be used as Saves, which it fits by unstow that is renamed"],
    ],
    ["a.py#Json.other", "more", []],
  ])("lists where a class is used as a protocol that it fits by its members: %s", async (symbol, to, left) => {
    const renamed = await rename(
      {
        "a.py":
          "import typing as t\n\n\nclass Saves(t.Protocol):\n    def stow(self): ...\n    def unstow(self): ...\n\n\nclass Json:\n    def stow(self): ...\n    def unstow(self): ...\n    def other(self): ...\n",
        "b.py": "from a import Json, Saves\n\none: Saves = Json\n",
      },
      symbol,
      to,
    );
    expect(renamed.refusals).toEqual([]);
    expect(renamed.left).toEqual(left);
  });
});
