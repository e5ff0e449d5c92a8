// Tuples: an element that is named by its place has a type of its own, `[Store, Log]`.

import { type ChainDraft, endsIn, NOTHING, rooted, stepped } from "../../../facts/chain-drafts.ts";
import { NO_NODE, type NodeAt } from "../../../syntax/syntax-tree.ts";
import { COLLECTION, definitionChain, ELEMENT, tuplePart } from "../../../vocabulary/chain.ts";
import { ANONYMOUS, rangeOf } from "./node-text.ts";
import type { Walk } from "./state.ts";

/** Elements beyond these are one of all. */
const PARTS_MAX = 32;

/** A value with these first elements; `any`: what each of all elements may be. */
export function tupleOf(node: NodeAt, parts: readonly ChainDraft[], any: ChainDraft, walk: Walk): ChainDraft {
  const isOurs = parts.some((part) => part !== null && part !== NOTHING);
  if (!isOurs || parts.length > PARTS_MAX) {
    return stepped(any, COLLECTION);
  }
  const range = rangeOf(node, node, walk);
  const type = stepped(any, COLLECTION);
  const at = walk.define({ name: ANONYMOUS, kind: "field", ...range, binds: false, type });
  for (const [place, part] of parts.entries()) {
    walk.define({ name: tuplePart(place), kind: "field", parent: at, binds: false, type: part, ...range });
  }
  return rooted(definitionChain(at));
}

/** The element at this place of a tuple, or any element of another collection. */
export const partOf = (tuple: ChainDraft, place: number): ChainDraft =>
  place < PARTS_MAX && !endsIn(tuple, COLLECTION) ? stepped(tuple, `.${tuplePart(place)}`) : stepped(tuple, ELEMENT);

/** The place that an index in brackets names: `all[0]`; null for any other index. */
export function placeIn(index: NodeAt, walk: Walk): number | null {
  const text = index === NO_NODE || walk.type(index) !== "number" ? "" : walk.text(index);
  return /^\d{1,4}$/.test(text) ? Number(text) : null;
}

/** The parts of an array or a pattern, each with its place; null behind `...all`, where places are not known. */
export function placesIn(node: NodeAt, walk: Walk): { readonly part: NodeAt; readonly place: number | null }[] {
  const found: { readonly part: NodeAt; readonly place: number | null }[] = [];
  let place: number | null = 0;
  let before = walk.start(node) + 1;
  for (const part of walk.children(node)) {
    const start = walk.start(part);
    // `[, second]`: what is left out has its comma.
    const commas = walk.source.slice(before, start).split(",").length - 1;
    place = place === null ? null : place + commas;
    before = walk.end(part);
    const type = walk.type(part);
    if (type !== "comment") {
      found.push({ part, place });
    }
    place = type === "spread_element" ? null : place;
  }
  return found;
}
