// Which answers stand for reading the files that they count.

/**
 * Operations whose answers replace reading the files that they count. Graphs, lists and matching lines would have been as
 * short from other tools, and no assistant has read what was saved to disk.
 */
const STANDS_FOR_READING: ReadonlySet<string> = new Set(["search_codebase", "get_symbol_source", "analyze_file"]);

/** `contextTokens`: of source, in the answer. */
export const standsForReading = (operation: string, contextTokens: number, hits: number): boolean =>
  contextTokens > 0 && hits > 0 && STANDS_FOR_READING.has(operation);
