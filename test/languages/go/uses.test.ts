// In which forms of Go a name is used, and where only a doubt is possible.
import { expect, it } from "vitest";
import type { Files } from "../../support/memory-project.ts";
import { placesOf } from "../../support/places-of.ts";

const MODULE = { "go.mod": "module ex.com/m\n\ngo 1.22\n" };
const lines = (...of: readonly string[]): string => `${of.join("\n")}\n`;

it.each<[what: string, files: Files, symbol: string, places: readonly string[]]>([
  [
    "a template in a string",
    { "a.go": lines("package a", "type T struct { Title string }", "var t = `<p>{{ .Title }}</p> Title`") },
    "T.Title",
    ["a.go:2 definition", "a.go:3 unread", "a.go:3 string"],
  ],
  [
    "a field that has the name of the type that it embeds",
    {
      "a.go": lines(
        "package a",
        "type Store interface { M() }",
        "type S struct { Store }",
        "var s = S{Store: nil}",
        "func f(s S) { s.Store.M() }",
      ),
    },
    "Store",
    ["a.go:2 definition", "a.go:3 reference", "a.go:4 unknown", "a.go:5 unknown"],
  ],
  [
    "a method of a generic type that is embedded",
    {
      "a.go": lines(
        "package a",
        "type Base[T any] struct { x T }",
        "func (b *Base[T]) Open() {}",
        "type S struct { Base[int] }",
        "func f(s *S) { s.Open(); s.Base.Open() }",
      ),
    },
    "Base.Open",
    ["a.go:3 definition", "a.go:5 reference", "a.go:5 reference"],
  ],
  [
    "a function that C code calls",
    {
      "a.go": lines("package a", 'import "C"', "//export OpenStore", "func OpenStore() {}"),
      "b.c": lines("void f(void) { OpenStore(); }"),
    },
    "a.go#OpenStore",
    ["a.go:3 comment", "a.go:4 definition", "b.c:1 unread"],
  ],
  [
    "a function of C",
    {
      "b.c": lines("void open_store(void) { }"),
      "a.go": lines("package a", 'import "C"', "func f() { C.open_store() }"),
      "c.go": lines("package a", "func open_store() {}"),
    },
    "b.c#open_store",
    ["a.go:3 unread", "b.c:1 definition", "c.go:2 other"],
  ],
])("%s", async (_what, files, symbol, places) => {
  expect(await placesOf({ ...MODULE, ...files }, symbol)).toEqual(places);
});
