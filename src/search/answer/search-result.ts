// The answer of a search as data: ranked hits with their source, what was searched, and what was cut.
import type { ChunkKind, LineRange, ParseState } from "../../vocabulary/chunk.ts";
import type { Problem } from "../../vocabulary/failure.ts";
import type { Coverage, Detail, Hit, SearchFilter, TokenStatistics } from "../../vocabulary/search.ts";
import type { NumberedLine } from "../../vocabulary/text.ts";
import type { Correction } from "../query/parse-query.ts";

/**
 * `ambiguous`: an unqualified name with several equally ranked definitions; the hits are still there. `weak`: there are hits, but nothing
 * clearly answers the question. `none`: the project seems to have no answer; the hits are the few nearest places, without source.
 */
export type SearchOutcome = "found" | "empty" | "ambiguous" | "weak" | "none";

/** How the hits were found: by words and meaning together, by one of them, or by a symbol's name. */
export type MatchType = "hybrid" | "words" | "meaning" | "symbol" | "none";

/** `not used`: it would not serve this question. */
export type PartState = "applied" | "unavailable" | "disabled" | "stale" | "falling back" | "not used";

/** How an optional part was used for the answer, and why. */
export interface PartStatus {
  readonly state: PartState;
  /** One phrase; "" where the state says it all. */
  readonly detail: string;
}

export interface Parts {
  readonly vectors: PartStatus;
  /** The query cache's memory layer; `hit` or `miss`, and why where there is none. */
  readonly cache: PartStatus;
  /** The query cache's disk layer. */
  readonly diskCache: PartStatus;
}

/** Source as carried: whole lines of one file, verified against the indexed content. */
export interface ShownSource extends LineRange {
  /** Line ends as in the file; no final line break. */
  readonly text: string;
  /** The line break that the last line has in the file; "" where the file ends without one. */
  readonly lineEnd: string;
  /**
   * Lines of the file outside the text that it cannot be read without, in order: the signatures that enclose it and the
   * imports it uses. What another hit of the answer shows is not repeated; a long line ends in `…`.
   */
  readonly context: readonly NumberedLine[];
  /** Tokens of the text and the context. */
  readonly tokens: number;
}

/**
 * A hit as the answer carries it. Overlapping and adjacent chunks of one file are one shown hit, and so are the pieces of
 * one symbol where there is room for all of it.
 */
export interface ShownHit extends Hit {
  /** The label of its project, in an answer about several; `path` is marked then (src/vocabulary/joined-path.ts). */
  readonly project?: string;
  /** Null where only the location is carried. */
  readonly source: ShownSource | null;
  /** 1-based first line of the chunk that was ranked: where to look when there is no source. */
  readonly line: number;
  /** The lines of the hit's whole symbol, where they are more than the hit's. */
  readonly symbolLines: LineRange | null;
  /** True where the budget allowed fewer lines than were found. */
  readonly trimmed: boolean;
  /** Hex SHA-256 of the file's bytes at the time of the answer. */
  readonly contentHash: string;
}

/** One of several equal definitions of an ambiguous name. */
export interface Definition {
  readonly path: string;
  /** 1-based line of the name. */
  readonly line: number;
  readonly symbol: string;
  readonly kind: ChunkKind;
}

/** What the token budget cost the answer. All 0 and false: nothing was cut. */
export interface Cut {
  /** Ranked hits before the budget; chunks that are shown as one are counted as one. */
  readonly hitsFound: number;
  readonly hitsReturned: number;
  /** Returned with fewer lines than found. */
  readonly hitsTrimmed: number;
  /** Returned as locations although source was requested. */
  readonly hitsAsLocations: number;
  /** Tokens of source that were found and are not carried; a very long text is estimated by its size. */
  readonly tokensCut: number;
  /** Lines of enclosing signatures and of imports used that were left out beside the source carried. */
  readonly contextLinesCut: number;
  /** True where the score shares were left out to make room for source. */
  readonly signalsOmitted: boolean;
  /** Definitions of an ambiguous name that are counted but not listed. */
  readonly definitionsOmitted: number;
  /** The budget that would show everything found, estimated and rounded up; 0 where nothing was cut, or none is larger. */
  readonly tokensWanted: number;
  /** 0: nothing; 1: details of scope, parts and problems; 2: all but counts and states. */
  readonly envelope: 0 | 1 | 2;
}

/** One of several projects that were searched together. */
export interface SearchedProject {
  readonly label: string;
  readonly root: string;
  /** What the filter's `changedSince` stood for in it, in hex. */
  readonly commit?: string;
  /** Admitted files whose present content is not known to be indexed. */
  readonly lagging: number;
  readonly coverage: Coverage | null;
  /** Why it has no part in the answer; null where it has. */
  readonly failure: { readonly code: string; readonly message: string } | null;
}

export interface SearchResult {
  /** Absent where one project was searched. */
  readonly projects?: readonly SearchedProject[];
  readonly outcome: SearchOutcome;
  readonly matchType: MatchType;
  /** As normalised. */
  readonly query: string;
  /** What was searched in place of what is nowhere in the project; absent where nothing was set right. */
  readonly corrections?: readonly Correction[];
  /**
   * Words of the question that occur nowhere in the project, as written, most telling first; where the answer is not doubtful, only names and
   * what is no English word. Absent: none.
   */
  readonly missingWords?: readonly string[];
  /** The requested detail, or `locations` of the outcome `none`: a hit without source is complete with `locations`, and cut otherwise. */
  readonly detail: Detail;
  readonly hits: readonly ShownHit[];
  /** Empty unless the outcome is `ambiguous`. */
  readonly definitions: readonly Definition[];
  readonly generation: number;
  /** Admitted files whose present content is not known to be indexed; 0 is fresh. */
  readonly lagging: number;
  /** As in Freshness. */
  readonly unchecked?: true;
  /** True where the project was never indexed as a whole: files that are not indexed yet are ranked by their raw text. */
  readonly building: boolean;
  /** Files whose text the answer was made from, indexed or not. */
  readonly filesRead: number;
  /** True while another process holds the writer lease. */
  readonly writtenElsewhere: boolean;
  readonly coverage: Coverage;
  /** Files that the hits lie in, by how their text was understood. */
  readonly parse: Readonly<Record<ParseState, number>>;
  readonly scope: {
    readonly filter: SearchFilter;
    /**
     * What the filter's `changedSince` stood for: the commit in hex, unless each of several projects has its own, and how many files differ
     * from it.
     */
    readonly changedSince?: { readonly commit?: string; readonly files: number };
    /** Files that the filter's paths and languages admit. */
    readonly filesInScope: number;
    /** Files the project does not search, by class. */
    readonly excluded: Readonly<Record<string, number>>;
  };
  readonly parts: Parts;
  readonly problems: readonly Problem[];
  /** Files that changed between indexing and reading: their hits are left out; freshen and ask again. */
  readonly changedFiles: readonly string[];
  readonly cut: Cut;
  readonly statistics: TokenStatistics;
}
