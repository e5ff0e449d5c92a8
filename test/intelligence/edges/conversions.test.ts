// Where a type is used as an interface without its method being named: each way in which Go converts a value.
import { describe, expect, it } from "vitest";
import { conversionsOf } from "../../../src/intelligence/edges/conversions.ts";
import { lookupOf, openEdges } from "../../../src/intelligence/edges/edge-scene.ts";
import { findReferences } from "../../../src/intelligence/edges/references.ts";
import { resolveTarget } from "../../../src/intelligence/edges/target.ts";
import { atOnce } from "../../../src/system/slices.ts";
import { type Files, memoryProject } from "../../support/memory-project.ts";

async function conversions(files: Files, symbol: string): Promise<string[]> {
  const { snapshot } = await memoryProject(files, { withVectors: false });
  const lookup = lookupOf(snapshot);
  const targeted = resolveTarget(snapshot, lookup, symbol);
  if (targeted.kind !== "found") {
    throw new Error(`${symbol} is ${targeted.kind}`);
  }
  const found = atOnce(conversionsOf(openEdges(snapshot, lookup, new AbortController().signal), targeted.symbol));
  expect(found.filesLeft).toEqual([]);
  return found.conversions.map(({ path, line, name }) => `${path}:${line} ${name}`);
}

const MOD = "module example.com/shop\n\ngo 1.22\n";
const STORE = `package store

import "net/http"

type Saver interface {
	Save(id string) error
}

type Disk struct{ Next Saver }

func (d *Disk) Save(id string) error { return nil }

func (d *Disk) ServeHTTP(w http.ResponseWriter, r *http.Request) {}

func NewDisk() *Disk { return &Disk{} }

func Keep(id string, savers ...Saver) {}
`;

const files = (main: string): Files => ({
  "go.mod": MOD,
  "store/store.go": STORE,
  "cmd/main.go": `package main

import (
	"net/http"
	"example.com/shop/store"
)

${main}
`,
});

describe("a type used as the interface of a project", () => {
  it.each([
    ["a declared variable", "var saver store.Saver = &store.Disk{}"],
    ["an argument", 'func run() { store.Keep("1", store.NewDisk()) }'],
    ["a further argument of one that takes many", 'func run() { store.Keep("1", nil, nil, store.NewDisk()) }'],
    ["a result", "func make() (int, store.Saver) { return 1, store.NewDisk() }"],
    ["a field of a literal", "func run() { disk := store.NewDisk(); _ = store.Disk{Next: disk} }"],
    ["an element", "func run() { _ = []store.Saver{store.NewDisk()} }"],
    ["an assignment", "func run(disk *store.Disk) { disk.Next = disk }"],
    ["what is appended", "func run(all []store.Saver) { all = append(all, store.NewDisk()) }"],
    ["what is sent", "func run(all chan store.Saver) { all <- store.NewDisk() }"],
    ["a conversion by the type's name", "var saver = store.Saver(store.NewDisk())"],
    ["an assertion", "func run(saver store.Saver) { _ = saver.(*store.Disk) }"],
    ["a case of a type switch", "func run(saver store.Saver) { switch saver.(type) { case *store.Disk: } }"],
  ])("%s", async (_, main) => {
    expect(await conversions(files(main), "Disk.Save")).toEqual(["cmd/main.go:8 Saver"]);
    expect(await conversions(files(main), "Saver.Save")).toEqual(["cmd/main.go:8 Saver"]);
    expect(await conversions(files(main), "Saver")).toEqual(["cmd/main.go:8 Saver"]);
    // No Saver asks for this.
    expect(await conversions(files(main), "Disk.ServeHTTP")).toEqual([]);
  });

  it("by what embeds it", async () => {
    const main = "type cached struct{ *store.Disk }\nvar saver store.Saver = cached{}";
    expect(await conversions(files(main), "Disk.Save")).toEqual(["cmd/main.go:9 Saver"]);
  });

  it("is not what stays the same type, or has the method by itself", async () => {
    const main = `type other struct{ *store.Disk }
func (o other) Save(id string) error { return nil }
var saver store.Saver = other{}
var disk *store.Disk = store.NewDisk()`;
    expect(await conversions(files(main), "Disk.Save")).toEqual([]);
  });
});

