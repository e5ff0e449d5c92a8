// The table of languages: which extensions, file names and `#!` lines are which language, and how each is read.
// Data only; choose-language.ts chooses from it.
import type { Node } from "web-tree-sitter";
import type { ChunkKind } from "../vocabulary/chunk.ts";
import { type EmbeddedParts, embeddedIn } from "./embedded.ts";
import type { GrammarName } from "./grammars.ts";
import type { LanguageProfile } from "./profile.ts";
import { bash } from "./profiles/bash.ts";
import { c, cpp } from "./profiles/c.ts";
import { clojure } from "./profiles/clojure.ts";
import { csharp } from "./profiles/csharp.ts";
import { css, scss } from "./profiles/css.ts";
import { dart } from "./profiles/dart.ts";
import { json, properties, toml, xml, yaml } from "./profiles/data.ts";
import { elixir } from "./profiles/elixir.ts";
import { elm } from "./profiles/elm.ts";
import { gdscript } from "./profiles/gdscript.ts";
import { gleam } from "./profiles/gleam.ts";
import { go } from "./profiles/go.ts";
import { haskell } from "./profiles/haskell.ts";
import { hcl } from "./profiles/hcl.ts";
import { html } from "./profiles/html.ts";
import { java } from "./profiles/java.ts";
import { kotlin } from "./profiles/kotlin.ts";
import { lua } from "./profiles/lua.ts";
import { nix } from "./profiles/nix.ts";
import { ocaml } from "./profiles/ocaml.ts";
import { perl } from "./profiles/perl.ts";
import { php } from "./profiles/php.ts";
import { python } from "./profiles/python.ts";
import { r } from "./profiles/r.ts";
import { ruby } from "./profiles/ruby.ts";
import { rust } from "./profiles/rust.ts";
import { scala } from "./profiles/scala.ts";
import { swift } from "./profiles/swift.ts";
import { javascript, typescript } from "./profiles/typescript.ts";
import { zig } from "./profiles/zig.ts";
import type { ProseStyle } from "./prose.ts";

/** How a language's text becomes an outline. */
export type Reader =
  | {
      readonly by: "grammar";
      readonly grammar: GrammarName;
      readonly profile: LanguageProfile;
      /** Finds what is written in other languages inside. */
      readonly embeds?: (root: Node) => EmbeddedParts;
      /** What the grammar takes for plain text although the language gives it a meaning. */
      readonly blindTo?: string;
    }
  | { readonly by: "headings"; readonly style: ProseStyle }
  | { readonly by: "statements" }
  | { readonly by: "marks"; readonly pattern: RegExp; readonly kind: ChunkKind };

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

const markup: Reader = { by: "grammar", grammar: "tree-sitter-html", profile: html, embeds: embeddedIn };
const template: Reader = { ...markup, blindTo: "expressions of its template" };

