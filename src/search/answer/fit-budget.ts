// Decides which hits an answer shows, and how much of each, so that its text and its JSON both stay within the budget. Source is given
// in order of rank, whole chunks as far as they fit: a part of one rarely holds the lines that answer (docs/records/ranking-measured.md). A hit
// that does not fit loses lines, then its source, then its place; each loss is counted.
import type { TokenCounter } from "../../system/token-counter.ts";
import { type LineRange, spanOf } from "../../vocabulary/chunk.ts";
import { hasLines, linesOf } from "../../vocabulary/text.ts";
import { JOINED_LINES_MAX } from "./join-hits.ts";
import type { FoundHit } from "./read-source.ts";
import type { ShownHit } from "./search-result.ts";
import {
  asLocation,
  type Cost,
  contextOf,
  giveContext,
  giveMore,
  giveSource,
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
/** Of what is left, a hit that does not fit as a whole takes this share, so that others follow. */
const PART_SHARE = 0.5;
/** A smaller part says little more than its place. */
const PART_TOKENS = 120;
/** A best hit whose score is this much above the next stands out: its whole symbol comes before the others. */
const STANDS_OUT = 1.2;

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

/** Adds the places of hits that have none, in order of rank, until the room is full. Further places are shown with source or not at all. */
function place(slots: readonly Slot[], request: FitRequest, room: Cost): void {
  for (const slot of slots.filter(({ shown, absorbed, found }) => shown === null && !absorbed && !found.further)) {
    const location = priced(slot.found, asLocation(slot.found, slot.rank), request);
    if (!within(plus(used(slots), location.cost), room)) {
      return;
    }
    set(slot, location);
  }
}

/** The other hits inside these lines of a hit's file; null if one crosses their border. */
function hitsInside(slot: Slot, lines: LineRange, slots: readonly Slot[]): Slot[] | null {
  const { hit } = slot.found;
  const touching = slots.filter(
    ({ found, absorbed }) =>
      found !== slot.found &&
      !absorbed &&
      found.hit.path === hit.path &&
      found.hit.startLine <= lines.endLine &&
      lines.startLine <= found.hit.endLine,
  );
  const inside = touching.filter(
    ({ found }) => lines.startLine <= found.hit.startLine && found.hit.endLine <= lines.endLine,
  );
  return inside.length === touching.length ? inside : null;
}

/** Shows the hit as all of these lines, including the hits in them, if that fits the room. */
function growTo(lines: LineRange, slot: Slot, slots: readonly Slot[], request: FitRequest, room: Cost): boolean {
  const inside = hitsInside(slot, lines, slots);
  if (slot.shown === null || inside === null) {
    return false;
  }
  const rest = slots.filter((other) => !inside.includes(other));
  const around = roomFor(slot, rest, request, plus(room, used(inside)));
  const grown = giveMore(slot.found, slot.shown, lines, around);
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

const standsOut = ([first, second]: readonly Slot[]): boolean =>
  first !== undefined &&
  (second === undefined || first.found.hit.placeScore >= STANDS_OUT * Math.max(0, second.found.hit.placeScore));

/** Gives source, the best places first: the whole place where it fits what is left. Only of the best one a part will do. */
function giveInOrder(slots: readonly Slot[], request: FitRequest): void {
  const byPlace = inOrderOfPlaces(slots);
  for (const [at, slot] of byPlace.entries()) {
    // Checked each time: a hit may have become part of an earlier one's symbol.
    if (slot.absorbed || (slot.shown === null && !slot.found.further)) {
      continue;
    }
    const room = plus(slot.cost, minus(request.room, used(slots)));
    if (at === 0 && standsOut(byPlace) && growTo(slot.found.reach, slot, slots, request, room)) {
      continue;
    }
    if (at === 0 && !slot.found.further) {
      giveLines(slot, slots, request, room, plus(slot.cost, partOf(minus(room, slot.cost))));
    } else {
      giveWhole(slot, slots, request, room);
    }
  }
}

/** Makes one place of those that touch each other, which is the better one's, unless it would be too long to point at anything. */
function mergeTouching(slots: readonly Slot[], request: FitRequest): void {
  for (const slot of inOrderOfPlaces(slots)) {
    for (let source = slot.shown?.source ?? null; source !== null; ) {
      const lines: LineRange = source;
      const next = slots.find((other) => other !== slot && touches(other, slot.found.hit.path, lines));
      const union = next?.shown?.source == null ? null : spanOf(lines, next.shown.source);
      const isMerged =
        union !== null &&
        union.endLine - union.startLine < JOINED_LINES_MAX &&
        hasLines(slot.found.source, union.startLine, union.endLine) &&
        growTo(union, slot, slots, request, plus(minus(request.room, used(slots)), slot.cost));
      source = isMerged ? (slot.shown?.source ?? null) : null;
    }
  }
}

const touches = ({ found, shown }: Slot, path: string, { startLine, endLine }: LineRange): boolean =>
  found.hit.path === path &&
  shown?.source != null &&
  shown.source.startLine <= endLine + 1 &&
  startLine <= shown.source.endLine + 1;

const inOrderOfPlaces = (slots: readonly Slot[]): Slot[] =>
  [...slots].sort((a, b) => b.found.hit.placeScore - a.found.hit.placeScore);

/** Shows all lines of the place, if they fit. */
function giveWhole(slot: Slot, slots: readonly Slot[], request: FitRequest, room: Cost): void {
  const shown = slot.shown ?? asLocation(slot.found, slot.rank);
  const whole = giveMore(slot.found, shown, slot.found.hit, roomFor(slot, slots, request, room));
  if (whole !== null) {
    set(slot, whole);
  }
}

const partOf = ({ text, json }: Cost): Cost => ({
  text: Math.max(text * PART_SHARE, Math.min(PART_TOKENS, text)),
  json: Math.max(json * PART_SHARE, Math.min(PART_TOKENS, json)),
});

/** Adds lines to the hit: all of them if they fit the room, else as many as fit `part` of it. */
function giveLines(slot: Slot, slots: readonly Slot[], request: FitRequest, room: Cost, part: Cost = room): void {
  if (slot.shown !== null && (slot.shown.source === null || slot.shown.trimmed)) {
    const longer = giveSource(slot.found, slot.shown, roomFor(slot, slots, request, room), part);
    if (longer !== null && (longer.shown.source?.tokens ?? 0) > (slot.shown.source?.tokens ?? 0)) {
      set(slot, longer);
    }
  }
}

/** Room that is left goes to the hits in order of rank: lines that were cut, places, context, whole symbols and what encloses them. */
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
    for (const lines of [slot.found.reach, ...slot.found.enclosing]) {
      growTo(lines, slot, slots, request, roomLeft(slot));
    }
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
    giveInOrder(slots, request);
    mergeTouching(slots, request);
    fillUp(slots, request);
  }
  const kept = slots.filter(({ absorbed, shown, found }) => !absorbed && (shown !== null || !found.further));
  const hits = kept.flatMap(({ shown }) => shown ?? []).map((shown, at) => ({ ...shown, rank: at + 1 }));
  return {
    hits,
    hitsAbsorbed: slots.length - kept.length,
    hitsTrimmed: hits.filter(({ trimmed }) => trimmed).length,
    hitsAsLocations: withSource ? hits.filter(({ source }) => source === null).length : 0,
    tokensCut: withSource
      ? slots.filter(({ absorbed }) => !absorbed).reduce((sum, slot) => sum + tokensCut(slot, counter), 0)
      : 0,
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
