// Decides which hits an answer shows, and how much of each, so that its text and its JSON both stay within the budget. Room is
// divided by how near a hit's score is to the best one's; docs/ranking.md has the evidence. A hit that does not fit loses
// lines, then its source, then its place; each loss is counted.
import type { TokenCounter } from "../../system/token-counter.ts";
import { linesOf } from "../../vocabulary/source-text.ts";
import type { FoundHit } from "./read-source.ts";
import type { ShownHit } from "./search-result.ts";
import {
  asLocation,
  type Cost,
  contextOf,
  giveContext,
  giveSource,
  giveSymbol,
  type IsShown,
  minus,
  NOTHING,
  type Priced,
  plus,
  priced,
  type Room,
  times,
  type Writing,
  within,
} from "./show-hit.ts";
import { sourceTokens } from "./source-tokens.ts";
import { BYTES_PER_TOKEN, COUNTED_CHARACTERS_MAX } from "./token-statistics.ts";

/** Share of the room for places before any source is given room. */
const LOCATIONS_SHARE = 0.3;
/** A hit's weight when room is divided: its score as a share of the best score, to this power. */
const NEARNESS_POWER = 8;
/**
 * Each hit in turn gets this share of the room or this many tokens, whichever is larger, as long as there is room: a smaller
 * piece says little more than its place.
 */
const PIECE_SHARE = 0.15;
const PIECE_TOKENS = 120;
/** A best hit with this share of all weight stands out: its whole symbol may be shown before others get any room. */
const STANDS_OUT = 0.5;
/** Scores can be below zero; no hit weighs less than this share of the best. */
const NEARNESS_MIN = 0.05;

export interface Fitting {
  readonly hits: readonly ShownHit[];
  /** Hits merged into another one's whole symbol. */
  readonly hitsAbsorbed: number;
  readonly hitsTrimmed: number;
  readonly hitsAsLocations: number;
  readonly tokensCut: number;
  readonly contextLinesCut: number;
  /** Cost of the hits; the answer costs at most this plus its envelope. */
  readonly cost: Cost;
}

export interface FitRequest extends Writing {
  readonly found: readonly FoundHit[];
  /** Tokens for all hits together, in either form. */
  readonly room: Cost;
}

/** A found hit and its state: not shown yet, shown in some form, or part of another. */
interface Slot {
  readonly found: FoundHit;
  readonly rank: number;
  shown: ShownHit | null;
  cost: Cost;
  absorbed: boolean;
}

const used = (slots: readonly Slot[]): Cost => slots.reduce((sum, { cost }) => plus(sum, cost), NOTHING);

function set(slot: Slot, { shown, cost }: Priced): void {
  slot.shown = shown;
  slot.cost = cost;
}

/** Lines of the slot's file that other slots show. */
function shownBeside(slot: Slot, slots: readonly Slot[]): IsShown {
  const sources = slots.flatMap((other) =>
    other !== slot && other.found.hit.path === slot.found.hit.path ? (other.shown?.source ?? []) : [],
  );
  return (line) =>
    sources.some(
      ({ startLine, endLine, context }) =>
        (startLine <= line && line <= endLine) || context.some((one) => one.line === line),
    );
}

const roomFor = (slot: Slot, slots: readonly Slot[], request: FitRequest, room: Cost): Room => ({
  ...request,
  room,
  isShown: shownBeside(slot, slots),
});

/** Adds the places of hits that have none, in order of rank, until the room is full. */
function place(slots: readonly Slot[], request: FitRequest, room: Cost): void {
  for (const slot of slots.filter(({ shown, absorbed }) => shown === null && !absorbed)) {
    const location = priced(slot.found, asLocation(slot.found, slot.rank), request);
    if (!within(plus(used(slots), location.cost), room)) {
      return;
    }
    set(slot, location);
  }
}

/** 0 to 1: how near the hit's score is to the best one's. */
function weightOf({ hit }: FoundHit, best: number): number {
  return best <= 0 ? 1 : Math.max(NEARNESS_MIN, hit.score / best) ** NEARNESS_POWER;
}

/** The hits inside a hit's symbol; null if one crosses its border. */
function hitsInside(slot: Slot, slots: readonly Slot[]): Slot[] | null {
  const { reach, hit } = slot.found;
  const touching = slots.filter(
    ({ found, absorbed }) =>
      found !== slot.found &&
      !absorbed &&
      found.hit.path === hit.path &&
      found.hit.startLine <= reach.endLine &&
      reach.startLine <= found.hit.endLine,
  );
  const inside = touching.filter(
    ({ found }) => reach.startLine <= found.hit.startLine && found.hit.endLine <= reach.endLine,
  );
  return inside.length === touching.length ? inside : null;
}

/** Shows the hit as its whole symbol, including the hits in it, if that fits the room. */
function growToSymbol(slot: Slot, slots: readonly Slot[], request: FitRequest, room: Cost): boolean {
  const inside = hitsInside(slot, slots);
  if (slot.shown === null || inside === null) {
    return false;
  }
  const rest = slots.filter((other) => !inside.includes(other));
  const grown = giveSymbol(slot.found, slot.shown, roomFor(slot, rest, request, plus(room, used(inside))));
  if (grown === null) {
    return false;
  }
  for (const other of inside) {
    other.shown = null;
    other.cost = NOTHING;
    other.absorbed = true;
  }
  set(slot, grown);
  return true;
}

