// Which parser says where a symbol begins and ends, by language. Documented in docs/inside/truth-judges.md#whole-symbols.
import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { packagePath } from "../../../../../../src/system/package-root.ts";
import { Failure } from "../../../../../../src/vocabulary/failure.ts";

export interface WholeSymbol {
  readonly name: string;
  /** Of the name, 1-based; so are the first and the last line. */
  readonly line: number;
  /** In our words. */
  readonly kind: string;
  /** Whether it stands in a function's body. */
  readonly inFunction: boolean;
  /** 0 where the parser does not say. */
  readonly first: number;
  readonly last: number;
}

export interface ToldFile {
  readonly symbols: readonly WholeSymbol[];
  /** Whether the parser may have lost some for want of what the file includes. */
  readonly isPart: boolean;
}

export interface WholeAuthority {
  /** Ids of our languages whose files it reads. */
  readonly languages: readonly string[];
  readonly name: string;
  /** Programs to run one after the other; the last one prints a line of JSON for each file. */
  readonly commands: (tools: string, list: string, home: string) => readonly (readonly string[])[];
  /** Its words for kinds that we have another word for. */
  readonly words: Readonly<Record<string, string>>;
  /** Our kinds that it has a word for; default all. */
  readonly only?: readonly string[];
  /** The marks of a comment that may have several lines; default those of C. */
  readonly comment?: readonly [string, string];
}

const here = (name: string): string => packagePath("test/benchmarks/truth/judges/symbols", name);
const node =
  (name: string): WholeAuthority["commands"] =>
  (tools, list) => [[process.execPath, here(name), tools, list]];
/** All jars below `--tools`. */
function jarsIn(tools: string): string {
  const folder = join(tools, "jvm/lib");
  const names = readdirSync(folder).filter((name) => name.endsWith(".jar"));
  return names.map((name) => join(folder, name)).join(":");
}
const java =
  (name: string): WholeAuthority["commands"] =>
  (tools, list) => [["java", "-cp", jarsIn(tools), here(name), list]];
/** A program over the Go modules below `--tools`. */
const goModule =
  (name: string): WholeAuthority["commands"] =>
  (tools, list) => [["go", "-C", join(tools, "go"), "run", here(`whole/${name}.go`), list]];

