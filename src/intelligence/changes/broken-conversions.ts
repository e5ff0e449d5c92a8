// Places where a type is used as an interface that it no longer satisfies: found in the base state, where it did, and compared
// with the present state of both.

import { atOnce } from "../../system/steps.ts";
import type { ConversionFact } from "../../vocabulary/facts.ts";
import { conversionsOf } from "../edges/conversions.ts";
import type { EdgeScene, Reference, Target } from "../edges/references.ts";
import type { ChangedProject } from "./broken-uses.ts";
import { lineNow } from "./surviving-lines.ts";

/** A line that uses a symbol, in the file as it is now. */
export type Use = Pick<Reference, "path" | "line" | "certainty">;

export interface BrokenConversions {
  readonly uses: readonly Use[];
  readonly filesLeft: readonly string[];
}

/** `target`: of the base state. Lines of changed files count where they were left as they are. */
export function brokenConversions({ now, base, pairs }: ChangedProject, target: Target): BrokenConversions {
  const { conversions, filesLeft } = atOnce(conversionsOf(base, target));
  const uses = conversions.flatMap(({ path, line, fact }): Use[] => {
    const place = lineNow(pairs, path, line);
    if (place === null) {
      return [];
    }
    const conversionsThere = () =>
      (now.lookup.facts(place.path)?.conversions ?? []).filter((one) => one.line === place.line);
    const facts = place.isInChange ? conversionsThere() : [fact];
    return facts.some((one) => isBroken(now, place.path, one))
      ? [{ path: place.path, line: place.line, certainty: "constrained" }]
      : [];
  });
  return { uses, filesLeft };
}

/** Whether a value of a known type does not fit what is expected of it. */
function isBroken({ linker }: EdgeScene, path: string, fact: ConversionFact): boolean {
  const converted = linker.converted(path, fact);
  return converted?.from.some((type) => converted.to.some((expected) => linker.fits(type, expected) === null)) === true;
}
