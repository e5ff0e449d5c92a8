// What files of one module take from another: in languages where an import brings in more files than are used, and where a
// file needs no import at all.
import { expect, it } from "vitest";
import { lookupOf, openEdges } from "../../../src/intelligence/edges/edge-scene.ts";
import { GraphCache } from "../../../src/intelligence/project/import-graph.ts";
import { chooseModules, moduleDetail, surfaceOf } from "../../../src/intelligence/project/module-detail.ts";
import { packagePeers } from "../../../src/intelligence/project/package-peers.ts";
import { importersOf, realImporters, usesOf } from "../../../src/intelligence/project/uses-of-files.ts";
import { semanticsOf } from "../../../src/languages/semantics.ts";
import { atOnce } from "../../../src/system/slices.ts";
import { type Files, memoryProject } from "../../support/memory-project.ts";

interface Told {
  /** `name importers path` */
  readonly surface: readonly string[];
  /** By the path of a file of the module: those that import it and use it. */
  readonly importers: Readonly<Record<string, readonly string[]>>;
}

async function tell(files: Files, module: string): Promise<Told> {
  const { snapshot } = await memoryProject(files, { withVectors: false });
  const keeper = new GraphCache(semanticsOf);
  expect(keeper.advance(snapshot, Number.POSITIVE_INFINITY)).toBe(true);
  const graph = keeper.graph();
  const [chosen, ...others] = chooseModules(graph, module);
  if (chosen === undefined || others.length > 0) {
    throw new Error(`${module} is no single module`);
  }
  const { members, importers } = moduleDetail(snapshot, graph, chosen);
  const scene = openEdges(snapshot, lookupOf(snapshot), new AbortController().signal);
  const uses = atOnce(usesOf(scene, members, importers));
  expect(uses.left.size).toBe(0);
  return {
    surface: surfaceOf(uses).map(({ name, importers: count, path }) => `${name} ${count} ${path}`),
    importers: Object.fromEntries(
      chosen.files.map((file) => [file.path, realImporters(importersOf(graph, file), file.path, uses)]),
    ),
  };
}

it("attributes an import of a Go package to the files whose symbols are used, methods of its values among them", async () => {
  const told = await tell(
    {
      "go.mod": "module example.com/shop\n\ngo 1.22\n",
      "store/open.go": "package store\n\nfunc Open() *Store { return nil }\n",
      "store/store.go": "package store\n\ntype Store struct{}\n\nfunc (s *Store) Save() {}\n",
      "store/audit.go": "package store\n\nfunc Audit() {}\n",
      "cmd/main.go":
        'package main\n\nimport "example.com/shop/store"\n\nfunc main() {\n\ts := store.Open()\n\ts.Save()\n}\n',
      "cmd/effects.go": 'package main\n\nimport _ "example.com/shop/store"\n',
    },
    "store",
  );
  expect(told).toEqual({
    surface: ["Open 1 store/open.go"],
    importers: { "store/open.go": ["cmd/main.go"], "store/store.go": ["cmd/main.go"], "store/audit.go": [] },
  });
});

it.each<[string, Files, string, readonly string[]]>([
  [
    "Go, whose package is a folder",
    {
      "go.mod": "module example.com/shop\n\ngo 1.22\n",
      "store/store.go": "package store\n\ntype Store struct{}\n",
      "store/open.go": "package store\n\nfunc Open() *Store { return nil }\n",
      "store/note.go": "package store\n\n// Note says Store.\nfunc Note() {}\n",
      "other/store.go": "package store\n\nfunc Close(Store int) {}\n",
    },
    "store/store.go",
    ["store/open.go"],
  ],
  [
    "Java, whose package has folders of sources and of tests, and Kotlin beside it",
    {
      "main/shop/Store.java": "package shop;\npublic class Store { }\n",
      "main/shop/Desk.java": "package shop;\nclass Desk { Store store = new Store(); }\n",
      "test/shop/StoreTest.java": "package shop;\nclass StoreTest { void runs() { new Store(); } }\n",
      "main/shop/Till.kt": "package shop\nclass Till {\n    val store: Store? = null\n}\n",
      "main/shop/Lamp.java": "package shop;\nclass Lamp { String Store; }\n",
      "main/zoo/Store.java": "package zoo;\nclass Store { }\n",
      "main/zoo/Cage.java": "package zoo;\nclass Cage { Store store; }\n",
    },
    "main/shop/Store.java",
    ["main/shop/Desk.java", "main/shop/Till.kt", "test/shop/StoreTest.java"],
  ],
])("finds what uses a file of its package without an import in %s", async (_, files, path, users) => {
  const { snapshot } = await memoryProject(files, { withVectors: false });
  const keeper = new GraphCache(semanticsOf);
  expect(keeper.advance(snapshot, Number.POSITIVE_INFINITY)).toBe(true);
  const graph = keeper.graph();
  const peers = packagePeers(
    snapshot,
    graph,
    graph.files.find((one) => one.path === path),
  );
  const scene = openEdges(snapshot, lookupOf(snapshot), new AbortController().signal);
  const { usersOf } = atOnce(usesOf(scene, new Set([path]), peers));
  expect([...(usersOf.get(path) ?? [])].sort()).toEqual(users);
});

