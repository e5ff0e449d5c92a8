// docs/languages.md: of each language with a grammar the newest version that is read, the grammar, what is not read, and who judged it.
// The grammars are those that the build takes; the rest is said here, and a language without a row fails its test.
import { existsSync, readFileSync } from "node:fs";
import { LANGUAGES } from "../../src/languages/registry.ts";
import { packagePath } from "../../src/system/package-root.ts";

/** `unread`: valid code that is answered with `unchecked`, unless it says otherwise. */
interface Reading {
  readonly newest: string;
  readonly unread: string;
  readonly judge: string;
}

const row = (newest: string, unread: string, judge: string): Reading => ({ newest, unread, judge });
const TEMPLATES = "expressions of the template: what they use is read, whether they are valid is not";
const MASKED = "what its grammar does not list is masked, and such a file is never called valid";

const READINGS: Readonly<Record<string, Reading>> = {
  typescript: row("7", "`[a as T] = b`; `using` alone on a line", "TypeScript 5.9, 7"),
  tsx: row("7", "as TypeScript", "as TypeScript"),
  javascript: row("ECMAScript 2026", "Flow; escapes in tagged templates", "@babel/parser 7.29"),
  python: row("3.14", "`lazy import`, `{**d for …}` (3.15)", "ruff 0.17 for 3.14; CPython 3.11"),
  go: row("1.26", "a generic alias within a `type ( … )` on one line", "go 1.26.8 vet, gofmt"),
  rust: row(
    "1.95, edition 2024, most of nightly",
    "nightly: guard patterns, postfix match, `.use`, `for await`, `reuse`, generic consts, trait aliases, return-type notation; `\\u{4_e}`",
    "rustc 1.95",
  ),
  java: row("25, with its previews", "–", "ecj 3.44"),
  kotlin: row(
    "2.4",
    "some generic `infix` functions, `as` or `by` at the start of a line, several annotations with arguments above a class",
    "kotlinc 2.4.0",
  ),
  scala: row("3.8, and 2", "cases within a guard (experimental), named arguments of `new`", "scalac 3.8.1"),
  c: row(
    "C23, most of C2y",
    "`typeof(&v) y;`, `_Atomic(int)`, `_Alignas` in a declaration; what macros stand for",
    "clang 19",
  ),
  cpp: row(
    "C++23, most of C++26, modules, CUDA",
    "template parameters of template parameters of templates, attributes in bindings; what macros stand for",
    "clang 19; reference",
  ),
  objectivec: row("ARC, generics, blocks", "C++ within `.mm`; names are not linked", "reading"),
  csharp: row(
    "14",
    "`when` behind a list pattern, `*(T*)(p + 1) = x`",
    "reference; 1,699 real files; symbols: Roslyn 4.8",
  ),
  ruby: row("4.0", "an endless method of a command with a `do` block", "@ruby/prism 1.9"),
  php: row("8.5", "holes in nested destructuring", "PHP 8.5.10"),
  swift: row(
    "6.2",
    "`A::B` (6.3), function types as values, `borrow` and `mutate` requirements, patterns `(a + 1)...b`, `{} ;`",
    "reference; 3,880 real files",
  ),
  dart: row("3.10", "–", "reference; 2,239 real files"),
  lua: row("5.5", "Luau's types", "reference; symbols: emmylua_parser 0.29"),
  elixir: row("1.20", "–", "reference; ecto, oban"),
  haskell: row("GHC 9.12", "directives of the C preprocessor", "reference; 209 real files; symbols: GHC 9.0"),
  ocaml: row("5.4", "OxCaml", "reference; 125 real files; symbols: OCaml 5.3"),
  "ocaml-interface": row("5.4", "OxCaml", "reference; 52 real files; symbols: OCaml 5.3"),
  zig: row("0.16", "`struct{}` without a space, sentinels `.{}`", "zig ast-check 0.16.0; symbols: std.zig.Ast 0.16"),
  bash: row("5.3", "5 in 100 real files", "bash -n 5.2; 799 real files; symbols: mvdan.cc/sh 3.14"),
  zsh: row("read as Bash", "1 in 7 real files", "oh-my-zsh"),
  perl: row("5.42", "17 of 2,339 real files", "Perl 5.36"),
  r: row("4", "–", "195 real files"),
  clojure: row("1.12", "–", "reading"),
  elm: row("0.19", "–", "reading"),
  erlang: row("OTP 28", "–", "189 real files"),
  julia: row("1", "1 of 72 real files", "72 real files"),
  elisp: row("30", "1 of 19 real files", "19 real files"),
  gleam: row("1.13", "–", "reference; 42 real files; symbols: gleam-core 1.18"),
  gdscript: row("4", "–", "real files, with Nix 997"),
  nix: row("2.24, with pipes", "–", "real files, with GDScript 997"),
  hcl: row("Terraform 1.13, OpenTofu 1.10", "–", "reference; 77 real files; symbols: hashicorp/hcl 2.25"),
  html: row(
    "living standard",
    "code of templates (Angular, Jinja, ERB, Razor, Handlebars, Go) is listed, not read",
    "@angular/compiler 21 for its own",
  ),
  vue: row("3.5", TEMPLATES, "@vue/compiler-sfc 3.5"),
  svelte: row("5.57", TEMPLATES, "svelte 5.57.3"),
  astro: row("4", TEMPLATES, "@astrojs/compiler 4"),
  css: row("drafts of 2026, Tailwind 4, PostCSS", MASKED, "reference; symbols: PostCSS 8.5"),
  scss: row("Sass 1.108", `${MASKED}; never called broken`, "sass 1.108 for a part; symbols: PostCSS 8.5"),
  less: row("4, by the grammar of CSS", MASKED, "reading; symbols: PostCSS 8.5"),
  json: row("RFC 8259", "–", "CPython's json"),
  jsonc: row("comments, commas at ends", "–", "TypeScript 7 for its settings"),
  jsonl: row("a value a line", "–", "CPython's json"),
  yaml: row("1.2", "templates in it", "reading"),
  toml: row("1.1", "bare keys beyond ASCII", "tomllib; toml-test"),
  xml: row("1.0", "–", "reading"),
  properties: row("Java's", "–", "reading"),
  notebook: row("nbformat 4", "cells: symbols are read, names are not linked", "reading"),
  starlark: row("Bazel 8, by the grammar of Python", "–", "reading"),
};