/** Lines that start a part; the pattern's first group is its name. For languages without a grammar to be had. */
function marks(pattern: RegExp, kind: ChunkKind): Reader {
  return { by: "marks", pattern, kind };
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
    extensions: [".js", ".mjs", ".cjs", ".jsx", ".snap"],
    interpreters: ["node", "bun"],
    reader: grammar("javascript", javascript),
  },
  {
    id: "python",
    extensions: [".py", ".pyi", ".pyw"],
    fileNames: ["SConstruct", "SConscript", "wscript"],
    interpreters: ["python", "pypy"],
    reader: grammar("python", python),
  },
  { id: "go", extensions: [".go"], reader: grammar("go", go) },
  { id: "rust", extensions: [".rs"], reader: grammar("rust", rust) },
  { id: "java", extensions: [".java"], reader: grammar("java", java) },
  { id: "kotlin", extensions: [".kt", ".kts"], reader: grammar("kotlin", kotlin) },
  { id: "scala", extensions: [".scala", ".sc", ".sbt"], reader: grammar("scala", scala) },
  { id: "c", extensions: [".c", ".h"], reader: grammar("c", c) },
  {
    id: "cpp",
    extensions: [".cpp", ".cc", ".cxx", ".c++", ".hpp", ".hh", ".hxx", ".ipp", ".inl", ".tpp", ".cu", ".cuh", ".ino"],
    reader: grammar("cpp", cpp),
  },
  { id: "csharp", extensions: [".cs", ".csx"], reader: grammar("c_sharp", csharp) },
  {
    id: "ruby",
    extensions: [".rb", ".rake", ".gemspec", ".ru", ".podspec"],
    fileNames: ["Gemfile", "Rakefile", "Guardfile", "Podfile", "Fastfile", "Vagrantfile", "Brewfile", "Capfile"],
    interpreters: ["ruby", "jruby"],
    reader: grammar("ruby", ruby),
  },
  { id: "php", extensions: [".php", ".phtml", ".php5"], interpreters: ["php"], reader: grammar("php", php) },
  { id: "swift", extensions: [".swift"], interpreters: ["swift"], reader: grammar("swift", swift) },
  { id: "dart", extensions: [".dart"], reader: grammar("dart", dart) },
  {
    id: "lua",
    extensions: [".lua", ".rockspec"],
    interpreters: ["lua", "luajit", "texlua"],
    reader: grammar("lua", lua),
  },
  { id: "elixir", extensions: [".ex", ".exs"], interpreters: ["elixir"], reader: grammar("elixir", elixir) },
  { id: "haskell", extensions: [".hs"], interpreters: ["runhaskell", "stack"], reader: grammar("haskell", haskell) },
  { id: "ocaml", extensions: [".ml", ".mli"], interpreters: ["ocaml"], reader: grammar("ocaml", ocaml) },
  { id: "zig", extensions: [".zig", ".zon"], reader: grammar("zig", zig) },
  {
    id: "bash",
    extensions: [".sh", ".bash", ".zsh", ".ksh", ".bats", ".ebuild"],
    fileNames: [".bashrc", ".bash_profile", ".profile", ".zshrc", ".zshenv", "PKGBUILD", "APKBUILD"],
    interpreters: ["sh", "bash", "zsh", "dash", "ksh", "ash"],
    reader: grammar("bash", bash),
  },
  {
    id: "perl",
    extensions: [".pl", ".pm", ".t", ".psgi"],
    fileNames: ["cpanfile"],
    interpreters: ["perl"],
    reader: grammar("perl", perl),
  },
  { id: "r", extensions: [".r"], interpreters: ["Rscript"], reader: grammar("r", r) },
  {
    id: "clojure",
    extensions: [".clj", ".cljs", ".cljc", ".edn", ".bb"],
    interpreters: ["bb", "clojure"],
    reader: grammar("clojure", clojure),
  },
  { id: "elm", extensions: [".elm"], reader: grammar("elm", elm) },
  { id: "gleam", extensions: [".gleam"], reader: grammar("gleam", gleam) },
  { id: "gdscript", extensions: [".gd"], reader: grammar("gdscript", gdscript) },
  { id: "nix", extensions: [".nix"], reader: grammar("nix", nix) },
  { id: "hcl", extensions: [".tf", ".tfvars", ".hcl"], reader: grammar("hcl", hcl) },
  { id: "sql", extensions: [".sql", ".psql", ".pgsql", ".ddl", ".dml"], reader: { by: "statements" } },
  { id: "html", extensions: [".html", ".htm", ".xhtml"], reader: markup },
  { id: "vue", extensions: [".vue"], reader: template },
  { id: "svelte", extensions: [".svelte"], reader: template },
  { id: "css", extensions: [".css"], reader: grammar("css", css) },
  { id: "scss", extensions: [".scss"], reader: grammar("scss", scss) },
  {
    id: "json",
    extensions: [".json", ".jsonc", ".webmanifest", ".geojson", ".ipynb"],
    fileNames: [".babelrc", ".eslintrc", ".prettierrc", ".swcrc"],
    reader: grammar("json", json),
  },
  { id: "yaml", extensions: [".yaml", ".yml"], fileNames: [".clang-format"], reader: grammar("yaml", yaml) },
  { id: "toml", extensions: [".toml"], fileNames: ["Pipfile"], reader: grammar("toml", toml) },
  {
    id: "xml",
    extensions: [
      ".xml",
      ".xsd",
      ".xsl",
      ".xslt",
      ".svg",
      ".csproj",
      ".fsproj",
      ".vbproj",
      ".props",
      ".targets",
      ".plist",
    ],
    reader: grammar("xml", xml),
  },
  { id: "properties", extensions: [".properties"], reader: grammar("properties", properties) },
  {
    id: "makefile",
    extensions: [".mk", ".mak"],
    fileNames: ["Makefile", "GNUmakefile"],
    interpreters: ["make"],
    reader: marks(/^([A-Za-z0-9_/%$(){}-][^:=#\t]*?)\s*::?(?!=)/, "function"),
  },
  {
    id: "dockerfile",
    extensions: [".dockerfile"],
    fileNames: ["Dockerfile", "Containerfile"],
    reader: marks(/^FROM\s+(?:.*\s+AS\s+)?(\S+)/i, "block"),
  },
  {
    id: "cmake",
    extensions: [".cmake"],
    fileNames: ["CMakeLists.txt"],
    reader: marks(/^\s*(?:function|macro)\s*\(\s*(\w+)/i, "function"),
  },
  {
    id: "powershell",
    extensions: [".ps1", ".psm1"],
    interpreters: ["pwsh"],
    reader: marks(/^(?:function|filter|class|enum)\s+([\w:-]+)/i, "function"),
  },
  {
    id: "protobuf",
    extensions: [".proto"],
    reader: marks(/^(?:message|service|enum|extend)\s+([\w.]+)/, "type"),
  },
  {
    id: "graphql",
    extensions: [".graphql", ".gql"],
    reader: marks(/^(?:extend\s+)?(?:type|input|interface|union|enum|scalar|query|mutation|fragment)\s+(\w+)/, "type"),
  },
  {
    id: "erlang",
    extensions: [".erl", ".hrl"],
    interpreters: ["escript"],
    reader: marks(/^([a-z]\w*)\(.*(?:->|when)/, "function"),
  },
  {
    id: "julia",
    extensions: [".jl"],
    interpreters: ["julia"],
    reader: marks(/^(?:@\w+\s+)?(?:function|macro|module|abstract type|(?:mutable )?struct)\s+([\w.!]+)/, "function"),
  },
  {
    id: "objectivec",
    extensions: [".m", ".mm"],
    reader: marks(/^(?:[-+]\s*\([^)]*\)\s*|@(?:interface|implementation|protocol)\s+)(\w+)/, "method"),
  },
  { id: "elisp", extensions: [".el"], reader: marks(/^\(def\w*\s+'?([^\s()]+)/, "function") },
  { id: "vim", extensions: [".vim"], reader: marks(/^\s*fu(?:nction)?!?\s+([\w:#.]+)/, "function") },
  { id: "json5", extensions: [".json5"], reader: marks(/^(?: {1,4}|\t)["']?([\w$-]+)["']?\s*:/, "data") },
  { id: "ini", extensions: [".ini", ".cfg", ".conf", ".editorconfig"], reader: marks(/^\[([^\]]+)\]/, "data") },
  { id: "latex", extensions: [".tex"], reader: marks(/^\\(?:chapter|(?:sub)*section)\*?\{([^}]+)\}/, "section") },
  {
    id: "markdown",
    extensions: [".md", ".markdown", ".mdx", ".mdc", ".qmd", ".rmd"],
    reader: headings("markdown"),
  },
  { id: "restructuredtext", extensions: [".rst", ".rest"], reader: headings("restructuredtext") },
  { id: "asciidoc", extensions: [".adoc", ".asciidoc", ".asc"], reader: headings("asciidoc") },
  {
    id: "text",
    extensions: [".txt", ".text"],
    fileNames: ["README", "LICENSE", "COPYING", "NOTICE", "CHANGELOG", "AUTHORS", "INSTALL", "NEWS", "TODO"],
    reader: headings("plain"),
  },
];
