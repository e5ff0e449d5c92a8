// Loads tree-sitter grammars: WebAssembly files that the build puts into dist/grammars/. Each is compiled on first use and
// kept.
import { readFile } from "node:fs/promises";
import { setFlagsFromString } from "node:v8";
import { Language, Parser } from "web-tree-sitter";
import { packagePath } from "../system/package-root.ts";

/** A grammar's file name; `tree-sitter-ocaml` is `tree-sitter-ocaml.wasm`. */
export type GrammarName = string;

/**
 * Turns off V8's optimising WebAssembly compiler for this process: optimising one large grammar in the background
 * stalls the next load by seconds. To be called before the first load, and only in a process that does nothing else
 * with WebAssembly.
 */
export function prepareWasm(): void {
  setFlagsFromString("--liftoff-only");
}

/**
 * Whether the WebAssembly that all grammars share has come to harm: its memory holds what the call left behind that never
 * returned, and every parse after that may fail too, whatever its text. Only a new process helps.
 */
export function isWasmBroken(error: unknown): boolean {
  return error instanceof RangeError || (error instanceof Error && error.name === "RuntimeError");
}

let ready: Promise<void> | undefined;
const languages = new Map<GrammarName, Promise<Language>>();

/** The grammar's compiled language. Rejects when its file is missing or does not fit the runtime. */
export function loadGrammar(name: GrammarName): Promise<Language> {
  let language = languages.get(name);
  if (language === undefined) {
    language = load(name);
    languages.set(name, language);
  }
  return language;
}

/** A parser; tree-sitter's own WebAssembly is loaded before the first. */
export async function openParser(): Promise<Parser> {
  await initialise();
  return new Parser();
}

async function load(name: GrammarName): Promise<Language> {
  await initialise();
  return Language.load(await readFile(grammarPath(name)));
}

/** The library finds its own WebAssembly beside its code, which is bundled. */
function initialise(): Promise<void> {
  ready ??= Parser.init({ locateFile: () => grammarPath("web-tree-sitter") });
  return ready;
}

function grammarPath(name: GrammarName | "web-tree-sitter"): string {
  return packagePath("dist", "grammars", `${name}.wasm`);
}
