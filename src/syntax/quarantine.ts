// Distinguishes valid code that its grammar cannot parse from broken code, by proof: the known constructs are overwritten,
// character for character, and the whole text is parsed again. It is excused only if nothing at all is wrong then, and each
// construct is where the language has it.

import type { Node } from "web-tree-sitter";
import { blank } from "./blank.ts";
import type { Neutraliser } from "./neutraliser.ts";

/** A stretch of a text in one language: 0-based offsets in UTF-16 units, end exclusive. */
export interface Stretch {
  /** Of the language that the stretch is written in. */
  readonly neutralisers: readonly Neutraliser[];
  readonly start: number;
  readonly end: number;
}

/** A construct where it was overwritten. */
export interface Overwritten {
  readonly construct: string;
  /** Of the construct's first character. */
  readonly offset: number;
  /** What was overwritten, as it was. */
  readonly offending: string;
  /** What stands there instead. */
  readonly harmless: string;
  /** Of the first character of that. */
  readonly start: number;
  /** Where the proof starts. */
  readonly anchor: number;
  readonly neutraliser: Neutraliser;
}

export interface NeutralText {
  /** Of the same length, its line breaks in their places. */
  readonly text: string;
  /** In order; at least one. */
  readonly overwritten: readonly Overwritten[];
}

/** More of them in one text are generated, and not worth a second parse. */
const OVERWRITTEN_MAX = 2_000;

/** Null where there is nothing to overwrite. `spared`: what is left as it is, from an earlier answer for this text. */
export function neutralise(
  text: string,
  stretches: readonly Stretch[],
  spared: readonly Overwritten[] = [],
): NeutralText | null {
  const overwritten: Overwritten[] = [];
  let neutral = text;
  for (const stretch of stretches) {
    for (const neutraliser of stretch.neutralisers) {
      const kept = new Set(spared.flatMap((one) => (one.neutraliser === neutraliser ? [one.offset] : [])));
      neutral = overwriteEach(neutral, partsOf(text, stretch, neutraliser), neutraliser, kept, overwritten);
      if (overwritten.length > OVERWRITTEN_MAX) {
        return null;
      }
    }
  }
  overwritten.sort((a, b) => a.offset - b.offset);
  return overwritten.length === 0 ? null : { text: neutral, overwritten };
}

/** Where a construct is sought: in all of a stretch, or between what begins and what ends its parts. */
function partsOf(text: string, stretch: Stretch, { parts }: Neutraliser): Stretch[] {
  if (parts === undefined) {
    return [stretch];
  }
  const found: Stretch[] = [];
  let from: number | null = null;
  for (const match of text.slice(stretch.start, stretch.end).matchAll(parts)) {
    const at = stretch.start + match.index;
    found.push(...(from === null ? [] : [{ ...stretch, start: from, end: at }]));
    from = match[1] === undefined ? null : at;
  }
  return from === null ? found : [...found, { ...stretch, start: from }];
}

/** Adds to `overwritten`. `kept`: offsets of constructs that are left as they are. */
function overwriteEach(
  text: string,
  parts: readonly Stretch[],
  neutraliser: Neutraliser,
  kept: ReadonlySet<number>,
  overwritten: Overwritten[],
): string {
  const { construct, pattern, overwrite = blank } = neutraliser;
  const pieces: string[] = [];
  let done = 0;
  const found = parts.flatMap(({ start, end }) =>
    [...text.slice(start, end).matchAll(pattern)].map((match) => ({ start, match })),
  );
  for (const { start, match } of found) {
    const [from, to] = match.indices?.[1] ?? [0, 0];
    const offending = match[1] ?? "";
    const harmless = overwrite(offending, text.slice(0, start + from));
    const offset = start + match.index;
    if (harmless !== offending && !kept.has(offset)) {
      pieces.push(text.slice(done, start + from), harmless);
      done = start + to;
      const ends = { first: offset, last: offset + match[0].length - 1, overwritten: start + from };
      const anchor = ends[neutraliser.anchor];
      overwritten.push({ construct, offset, offending, harmless, start: start + from, anchor, neutraliser });
    }
  }
  return [...pieces, text.slice(done)].join("");
}

/** Overwriting what is in a comment or a string changes no syntax. */
const INERT = /comment|string|raw_text/;

/** Where a construct stands by the tree of the overwritten text: where the language has it, in a comment or string, or elsewhere. */
export function placeOf(root: Node, { anchor, neutraliser }: Overwritten): "right" | "inert" | "wrong" {
  const { within, through } = neutraliser;
  const isAnywhere = within.length === 0;
  for (let node = root.descendantForIndex(anchor, anchor + 1); node !== null; node = node.parent) {
    if (within.includes(node.type)) {
      return "right";
    }
    if (INERT.test(node.type)) {
      return "inert";
    }
    if (!isAnywhere && !through.includes(node.type)) {
      return "wrong";
    }
  }
  return isAnywhere ? "right" : "wrong";
}

/** Whether a text is one expression, by the tree of it alone. */
export const isExpression = (root: Node): boolean =>
  !root.hasError && root.namedChildCount === 1 && root.namedChild(0)?.type === "expression_statement";
