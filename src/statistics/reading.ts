// Which answers replace reading the files that they name.

/**
 * Operations whose answers replace reading the files that they name. Graphs, lists and matching lines would be as short from other tools, and
 * results that were saved to disk have not been read by anybody.
 */
const STANDS_FOR_READING: ReadonlySet<string> = new Set(["search_codebase", "get_symbol_source", "analyze_file"]);

/** `contextTokens`: tokens of source in the answer. */
export const standsForReading = (operation: string, contextTokens: number, hits: number): boolean =>
  contextTokens > 0 && hits > 0 && STANDS_FOR_READING.has(operation);
