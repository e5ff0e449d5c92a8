// The table of languages: which file is read how. Extensions, file names and `#!` lines choose; settings extend it.
// Knows nothing of trees or chunks.
import type { GrammarName } from "./grammars.ts";
import type { LanguageProfile } from "./profile.ts";
import { go } from "./profiles/go.ts";
import { python } from "./profiles/python.ts";
import { javascript, typescript } from "./profiles/typescript.ts";
import type { ProseStyle } from "./prose.ts";

/** How a language's text becomes an outline. */
export type Reader =
  | { readonly by: "grammar"; readonly grammar: GrammarName; readonly profile: LanguageProfile }
  | { readonly by: "headings"; readonly style: ProseStyle }
  | { readonly by: "lines" };

export interface Language {
  /** Identifier in filters and answers. */
  readonly id: string;
  /** With the dot, lower case. */
  readonly extensions: readonly string[];
  /** Whole file names, as written. */
  readonly fileNames?: readonly string[];
  /** Interpreters on a `#!` line, without version numbers. */
  readonly interpreters?: readonly string[];
  readonly reader: Reader;
}

function grammar(name: string, profile: LanguageProfile): Reader {
  return { by: "grammar", grammar: `tree-sitter-${name}`, profile };
}

function headings(style: ProseStyle): Reader {
  return { by: "headings", style };
}

export const LANGUAGES: readonly Language[] = [
  {
    id: "typescript",
    extensions: [".ts", ".mts", ".cts"],
    interpreters: ["deno", "tsx", "ts-node"],
    reader: grammar("typescript", typescript),
  },
  { id: "tsx", extensions: [".tsx"], reader: grammar("tsx", typescript) },
  {
    id: "javascript",
    extensions: [".js", ".mjs", ".cjs", ".jsx"],
    interpreters: ["node", "bun"],
    reader: grammar("javascript", javascript),
  },
  {
    id: "python",
    extensions: [".py", ".pyi", ".pyw"],
    fileNames: ["SConstruct", "SConscript"],
    interpreters: ["python", "pypy"],
    reader: grammar("python", python),
  },
  { id: "go", extensions: [".go"], reader: grammar("go", go) },
  { id: "markdown", extensions: [".md", ".markdown", ".mdx", ".mdc", ".qmd", ".rmd"], reader: headings("markdown") },
  { id: "restructuredtext", extensions: [".rst", ".rest"], reader: headings("restructuredtext") },
  { id: "asciidoc", extensions: [".adoc", ".asciidoc", ".asc"], reader: headings("asciidoc") },
  {
    id: "text",
    extensions: [".txt", ".text"],
    fileNames: ["README", "LICENSE", "COPYING", "NOTICE", "CHANGELOG", "AUTHORS", "INSTALL", "NEWS", "TODO"],
    reader: headings("plain"),
  },
];

/** Chooses a language for a file; null when nothing in the table fits. */
export type LanguageChooser = (path: string, text: string) => Language | null;

/**
 * The table with a user's own extensions before it: `{ ".foo": "typescript" }`. An extension may have several dots,
 * and the longest that fits wins. A language that is not in the table is ignored here: settings are checked elsewhere.
 */
export function openRegistry(extensions: Readonly<Record<string, string>> = {}): LanguageChooser {
  const byId = new Map(LANGUAGES.map((language) => [language.id, language]));
  const byFileName = new Map<string, Language>();
  const byExtension = new Map<string, Language>();
  const byInterpreter = new Map<string, Language>();
  for (const language of LANGUAGES) {
    for (const name of language.fileNames ?? []) byFileName.set(name.toLowerCase(), language);
    for (const extension of language.extensions) byExtension.set(extension, language);
    for (const interpreter of language.interpreters ?? []) byInterpreter.set(interpreter, language);
  }
  for (const [extension, id] of Object.entries(extensions)) {
    const language = byId.get(id);
    if (language !== undefined) {
      byExtension.set(extension.toLowerCase().replace(/^(?!\.)/, "."), language);
    }
  }
  return (path, text) => {
    const name = path.slice(path.lastIndexOf("/") + 1).toLowerCase();
    return byFileName.get(name) ?? fromExtension(byExtension, name) ?? fromInterpreter(byInterpreter, text);
  };
}

function fromExtension(byExtension: ReadonlyMap<string, Language>, name: string): Language | null {
  for (let dot = name.indexOf("."); dot !== -1; dot = name.indexOf(".", dot + 1)) {
    const language = byExtension.get(name.slice(dot));
    if (language !== undefined) {
      return language;
    }
  }
  return null;
}

const SHEBANG = /^#![ \t]*(?:\S*\/)?(?:env[ \t]+(?:-\S+[ \t]+)*(?:\w+=\S*[ \t]+)*)?(?:\S*\/)?([A-Za-z_+-]+)/;

function fromInterpreter(byInterpreter: ReadonlyMap<string, Language>, text: string): Language | null {
  const interpreter = SHEBANG.exec(text.slice(0, 200))?.[1];
  return interpreter === undefined ? null : (byInterpreter.get(interpreter.toLowerCase()) ?? null);
}
