// What says which symbols a file has, by language, and which of their kinds are symbols here too. Documented in docs/truth.md.
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
  readonly read: (printed: string) => Map<string, OutsideSymbol[]>;
}

const HERE = "test/benchmarks/truth/judges/symbols";

function readLines(printed: string): Map<string, OutsideSymbol[]> {
  type Line = { path: string; symbols: [string, number, string, boolean][] };
  const lines = printed.split("\n").filter((line) => line !== "");
  return new Map(
    lines.map((line) => {
      const { path, symbols } = JSON.parse(line) as Line;
      return [path, symbols.map(([name, at, kind, inFunction]) => ({ name, line: at, kind, inFunction }))];
    }),
  );
}

const FUNCTION_SCOPES = /function|method|func/i;

function readCtags(printed: string): Map<string, OutsideSymbol[]> {
  type Tag = { name: string; path: string; line: number; kind: string; scopeKind?: string };
  const found = new Map<string, OutsideSymbol[]>();
  for (const line of printed.split("\n").filter((one) => one.startsWith("{"))) {
    const { name, path, line: at, kind, scopeKind = "" } = JSON.parse(line) as Tag;
    const symbol = { name, line: at, kind, inFunction: FUNCTION_SCOPES.test(scopeKind) };
    found.set(path, [...(found.get(path) ?? []), symbol]);
  }
  return found;
}

const ctags = (language: string, extensions: readonly string[], kinds: readonly string[]): SymbolAuthority => ({
  language,
  extensions,
  name: "Universal Ctags",
  kinds,
  command: (_, list) => ["ctags", "--output-format=json", "--fields=+nK", "-f", "-", "-L", list],
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
  ctags("java", [".java"], ["annotation", "class", "enum", "interface", "method", "field"]),
  ctags("ruby", [".rb"], ["class", "module", "method", "singletonMethod"]),
  ctags("php", [".php"], ["class", "interface", "trait", "function"]),
  ctags("rust", [".rs"], ["module", "struct", "interface", "function", "method", "enum", "typedef"]),
  ctags("c", [".c"], ["function", "struct", "union", "enum", "typedef"]),
];

/** By absolute path. */
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
      hint: "docs/truth.md says how to install the judges",
    });
  }
  return authority.read(ended.stdout);
}