describe("a generic type", () => {
  const generic: Files = {
    "go.mod": MOD,
    "flag/flag.go": `package flag

type Flag interface{ Names() []string }

type Maker[T any] interface{ Make(T) string }

type Base[T any, M Maker[T]] struct{ Value T }
`,
    "flag/base.go": `package flag

func (b *Base[T, M]) Names() []string {
	var maker M
	return []string{maker.Make(b.Value)}
}
`,
    "flag/int.go": `package flag

type Int = Base[int, intMaker]

type intMaker struct{}

func (intMaker) Make(i int) string { return "" }
`,
    "cmd/main.go": `package main

import "example.com/shop/flag"

var flags = []flag.Flag{&flag.Int{Value: 1}}
`,
  };

  it("is used as an interface by its alias", async () => {
    expect(await conversions(generic, "flag/base.go#Base.Names")).toEqual(["cmd/main.go:5 Flag"]);
  });

  it("asks what is given for its parameters to fit their constraints", async () => {
    expect(await conversions(generic, "flag/int.go#intMaker.Make")).toEqual(["flag/int.go:3 Maker"]);
  });

  it("has values of its parameters that are what the constraint says, in methods in another file, too", async () => {
    const { snapshot } = await memoryProject(generic, { withVectors: false });
    const lookup = lookupOf(snapshot);
    const targeted = resolveTarget(snapshot, lookup, "flag/flag.go#Maker.Make");
    if (targeted.kind !== "found") {
      throw new Error(`Maker.Make is ${targeted.kind}`);
    }
    const scene = openEdges(snapshot, lookup, new AbortController().signal);
    const { references } = atOnce(findReferences(scene, targeted.symbol));
    expect(references.map(({ path, line }) => `${path}:${line}`)).toEqual(["flag/base.go:5"]);
  });
});

describe("a type used as an interface of Go's library", () => {
  it("may be an interface of the project itself", async () => {
    const main = `package main

import goflag "flag"

type Value interface {
	String() string
	Set(text string) error
}

type Flag struct{ Value Value }

func visit(all func(flag *Flag)) {}

func copyTo(set *goflag.FlagSet) {
	visit(func(flag *Flag) {
		switch flag.Value.(type) {
		default:
			set.Var(flag.Value, "name", "usage")
		}
	})
}
`;
    const all = { "go.mod": MOD, "main.go": main };
    expect(await conversions(all, "Value.Set")).toEqual(["main.go:18 flag.Value"]);
  });

  it.each([
    ["by a function's parameter", 'func run() { http.Handle("/", store.NewDisk()) }'],
    ["by a method's", 'func run(mux *http.ServeMux) { mux.Handle("/", store.NewDisk()) }'],
    [
      "by a method's, of what a call gave",
      'func run() { mux := http.NewServeMux(); mux.Handle("/", store.NewDisk()) }',
    ],
    ["by a field", "var server = http.Server{Handler: store.NewDisk()}"],
    ["by a declared result", "func make() http.Handler { return store.NewDisk() }"],
    ["by a parameter of the project", "func run() { serve(store.NewDisk()) }\nfunc serve(handler http.Handler) {}"],
  ])("%s", async (_, main) => {
    expect(await conversions(files(main), "Disk.ServeHTTP")).toEqual(["cmd/main.go:8 net/http.Handler"]);
    expect(await conversions(files(main), "Disk.Save")).toEqual([]);
  });

  it("error among them", async () => {
    const main = `type failed struct{}
func (failed) Error() string { return "" }
func run() (int, error) {
	return 1, failed{}
}`;
    expect(await conversions(files(main), "failed.Error")).toEqual(["cmd/main.go:11 error"]);
  });
});
