// Every grammar of the table loads, knows the node types that its profile names, and is the file we say it is.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { brotliDecompressSync } from "node:zlib";
import { assert, describe, expect, test } from "vitest";
import { openAnalyzer } from "../../src/languages/analyze.ts";
import { LANGUAGES } from "../../src/languages/registry.ts";
import { nodeTypesOf } from "../../src/syntax/definitions.ts";
import { loadGrammar } from "../../src/syntax/grammars.ts";
import { packagePath } from "../../src/system/package-root.ts";

const withGrammar = LANGUAGES.flatMap(({ id, reader }) => (reader.by === "grammar" ? [{ id, reader }] : []));

describe.each(withGrammar)("$id", ({ reader }) => {
  test("loads, and has every node type of its profile", async () => {
    const grammar = await loadGrammar(reader.grammar);
    const unknown = nodeTypesOf(reader.profile).filter((type) => !grammar.types.includes(type));
    expect(unknown).toEqual([]);
  });
});

test("a grammar that is missing is an error that names it", async () => {
  await expect(loadGrammar("tree-sitter-missing")).rejects.toThrow("tree-sitter-missing");
});

test("a text is not blamed for a grammar that is missing, as while the package is being updated", async () => {
  const { analyze, check, fingerprint, spans } = await openAnalyzer();
  const { reader } = withGrammar.find(({ id }) => id === "go") ?? {};
  assert(reader !== undefined);
  const { grammar } = reader;
  const text = { path: "a.go", text: "package a\n\nfunc A() {}\n" };
  Object.assign(reader, { grammar: "tree-sitter-missing" });
  try {
    for (const ask of [analyze, check, fingerprint, spans]) {
      await expect(ask(text)).rejects.toMatchObject({ code: "INTERNAL", hint: expect.stringContaining("updated") });
    }
  } finally {
    Object.assign(reader, { grammar });
  }
  expect((await analyze(text)).symbols).toHaveLength(1);
});

test("carried grammars are byte for byte what the list says", () => {
  const folder = (...name: string[]): string => packagePath("src", "syntax", "grammars", ...name);
  const sources: Record<string, { sha256: string }> = JSON.parse(readFileSync(folder("sources.json"), "utf8"));
  const names = Object.keys(sources);
  const files = names.flatMap((name) => [`${name}.wasm.br`, `${name}.LICENSE`]);
  expect(["README.md", "compress.mjs", "sources.json", ...files].sort()).toEqual(readdirSync(folder()).sort());
  const sum = (bytes: Buffer): string => createHash("sha256").update(bytes).digest("hex");
  for (const name of names) {
    expect(sum(brotliDecompressSync(readFileSync(folder(`${name}.wasm.br`)))), name).toBe(sources[name]?.sha256);
  }
});
