// Places where a type is used as an interface that it may not satisfy any more: found in the base state, where it did.
import { type Conversion, conversionsOf } from "../../intelligence/edges/conversions.ts";
import type { EdgeScene } from "../../intelligence/edges/edge-scene.ts";
import { usesAsFitting } from "../../intelligence/edges/uses-as-fitting.ts";
import type { Converted } from "../../linking/conversions.ts";
import type { Steps } from "../../system/slices.ts";
import type { DefinitionFact } from "../../vocabulary/facts.ts";
import type { Change, FoundBreak, FoundBreaks, Lost } from "../state/change.ts";

export function* findConverted(change: Change, lost: Lost): Steps<FoundBreaks> {
  const breaks: FoundBreak[] = [];
  const filesLeft: string[] = [];
  for (const { at, definition, target, isOutermost } of lost.definitions) {
    const found = yield* conversionsOf(change.base, target);
    filesLeft.push(...found.filesLeft);
    // Of an interface that asks for less nothing changes where a value becomes it.
    const isAsked = isInterface(definition) || isInterface(lost.facts.definitions[definition.parent]);
    for (const one of found.conversions) {
      const effect = isBrokenNow(change, one) ? "breaks" : "changes";
      if (isAsked && effect === "changes") {
        continue;
      }
      const why = `becomes ${one.name} by ${definition.path}, which is deleted`;
      breaks.push({ kind: "conversion", effect, certainty: "constrained", path: one.path, line: one.line, why });
    }
    // Nothing is declared where a type fits by its members: whether such a place needs this one is not known.
    const fitting = isOutermost && lost.isRemoved ? yield* usesAsFitting(change.base, { path: lost.path, at }) : null;
    filesLeft.push(...(fitting?.isWhole === false ? [lost.path] : []));
    for (const { path, line, why } of fitting?.uses ?? []) {
      const about = { kind: "conversion", effect: "may-break", certainty: "heuristic" } as const;
      breaks.push({ ...about, path, line, why: `${why} that is deleted` });
    }
  }
  return { breaks, filesLeft };
}

const isInterface = (one: DefinitionFact | undefined): boolean => one?.kind === "interface";

/** Of changed files only unchanged lines count. */
function isBrokenNow({ now, base, lineNow }: Change, { path, line, fact }: Conversion): boolean {
  const place = lineNow(path, line);
  if (place === null) {
    return false;
  }
  const there = now.lookup.facts(place.path)?.conversions ?? [];
  const facts = place.isInChange ? there.filter((one) => one.line === place.line) : [fact];
  const before = lackingIn(base, base.linker.converted(path, fact));
  return facts.some((one) => isBroken(now, now.linker.converted(place.path, one), before));
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
