// Holds the names of src/ to docs/inside/glossary.md: no exported name and no file name contains a word of its last table.
import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, it } from "vitest";
import { packagePath } from "../src/system/package-root.ts";

const SRC = packagePath("src");
const files = readdirSync(SRC, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".ts"));

/** `openPaceOfHTTP`, `open-pace-of-http` → ["open", "pace", "of", "http"]. */
const wordsOf = (name: string): readonly string[] =>
  (name.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g) ?? []).map((word) => word.toLowerCase());

const isIn = (retired: string, name: string): boolean => ` ${wordsOf(name).join(" ")} `.includes(` ${retired} `);

function retiredWords(): readonly string[] {
  const glossary = readFileSync(packagePath("docs/inside/glossary.md"), "utf8");
  const [, table = ""] = glossary.split("## Words that are not used");
  const rows = table.split("\n").filter((line) => line.startsWith("| `"));
  return rows.flatMap((row) => [...(row.split("|")[1] ?? "").matchAll(/`([^`]+)`/g)].map(([, word = ""]) => word));
}

const DECLARED = /^export (?:abstract |async )*(?:function\*?|const|let|class|interface|type) +(\w+)/gm;

const names = new Set(
  files.flatMap((file) => {
    const text = readFileSync(join(SRC, file), "utf8");
    return [basename(file), ...[...text.matchAll(DECLARED)].map(([, name = ""]) => name)];
  }),
);

describe("names of src/", () => {
  const retired = retiredWords();

  it("have none of the words that the glossary retires", () => {
    const wrong = [...names].filter((name) => retired.some((word) => isIn(word, name))).sort();
    expect(wrong, "docs/inside/glossary.md, “Words that are not used”, says what to write instead").toEqual([]);
  });

  it("were all read, and so was the table", () => {
    expect(names.size).toBeGreaterThan(files.length);
    expect(retired.length).toBeGreaterThan(40);
    expect(isIn("held", "heldBy")).toBe(true);
    expect(isIn("held", "shelder")).toBe(false);
    expect(isIn("in passing", "in-passing.ts")).toBe(true);
  });
});
