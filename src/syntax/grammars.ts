// Loads tree-sitter grammars: WebAssembly files that the build puts into dist/grammars/, compressed. Each is compiled on first use and
// kept.
import { readFile } from "node:fs/promises";
import { setFlagsFromString } from "node:v8";
import { brotliDecompressSync } from "node:zlib";
import { Language, Parser } from "web-tree-sitter";
import { packagePath } from "../system/package-root.ts";
import { Failure, messageOf } from "../vocabulary/failure.ts";

/** A grammar's file name; `tree-sitter-ocaml` is `tree-sitter-ocaml.wasm.br`. */
export type GrammarName = string;

/**
 * Turns off V8's optimising WebAssembly compiler for the grammars that this process loads: optimising a large one in the background
 * stalls the next load by seconds. tree-sitter itself, which is small and runs for each text, is loaded before that and optimised. To
 * be called before the first grammar is loaded, and only in a process that does nothing else with WebAssembly.
 */
export async function prepareWasm(): Promise<void> {
  await initialise();
  setFlagsFromString("--liftoff-only");
}

/**
 * Whether the WebAssembly that all grammars share has come to harm: its memory holds what the call left behind that never
 * returned, and every parse after that may fail too, whatever its text. Only a new process helps.
 */
export const isWasmBroken = (error: unknown): boolean =>
  error instanceof RangeError || (error instanceof Error && error.name === "RuntimeError");

/** Whether an error says nothing of the text that was parsed: WebAssembly is broken, or a part of this program is missing. */
export const isOurFault = (error: unknown): boolean => isWasmBroken(error) || error instanceof Failure;

let ready: Promise<void> | undefined;
const languages = new Map<GrammarName, Promise<Language>>();

/**
 * The grammar's compiled language. Rejects with a Failure when its file is missing or does not fit the runtime, which says nothing of
 * the text; the next call tries again.
 */
export function loadGrammar(name: GrammarName): Promise<Language> {
  let language = languages.get(name);
  if (language === undefined) {
    language = load(name);
    languages.set(name, language);
    language.catch(() => languages.delete(name));
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
  try {
    const packed = await readFile(packagePath("dist", "grammars", `${name}.wasm.br`));
    // At once: in the background it takes half as much processor time again, by its way through the event loop for each 16 KB.
    return await Language.load(brotliDecompressSync(packed));
  } catch (error) {
    if (isWasmBroken(error)) {
      throw error;
    }
    throw new Failure("INTERNAL", `the grammar ${name} cannot be loaded: ${messageOf(error)}`, {
      hint: "if context-broker was updated just now, restart the client; otherwise reinstall context-broker",
      cause: error,
    });
  }
}

/**
 * What the library's cursor calls, without its copies of the cursor's state before and after each call: the state stays in the
 * library's transfer buffer for as long as nothing else of the library is called. `tree` is the address of the tree.
 */
export interface CursorCalls {
  _ts_tree_cursor_current_node_type_id_wasm(tree: number): number;
  _ts_tree_cursor_start_index_wasm(tree: number): number;
  _ts_tree_cursor_end_index_wasm(tree: number): number;
  _ts_tree_cursor_current_field_id_wasm(tree: number): number;
  /** 1 if there is one; so below. */
  _ts_tree_cursor_goto_first_child_wasm(tree: number): number;
  _ts_tree_cursor_goto_next_sibling_wasm(tree: number): number;
  _ts_tree_cursor_goto_parent_wasm(tree: number): number;
  /** Address of the transfer buffer; calling it again changes nothing else. */
  _ts_init(): number;
  /** The memory by words of four bytes; another array whenever the memory has grown. */
  readonly HEAP32: Int32Array;
}

/** The library finds its own WebAssembly beside its code, which is bundled; it puts its functions into this object. */
const loaded: object = { locateFile: () => packagePath("dist", "grammars", "web-tree-sitter.wasm") };

function initialise(): Promise<void> {
  ready ??= Parser.init(loaded);
  return ready;
}

/** To be called when a parser was opened. */
export const cursorCalls = (): CursorCalls => loaded as CursorCalls;
