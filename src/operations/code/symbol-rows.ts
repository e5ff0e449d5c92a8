// Input fields and rows that the tools which list symbols share: which files are admitted, and symbols under their files as
// compact lines, alike in both forms. Knows no ranking.
import { z } from "zod";
import type { DocumentRecord, SymbolRecord } from "../../index/snapshot.ts";
import type { Admits } from "../../intelligence/symbols/candidate-files.ts";
import { escapeName } from "../../search/answer/render-answer.ts";
import { shortened } from "../../search/answer/structured-answer.ts";
import { compileFilter, prepareFilter } from "../../search/query/filter.ts";
import { CHUNK_KINDS } from "../../vocabulary/chunk.ts";
import type { CodeScene } from "./answer-code.ts";

const ENTRIES_MAX = 100;

export const symbolFields = {
  kinds: z.array(z.enum(CHUNK_KINDS)).max(ENTRIES_MAX).default([]).describe("Default: all"),
  paths: z
    .array(z.string().min(1).max(1_000))
    .max(ENTRIES_MAX)
    .default([])
    .describe("Folders or globs: src/**; ! excludes"),
};

/** The files that the globs admit; INVALID_INPUT for what can mean none, or takes too long to tell. */
export async function admitting(paths: readonly string[], { session, corpus, signal }: CodeScene): Promise<Admits> {
  const compiled = compileFilter({ paths, languages: [], kinds: [] }, session.languages);
  const filter = await prepareFilter(compiled, corpus.current().files, signal);
  return filter.open ? () => true : (document) => filter.admitsDocument(document);
}

export interface SymbolRow {
  readonly document: DocumentRecord;
  readonly symbol: SymbolRecord;
  /** Said after the symbol. */
  readonly note?: string;
}

/** `3-23 class OrderStore` */
export const symbolLine = ({ symbol, note }: Omit<SymbolRow, "document">): string =>
  `${symbol.startLine}-${symbol.endLine} ${symbol.kind} ${shortened(symbol.path)}${note === undefined ? "" : ` ${note}`}`;

/** `src/order-store.ts:3-23 class OrderStore` */
export const symbolAt = ({ document, symbol }: SymbolRow): string => `${document.path}:${symbolLine({ symbol })}`;

/** The path first, then its symbols: one list a file, in the order of each file's first row. */
export function rowsByFile(rows: readonly SymbolRow[]): string[][] {
  const files = new Map<DocumentRecord, string[]>();
  for (const row of rows) {
    const file = files.get(row.document) ?? [row.document.path];
    file.push(symbolLine(row));
    files.set(row.document, file);
  }
  return [...files.values()];
}

export const linesOfFiles = (files: readonly (readonly string[])[]): string[] =>
  files.flatMap(([path = "", ...symbols]) => [escapeName(path), ...symbols.map((line) => ` ${escapeName(line)}`)]);

/** "1 file", "3,019 files". */
export const plural = (count: number, noun: string): string =>
  `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;