interface Source {
  readonly crate?: string;
  readonly npm?: string;
  readonly version: string;
}

const readJson = (...path: readonly string[]) => JSON.parse(readFileSync(packagePath(...path), "utf8"));

export function languagesPage(): string {
  const carried: Readonly<Record<string, Source>> = readJson("src", "syntax", "grammars", "sources.json");
  const versions: Readonly<Record<string, string>> = readJson("package.json").devDependencies;
  const newer = /const NEWER = new Set\(\[([^\]]*)\]/.exec(readFileSync(packagePath("native.config.mjs"), "utf8"))?.[1];
  const grammarOf = (name: string): string => {
    const own = carried[name];
    if (own !== undefined) return `${own.crate ?? own.npm} ${own.version}`;
    const short = name.replace("tree-sitter-", "");
    const from = newer?.includes(`"${short}"`) === true ? "@vscode/tree-sitter-wasm" : "@cursorless/tree-sitter-wasms";
    if (!existsSync(packagePath("node_modules", from))) throw new Error(`${from} is not installed`);
    return `${from} ${versions[from]}`;
  };
  const read = LANGUAGES.flatMap(({ id, reader }) =>
    reader.by === "grammar" ? [{ id, grammar: reader.grammar }] : [],
  );
  const rows = read.map(({ id, grammar }) => {
    const { newest, unread, judge } = READINGS[id] ?? {};
    if (newest === undefined) throw new Error(`languages-page.ts says nothing of ${id}`);
    return `| ${id} | ${newest} | ${grammarOf(grammar)} | ${unread} | ${judge} |`;
  });
  const gone = Object.keys(READINGS).filter((id) => !read.some((one) => one.id === id));
  if (gone.length > 0) throw new Error(`languages-page.ts has rows of no language: ${gone.join(", ")}`);
  const others = LANGUAGES.filter(({ reader }) => reader.by !== "grammar").map(({ id }) => id);
  return `${HEAD}${rows.join("\n")}\n\n${OTHERS}${others.join(", ")}.\n`;
}

const HEAD = `# Languages

<!-- Made from test/support/languages-page.ts and the table of languages by \`npm run golden\`. -->

The newest version of each language that is read, by which grammar, and what of it is not read. A text that has something of the fourth
column is \`unchecked\` at that place, and never called broken: [what each verdict means](inside/adding-a-language.md#valid-code-that-trips-a-grammar).
Files in this syntax, with what is read of each, are in \`fixtures/today/\`. *Judge*: by which compiler, parser or files that was compared; *reading*: by
eye, without one; *symbols*: names, kinds and lines alone, by the parser named there. [Truth](records/truth.md) has the figures over many files.

Which language a file is in is decided by its name, and where several share it by what is in it; a file that none of them claims is text
without a verdict.

| language | newest version | grammar | not read | judge |
| --- | --- | --- | --- | --- |
`;

const OTHERS = `## Without a grammar

Definitions are found by the look of their lines, prose by its headings, SQL by its statements; nothing is ever called valid or broken:
`;
