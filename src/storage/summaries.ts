// The list of a project's saved results. A document or place that cannot be read adds a problem, and the list goes on.
import { Failure, type Problem } from "../vocabulary/failure.ts";
import type { Detail } from "../vocabulary/search.ts";
import type { StorageBackend, StoredEntry } from "./backend.ts";
import type { Location, Scope } from "./locations.ts";
import type { ResultName } from "./names.ts";
import type { OwnSaves } from "./own-saves.ts";
import { isHandoff, parseSavedDocument, type SavedDocument } from "./saved-document.ts";

/** Documents read for one list, the newest of each place; the rest is counted. */
const LISTED_MAX = 500;

export interface ResultSummary {
  readonly name: ResultName;
  readonly scope: Scope;
  readonly path: string;
  readonly trust: "own" | "untrusted";
  readonly kind: "search" | "handoff";
  /** The goal of a handoff. */
  readonly query: string;
  /** ISO 8601, UTC. */
  readonly timestamp: string;
  readonly fileCount: number;
  /** Of a search. */
  readonly search: { readonly detail: Detail; readonly hitCount: number; readonly contextTokens: number } | null;
  /** Places of a handoff; 0 of a search. */
  readonly placeCount: number;
  /** Bytes of the document. */
  readonly size: number;
  /** True where a result of the same name in another place is read instead of this one. */
  readonly hidden: boolean;
}

interface PlaceListing {
  readonly results: readonly ResultSummary[];
  readonly omitted: number;
  readonly problems: readonly Problem[];
}

function problemOf(error: unknown, what: string): Problem {
  if (!(error instanceof Failure)) {
    throw error;
  }
  return { code: "SAVED_RESULT_UNREADABLE", message: `${what} is not listed: ${error.message}` };
}

async function summaryOf(
  location: Location,
  backend: StorageBackend,
  entry: StoredEntry,
  own: OwnSaves,
): Promise<ResultSummary | null> {
  const text = await backend.read(entry.name);
  if (text === null) {
    return null;
  }
  const path = backend.address(entry.name);
  return {
    name: entry.name,
    scope: location.scope,
    path,
    trust: trustIn(location, text, own),
    ...contentOf(parseSavedDocument(text, path)),
    size: entry.size,
    hidden: false,
  };
}

function contentOf(
  document: SavedDocument,
): Pick<ResultSummary, "kind" | "query" | "timestamp" | "fileCount" | "search" | "placeCount"> {
  const { timestamp } = document;
  if (isHandoff(document)) {
    const { goal: query, places } = document;
    const fileCount = new Set(places.map(({ path }) => path)).size;
    return { kind: "handoff", query, timestamp, fileCount, search: null, placeCount: places.length };
  }
  const { query, detail, file_count: fileCount, hits, statistics } = document;
  const search = { detail, hitCount: hits.length, contextTokens: statistics.context_tokens };
  return { kind: "search", query, timestamp, fileCount, search, placeCount: 0 };
}

async function listPlace(location: Location, own: OwnSaves): Promise<PlaceListing> {
  const results: ResultSummary[] = [];
  try {
    const backend = await location.find();
    if (backend === null) {
      return { results, omitted: 0, problems: [] };
    }
    const listing = await backend.list();
    const problems = [...listing.problems];
    const newestFirst = listing.entries.toSorted((a, b) => b.modifiedMs - a.modifiedMs || (a.name < b.name ? -1 : 1));
    for (const entry of newestFirst.slice(0, LISTED_MAX)) {
      try {
        const summary = await summaryOf(location, backend, entry, own);
        results.push(...(summary === null ? [] : [summary]));
      } catch (error) {
        problems.push(problemOf(error, JSON.stringify(entry.name)));
      }
    }
    return { results, omitted: Math.max(0, newestFirst.length - LISTED_MAX), problems };
  } catch (error) {
    return { results, omitted: 0, problems: [problemOf(error, `the folder ${location.place}`)] };
  }
}

/** `own`: everything in the user's home, and documents in a project's folder that this user saved on this machine. */
export const trustIn = (location: Location, text: string, own: OwnSaves): "own" | "untrusted" =>
  location.trust === "own" || own.has(text) ? "own" : "untrusted";

/** All places, newest first; a result hides those of the same name in later places. */
export async function summarize(places: readonly Location[], own: OwnSaves): Promise<PlaceListing> {
  const listings: PlaceListing[] = [];
  for (const location of places) {
    listings.push(await listPlace(location, own));
  }
  const seen = new Set<ResultName>();
  const results = listings.flatMap((listing) => {
    const marked = listing.results.map((result) => ({ ...result, hidden: seen.has(result.name) }));
    for (const result of marked) {
      seen.add(result.name);
    }
    return marked;
  });
  return {
    results: results.toSorted((a, b) => (a.timestamp === b.timestamp ? 0 : a.timestamp < b.timestamp ? 1 : -1)),
    omitted: listings.reduce((sum, listing) => sum + listing.omitted, 0),
    problems: listings.flatMap((listing) => listing.problems),
  };
}
