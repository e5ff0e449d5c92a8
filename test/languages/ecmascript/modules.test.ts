// Which file a specifier means, in small projects made of paths and configurations.
import { describe, expect, test } from "vitest";
import { ecmascript } from "../../../src/languages/ecmascript/modules.ts";
import { miniProject } from "../../linking/mini-project.ts";

interface Case {
  readonly what: string;
  /** Texts of the files that are not empty. */
  readonly files?: Readonly<Record<string, unknown>>;
  readonly empty: readonly string[];
  /** `from: specifier` and the path it leads to; null: nowhere. */
  readonly leads: Readonly<Record<string, string | null>>;
}

const CASES: readonly Case[] = [
  {
    what: "relative paths, with and without what they end in",
    empty: ["a.ts", "b.tsx", "c/index.ts", "d.js", "d.d.ts", "e.vue", "f.mts", "g.js", "x/y.ts", "h.json", "i.test.ts"],
    leads: {
      "a.ts: ./b": "b.tsx",
      "a.ts: ./b.js": "b.tsx",
      "a.ts: ./c": "c/index.ts",
      "a.ts: ./c/": "c/index.ts",
      "a.ts: ./d": "d.d.ts",
      "a.ts: ./e.vue": "e.vue",
      "a.ts: ./f.mjs": "f.mts",
      "a.ts: ./g.js": "g.js",
      "a.ts: ./h.json": "h.json",
      "a.ts: ./i.test": "i.test.ts",
      "x/y.ts: ..": null,
      "x/y.ts: ../a.ts": "a.ts",
      "c/index.ts: .": "c/index.ts",
      "a.ts: ../a": null,
      "a.ts: ./none": null,
      "a.ts: /a": null,
      "a.ts: ": null,
    },
  },
  {
    what: "the folder of a package, by the source of what its manifest names",
    files: {
      "package.json": { name: "app", main: "./server.js" },
      "packages/client/package.json": { name: "client", main: "./build/cjs/index.js", types: "./build/esm/index.d.ts" },
      "packages/none/package.json": { name: "none", main: "./build/index.js" },
    },
    empty: [
      "server.js",
      "test/a.js",
      "packages/client/lib/index.ts",
      "packages/client/test/b.ts",
      "packages/none/test/c.ts",
    ],
    leads: {
      "test/a.js: ..": "server.js",
      "packages/client/test/b.ts: ..": "packages/client/lib/index.ts",
      "packages/client/test/b.ts: ../": "packages/client/lib/index.ts",
      "packages/client/test/b.ts: ../../none": null,
      "packages/client/test/b.ts: ../test": null,
    },
  },
  {
    what: "paths of the nearest configuration, of what it extends and refers to",
    files: {
      "tsconfig.json": { references: [{ path: "./tsconfig.app.json" }], files: [] },
      "tsconfig.app.json": { extends: "./tsconfig.base", compilerOptions: {} },
      "tsconfig.base.json": {
        compilerOptions: { paths: { "@/*": ["./src/*"], "@/special/*": ["./other/*"], app: ["src/main.ts"] } },
      },
      "old/jsconfig.json": { compilerOptions: { baseUrl: "js" } },
      "loop/tsconfig.json": { extends: "./tsconfig.json", references: [{ path: "." }] },
    },
    empty: ["src/main.ts", "src/a/b.ts", "other/c.ts", "old/js/lib/d.js", "old/js/e.js", "loop/f.ts"],
    leads: {
      "src/main.ts: @/a/b": "src/a/b.ts",
      "src/a/b.ts: app": "src/main.ts",
      "src/a/b.ts: @/special/c": "other/c.ts",
      "src/a/b.ts: @/c": null,
      "old/js/e.js: lib/d": "old/js/lib/d.js",
      "old/js/e.js: @/a/b": null,
      "loop/f.ts: app": "src/main.ts",
    },
  },
  {
    what: "packages of the project, built files standing for their sources",
    files: {
      "package.json": { name: "all", imports: { "#util/*": "./tools/*.js", "#log": { node: "./tools/log.ts" } } },
      "packages/core/package.json": {
        name: "@x/core",
        main: "index.js",
        exports: {
          ".": { types: "./dist/core.d.ts", node: "./index.js" },
          "./deep/*": { import: "./dist/deep/*.mjs" },
          "./hidden": null,
        },
      },
      "packages/plain/package.json": { name: "plain", main: "lib/plain.js" },
      "packages/empty/package.json": { name: "empty" },
      "demo/one/package.json": { name: "twice", main: "a.js" },
      "demo/two/package.json": { name: "twice", main: "a.js" },
    },
    empty: [
      "packages/core/index.js",
      "packages/core/src/index.ts",
      "packages/core/src/deep/part.ts",
      "packages/plain/lib/plain.js",
      "packages/plain/src/other.js",
      "tools/a.ts",
      "tools/log.ts",
      "demo/one/a.js",
      "demo/one/b.js",
      "demo/two/a.js",
    ],
    leads: {
      "tools/a.ts: @x/core": "packages/core/src/index.ts",
      "tools/a.ts: @x/core/deep/part": "packages/core/src/deep/part.ts",
      "tools/a.ts: @x/core/hidden": null,
      "tools/a.ts: @x/other": null,
      "tools/a.ts: plain": "packages/plain/lib/plain.js",
      "tools/a.ts: plain/other": "packages/plain/src/other.js",
      "tools/a.ts: empty": null,
      "tools/a.ts: #util/a": "tools/a.ts",
      "packages/core/src/index.ts: #util/a": null,
      "tools/a.ts: #log": "tools/log.ts",
      "demo/one/b.js: twice": "demo/one/a.js",
      "tools/a.ts: twice": null,
      "tools/a.ts: react": null,
    },
  },
  {
    what: "configurations with comments, and broken ones",
    files: {
      "tsconfig.json": `{ // where "things" are
        "compilerOptions": { /* here */ "paths": { "~/*": ["./src/*"], }, },
      }`,
      "bad/tsconfig.json": "{ nothing of the kind",
      "bad/package.json": "[]",
    },
    empty: ["src/a.ts", "bad/b.ts"],
    leads: { "src/a.ts: ~/a": "src/a.ts", "bad/b.ts: ~/a": "src/a.ts", "bad/b.ts: bad": null },
  },
];

describe.each(CASES)("$what", ({ files = {}, empty, leads }) => {
  test("lead where they should", async () => {
    const texts = Object.entries(files).map(([path, content]) => [
      path,
      typeof content === "string" ? content : JSON.stringify(content),
    ]);
    const { lookup } = await miniProject(Object.fromEntries([...texts, ...empty.map((path) => [path, ""])]));
    const found = Object.keys(leads).map((question) => {
      const [from = "", specifier = ""] = question.split(": ");
      return [question, ecmascript.resolve(specifier, from, lookup)[0] ?? null];
    });
    expect(Object.fromEntries(found)).toEqual(leads);
  });
});

test("a file's stems are among the words of what imports it", async () => {
  const packageJson = JSON.stringify({ name: "@shop/store-kit", main: "dist/index.js" });
  const { lookup } = await miniProject({
    "kit/package.json": packageJson,
    "kit/src/index.ts": "",
    "kit/src/cart.ts": "",
  });
  expect(ecmascript.stems("kit/src/index.ts", lookup)).toEqual(["index", "src", "kit", "store-kit"]);
  expect(ecmascript.stems("kit/src/cart.ts", lookup)).toEqual(["cart"]);
});
