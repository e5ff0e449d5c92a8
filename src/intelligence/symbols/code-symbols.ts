// What counts as a symbol in the numbers of all tools.
import type { SymbolRecord } from "../../index/snapshot.ts";

/** Headings of prose and keys of data files are listed by list_symbols, and in no count. */
export const isCodeSymbol = ({ kind }: Pick<SymbolRecord, "kind">): boolean => kind !== "section" && kind !== "data";
