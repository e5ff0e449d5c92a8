// Places where a type is used as an interface that it no longer satisfies: found in the base state, where it did, and compared
// with the present state of both.

import type { Converted } from "../../linking/conversions.ts";
import { atOnce } from "../../system/slices.ts";
import { conversionsOf } from "../edges/conversions.ts";
import type { EdgeScene, Target } from "../edges/edge-scene.ts";
import type { ChangedProject } from "./changed-project.ts";
import type { FoundUses, Use } from "./file-uses.ts";
import { lineNow } from "./surviving-lines.ts";

/** `target`: of the base state. Of changed files only unchanged lines count. */
export function brokenConversions({ now, base, pairs }: ChangedProject, target: Target): FoundUses {
  const { conversions, filesLeft } = atOnce(conversionsOf(base, target));
  const uses = conversions.flatMap(({ path, line, fact }): Use[] => {
    const place = lineNow(pairs, path, line);
    if (place === null) {
      return [];
    }
    const conversionsThere = () =>
      (now.lookup.facts(place.path)?.conversions ?? []).filter((one) => one.line === place.line);
    const facts = place.isInChange ? conversionsThere() : [fact];
    const before = lackingIn(base, base.linker.converted(path, fact));
    return facts.some((one) => isBroken(now, now.linker.converted(place.path, one), before))
      ? [{ path: place.path, line: place.line, certainty: "constrained" }]
      : [];
  });
  return { uses, filesLeft };
}

/**
 * Whether a value of a known type does not fit what is expected of it. `before`: methods that it lacked before, too, and so has from a
 * library's type that it embeds.
 */
function isBroken(now: EdgeScene, converted: Converted | null, before: ReadonlySet<string>): boolean {
  const { from = [], to = [] } = converted ?? {};
  const isLost = [...lackingIn(now, converted)].some((name) => !before.has(name));
  return isLost || from.some((type) => to.some((expected) => now.linker.fits(type, expected) === null));
}

/** Methods that the interface requires and one of the types lacks. */
function lackingIn({ linker }: EdgeScene, converted: Converted | null): ReadonlySet<string> {
  const { from = [], to = [] } = converted ?? {};
  const asked = to.flatMap(({ methods }) => [...methods.methods.keys()]);
  return new Set(from.flatMap((type) => asked.filter((name) => linker.methodSet(type)?.methods.has(name) !== true)));
}
