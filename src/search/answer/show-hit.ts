// The forms of one hit in an answer, from a place to its whole symbol, and the cost of each. Lines are added whole and keep
// their numbers.
import { mostThatFits, type Trial } from "../../system/most-that-fits.ts";
import type { TokenCounter } from "../../system/token-counter.ts";
import type { LineRange } from "../../vocabulary/chunk.ts";
import type { Detail } from "../../vocabulary/search.ts";
import { clipped, lineEndOf, linesOf, type NumberedLine, startOf } from "../../vocabulary/text.ts";
import type { FoundHit } from "./read-source.ts";
import { frameOf, renderHit, renderLocation } from "./render-answer.ts";
import type { ShownHit } from "./search-result.ts";
import { importsUsed } from "./source-context.ts";
import { sourceTokens } from "./source-tokens.ts";
import { isBrief, locationTuple, structuredHit } from "./structured-answer.ts";

/** Fewer tokens of source than this are not worth an anchor's context; a location says as much. */
const TRIMMED_TOKENS_MIN = 40;
/** Share of a hit's room that its enclosing signatures may take. */
const SIGNATURE_SHARE = 1 / 3;
/** Source has 3.5 to 5.1 characters per token; a text with more than this for each free token is not counted. */
export const CHARACTERS_PER_TOKEN_MAX = 8;

/** Tokens in each of the two forms of an answer. */
export interface Cost {
  readonly text: number;
  readonly json: number;
}

export const NOTHING: Cost = { text: 0, json: 0 };
export const plus = (a: Cost, b: Cost): Cost => ({ text: a.text + b.text, json: a.json + b.json });
export const minus = (a: Cost, b: Cost): Cost => ({ text: a.text - b.text, json: a.json - b.json });
export const times = (a: Cost, factor: number): Cost => ({ text: a.text * factor, json: a.json * factor });
export const within = (cost: Cost, room: Cost): boolean => cost.text <= room.text && cost.json <= room.json;

/** How hits are written. */
export interface Writing {
  readonly detail: Detail;
  readonly withSignals: boolean;
  readonly counter: TokenCounter;
}

export function costOf(shown: ShownHit, { detail, withSignals, counter }: Writing): Cost {
  const brief = isBrief(shown, detail);
  const json = brief ? locationTuple(shown) : structuredHit(shown, withSignals);
  // A separator joins the JSON of two hits; text pieces end and begin where the encoding never joins tokens.
  return {
    text: counter.count(brief ? renderLocation(shown) : renderHit(shown)),
    json: counter.count(`${JSON.stringify(json)},`) + 1,
  };
}

/** As `costOf`, with the lines of the found hit counted once for all forms that are tried. */
function costAmong(found: FoundHit, shown: ShownHit, writing: Writing): Cost {
  const { source } = shown;
  if (source === null) {
    return costOf(shown, writing);
  }
  const lines = sourceTokens(found.source, writing.counter);
  const [before, after] = frameOf(shown);
  // The source is the last of a structured hit's fields.
  const json = JSON.stringify(structuredHit({ ...shown, source: { ...source, text: "" } }, writing.withSignals));
  return {
    text: lines.text(before, source, after),
    json: lines.json(json.slice(0, -SOURCE_END.length), source, `${SOURCE_END},`) + 1,
  };
}

/** What ends the JSON of a hit with source. */
const SOURCE_END = '"]}';

/** A form of a hit with what it costs: counted once, when it is tried. */
export interface Priced {
  readonly shown: ShownHit;
  readonly cost: Cost;
}

/** `shown` must be a form of `found`. */
export const priced = (found: FoundHit, shown: ShownHit, writing: Writing): Priced => ({
  shown,
  cost: costAmong(found, shown, writing),
});

const isLonger = (a: LineRange, b: LineRange): boolean => a.startLine < b.startLine || a.endLine > b.endLine;

export const asLocation = ({ hit, project, contentHash, coreStart }: FoundHit, rank: number): ShownHit => ({
  ...hit,
  ...(project === undefined ? {} : { project }),
  rank,
  line: coreStart,
  symbolLines: null,
  source: null,
  trimmed: false,
  contentHash,
});

/** The hit with some of its lines; all of its reach makes it the whole symbol, and more what encloses that. */
export function formOf(
  { hit, source, reach }: FoundHit,
  shown: ShownHit,
  { startLine, endLine }: LineRange,
  context: readonly NumberedLine[],
  { counter }: Writing,
): ShownHit {
  const text = linesOf(source, startLine, endLine);
  const ofLines = sourceTokens(source, counter).text("", { startLine, endLine }, "");
  const tokens = ofLines + counter.count(context.map((line) => `${line.text}\n`).join(""));
  const range = { startLine, endLine };
  const extent = isLonger(range, reach) ? range : isLonger(range, hit) ? reach : hit;
  return {
    ...shown,
    startLine: extent.startLine,
    endLine: extent.endLine,
    symbolLines: isLonger(reach, extent) ? reach : null,
    source: { startLine, endLine, text, lineEnd: lineEndOf(source, endLine), context, tokens },
    trimmed: isLonger(extent, { startLine, endLine }),
  };
}

