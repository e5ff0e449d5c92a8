// What showing all that was found would cost at the least: where that is more than there is room, trying to fit it is in vain.
import type { FoundHit } from "./read-source.ts";
import { asLocation, type Cost, contextOf, formOf, plus, priced, times, type Writing, within } from "./show-hit.ts";
import { sourceTokens } from "./source-tokens.ts";

/** By so much a hit's form may cost less than is reckoned here: numbers of fewer digits, tokens that join at its ends. */
const SLACK: Cost = { text: 16, json: 16 };

const UNBOUNDED: Cost = { text: Number.POSITIVE_INFINITY, json: Number.POSITIVE_INFINITY };

const covers = (a: FoundHit, b: FoundHit): boolean =>
  a !== b && a.hit.path === b.hit.path && a.reach.startLine <= b.hit.startLine && b.hit.endLine <= a.reach.endLine;

/** All its lines, with the context that no form of it has among its lines and no other hit shows. */
function leastOf(found: FoundHit, hits: readonly FoundHit[], writing: Writing): Cost {
  const { hit, source, reach } = found;
  if (hits.some((other) => covers(other, found))) {
    // It may become part of the other's symbol: then its lines remain.
    const lines = sourceTokens(source, writing.counter);
    return { text: lines.text("", hit, ""), json: lines.json("", hit, "") };
  }
  const isAlone = hits.every((other) => other === found || other.hit.path !== hit.path);
  const beside = isAlone ? contextOf(found, hit, (line) => reach.startLine <= line && line <= reach.endLine) : [];
  const shown = formOf(found, asLocation(found, 1), hit, beside, writing);
  return priced(found, { ...shown, symbolLines: null }, writing).cost;
}

/**
 * A cost that no answer is below which shows every hit in full. Once the first hits are sure to cost more than `room`, the
 * others are not counted.
 */
export function leastCost(hits: readonly FoundHit[], writing: Writing, room: Cost = UNBOUNDED): Cost {
  let least = times(SLACK, -hits.length);
  for (const found of hits) {
    least = plus(least, leastOf(found, hits, writing));
    if (!within(least, room)) {
      return least;
    }
  }
  return least;
}
