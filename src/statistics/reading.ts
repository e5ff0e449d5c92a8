// Which answers are searches, and which of them save anything: what they stand in place of, and what that would have cost.
import { wordSet } from "../vocabulary/text.ts";

/** Questions where code is. Questions about the index, the project, a file or a language are answers, but no searches. */
const SEARCHES: ReadonlySet<string> = wordSet(`
search_codebase save_search_results search_text search_symbols search_files search_ast find_references get_symbol
get_symbol_source get_call_graph analyze_impact
`);

export const isSearch = (operation: string): boolean => SEARCHES.has(operation);

/**
 * Operations whose answers replace reading the files that they name. Graphs, lists and matching lines would be as short from other tools, and
 * results that were saved to disk have not been read by anybody.
 */
const STANDS_FOR_READING: ReadonlySet<string> = new Set(["search_codebase", "get_symbol_source", "analyze_file"]);

/** `contextTokens`: tokens of source in the answer. */
export const standsForReading = (operation: string, contextTokens: number, hits: number): boolean =>
  contextTokens > 0 && hits > 0 && STANDS_FOR_READING.has(operation);

/** Outcomes of an answer that nobody should rely on: it costs what it took to send, and saves nothing. */
const DOUBTFUL: ReadonlySet<string> = new Set(["empty", "none", "weak"]);

/** What a line of the journal says of its answer. */
interface Answered {
  readonly operation: string;
  readonly outcome?: string | undefined;
  readonly hits: number;
}

export const isDoubtful = ({ operation, outcome, hits }: Answered): boolean =>
  STANDS_FOR_READING.has(operation) && (hits === 0 || (outcome !== undefined && DOUBTFUL.has(outcome)));

export interface Alternative {
  readonly tokens: number;
  readonly isGrep: boolean;
}

/** What a line of the journal says that an answer stands in place of. */
interface Alternatives {
  readonly first_files_tokens?: number | undefined;
  readonly grep_tokens?: number | undefined;
}

/** The cheaper of reading the files of the first hits and grepping; null of a line that does not say (of an older version). */
export function alternativeOf({ first_files_tokens: files, grep_tokens: grep }: Alternatives): Alternative | null {
  if (files === undefined) {
    return null;
  }
  return grep !== undefined && grep < files ? { tokens: grep, isGrep: true } : { tokens: files, isGrep: false };
}