export const WHOLE_AUTHORITIES: readonly WholeAuthority[] = [
  {
    languages: ["typescript", "tsx", "javascript", "svelte", "vue", "astro"],
    name: "TypeScript 6.0.3, in components behind their own compiler",
    commands: node("whole/typescript.mjs"),
    words: {},
  },
  { languages: ["python"], name: "CPython 3.14 (Pyodide)", commands: node("whole/python.mjs"), words: {} },
  { languages: ["java"], name: "ecj 3.44", commands: java("whole/JavaSymbols.java"), words: {} },
  { languages: ["kotlin"], name: "kotlinc 2.4.0", commands: java("whole/KotlinSymbols.java"), words: {} },
  {
    languages: ["scala"],
    name: "scala3-compiler 3.8.1",
    commands: (tools, list, home) => {
      const jars = jarsIn(tools);
      const compiled = join(home, "scala");
      mkdirSync(compiled, { recursive: true });
      const compiler = ["java", "-cp", jars, "dotty.tools.dotc.Main", "-classpath", jars, "-d", compiled];
      return [
        [...compiler, here("whole/scala-symbols.scala")],
        ["java", "-cp", `${jars}:${compiled}`, "scalaSymbols", list],
      ];
    },
    words: {},
  },
  { languages: ["go"], name: "go/ast", commands: (_, list) => [["go", "run", here("whole/go.go"), list]], words: {} },
  {
    languages: ["php"],
    name: "nikic/PHP-Parser",
    commands: (tools, list) => [["php", here("whole/php.php"), tools, list]],
    words: {},
  },
  {
    languages: ["ruby"],
    name: "Prism 1.9.0",
    commands: node("ruby-symbols.mjs"),
    words: { constant: "variable", classValue: "class" },
  },
  {
    languages: ["rust"],
    name: "syn 2",
    commands: (tools, list) => [[join(tools, "syn/release/syn-parser"), list, "symbols"]],
    words: { struct: "class", typedef: "type", constant: "variable", macro: "function" },
  },
  {
    languages: ["elixir"],
    name: "Elixir 1.14",
    commands: (_, list) => [["elixir", here("whole/elixir.exs"), list]],
    words: {},
  },
  {
    languages: ["r"],
    name: "R 4.2",
    commands: (_, list) => [["Rscript", here("whole/symbols.R"), list]],
    words: {},
    only: ["function", "variable"],
  },
  {
    languages: ["perl"],
    name: "PPI 1.276",
    commands: (_, list) => [["perl", here("whole/symbols.pl"), list]],
    words: {},
    only: ["function", "module"],
  },
  {
    languages: ["zig"],
    name: "std.zig.Ast 0.16",
    commands: (tools, list) => [
      ["env", `PYTHONPATH=${join(tools, "py")}`, "python3", "-m", "ziglang", "run", here("whole/zig.zig"), "--", list],
    ],
    words: { test: "function" },
  },
  { languages: ["hcl"], name: "hashicorp/hcl 2.25", commands: goModule("hcl"), words: {}, only: ["data"] },
  { languages: ["bash"], name: "mvdan.cc/sh 3.14", commands: goModule("bash"), words: {} },
  {
    languages: ["css", "scss", "less"],
    name: "PostCSS 8.5",
    commands: node("whole/styles.mjs"),
    words: {},
    only: ["data", "variable", "function"],
  },
  {
    languages: ["lua"],
    name: "emmylua_parser 0.29",
    commands: (tools, list) => [[join(tools, "lua/release/lua-parser"), list]],
    words: {},
  },
  {
    languages: ["ocaml", "ocaml-interface"],
    name: "OCaml 5.3",
    commands: (tools, list) => [
      [join(tools, "ocaml/bin/ocaml"), "-I", "+compiler-libs", "ocamlcommon.cma", here("whole/symbols.ml"), list],
    ],
    words: {},
    comment: ["(*", "*)"],
  },
  {
    languages: ["gleam"],
    name: "gleam-core 1.18",
    commands: (tools, list) => [[join(tools, "gleam/target/release/examples/gleam-symbols"), list]],
    words: {},
  },
  {
    languages: ["csharp"],
    name: "Roslyn 4.8",
    commands: (tools, list) => [["python3", here("whole/csharp.py"), tools, list]],
    words: {},
  },
  {
    languages: ["haskell"],
    name: "GHC 9.0",
    commands: (_, list) => [["runghc", "--ghc-arg=-package", "--ghc-arg=ghc", here("whole/symbols.hs"), list]],
    words: {},
    comment: ["{-", "-}"],
  },
  {
    languages: ["c", "cpp", "objectivec"],
    name: "libclang 19",
    commands: (tools, list) => [["python3", here("whole/clang.py"), tools, list]],
    words: {},
  },
];

/** By absolute path; null for what the authority cannot read. */
export function askWholeAuthority(
  authority: WholeAuthority,
  { tools, home }: { readonly tools: string; readonly home: string },
  paths: readonly string[],
): Map<string, ToldFile | null> {
  const list = join(home, "files.list");
  writeFileSync(list, `${paths.join("\n")}\n`);
  let printed = "";
  for (const [command = "", ...args] of authority.commands(tools, list, home)) {
    const ended = spawnSync(command, args, { encoding: "utf8", maxBuffer: 1 << 30 });
    if (ended.error !== undefined || ended.status !== 0) {
      throw new Failure("INTERNAL", `${authority.name} failed: ${ended.error?.message ?? ended.stderr.slice(-500)}`, {
        hint: "docs/inside/truth-judges.md says how to install the judges",
      });
    }
    printed = ended.stdout;
  }
  type Row = [string, number, string, boolean, number, number];
  type Line = { path: string; symbols: Row[] | null; isPart?: boolean };
  const lines = printed.split("\n").filter((line) => line.startsWith("{"));
  return new Map(
    lines.map((line) => {
      const { path, symbols, isPart = false } = JSON.parse(line) as Line;
      const named = symbols?.map(([name, at, kind, inFunction, first, last]) => ({
        name,
        line: at,
        kind,
        inFunction,
        first,
        last,
      }));
      return [path, named === undefined ? null : { symbols: named, isPart }];
    }),
  );
}
