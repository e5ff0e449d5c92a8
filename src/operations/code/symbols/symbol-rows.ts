// Input fields and rows that the tools which list symbols share: which files are admitted, and symbols grouped by file.
import { z } from "zod";
import type { DocumentRecord, Snapshot, SymbolRecord } from "../../../index/snapshot.ts";
import type { SymbolFilter } from "../../../intelligence/symbols/candidate-files.ts";
import { compileFilter, prepareFilter } from "../../../search/query/filter.ts";
import type { ChunkKind } from "../../../vocabulary/chunk.ts";
import { CERTAINTIES } from "../../../vocabulary/facts.ts";
import { shortened } from "../../../vocabulary/shown-text.ts";
import type { CodeScene } from "../../answer/answer-code.ts";
import type { Filtered } from "../../answer/envelope.ts";
import { defineTable, type RowOf } from "../../answer/table.ts";
import { entriesField } from "../../search/search-request.ts";

const entries = entriesField.default([]);

export const symbolFields = {
  // Not an enumeration, since every client pays for it in every conversation; the error for an unknown kind lists all.
  kinds: entries
    .describe("Such as function, class")
    .meta({ help: "Only symbols of a kind, such as function, method, class" }),
  paths: entries
    .describe("Folders, globs")
    .meta({ help: "Only folders, or files that match a glob such as src/**; ! in front leaves files out" }),
};

/** Throws INVALID_INPUT for an unknown kind, and for globs that can match no file or take too long. */
export async function filterSymbols(
  { kinds, paths }: { readonly kinds: readonly string[]; readonly paths: readonly string[] },
  { session, corpus, signal }: CodeScene,
): Promise<SymbolFilter> {
  const asked = { paths, languages: [], kinds: kinds as readonly ChunkKind[] };
  const compiled = compileFilter(asked, session.languages, null, session.inner?.());
  const filter = await prepareFilter(compiled, corpus.current().files, signal);
  return {
    admits: paths.length === 0 ? () => true : (document) => filter.admitsDocument(document),
    admitsKind: filter.admitsKind,
  };
}

/** Admits every file and every kind. */
export const NO_FILTER: SymbolFilter = { admits: () => true, admitsKind: () => true };

/** What the filter excluded from an empty answer; `found` counts the rows without it. Null without a filter. */
export function filteredSymbols(
  { kinds, paths }: { readonly kinds: readonly string[]; readonly paths: readonly string[] },
  { admits }: SymbolFilter,
  snapshot: Snapshot,
  found: () => number,
): Filtered | null {
  const by = [...(paths.length === 0 ? [] : ["paths"]), ...(kinds.length === 0 ? [] : ["kinds"])];
  if (by.length === 0) {
    return null;
  }
  const documents = [...snapshot.documents()];
  const admitted = documents.filter(admits).length;
  return { by: admitted === 0 ? ["paths"] : by, hidden: found(), files: { admitted, of: documents.length } };
}

export const symbolColumns = {
  path: z.string(),
  start_line: z.number().meta({ doc: "1-based" }),
  end_line: z.number().meta({ doc: "inclusive" }),
  kind: z.string(),
  symbol: z.string().meta({ doc: "with what it is in: Class.method" }),
};

/** Symbols by file: `3-23 class OrderStore`. */
export const SYMBOLS = defineTable({
  doc: "by file",
  columns: {
    ...symbolColumns,
    match: z.string().nullable().optional().meta({ doc: "how it matched, if asked" }),
    /** Of several that a name on a line means. */
    certainty: z.enum(CERTAINTIES).nullable().optional(),
  },
  grouped: true,
  shared: ["kind", "match", "certainty"],
  usual: { match: "exact" },
  line: ({ start_line: first, end_line: last, kind, symbol, match, certainty }) =>
    [`${first}-${last}`, kind, symbol, match, certainty].filter((cell) => cell !== undefined).join(" "),
});

export const symbolCells = ({ document, symbol }: SymbolRow): RowOf<typeof SYMBOLS> => ({
  path: document.path,
  start_line: symbol.startLine,
  end_line: symbol.endLine,
  kind: symbol.kind,
  symbol: shortened(symbol.path),
});

interface SymbolRow {
  readonly document: DocumentRecord;
  readonly symbol: SymbolRecord;
}
