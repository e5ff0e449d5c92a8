// What the token budget cost an answer, as one phrase with its remedy: the text and the structured form say the same.
import { renderCount } from "../../vocabulary/shown-text.ts";
import type { Cut } from "./search-result.ts";

/** Left out beside the hits, which matters only where the hits themselves are whole. */
function besides({ contextLinesCut, definitionsOmitted, envelope }: Cut): string[] {
  return [
    ...(definitionsOmitted > 0 ? [`${renderCount(definitionsOmitted, "definition")} not listed`] : []),
    ...(contextLinesCut > 0 ? ["some imports and signatures left out"] : []),
    ...(envelope > 0 ? ["details of this summary left out"] : []),
  ];
}

/**
 * "2 of 10 hits shortened, 3 without source; ask with max_tokens 3000 to see more"; "" where nothing was cut. The number is enough for all
 * that was found; a larger budget also lets hits grow to their whole symbols, so it does not promise that.
 */
export function describeCut(cut: Cut): string {
  const { hitsFound, hitsReturned, hitsTrimmed, hitsAsLocations, tokensWanted } = cut;
  const counts = [
    [hitsTrimmed, "shortened"],
    [hitsAsLocations, "without source"],
    [hitsFound - hitsReturned, "not listed"],
  ] as const;
  const ofHits = counts
    .filter(([count]) => count > 0)
    .map(([count, how], at) => (at === 0 ? `${count} of ${renderCount(hitsFound, "hit")} ${how}` : `${count} ${how}`));
  const parts = ofHits.length > 0 ? ofHits : besides(cut);
  const advice = tokensWanted === 0 ? "" : `; ask with max_tokens ${tokensWanted} to see more`;
  return parts.length === 0 ? "" : `${parts.join(", ")}${advice}`;
}