/** Whether a line of the hit's file is in the answer already. */
export type IsShown = (line: number) => boolean;

const outside = (lines: readonly NumberedLine[], { startLine, endLine }: LineRange, isShown: IsShown): NumberedLine[] =>
  lines.filter(({ line }) => (line < startLine || line > endLine) && !isShown(line));

/** All context that the lines need, whether there is room for it or not. */
export function contextOf(
  { source, signature, imports }: FoundHit,
  range: LineRange,
  isShown: IsShown,
): NumberedLine[] {
  const used = importsUsed(imports, source, range).map(clipped);
  const byLine = new Map([...used, ...signature].map((line) => [line.line, line]));
  return outside([...byLine.values()], range, isShown).sort((a, b) => a.line - b.line);
}

/** What a form has to keep to. */
export interface Room extends Writing {
  readonly room: Cost;
  readonly isShown: IsShown;
}

/** The signatures that enclose the lines, unless they would take too much of the room. */
function signatureFor({ signature }: FoundHit, range: LineRange, { room, isShown, counter }: Room): NumberedLine[] {
  const lines = outside(signature, range, isShown);
  const tokens = counter.count(lines.map(({ text }) => text).join("\n"));
  return tokens <= Math.min(room.text, room.json) * SIGNATURE_SHARE ? lines : [];
}

/** Lines inside a hit may count up to this many tokens less than alone, where tokens merge at their ends. */
const SEAM_TOKENS = 16;

/** Lines from one to another where they fit. */
function allOf(found: FoundHit, shown: ShownHit, range: LineRange, room: Room): Priced | null {
  const characters = startOf(found.source, range.endLine + 1) - startOf(found.source, range.startLine);
  if (characters > Math.min(room.room.text, room.room.json) * CHARACTERS_PER_TOKEN_MAX) {
    return null;
  }
  const form = formOf(found, shown, range, signatureFor(found, range, room), room);
  if ((form.source?.tokens ?? 0) > Math.min(room.room.text, room.room.json) + SEAM_TOKENS) {
    return null;
  }
  const whole = priced(found, form, room);
  return within(whole.cost, room.room) ? whole : null;
}

/** The most lines from the chunk's first on that fit; null where too few do. */
function trim(found: FoundHit, shown: ShownHit, room: Room): Priced | null {
  const free = Math.min(room.room.text, room.room.json);
  if (free < TRIMMED_TOKENS_MIN) {
    return null;
  }
  const startLine = found.coreStart;
  const reach = startOf(found.source, startLine) + free * CHARACTERS_PER_TOKEN_MAX;
  let high = startLine - 1;
  while (high < found.hit.endLine && startOf(found.source, high + 2) <= reach) {
    high++;
  }
  const signature = signatureFor(found, { startLine, endLine: found.hit.endLine }, room);
  const best = mostThatFits({ none: startLine - 1, most: high }, (endLine) =>
    tried(found, formOf(found, shown, { startLine, endLine }, signature, room), room),
  );
  return best !== null && (best.form.shown.source?.tokens ?? 0) >= TRIMMED_TOKENS_MIN ? best.form : null;
}

/** A form of the hit to try: it fits the room up to a load of 1. */
function tried(found: FoundHit, shown: ShownHit, within: Room): Trial<Priced> {
  const form = priced(found, shown, within);
  return { form, load: Math.max(form.cost.text / within.room.text, form.cost.json / within.room.json) };
}

/** The whole hit where it fits, its best chunk's first lines where those fit `part` of the room, else null. */
export const giveSource = (found: FoundHit, shown: ShownHit, room: Room, part: Cost): Priced | null =>
  allOf(found, shown, found.hit, room) ?? trim(found, shown, { ...room, room: part });

/** All of the lines, where they are more than the hit shows and all of them fit. */
export const giveMore = (found: FoundHit, shown: ShownHit, range: LineRange, room: Room): Priced | null =>
  shown.source === null || isLonger(range, shown.source) ? allOf(found, shown, range, room) : null;

/** The hit with as many further lines of its context as fit, from the first on; null where none fits. */
export function giveContext(found: FoundHit, shown: ShownHit, room: Room): Priced | null {
  const { source } = shown;
  if (source === null) {
    return null;
  }
  const had = new Set(source.context.map(({ line }) => line));
  const wanted = contextOf(found, source, room.isShown).filter(({ line }) => !had.has(line));
  const withFirst = (count: number): ShownHit => {
    const context = [...source.context, ...wanted.slice(0, count)].sort((a, b) => a.line - b.line);
    return formOf(found, shown, source, context, room);
  };
  const most = mostThatFits({ none: 0, most: wanted.length }, (count) => tried(found, withFirst(count), room));
  return most === null ? null : most.form;
}
