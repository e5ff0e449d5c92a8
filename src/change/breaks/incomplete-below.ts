// Classes that inherited a lost member, and lack it now where something above them asks for it. Compilers report that at their heads.
import type { EdgeScene } from "../../intelligence/edges/edge-scene.ts";
import { inheritedMember } from "../../intelligence/edges/overridden-member.ts";
import { hasToComplete, needsImplementation } from "../../intelligence/edges/overrides.ts";
import { definitionOf, descendants, type Found, typesAbove } from "../../intelligence/edges/related-types.ts";
import { isLibraryMember } from "../../languages/library-members.ts";
import { semanticsOf } from "../../languages/semantics.ts";
import { keyOf, type Place } from "../../linking/resolution.ts";
import type { Steps } from "../../system/slices.ts";
import { BUILT_IN_ROOT } from "../../vocabulary/chain.ts";
import { ABSTRACT, type DefinitionFact, FILE, OVERRIDES, PRIVATE } from "../../vocabulary/facts.ts";
import {
  type Change,
  type FoundBreak,
  type FoundBreaks,
  type Lost,
  type LostDefinition,
  NO_BREAKS,
} from "../state/change.ts";
import { areAllKnown } from "./called-by-libraries.ts";
import { findMaking } from "./making.ts";

const OWNERS: ReadonlySet<string> = new Set(["class", "interface", "enum"]);
/** Kinds of types of which there are values. */
const COMPLETED: ReadonlySet<string> = new Set(["class", "enum"]);
const MEMBERS: ReadonlySet<string> = new Set(["method", "field"]);

/** Nothing where `isListed`: the class that loses it is listed itself, so that a compiler reports it there alone. */
export function* findIncompleteBelow(
  change: Change,
  lost: Lost,
  one: LostDefinition,
  isListed: boolean,
): Steps<FoundBreaks> {
  const { base } = change;
  const { definition, isOutermost } = one;
  const owner: Place = { path: lost.path, at: definition.parent };
  const around = definition.parent === FILE ? undefined : definitionOf(base, owner);
  const isMember = MEMBERS.has(definition.kind) && (definition.flags & (PRIVATE | ABSTRACT)) === 0;
  const isReported = isListed && around?.kind !== "interface" && ((around?.flags ?? 0) & ABSTRACT) === 0;
  const isIn = around !== undefined && OWNERS.has(around.kind) && lost.isRemoved && isOutermost && isMember;
  if (!isIn || isReported || base.linker.comparesMethods(owner)) {
    return NO_BREAKS;
  }
  const below: Found = new Map();
  const isWhole = yield* descendants(base, owner, below);
  const breaks: FoundBreak[] = [];
  const filesLeft = isWhole ? [] : [lost.path];
  const reported = new Set<string>();
  // Those directly below come first.
  for (const { place } of below.values()) {
    const asks = isBelowOneOf(base, place, reported) ? null : whatAsks(change, lost, definition, place);
    if (asks !== null) {
      reported.add(keyOf(place));
      const made = asks === "library" ? NO_BREAKS : yield* madeOf(base, place, definition);
      breaks.push(headBreak(base, place, definition, asks), ...made.breaks);
      filesLeft.push(...made.filesLeft);
    }
    yield;
  }
  return { breaks, filesLeft };
}

const isBelowOneOf = (base: EdgeScene, place: Place, keys: ReadonlySet<string>): boolean =>
  keys.size > 0 && [...typesAbove(base, place).keys()].some((key) => keys.has(key));

function headBreak(base: EdgeScene, place: Place, { name }: DefinitionFact, asks: "project" | "library"): FoundBreak {
  const isSure = asks === "project";
  return {
    kind: "override",
    effect: isSure ? "breaks" : "may-break",
    certainty: isSure ? "constrained" : "heuristic",
    path: place.path,
    line: definitionOf(base, place)?.nameLine ?? 1,
    why: isSure
      ? `has to have ${name}, which it inherited and which is deleted`
      : `may have to have ${name}, which it inherited and which is deleted: what asks for it is a library's`,
  };
}