/**
 * Divides source by weight: each hit in turn may take its share of what is left, so that room unused by a short one goes to
 * those after it.
 */
function share(slots: readonly Slot[], request: FitRequest): void {
  const best = slots[0]?.found.hit.score ?? 0;
  for (const slot of slots) {
    // Checked each time: a hit may have become part of an earlier one's symbol.
    if (slot.shown === null) {
      continue;
    }
    const waiting = slots.filter(({ shown, rank }) => shown !== null && rank >= slot.rank);
    const part = weightOf(slot.found, best) / waiting.reduce((sum, { found }) => sum + weightOf(found, best), 0);
    const free = minus(request.room, used(slots));
    const least = Math.max(PIECE_TOKENS, Math.min(request.room.text, request.room.json) * PIECE_SHARE);
    const room = plus(slot.cost, {
      text: Math.max(free.text * part, Math.min(least, free.text)),
      json: Math.max(free.json * part, Math.min(least, free.json)),
    });
    const standsOut = slot.rank === 1 && part >= STANDS_OUT;
    if (!standsOut || !growToSymbol(slot, slots, request, room)) {
      giveLines(slot, slots, request, room);
    }
  }
}

/** Adds lines to the hit, if they fit the room. */
function giveLines(slot: Slot, slots: readonly Slot[], request: FitRequest, room: Cost): void {
  if (slot.shown !== null && (slot.shown.source === null || slot.shown.trimmed)) {
    const longer = giveSource(slot.found, slot.shown, roomFor(slot, slots, request, room));
    if (longer !== null && (longer.shown.source?.tokens ?? 0) > (slot.shown.source?.tokens ?? 0)) {
      set(slot, longer);
    }
  }
}

/** Room that the shares leave goes to the hits in order of rank: lines that were cut, places, context, whole symbols. */
function fillUp(slots: readonly Slot[], request: FitRequest): void {
  const roomLeft = (slot: Slot): Cost => plus(minus(request.room, used(slots)), slot.cost);
  const addContext = (slot: Slot): void => {
    const more = slot.shown && giveContext(slot.found, slot.shown, roomFor(slot, slots, request, roomLeft(slot)));
    if (more !== null) {
      set(slot, more);
    }
  };
  for (const slot of slots) {
    giveLines(slot, slots, request, roomLeft(slot));
  }
  place(slots, request, request.room);
  slots.forEach(addContext);
  for (const slot of slots) {
    growToSymbol(slot, slots, request, roomLeft(slot));
  }
  // A whole symbol uses other imports than its piece, and lines that it now shows are not needed as context of another.
  slots.forEach(addContext);
}

/** Places first, within their share of the room, at least one; then source; then whatever else fits. */
export function fitHits(request: FitRequest): Fitting {
  const { room, detail, counter } = request;
  const withSource = detail !== "locations";
  const slots: Slot[] = request.found.map((found, at) => ({
    found,
    rank: at + 1,
    shown: null,
    cost: NOTHING,
    absorbed: false,
  }));
  place(slots, request, withSource ? times(room, LOCATIONS_SHARE) : room);
  place(slots.slice(0, 1), request, room);
  if (withSource) {
    share(slots, request);
    fillUp(slots, request);
  }
  const kept = slots.filter(({ absorbed }) => !absorbed);
  const hits = kept.flatMap(({ shown }) => shown ?? []).map((shown, at) => ({ ...shown, rank: at + 1 }));
  return {
    hits,
    hitsAbsorbed: slots.length - kept.length,
    hitsTrimmed: hits.filter(({ trimmed }) => trimmed).length,
    hitsAsLocations: withSource ? hits.filter(({ source }) => source === null).length : 0,
    tokensCut: withSource ? kept.reduce((sum, slot) => sum + tokensCut(slot, counter), 0) : 0,
    contextLinesCut: kept.reduce((sum, slot) => sum + contextLinesCut(slot, slots), 0),
    cost: used(kept),
  };
}

/** Tokens of all lines found. */
function sizeOf({ source, hit, wholeTokens }: FoundHit, counter: TokenCounter): number {
  if (wholeTokens !== null) {
    return wholeTokens;
  }
  const { length } = linesOf(source, hit.startLine, hit.endLine);
  return length > COUNTED_CHARACTERS_MAX
    ? Math.round(length / BYTES_PER_TOKEN)
    : sourceTokens(source, counter).text("", hit, "");
}

function tokensCut({ found, shown }: Slot, counter: TokenCounter): number {
  const isWhole = shown?.source != null && !shown.trimmed;
  return isWhole ? 0 : Math.max(0, sizeOf(found, counter) - (shown?.source?.tokens ?? 0));
}

function contextLinesCut(slot: Slot, slots: readonly Slot[]): number {
  const { found, shown } = slot;
  const carried = new Set(shown?.source?.context.map(({ line }) => line));
  const wanted = shown?.source == null ? [] : contextOf(found, shown.source, shownBeside(slot, slots));
  return wanted.filter(({ line }) => !carried.has(line)).length;
}