it("tells what others take from a C# project, by using and by global using, and inside of its namespace without either", async () => {
  const told = await tell(
    {
      "Core/Core.csproj": "<Project/>",
      "Core/Store.cs": "namespace Shop.Core;\npublic class Store { public void Save() {} }\n",
      "Core/Clock.cs": "namespace Shop.Core;\npublic class Clock {}\n",
      "Web/Web.csproj": "<Project/>",
      "Web/Page.cs":
        "using Shop.Core;\nnamespace Shop.Web;\npublic class Page { private readonly Store store = new Store(); }\n",
      "Api/Api.csproj": "<Project/>",
      "Api/GlobalUsings.cs": "global using Shop.Core;\n",
      "Api/Call.cs": "namespace Shop.Api;\npublic class Call { private readonly Store store = new Store(); }\n",
      "Jobs/Jobs.csproj": "<Project/>",
      "Jobs/Job.cs": "namespace Shop.Core.Jobs;\npublic class Job { private readonly Clock clock = new Clock(); }\n",
    },
    "Core",
  );
  expect(told.surface).toEqual(["Store 2 Core/Store.cs", "Clock 1 Core/Clock.cs"]);
  expect(told.importers["Core/Store.cs"]).toEqual(["Api/Call.cs", "Web/Page.cs"]);
  expect(told.importers["Core/Clock.cs"]).toEqual([]);
});

it("tells what others take from a Kotlin package, by name and by star", async () => {
  const told = await tell(
    {
      "core/Store.kt": "package shop.core\n\nclass Store { fun save() {} }\n",
      "core/Clock.kt": "package shop.core\n\nclass Clock\n\nfun now(): Clock = Clock()\n",
      "web/Page.kt": "package shop.web\n\nimport shop.core.Store\n\nclass Page(val store: Store)\n",
      "web/Foot.kt": "package shop.web\n\nimport shop.core.*\n\nclass Foot { val at = now() }\n",
    },
    "shop.core",
  );
  expect(told).toEqual({
    surface: ["Store 1 core/Store.kt", "now 1 core/Clock.kt"],
    importers: { "core/Store.kt": ["web/Page.kt"], "core/Clock.kt": ["web/Foot.kt"] },
  });
});

it("takes a target of Swift's for a module, and tells what others take from it", async () => {
  const told = await tell(
    {
      "Package.swift": "// swift-tools-version:5.9\n",
      "Sources/Shop/Models/Store.swift": "public struct Store {\n  public func save() {}\n}\n",
      "Sources/Shop/Clock.swift": "public struct Clock {}\n",
      "Sources/App/App.swift": "import Shop\n\nstruct App {\n  let store = Store()\n}\n",
    },
    "Sources/Shop",
  );
  expect(told).toEqual({
    surface: ["Store 1 Sources/Shop/Models/Store.swift"],
    importers: { "Sources/Shop/Models/Store.swift": ["Sources/App/App.swift"], "Sources/Shop/Clock.swift": [] },
  });
});

it("tells of a name that a module only hands on by the file that others import", async () => {
  const told = await tell(
    {
      "core/package.json": '{ "name": "core" }',
      "core/store.ts": "export class Store {}\n",
      "shop/package.json": '{ "name": "shop" }',
      "shop/index.ts": 'export { Store } from "../core/store.ts";\nexport { open } from "./open.ts";\n',
      "shop/open.ts": "export function open(): void {}\n",
      "app/package.json": '{ "name": "app" }',
      "app/main.ts": 'import { open as start, Store } from "../shop/index.ts";\nstart();\nnew Store();\n',
    },
    "shop",
  );
  expect(told.surface).toEqual(["Store 1 shop/index.ts", "open 1 shop/open.ts"]);
});
