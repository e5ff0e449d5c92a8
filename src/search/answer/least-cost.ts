// A lower bound of the cost of showing everything found: if it exceeds the room, fitting all of it is not tried.
import type { LineRange } from "../../vocabulary/chunk.ts";
import type { FoundHit } from "./read-source.ts";
import { asLocation, type Cost, contextOf, formOf, plus, priced, times, type Writing, within } from "./show-hit.ts";
import { sourceTokens } from "./source-tokens.ts";

/** A hit's form may cost this much less than estimated here: numbers with fewer digits, tokens that merge at its ends. */
const SLACK: Cost = { text: 16, json: 16 };

const UNBOUNDED: Cost = { text: Number.POSITIVE_INFINITY, json: Number.POSITIVE_INFINITY };

/** Most lines that a form of the hit may have. */
const mostOf = ({ enclosing, reach }: FoundHit): LineRange => enclosing.at(-1) ?? reach;

function covers(a: FoundHit, b: FoundHit): boolean {
  const { startLine, endLine } = mostOf(a);
  return a !== b && a.hit.path === b.hit.path && startLine <= b.hit.startLine && b.hit.endLine <= endLine;
}

/** All its lines, with the context that no form of it includes and no other hit shows. */
function leastOf(found: FoundHit, hits: readonly FoundHit[], writing: Writing): Cost {
  const { hit, source } = found;
  const most = mostOf(found);
  if (hits.some((other) => covers(other, found))) {
    // It may become part of the other's symbol: then only its lines remain.
    const lines = sourceTokens(source, writing.counter);
    return { text: lines.text("", hit, ""), json: lines.json("", hit, "") };
  }
  const isAlone = hits.every((other) => other === found || other.hit.path !== hit.path);
  const beside = isAlone ? contextOf(found, hit, (line) => most.startLine <= line && line <= most.endLine) : [];
  const shown = formOf(found, asLocation(found, 1), hit, beside, writing);
  return priced(found, { ...shown, symbolLines: null }, writing).cost;
}

/** No answer that shows every hit in full costs less. Once the first hits exceed `room`, the others are not counted. */
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
