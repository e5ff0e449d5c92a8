// What the small form of the judge of search_ast looks at: the fixtures of six languages, and the patterns put to each.
import { readdirSync } from "node:fs";
import { extname, join } from "node:path";
import { packagePath } from "../../../../../src/system/package-root.ts";
import type { AstPattern } from "./ast-grep.ts";
import { type AstLanguage, patternsOf } from "./ast-patterns.ts";

export const SAMPLES: readonly (AstLanguage & { readonly names: readonly string[] })[] = [
  { id: "go", endings: [".go"], names: ["Open", "Println", "make"] },
  { id: "javascript", endings: [".js"], names: ["require", "push"] },
  { id: "typescript", endings: [".ts"], names: ["get", "put"] },
  { id: "java", endings: [".java"], names: ["get", "add"] },
  { id: "ruby", endings: [".rb"], names: ["new", "puts"] },
  { id: "python", endings: [".py"], names: ["append", "get", "print"] },
];

/** Paths below fixtures/, in order. */
export function sampleFiles({ id, endings }: AstLanguage): string[] {
  const root = packagePath("fixtures");
  const names = readdirSync(join(root, "languages", id)).filter((name) => endings.includes(extname(name)));
  return names.map((name) => `languages/${id}/${name}`).sort();
}

export const samplePatterns = (language: (typeof SAMPLES)[number]): AstPattern[] =>
  patternsOf(language, language.names);
