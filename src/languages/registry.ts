// The table of languages: which extensions, file names and `#!` lines are which language, and how each is read.
// Data only; choose-language.ts chooses from it.
import type { Node } from "web-tree-sitter";
import type { GrammarName } from "../syntax/grammars.ts";
import type { LanguageProfile } from "../syntax/profile.ts";
import type { ProseStyle } from "../syntax/prose.ts";
import type { ChunkKind } from "../vocabulary/chunk.ts";
import { bash } from "./bash/outline.ts";
import { c, cpp } from "./c/outline.ts";
import { clojure } from "./clojure/outline.ts";
import { csharp } from "./csharp/outline.ts";
import { css, scss } from "./css/outline.ts";
import { dart } from "./dart/outline.ts";
import { json, properties, toml, xml, yaml } from "./data/outline.ts";
import { javascript, typescript } from "./ecmascript/outline.ts";
import { elixir } from "./elixir/outline.ts";
import { elm } from "./elm/outline.ts";
import { gdscript } from "./gdscript/outline.ts";
import { gleam } from "./gleam/outline.ts";
import { go } from "./go/outline.ts";
import { haskell } from "./haskell/outline.ts";
import { hcl } from "./hcl/outline.ts";
import { type EmbeddedParts, embeddedIn } from "./html/embedded.ts";
import { html } from "./html/outline.ts";
import { java } from "./java/outline.ts";
import { kotlin } from "./kotlin/outline.ts";
import { lua } from "./lua/outline.ts";
import { nix } from "./nix/outline.ts";
import { ocaml } from "./ocaml/outline.ts";
import { perl } from "./perl/outline.ts";
import { php } from "./php/outline.ts";
import { python } from "./python/outline.ts";
import { r } from "./r/outline.ts";
import { ruby } from "./ruby/outline.ts";
import { rust } from "./rust/outline.ts";
import { scala } from "./scala/outline.ts";
import { swift } from "./swift/outline.ts";
import { zig } from "./zig/outline.ts";

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
