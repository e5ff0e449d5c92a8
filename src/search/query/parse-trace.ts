// Stack traces in a query: which frames there are, innermost first, and what is left without them. Each language's folder says how its
// programs write them; here is what all have in common. A query is one line, so frames are recognised by their form alone.
import type { FrameForm } from "../../languages/contract/traces.ts";
import {
  BEFORE_EFFECT,
  BOILERPLATE,
  FRAME_FORMS,
  INNERMOST_LAST,
  NOT_A_NAME,
  type Place,
  placeAt,
  SECTION_BREAK,
} from "./parse-places.ts";

export interface Frame {
  readonly place: Place;
  /** The function with at most one enclosing name (`Cart.total`); null where the trace has none. */
  readonly name: string | null;
}

export interface Trace {
  /** The innermost call first; at least one. Each place once. */
  readonly frames: readonly Frame[];
  /** What was raised and why: the text beside the frames, without what every trace says. */
  readonly message: string;
}

interface Found extends Frame {
  readonly start: number;
  readonly end: number;
  readonly alone: boolean;
}

const SEPARATORS = /[^\p{L}\p{M}\p{N}_]+/u;
const NUMBERED = /^\d*$/;
/** `save!` and `save` are two functions. */
const ENDING_MARK = /(?<=[\p{L}\p{M}\p{N}_])[?!]$/u;

/** `main.(*Server).handle` to `Server.handle`: the function with what encloses it, without packages; null for none. */
function functionName(written: string | undefined): string | null {
  const named = (written ?? "").replace(/\/\d{1,3}$/, "").replace(NOT_A_NAME, " ");
  const parts = named.split(SEPARATORS).filter((part) => !NUMBERED.test(part));
  const mark = ENDING_MARK.exec(named)?.[0] ?? "";
  return parts.length === 0 ? null : parts.slice(-2).join(".") + mark;
}

/** `com.shop.Cart$Item.total` in `Cart.java` is in `com/shop/Cart.java`, or in a file of that name alone. */
function packagedPath(name: string | undefined, file: string): string {
  const folders = (name ?? "").split(".").slice(0, -2);
  return [...folders, file].join("/");
}

const framesOf = ({ pattern, alone, packaged = false }: FrameForm, text: string): Found[] =>
  [...text.matchAll(pattern)].flatMap((match) => {
    const { path: written = "", line, name } = match.groups ?? {};
    const at = line === undefined ? null : Number(line);
    const place = placeAt(packaged ? packagedPath(name, written) : written, at, { packaged });
    const [start, end] = [match.index, match.index + match[0].length];
    return place === null ? [] : [{ place, name: functionName(name), start, end, alone }];
  });

/** In order of place; of two that overlap, the one that starts first, or whose form stands first. */
function foundIn(text: string): Found[] {
  const all = FRAME_FORMS.flatMap((form) => framesOf(form, text)).sort((a, b) => a.start - b.start);
  let end = 0;
  return all.filter((one) => {
    const free = one.start >= end;
    end = free ? one.end : end;
    return free;
  });
}

/** The frames by section, each section's innermost first, the section of the cause first. */
function innermostFirst(text: string, found: readonly Found[]): Found[] {
  const breaks = [...text.matchAll(new RegExp(SECTION_BREAK, "g"))];
  const sections = [0, ...breaks.map(({ index }) => index)].map((start, at) => {
    const end = breaks[at]?.index ?? text.length;
    const inside = found.filter((one) => one.start >= start && one.start < end);
    return INNERMOST_LAST.test(text) ? inside.reverse() : inside;
  });
  const causeFirst = breaks.every(([words]) => BEFORE_EFFECT.test(words));
  return (causeFirst ? sections : sections.reverse()).flat();
}

const cleaned = (text: string): string =>
  BOILERPLATE.reduce((rest, pattern) => rest.replace(pattern, " "), text)
    .replace(/\s+/g, " ")
    .trim();

/**
 * The error message: at the end, below lines of source, where the innermost frame is last; else before the first frame or after it, and
 * after the words for a cause. Text before and after the trace counts too.
 */
function messageOf(text: string, found: readonly Found[]): string {
  const ends = [0, ...found.map(({ end }) => end)];
  const gaps = ends.map((end, at) => text.slice(end, found[at]?.start ?? text.length));
  const first = INNERMOST_LAST.test(text) || cleaned(gaps[0] ?? "") !== "" ? 0 : 1;
  return gaps
    .filter((gap, at) => at === first || at === gaps.length - 1 || SECTION_BREAK.test(gap))
    .map(cleaned)
    .filter((part) => /[\p{L}\p{N}]/u.test(part))
    .join("; ");
}

/** Null for a text that is no trace: a lone path with a line is a place, no frame. `text` as normalised. */
export function parseTrace(text: string): Trace | null {
  const found = foundIn(text);
  if (found.length < 2 && !found.some(({ alone }) => alone)) {
    return null;
  }
  const keyOf = ({ place: { path, line } }: Frame): string => `${path}:${line}`;
  const inner = innermostFirst(text, found);
  // The place of a panic occurs twice: by itself, and as a frame with its function.
  const names = new Map(inner.filter(({ name }) => name !== null).map((one) => [keyOf(one), one.name]));
  const frames = [
    ...new Map(inner.map((one) => [keyOf(one), { place: one.place, name: names.get(keyOf(one)) ?? null }])).values(),
  ];
  return {
    frames: frames.map(({ place, name }, frame) => ({ place: { ...place, frame }, name })),
    message: messageOf(text, found),
  };
}