/** What makes instances of a class that is no longer complete, where the language asks for that only then. */
function* madeOf(base: EdgeScene, place: Place, definition: DefinitionFact): Steps<FoundBreaks> {
  return semanticsOf(base.lookup.language(place.path) ?? "")?.overriding.classesMayBeIncomplete === true
    ? yield* findMaking(base, place, definition, "may-break")
    : NO_BREAKS;
}

/** Whose type asks the class for the member, which it has no more; null where none does, or the class has one of its own. */
function whatAsks(change: Change, lost: Lost, was: DefinitionFact, place: Place): "project" | "library" | null {
  const { base } = change;
  const own = definitionOf(base, place);
  const hasOwn = base.linker.members(place).some((member) => definitionOf(base, member)?.name === was.name);
  if (own === undefined || !COMPLETED.has(own.kind) || hasOwn) {
    return null;
  }
  const path = place.path === lost.path ? pathNow(change, lost) : place.path;
  if (lacksRequired(change.now, path, own.path, was)) {
    return "project";
  }
  const isMethod = was.kind === "method" && (own.flags & ABSTRACT) === 0;
  const isOfLibrary =
    isMethod && ((was.flags & OVERRIDES) !== 0 || isLibraryMember(was.name, base.lookup.language(place.path)));
  return isOfLibrary && isBelowLibrary(base, place) && inheritedNow(change.now, path, own.path, was) === null
    ? "library"
    : null;
}

/** Whether a type that it extends, directly or not, is a library's or built into the language. */
export const isBelowLibrary = (base: EdgeScene, place: Place): boolean =>
  [place, ...typesAbove(base, place).values()].some((one) =>
    definitionOf(base, one)?.supers.some((chain) => chain.startsWith(BUILT_IN_ROOT)),
  ) || !areAllKnown(base, [place]);

/** Of the file after the change; empty if it is gone. */
export const pathNow = ({ gone }: Change, { path, pair }: Lost): string =>
  pair === null && gone.size > 0 ? path : (pair?.after?.path ?? "");

function inheritedNow(now: EdgeScene, path: string, type: string, was: DefinitionFact): Place | null {
  const at = now.lookup.facts(path)?.definitions.findIndex((one) => one.path === type) ?? FILE;
  return at < 0 ? null : inheritedFrom(now, { path, at }, was);
}

/** The member that a type has from one above it; not one that only its name leads to, as on a library's type. */
function inheritedFrom(now: EdgeScene, type: Place, was: DefinitionFact): Place | null {
  const found = inheritedMember(now, type, was);
  const parent = found === null ? FILE : (definitionOf(now, found)?.parent ?? FILE);
  const isAbove = found !== null && typesAbove(now, type).has(keyOf({ path: found.path, at: parent }));
  return isAbove ? found : null;
}

/** Whether the class of this path in the file lacks a member that a supertype requires now. */
export function lacksRequired(now: EdgeScene, path: string, type: string | undefined, was: DefinitionFact): boolean {
  const all = now.lookup.facts(path)?.definitions ?? [];
  const at = all.findIndex((one) => one.path === type);
  const own = all[at];
  if (type === undefined || own === undefined) {
    return false;
  }
  const hasAnother = all.some((one) => one.parent === at && one.name === was.name && one.parameters === was.parameters);
  const asked = hasAnother ? null : inheritedFrom(now, { path, at }, was);
  const asking = asked === null ? undefined : definitionOf(now, asked);
  const around =
    asked === null || asking === undefined ? undefined : definitionOf(now, { ...asked, at: asking.parent });
  return (
    asked !== null &&
    asking !== undefined &&
    around !== undefined &&
    needsImplementation(now, asked.path, asking, around) &&
    hasToComplete(now, path, own, around)
  );
}
