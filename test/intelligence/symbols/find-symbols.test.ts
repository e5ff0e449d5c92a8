import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findSymbols, type SymbolQuestion } from "../../../src/intelligence/symbols/find-symbols.ts";
import { openMatcher, parseName } from "../../../src/intelligence/symbols/match-name.ts";
import { type Files, memoryProject } from "../../support/memory-project.ts";
import { propertyRuns } from "../../support/property-runs.ts";

const FILES: Files = {
  "src/user-service.ts":
    "export class UserService {\n  getUser() {}\n  getCurrentUser() {}\n}\nexport const user_service = 1;\n",
  "src/validation.ts": "export function validation() {}\nexport function isOpen() {}\nexport function openStore() {}\n",
  "src/gen/api.generated.ts": "export class UserService {}\n",
  "test/user.test.ts": "class UserService {}\nfunction getUser() {}\n",
  "lib/user.py": "def get_user():\n    pass\n\nclass Outer:\n    def get(self):\n        pass\n",
};

async function find(query: string, question: Partial<SymbolQuestion> = {}, files: Files = FILES): Promise<string[]> {
  const { snapshot } = await memoryProject(files, { withVectors: false });
  const { symbols } = findSymbols(snapshot, {
    query,
    admitsKind: () => true,
    admits: () => true,
    typos: "else",
    ...question,
  });
  return symbols.map(({ symbol, document, match }) => `${document.path} ${symbol.path} ${match}`);
}

describe("symbols by name", () => {
  it("of those that match alike, types and functions stand before variables, the shorter name first", async () => {
    const text = "export const handlerA = 1;\nexport function handlerLong() {}\nexport class HandlerBox {}\n";
    expect(await find("handler", {}, { "src/a.ts": text })).toEqual([
      "src/a.ts HandlerBox prefix",
      "src/a.ts handlerLong prefix",
      "src/a.ts handlerA prefix",
    ]);
  });

  it("stand as source before what is beside it, then by how they match", async () => {
    expect(await find("UserService")).toEqual([
      "src/user-service.ts UserService exact",
      "src/user-service.ts user_service case",
      "src/gen/api.generated.ts UserService exact",
      "test/user.test.ts UserService exact",
    ]);
  });

  it.each<[string, string[]]>([
    [
      "getUser",
      [
        "src/user-service.ts UserService.getUser exact",
        "lib/user.py get_user case",
        "src/user-service.ts UserService.getCurrentUser parts",
        "test/user.test.ts getUser exact",
      ],
    ],
    [
      "UserService.getUser",
      ["src/user-service.ts UserService.getUser exact", "src/user-service.ts UserService.getCurrentUser parts"],
    ],
    ["Outer::get()", ["lib/user.py Outer.get exact"]],
    ["validat", ["src/validation.ts validation prefix"]],
    ["validtaion", ["src/validation.ts validation typo"]],
    ["isOp", ["src/validation.ts isOpen prefix"]],
    ["store", ["src/validation.ts openStore parts"]],
    ["OS", ["src/validation.ts openStore initials"]],
    ["opstore", []],
    ["opStore", ["src/validation.ts openStore parts"]],
    ["nowhere", []],
    ["../../etc", []],
    ["%", []],
  ])("answer %s", async (query, expected) => {
    expect(await find(query)).toEqual(expected);
  });

  it("are the source's own before examples that have the very name, as of router in trpc", async () => {
    const files = {
      "examples/chat/server/routers.ts": "export const router = t.router;\n",
      "packages/server/src/core/router.ts": "export function createRouterFactory() {}\nexport interface Router {}\n",
      "packages/server/src/core/rot.ts": "export function reouter() {}\n",
    };
    expect(await find("router", { typos: "always" }, files)).toEqual([
      "packages/server/src/core/router.ts Router case",
      "packages/server/src/core/router.ts createRouterFactory parts",
      "examples/chat/server/routers.ts router exact",
      "packages/server/src/core/rot.ts reouter typo",
    ]);
  });

  it("are held to kinds and files", async () => {
    expect(await find("user", { admitsKind: (kind) => kind === "method" })).toEqual([
      "src/user-service.ts UserService.getUser parts",
      "src/user-service.ts UserService.getCurrentUser parts",
    ]);
    expect(await find("getUser", { admits: ({ path }) => path.endsWith(".py") })).toEqual([
      "lib/user.py get_user case",
    ]);
  });

  it("allow for typing errors never, always, or where there is nothing else", async () => {
    expect(await find("getUsre", { typos: "never" })).toEqual([]);
    expect(await find("getUsre")).toContain("lib/user.py get_user typo");
    const files = { "a.ts": "function storage() {}\nfunction storages() {}\nfunction sturage() {}\n" };
    expect(await find("storage", {}, files)).not.toContain("a.ts sturage typo");
    expect(await find("storage", { typos: "always" }, files)).toContain("a.ts sturage typo");
  });

  it("stand alike whatever the order in which their files were indexed", async () => {
    const files = Object.entries(FILES);
    for (const query of ["getUser", "user", "UserService", "o"]) {
      const backwards = Object.fromEntries(files.toReversed());
      expect(await find(query, {}, backwards)).toEqual(await find(query));
    }
  });

  it("count the files beyond the bound, and take the first by path", async () => {
    const files = Object.fromEntries(
      Array.from({ length: 900 }, (_, at) => [
        `src/f${String(at).padStart(3, "0")}.ts`,
        `function handleThing${at}() {}\n`,
      ]),
    );
    const { snapshot } = await memoryProject(files, { withVectors: false });
    const found = findSymbols(snapshot, { query: "handle", admitsKind: () => true, admits: () => true, typos: "else" });
    expect(found.filesLeft).toBe(100);
    expect(found.symbols).toHaveLength(800);
    expect(found.symbols.some(({ document }) => document.path === "src/f899.ts")).toBe(false);
  });

  const word = fc.constantFrom("get", "user", "order", "store", "parse", "is", "validation", "http", "entries", "x");
  const name = fc
    .array(word, { minLength: 1, maxLength: 3 })
    .map((parts) => parts.map((part, at) => (at === 0 ? part : part.charAt(0).toUpperCase() + part.slice(1))).join(""));

  it("are all that match by reading every name, short of first letters and typing errors, and no others", async () => {
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(name, { minLength: 1, maxLength: 12 }), name, async (names, query) => {
        const files = Object.fromEntries(names.map((one, at) => [`src/f${at}.ts`, `function ${one}() {}\n`]));
        const expected = names.filter((one) => {
          const match = openMatcher(parseName(query))(one, false);
          return match !== null && match !== "initials";
        });
        const found = (await find(query, { typos: "never" }, files)).filter((row) => !row.endsWith(" initials"));
        expect(found.map((row) => row.split(" ")[1]).sort()).toEqual(expected.sort());
      }),
      { numRuns: propertyRuns(60) },
    );
  });
});
