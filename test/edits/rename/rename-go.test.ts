// Renames in Go: packages of several files, embedded types, methods that satisfy interfaces.
import { describe, expect, it } from "vitest";
import { rename } from "./rename-scene.ts";

const SHOP = {
  "go.mod": "module example.org/shop\n\ngo 1.22\n",
  "store/store.go": `package store

type Base struct{ count int }

// Saver saves.
type Saver interface{ Save(key string) error }

type Store struct {
	Base
	saver Saver
}

func (s *Store) Save(key string) error {
	s.Base.count++
	return s.saver.Save(key)
}

var _ Saver = (*Store)(nil)
`,
  "main.go": `package main

import "example.org/shop/store"

func main() {
	s := store.Store{Base: store.Base{}}
	_ = s.Save("Save")
}
`,
};

describe("rename_symbol in Go", () => {
  it("renames a type with the fields that embed it", async () => {
    const { files, refusals } = await rename(SHOP, "store/store.go#Base", "Core");
    expect(refusals).toEqual([]);
    expect(files).toEqual({
      "store/store.go": SHOP["store/store.go"].replaceAll("Base", "Core"),
      "main.go": SHOP["main.go"].replaceAll("Base", "Core"),
    });
  });

  it("renames a method with the interfaces that it satisfies", async () => {
    const { files, left, refusals } = await rename(SHOP, "store/store.go#Store.Save", "Put");
    expect(refusals).toEqual([]);
    expect(files["store/store.go"]).toBe(SHOP["store/store.go"].replaceAll("Save(", "Put("));
    expect(files["main.go"]).toBe(SHOP["main.go"].replace("s.Save(", "s.Put("));
    expect(left).toEqual(["main.go:7 in a string or comment"]);
  });

  it("refuses to hide a name from the packages that use it", async () => {
    const { refusals } = await rename(SHOP, "store/store.go#Store", "shop");
    expect(refusals).toEqual(["shadowing main.go:6 shop could not be seen here: it does not begin with a capital"]);
  });

  it("refuses a name of the same package in another file", async () => {
    const { refusals } = await rename(
      { ...SHOP, "store/other.go": "package store\n\nfunc Open() {}\n" },
      "store/store.go#Base",
      "Open",
    );
    expect(refusals).toEqual(["collision store/other.go:3 Open is defined already (function)"]);
  });
});
