// What `npm run new-language` makes is accepted: its outline finds definitions, and its facts link references to them.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Tree } from "web-tree-sitter";
import type { FactsReader } from "../../src/facts/read-facts.ts";
import type { ModuleResolver } from "../../src/linking/lookup.ts";
import { loadGrammar, openParser } from "../../src/syntax/grammars.ts";
import type { LanguageProfile } from "../../src/syntax/profile.ts";
import { openSource } from "../../src/syntax/source.ts";
import { outlineSyntax, readSyntaxTree } from "../../src/syntax/syntax-outline.ts";
import { flatten } from "../../src/syntax/syntax-tree.ts";
import { packagePath } from "../../src/system/package-root.ts";
import { withSlashes } from "../../src/system/platform/below.ts";
import {
  isListed,
  linkedFolder,
  unlinkedFolder,
  withFacts,
  withLanguage,
  withSemantics,
} from "./new-language/folder.mjs";
import { propose } from "./new-language/propose.mjs";

const TEXT = `// Orders.
package orders

type Store struct { path string }

// Opens one.
func open(path string) Store { return Store{path} }

func main() { open("a") }
`;

const folder = mkdtempSync(join(tmpdir(), "context-broker-new-language-"));
let tree: Tree;
const language = { name: "toy", extension: ".toy", grammar: "go", src: withSlashes(packagePath("src")) };

beforeAll(async () => {
  const parser = await openParser();
  parser.setLanguage(await loadGrammar("tree-sitter-go"));
  tree = parser.parse(TEXT) as Tree;
  const made = { ...language, proposal: propose(tree.rootNode) };
  for (const [path, content] of Object.entries({ ...unlinkedFolder(made), ...linkedFolder(made) })) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
});

afterAll(() => rmSync(folder, { recursive: true }));

describe("the folder of a new language", () => {
  it("has an outline that finds what the sample defines, with its comments", async () => {
    const { toyProfile } = (await import(join(folder, "outline.ts"))) as { toyProfile: LanguageProfile };
    const source = openSource(TEXT);
    const { symbols } = outlineSyntax(readSyntaxTree(flatten(tree, TEXT), toyProfile, source), [], source, 1_000);
    expect(symbols.map(({ kind, path, startLine, endLine }) => `${startLine}-${endLine} ${kind} ${path}`)).toEqual([
      "4-4 type Store",
      "4-4 variable Store.path",
      "6-7 function open",
      "9-9 function main",
    ]);
  });

  it("has facts that lead from a name to its definition", async () => {
    const { toyProfile } = (await import(join(folder, "outline.ts"))) as { toyProfile: LanguageProfile };
    const { toyFacts } = (await import(join(folder, "facts/reader.ts"))) as { toyFacts: FactsReader };
    const source = openSource(TEXT);
    const reading = readSyntaxTree(flatten(tree, TEXT), toyProfile, source);
    const { definitions, references } = toyFacts.read([reading], source, { reparse: () => null });
    const opened = definitions.findIndex(({ path }) => path === "open");
    expect(definitions[opened]).toMatchObject({ kind: "function", startLine: 7, nameLine: 7 });
    expect(references.find(({ name }) => name === "open")).toMatchObject({ of: `@${opened}`, lines: [9] });
  });

  it("has modules that find a file by its path", async () => {
    const { toyModules } = (await import(join(folder, "modules.ts"))) as { toyModules: ModuleResolver };
    const exists = (path: string): boolean => path === "shop/cart.toy";
    const resolve = (specifier: string) => toyModules.resolve(specifier, "shop/main.toy", { exists } as never);
    expect([resolve("./cart"), resolve("../shop/cart.toy"), resolve("./none")]).toEqual([
      ["shop/cart.toy"],
      ["shop/cart.toy"],
      [],
    ]);
  });

  it("is entered into the table of languages, with its links where it has them", () => {
    const before = readFileSync(packagePath("src", "languages", "registry.ts"), "utf8");
    const registry = withLanguage(before, "toy");
    expect([before, registry].map((table) => isListed(table, "toy"))).toEqual([false, true]);
    expect(["julia", "cpp", "zig"].filter((name) => !isListed(before, name))).toEqual([]);
    expect(registry).toContain('import { toy } from "./toy/index.ts";');
    expect(registry).toMatch(/LANGUAGES: readonly Language\[\] = \[\n(?: {2}(?:\.{3})?\w+,\n)+ {2}toy,\n\]/);
    const index = readFileSync(join(folder, "index.ts"), "utf8");
    expect(withFacts(index, "toy")).toMatch(/facts: toyFacts,\n\};/);
    const semantics = withSemantics(readFileSync(packagePath("src", "languages", "semantics.ts"), "utf8"), "toy");
    expect(semantics).toContain('import { toySemantics } from "./toy/semantics.ts";');
    expect(semantics).toContain('["toy", toySemantics],');
  });
});
