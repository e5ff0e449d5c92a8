// Places that an intent's words are found in, as candidates beside the targets that it names.
import type { DocumentRecord, Snapshot } from "../../index/snapshot.ts";
import { bindFilter, compileFilter } from "../../search/query/filter.ts";
import { parseQuery } from "../../search/query/parse-query.ts";
import { rank } from "../../search/ranking/rank.ts";
import { retrieve } from "../../search/ranking/retrieve.ts";
import type { LineRange } from "../../vocabulary/chunk.ts";

export interface FoundPlace extends LineRange {
  readonly path: string;
  readonly symbol: string | null;
}

interface Target {
  readonly document: DocumentRecord;
  readonly spans: readonly LineRange[];
}

const PLACES_MAX = 5;
const NO_FILTER = compileFilter({ paths: [], languages: [], kinds: [] }, new Set());

/** By words alone, best first; what lies inside a target is left out. */
export function findPlaces(snapshot: Snapshot, text: string, targets: readonly Target[]): FoundPlace[] {
  if (text.trim() === "") {
    return [];
  }
  const query = parseQuery(text);
  const { hits } = rank(snapshot, query, retrieve(snapshot, query, bindFilter(NO_FILTER, snapshot), null, PLACES_MAX));
  return hits
    .filter((hit) => !targets.some((target) => isInside(hit, target)))
    .slice(0, PLACES_MAX)
    .map(({ path, symbol, startLine, endLine }) => ({ path, symbol, startLine, endLine }));
}

const isInside = ({ path, startLine, endLine }: FoundPlace, { document, spans }: Target): boolean =>
  document.path === path && spans.some((span) => startLine <= span.endLine && span.startLine <= endLine);
