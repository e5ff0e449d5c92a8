import { describe, expect, test } from "vitest";
import { documentationOf, signatureOf } from "../../../src/intelligence/symbols/signature.ts";
import type { DefinitionFact } from "../../../src/vocabulary/facts.ts";
import { sourceText } from "../../../src/vocabulary/text.ts";

const definition = (nameLine: number, endLine: number): DefinitionFact => ({
  name: "x",
  path: "x",
  kind: "function",
  parent: -1,
  startLine: 1,
  endLine,
  nameLine,
  flags: 0,
  type: null,
  supers: [],
  parameters: 0,
  branches: 0,
  signature: null,
  hazards: 0,
});

interface Case {
  readonly text: string;
  readonly nameLine: number;
  readonly signature: string;
  readonly documentation: string | null;
}

const CASES: readonly Case[] = [
  {
    text: "/**\n * Adds two.\n *\n * More of it.\n * @param a one\n */\nexport function add(a: number, b = {}): number {\n  return a;\n}",
    nameLine: 7,
    signature: "export function add(a: number, b = {}): number",
    documentation: "Adds two.",
  },
  {
    text: '@cache\ndef load(\n    path: str,\n    *,\n    deep: bool = True,\n) -> dict[str, int]:\n    """Loads it\n    whole.\n\n    More."""\n    return {}',
    nameLine: 2,
    signature: "def load( path: str, *, deep: bool = True, ) -> dict[str, int]:",
    documentation: "Loads it whole.",
  },
  {
    text: "//-----------------\n/**\n * Adds it.\n */\npublic Money plus(Money other) {\n  return null;\n}",
    nameLine: 5,
    signature: "public Money plus(Money other)",
    documentation: "Adds it.",
  },
  { text: "const limit = 10;", nameLine: 1, signature: "const limit = 10;", documentation: null },
  {
    text: "// Save stores o.\n// It may fail.\nfunc (s *Store) Save(o *Order) error {\n\treturn nil\n}",
    nameLine: 3,
    signature: "func (s *Store) Save(o *Order) error",
    documentation: "Save stores o. It may fail.",
  },
  {
    text: "/// Opens it.\n#[inline]\npub fn open(path: &Path) -> Result<Self> {\n}",
    nameLine: 3,
    signature: "pub fn open(path: &Path) -> Result<Self>",
    documentation: "Opens it.",
  },
  { text: "# one\n\ndef bare():\n    pass", nameLine: 3, signature: "def bare():", documentation: null },
];

describe("a symbol's own words", () => {
  test.each(CASES)("$signature", ({ text, nameLine, signature, documentation }) => {
    const file = sourceText(text, 1);
    const of = definition(nameLine, text.split("\n").length);
    expect(signatureOf(file, of)).toBe(signature);
    expect(documentationOf(file, of)).toBe(documentation);
  });

  test("are cut where they are long, whatever the file holds", () => {
    const file = sourceText(`/* ${"word ".repeat(10_000)} */\nfunction f(${"a, ".repeat(10_000)}) {\n}`, 1);
    expect(signatureOf(file, definition(2, 3)).length).toBeLessThanOrEqual(200);
    expect(documentationOf(file, definition(2, 3))?.length).toBeLessThanOrEqual(160);
  });
});
