// What says which symbols a file has, by language, and which of their kinds are symbols here too. Documented in docs/inside/truth-judges.md.
import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { packagePath } from "../../../../../src/system/package-root.ts";
import { Failure } from "../../../../../src/vocabulary/failure.ts";

export interface OutsideSymbol {
  readonly name: string;
  /** Of the name, 1-based. */
  readonly line: number;
  readonly kind: string;
  /** Whether it stands in a function's body. */
  readonly inFunction: boolean;
}

export interface SymbolAuthority {
  readonly language: string;
  readonly extensions: readonly string[];
  readonly name: string;
  /** Kinds that a search lists as symbols too; what is local to a function never is. */
  readonly kinds: readonly string[];
  readonly command: (tools: string, list: string, root: string) => readonly string[];
  readonly read: (printed: string, paths: readonly string[]) => Map<string, OutsideSymbol[]>;
}

const HERE = "test/benchmarks/truth/judges/symbols";

function readLines(printed: string): Map<string, OutsideSymbol[]> {
  type Line = { path: string; symbols: [string, number, string, boolean][] | null };
  const lines = printed.split("\n").filter((line) => line !== "");
  return new Map(
    lines.flatMap((line) => {
      const { path, symbols } = JSON.parse(line) as Line;
      const named = symbols?.map(([name, at, kind, inFunction]) => ({ name, line: at, kind, inFunction }));
      return named === undefined ? [] : [[path, named]];
    }),
  );
}

/** A macro in capitals that stands before a body, `TEST_BEGIN(name) {`: Ctags takes it for the function's name. */
const MACRO = /^[A-Z][A-Z\d_]+$/;
/** On a line with this kind, nothing is compared. */
export const MACRO_CALL = "macro call";
/** `typedef struct A { … } A;` is one definition of `A`, on the line of the typedef's name. */
const TAGS: ReadonlySet<string> = new Set(["struct", "union", "enum"]);

const FUNCTION_SCOPES = /function|method|func/i;

function readCtags(printed: string, paths: readonly string[]): Map<string, OutsideSymbol[]> {
  type Tag = { name: string; path: string; line: number; kind: string; scopeKind?: string };
  const found = new Map<string, OutsideSymbol[]>(paths.map((path) => [path, []]));
  for (const line of printed.split("\n").filter((one) => one.startsWith("{"))) {
    const { name, path, line: at, kind, scopeKind = "" } = JSON.parse(line) as Tag;
    const isMadeUp = name.startsWith("__anon");
    const isMacro = kind === "function" && MACRO.test(name);
    const symbol = { name, line: at, kind: isMacro ? MACRO_CALL : kind, inFunction: FUNCTION_SCOPES.test(scopeKind) };
    found.set(path, [...(found.get(path) ?? []), ...(isMadeUp ? [] : [symbol])]);
  }
  for (const [path, symbols] of found) {
    const typedefs = new Set(symbols.flatMap(({ kind, name }) => (kind === "typedef" ? [name] : [])));
    const isNamedTwice = ({ kind, name }: OutsideSymbol): boolean => TAGS.has(kind) && typedefs.has(name);
    found.set(
      path,
      symbols.map((one) => (isNamedTwice(one) ? { ...one, kind: "tag" } : one)),
    );
  }
  return found;
}

const ctags = (
  language: string,
  extensions: readonly string[],
  kinds: readonly string[],
  flags: readonly string[] = [],
): SymbolAuthority => ({
  language,
  extensions,
  name: "Universal Ctags",
  kinds,
  command: (_, list) => ["ctags", "--output-format=json", "--fields=+nK", ...flags, "-f", "-", "-L", list],
  read: readCtags,
});

const node = (name: string) => (tools: string, list: string, root: string) => [
  process.execPath,
  packagePath(HERE, name),
  tools,
  list,
  root,
];

export const AUTHORITIES: readonly SymbolAuthority[] = [
  {
    language: "typescript",
    extensions: [".ts", ".tsx"],
    name: "TypeScript's service",
    kinds: ["class", "interface", "enum", "type", "module", "function", "method", "getter", "setter", "constructor"],
    command: node("typescript.mjs"),
    read: readLines,
  },
  {
    language: "go",
    extensions: [".go"],
    name: "gopls",
    kinds: ["method", "function", "variable", "constant", "interface", "struct", "type"],
    command: node("gopls-symbols.mjs"),
    read: readLines,
  },
  {
    language: "python",
    extensions: [".py"],
    name: "jedi",
    kinds: ["class", "function"],
    command: (tools, list) => ["python3", packagePath(HERE, "jedi-symbols.py"), tools, list],
    read: readLines,
  },
  {
    language: "java",
    extensions: [".java"],
    name: "javac",
    kinds: ["annotation", "class", "enum", "interface", "record", "method", "field"],
    command: (_, list) => ["java", packagePath(HERE, "JavaSymbols.java"), list],
    read: readLines,
  },
  {
    language: "ruby",
    extensions: [".rb"],
    name: "Prism",
    kinds: ["class", "module", "method", "singletonMethod", "function"],
    command: node("ruby-symbols.mjs"),
    read: readLines,
  },
  ctags("php", [".php"], ["class", "interface", "trait", "function"]),
  {
    language: "rust",
    extensions: [".rs"],
    name: "syn",
    kinds: ["module", "struct", "interface", "function", "method", "enum", "typedef", "macro"],
    command: (tools, list) => [join(tools, "syn/release/syn-parser"), list, "symbols"],
    read: readLines,
  },
  ctags("c", [".c"], ["function", "struct", "union", "enum", "typedef"], ["--kinds-C=+px"]),
];

/** By absolute path; what the authority cannot read is not in it. */
export function askAuthority(
  authority: SymbolAuthority,
  scene: { readonly tools: string; readonly home: string; readonly root: string },
  paths: readonly string[],
): Map<string, OutsideSymbol[]> {
  mkdirSync(scene.home, { recursive: true });
  const list = join(scene.home, `${authority.language}.list`);
  writeFileSync(list, `${paths.join("\n")}\n`);
  const [command = "", ...args] = authority.command(scene.tools, list, scene.root);
  const ended = spawnSync(command, args, { encoding: "utf8", maxBuffer: 1 << 30 });
  if (ended.error !== undefined || ended.status !== 0) {
    throw new Failure("INTERNAL", `${authority.name} failed: ${ended.error?.message ?? ended.stderr.slice(-500)}`, {
      hint: "docs/inside/truth-judges.md says how to install the judges",
    });
  }
  return authority.read(ended.stdout, paths);
}
