// What counts as a symbol where tools say how many there are.
import type { SymbolRecord } from "../../index/snapshot.ts";

/** Headings of prose and keys of data files are listed by list_symbols, and in no count. */
export const isCodeSymbol = ({ kind }: Pick<SymbolRecord, "kind">): boolean => kind !== "section" && kind !== "data";
