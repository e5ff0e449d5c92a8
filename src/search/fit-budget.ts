// Which hits an answer can carry, and how much of each, so that its text and its JSON both stay within the tokens
// asked for. A hit that does not fit loses lines, then its source, then its place; each loss is counted.
// Knows costs, not where hits come from.
import type { TokenCounter } from "../system/token-counter.ts";
import type { Detail } from "../vocabulary/search.ts";
import { type FoundHit, linesOf, startOf } from "./read-source.ts";
import { renderHit } from "./render-answer.ts";
import type { ShownHit, ShownSource } from "./search-result.ts";
import { structuredHit } from "./structured-answer.ts";
import { BYTES_PER_TOKEN } from "./token-statistics.ts";

/** Fewer tokens of source than this are not worth an anchor's context; a location says as much. */
const TRIMMED_TOKENS_MIN = 40;
/** Share of the room that places alone may take before any source is given room. */
const LOCATIONS_SHARE = 0.5;
/** Source has 3.5 to 5.1 characters a token; a text with more than this for each free token is not counted in vain. */
const CHARACTERS_PER_TOKEN_MAX = 8;
/** Text left out is counted up to here and estimated beyond: 100 files of a megabyte would take ten seconds. */
const COUNTED_CHARACTERS_MAX = 100_000;

/** What a piece costs in each of the two forms. */
interface Cost {
  readonly text: number;
  readonly json: number;
}

export interface Fitting {
  readonly hits: readonly ShownHit[];
  readonly hitsTrimmed: number;
  readonly hitsAsLocations: number;
  readonly tokensCut: number;
}

export interface FitRequest {
  readonly found: readonly FoundHit[];
  readonly detail: Detail;
  /** Tokens for all hits together, in either form. */
  readonly room: Cost;
  readonly withSignals: boolean;
  readonly counter: TokenCounter;
}

const NOTHING: Cost = { text: 0, json: 0 };
const plus = (a: Cost, b: Cost): Cost => ({ text: a.text + b.text, json: a.json + b.json });
const minus = (a: Cost, b: Cost): Cost => ({ text: a.text - b.text, json: a.json - b.json });
const within = (cost: Cost, room: Cost): boolean => cost.text <= room.text && cost.json <= room.json;

function costOf(hit: ShownHit, { counter, withSignals }: FitRequest): Cost {
  // A separator joins the JSON of two hits; text pieces end and begin where the encoding never joins tokens.
  return {
    text: counter.count(renderHit(hit)),
    json: counter.count(`${JSON.stringify(structuredHit(hit, withSignals))},`) + 1,
  };
}

const location = ({ hit, contentHash }: FoundHit, rank: number): ShownHit => ({
  ...hit,
  rank,
  source: null,
  trimmed: false,
  contentHash,
});

function withLines(
  found: FoundHit,
  shown: ShownHit,
  startLine: number,
  endLine: number,
  count: TokenCounter,
): ShownHit {
  const text = linesOf(found.source, startLine, endLine);
  const source: ShownSource = { startLine, endLine, text, tokens: count.count(text) };
  return { ...shown, source, trimmed: startLine !== shown.startLine || endLine !== shown.endLine };
}

/** The most lines from the chunk's first on that fit; null where too few do. */
function trim(found: FoundHit, shown: ShownHit, room: Cost, request: FitRequest): ShownHit | null {
  const from = found.coreStart;
  const reach = startOf(found.source, from) + Math.min(room.text, room.json) * CHARACTERS_PER_TOKEN_MAX;
  let low = from - 1;
  let high = from - 1;
  while (high < shown.endLine && startOf(found.source, high + 2) <= reach) {
    high++;
  }
  let best: ShownHit | null = null;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    const candidate = withLines(found, shown, from, middle, request.counter);
    if (within(costOf(candidate, request), room)) {
      best = candidate;
      low = middle;
    } else {
      high = middle - 1;
    }
  }
  return best?.source != null && best.source.tokens >= TRIMMED_TOKENS_MIN ? best : null;
}

/** The whole hit where it fits, a part where that fits, else null. */
function giveSource(found: FoundHit, shown: ShownHit, room: Cost, request: FitRequest): ShownHit | null {
  const characters = linesOf(found.source, shown.startLine, shown.endLine).length;
  if (characters <= Math.min(room.text, room.json) * CHARACTERS_PER_TOKEN_MAX) {
    const whole = withLines(found, shown, shown.startLine, shown.endLine, request.counter);
    if (within(costOf(whole, request), room)) {
      return whole;
    }
  }
  return trim(found, shown, room, request);
}

interface Placed {
  readonly found: FoundHit;
  readonly shown: ShownHit;
  readonly cost: Cost;
}

/** Locations of the hits from `from` on, in order of rank, while they fit into the room. */
function place(request: FitRequest, from: number, room: Cost): Placed[] {
  const placed: Placed[] = [];
  let free = room;
  for (const found of request.found.slice(from)) {
    const shown = location(found, from + placed.length + 1);
    const cost = costOf(shown, request);
    if (!within(cost, free)) {
      break;
    }
    free = minus(free, cost);
    placed.push({ found, shown, cost });
  }
  return placed;
}

const total = (placed: readonly Placed[]): Cost => placed.reduce((sum, { cost }) => plus(sum, cost), NOTHING);

/**
 * Places first, in order of rank, within their share of the room, one at least; then source, in order of rank, with what
 * is left; then further places with what is left of that.
 */
export function fitHits(request: FitRequest): Fitting {
  const { found, room, detail, counter } = request;
  const withSource = detail !== "locations";
  const share = withSource ? LOCATIONS_SHARE : 1;
  const shared = place(request, 0, { text: room.text * share, json: room.json * share });
  const placed = shared.length > 0 ? shared : place(request, 0, room).slice(0, 1);
  let used = total(placed);
  const first = placed.map(({ found: one, shown, cost }) => {
    const upgraded = withSource ? giveSource(one, shown, plus(minus(room, used), cost), request) : null;
    used = upgraded === null ? used : plus(minus(used, cost), costOf(upgraded, request));
    return upgraded ?? shown;
  });
  const further = place(request, placed.length, minus(room, used));
  const hits = [...first, ...further.map(({ shown }) => shown)];
  return {
    hits,
    hitsTrimmed: hits.filter(({ trimmed }) => trimmed).length,
    hitsAsLocations: withSource ? hits.filter(({ source }) => source === null).length : 0,
    tokensCut: withSource ? tokensCut(found, hits, counter) : 0,
  };
}

/** Tokens of all lines found. */
function sizeOf({ source, hit, wholeTokens }: FoundHit, counter: TokenCounter): number {
  if (wholeTokens !== null) {
    return wholeTokens;
  }
  const text = linesOf(source, hit.startLine, hit.endLine);
  return text.length > COUNTED_CHARACTERS_MAX ? Math.round(text.length / BYTES_PER_TOKEN) : counter.count(text);
}

function tokensCut(found: readonly FoundHit[], hits: readonly ShownHit[], counter: TokenCounter): number {
  return found.reduce((sum, one, at) => {
    const shown = hits[at];
    const isWhole = shown?.source != null && !shown.trimmed;
    return isWhole ? sum : sum + Math.max(0, sizeOf(one, counter) - (shown?.source?.tokens ?? 0));
  }, 0);
}
