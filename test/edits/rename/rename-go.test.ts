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
    expect(left).toEqual(["main.go:7 in a string"]);
  });

  describe("where a type has some methods of an interface from a library's type that it embeds", () => {
    const EXEC = {
      "go.mod": "module example.org/run\n\ngo 1.22\n",
      "exec.go": `package run

import "os/exec"

type Command interface {
	Run() error
	SetDir(dir string)
}

type osCommand struct{ *exec.Cmd }

func (c *osCommand) SetDir(dir string) { c.Dir = dir }

func wrap(c *exec.Cmd) Command {
	return &osCommand{Cmd: c}
}
`,
      // Embeds an unknown type too, but is nowhere used as a Command.
      "other.go": `package run

import "sync"

type other struct{ sync.Mutex }

func (o *other) SetDir(dir string) {}
`,
    };

    it.each(["osCommand.SetDir", "Command.SetDir"])("renames %s with the other", async (symbol) => {
      const { files, left, refusals } = await rename(EXEC, `exec.go#${symbol}`, "Enter");
      expect(refusals).toEqual([]);
      expect(files).toEqual({ "exec.go": EXEC["exec.go"].replaceAll("SetDir", "Enter") });
      expect(left).toEqual([]);
    });

    it("renames a method of a type that is not used so alone", async () => {
      const { files, refusals } = await rename(EXEC, "other.go#other.SetDir", "Enter");
      expect(refusals).toEqual([]);
      expect(files).toEqual({ "other.go": EXEC["other.go"].replaceAll("SetDir", "Enter") });
    });
  });

  describe("in another module of the project", () => {
    const EXAMPLE = {
      "go.mod": "module example.org/shop\n",
      "shop.go": "package shop\n\ntype Shop struct{}\n\nfunc (Shop) Open() {}\n",
      "_examples/a/util/util.go": 'package util\n\nimport "example.org/shop"\n\nfunc Run(s shop.Shop) { s.Open() }\n',
      "_examples/a/main.go": `package main

import "example.org/shop/_examples/a/util"

func main() { util.Run(nil) }
`,
    };
    const required = "module a\n\nrequire example.org/shop v1.2.0\n";
    const why = "of the published version of the module that its go.mod requires, not of this one";

    it.each([
      [
        "leaves what uses a published version",
        { "_examples/a/go.mod": required },
        [`_examples/a/util/util.go:5 ${why}`],
      ],
      ["renames what uses the folder", { "_examples/a/go.mod": `${required}replace example.org/shop => ../..\n` }, []],
      ["renames in a workspace", { "_examples/a/go.mod": required, "go.work": "use (\n  .\n  ./_examples/a\n)\n" }, []],
      ["renames in a folder without a module of its own", {}, []],
    ])("%s", async (_what, more, expected) => {
      const { files, left } = await rename({ ...EXAMPLE, ...more }, "shop.go#Shop.Open", "Start");
      expect(left).toEqual(expected);
      expect(files["_examples/a/util/util.go"]?.includes("s.Start()") ?? false).toBe(expected.length === 0);
    });

    it("leaves an import by the path of the other module, too", async () => {
      const { left } = await rename(
        { ...EXAMPLE, "_examples/a/go.mod": required },
        "_examples/a/util/util.go#Run",
        "Go",
      );
      expect(left).toEqual([`_examples/a/main.go:5 ${why}`]);
    });
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
