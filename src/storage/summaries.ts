// The list of a project's saved results. A document or place that cannot be read adds a problem, and the list goes on.
import { Failure } from "../vocabulary/failure.ts";
import type { Problem } from "../vocabulary/problem.ts";
import type { Detail } from "../vocabulary/search.ts";
import type { StorageBackend, StoredEntry } from "./backend.ts";
import type { Location, Scope } from "./locations.ts";
import type { ResultName } from "./names.ts";
import type { OwnSaves } from "./own-saves.ts";
import { parseSavedResult } from "./saved-result.ts";

/** Documents read for one list, the newest of each place; the rest is counted. */
const LISTED_MAX = 500;

export interface ResultSummary {
  readonly name: ResultName;
  readonly scope: Scope;
  readonly path: string;
  readonly trust: "own" | "untrusted";
  readonly query: string;
  /** ISO 8601, UTC. */
  readonly timestamp: string;
  readonly detail: Detail;
  readonly fileCount: number;
  readonly hitCount: number;
  readonly contextTokens: number;
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
  const document = parseSavedResult(text, path);
  return {
    name: entry.name,
    scope: location.scope,
    path,
    trust: trustIn(location, text, own),
    query: document.query,
    timestamp: document.timestamp,
    detail: document.detail,
    fileCount: document.file_count,
    hitCount: document.hits.length,
    contextTokens: document.statistics.context_tokens,
    size: entry.size,
    hidden: false,
  };
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
