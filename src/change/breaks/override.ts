// Code that rests on a lost member without naming it, through the types above and below its own: members that override it, the class
// that must have it, and what makes an instance of a class that lacks it.
import type { EdgeScene, Target } from "../../intelligence/edges/edge-scene.ts";
import { inheritedMember, overriddenBy } from "../../intelligence/edges/overridden-member.ts";
import {
  externalOverrides,
  memberAbove,
  needsImplementation,
  type Override,
  type Overrides,
  overridesOf,
} from "../../intelligence/edges/overrides.ts";
import { findReferences } from "../../intelligence/edges/references.ts";
import { definitionOf, descendants, type Found } from "../../intelligence/edges/related-types.ts";
import { isLibraryMember } from "../../languages/library-members.ts";
import { languageById } from "../../languages/registry.ts";
import { semanticsOf } from "../../languages/semantics.ts";
import type { Place } from "../../linking/resolution.ts";
import type { Steps } from "../../system/slices.ts";
import { ABSTRACT, type DefinitionFact, FILE, OVERRIDES } from "../../vocabulary/facts.ts";
import { targetAt } from "../read/symbol-target.ts";
import type { Change, Effect, FoundBreak, FoundBreaks, Lost, LostDefinition } from "../state/change.ts";
import { survivorsOf } from "../state/surviving-lines.ts";
import { findIncompleteBelow, isBelowLibrary, lacksRequired, pathNow } from "./incomplete-below.ts";
import { hasInheritedPlace } from "./inherited-place.ts";
import { findMaking } from "./making.ts";

export function* findOverrides(change: Change, lost: Lost): Steps<FoundBreaks> {
  const breaks: FoundBreak[] = [];
  const filesLeft: string[] = [];
  for (const one of lost.definitions) {
    const overrides = yield* overridesOf(change.base, one.target);
    breaks.push(...overridingBreaks(change, lost, one, overrides));
    const external = yield* externalOverrides(change.base, one.target);
    // What is implemented for a type of a library is marked as such.
    const effect: Effect = brokenBy(change, lost, overrides)(true) ? "breaks" : "may-break";
    for (const place of external.places) {
      const why = `implements ${one.definition.path}, which is deleted`;
      const line = definitionOf(change.base, place)?.nameLine ?? 1;
      breaks.push({ ...unnamed, effect, path: place.path, line, why });
    }
    breaks.push(...(yield* concreteBelow(change, lost, one, overrides)));
    const throughIt = yield* callsOfOverriding(change, lost, one, overrides);
    const lacking = yield* lackingBreaks(change, lost, one, overrides);
    const destructors = yield* overriddenDestructors(change, lost, one);
    breaks.push(...throughIt.breaks, ...lacking.breaks, ...destructors.breaks);
    filesLeft.push(
      ...external.filesLeft,
      ...throughIt.filesLeft,
      ...lacking.filesLeft,
      ...destructors.filesLeft,
      ...(overrides.isWhole ? [] : [lost.path]),
    );
  }
  return { breaks, filesLeft };
}

function overridingBreaks(change: Change, lost: Lost, one: LostDefinition, overrides: Overrides): FoundBreak[] {
  const { definition, target, isOutermost } = one;
  const isInherited = hasInheritedPlace(change, lost, one);
  const isBroken = brokenBy(change, lost, overrides);
  return overrides.overriding.map(({ path, line, isMarked }): FoundBreak => {
    const isStill = isInherited || (lost.isRemoved && stillOverrides(change, target.name, { path, line, isMarked }));
    // What implements a member that nothing asks for any more may be more than its type admits.
    const otherwise = overrides.isRequired ? "may-break" : "idle";
    // Where the whole type goes, a compiler mostly stops at the name of that.
    const broken = isOutermost ? "breaks" : "may-break";
    const effect: Effect = isStill ? "changes" : isBroken(isMarked) ? broken : otherwise;
    return { ...unnamed, effect, path, line, why: `overrides ${definition.path}, which is deleted` };
  });
}

/** Classes that have the required member from an abstract one, whose own does not fit any more: compilers report it there alone. */
function* concreteBelow(change: Change, lost: Lost, one: LostDefinition, overrides: Overrides): Steps<FoundBreak[]> {
  const { base } = change;
  const { definition, target } = one;
  const found: FoundBreak[] = [];
  for (const { path, line, isMarked } of brokenBy(change, lost, overrides)(false) ? overrides.overriding : []) {
    const at = targetAt(base, path, { name: target.name, nameLine: line })?.places[0]?.at;
    const owner: Place | null =
      at === undefined ? null : { path, at: base.lookup.facts(path)?.definitions[at]?.parent ?? FILE };
    if (owner === null || ((definitionOf(base, owner)?.flags ?? 0) & ABSTRACT) === 0 || isMarked) {
      continue;
    }
    const below: Found = new Map();
    yield* descendants(base, owner, below);
    for (const { place } of below.values()) {
      const inheriting = definitionOf(base, place);
      const hasOwn = base.linker.members(place).some((own) => definitionOf(base, own)?.name === target.name);
      if (inheriting?.kind === "class" && (inheriting.flags & ABSTRACT) === 0 && !hasOwn) {
        const why = `inherits what implements ${definition.path}, which is deleted`;
        found.push({ ...unnamed, effect: "breaks", path: place.path, line: inheriting.nameLine, why });
      }
    }
  }
  return found;
}

/**
 * Uses of members that are only there because a trait asks for them, so that the type does not have them without it; and of those of a
 * type without a name, whose values count as of the type above.
 */
function* callsOfOverriding(
  { base }: Change,
  lost: Lost,
  { definition, target }: LostDefinition,
  { overriding }: Overrides,
): Steps<FoundBreaks> {
  const isByTrait = languageById(lost.language)?.importsBringMembers === true;
  const breaks: FoundBreak[] = [];
  const filesLeft: string[] = [];
  for (const { path: own, line: nameLine } of lost.isRemoved ? overriding : []) {
    const member = targetAt(base, own, { name: target.name, nameLine });
    const isMeant = isByTrait || (member !== null && isOfNameless(base, member));
    const found = member === null || !isMeant ? null : yield* findReferences(base, member);
    filesLeft.push(...(found?.filesLeft ?? []));
    for (const { path, line, certainty } of found?.references ?? []) {
      const why = `uses what implements ${definition.path}, which is deleted`;
      breaks.push({ kind: "override", effect: "may-break", certainty, path, line, why });
    }
  }
  return { breaks, filesLeft };
}

const isOfNameless = ({ lookup }: EdgeScene, { places }: Target): boolean =>
  places.some(({ path, at }) => {
    const { definitions = [] } = lookup.facts(path) ?? {};
    return definitions[definitions[at]?.parent ?? FILE]?.name === "{}";
  });

const unnamed = { kind: "override", certainty: "constrained" } as const;

/** Whether the change breaks the overriding member; one marked `override` needs a member that it overrides. */
function brokenBy(
  change: Change,
  lost: Lost,
  { isRequired, fewerParametersFit }: Overrides,
): (isMarked: boolean) => boolean {
  if (!lost.isRemoved) {
    return (isMarked) => !fewerParametersFit && (isMarked || isRequired);
  }
  const isReplaced = isRequired && requiresMore(change, lost);
  return (isMarked) => isMarked || isReplaced;
}

/** Whether the member overrides another one now, such as one of a type that its supertype extends since the change. */
function stillOverrides({ now, lineNow }: Change, name: string, { path, line }: Override): boolean {
  const place = lineNow(path, line);
  const found = place === null ? null : targetAt(now, place.path, { name, nameLine: place.line });
  return found !== null && overriddenBy(now, found) !== null;
}

/** The class that has to have the member, where that is not complete now, and what makes instances of it. */
function* lackingBreaks(change: Change, lost: Lost, one: LostDefinition, overrides: Overrides): Steps<FoundBreaks> {
  const { definition } = one;
  const { name } = definition;
  const at = { ...unnamed, path: lost.path, line: lineOfType(lost, definition) };
  if (overrides.completes !== null && leavesIncomplete(change, lost, one, overrides)) {
    const made = yield* madeIncomplete(change, lost, one);
    const own: FoundBreak = { ...at, effect: "breaks", why: `has to have ${name}, which is deleted` };
    return { ...made, breaks: [own, ...made.breaks] };
  }
  const why = `may have to have ${name}, which is deleted: what asks for it is a library's`;
  const isAsked = lost.isRemoved && overrides.completes === null && isLibrarys(change.base, lost, one);
  const own: FoundBreak[] = isAsked ? [{ ...at, effect: "may-break", certainty: "heuristic", why }] : [];
  const below = yield* findIncompleteBelow(change, lost, one, isAsked);
  return { ...below, breaks: [...own, ...below.breaks] };
}

/** Places that make an instance of a class that is no longer complete, where the language asks for that only then. */
function* madeIncomplete({ base }: Change, lost: Lost, { definition }: LostDefinition): Steps<FoundBreaks> {
  return lost.isRemoved && semanticsOf(lost.language ?? "")?.overriding.classesMayBeIncomplete === true
    ? yield* findMaking(base, { path: lost.path, at: definition.parent }, definition, "breaks")
    : { breaks: [], filesLeft: [] };
}

/** Whether it is written as an override or may be one, and nothing of the project has what it overrides. */
function isLibrarys(base: EdgeScene, { path, facts, language }: Lost, { definition, target }: LostDefinition): boolean {
  const { name, kind, flags, parent } = definition;
  const type = facts.definitions[parent];
  const isBelow = type === undefined || type.supers.length > 0;
  const mayBe = kind === "method" && type !== undefined && isLibraryMember(name, language);
  const isOne = (flags & OVERRIDES) !== 0 || (mayBe && isBelowLibrary(base, { path, at: parent }));
  return isBelow && isOne && memberAbove(base, target) === null;
}

/** The line of the type around it; of a member that is written elsewhere, such as in `impl Read for Store`, where that names what asks for it. */
function lineOfType(
  { facts: { definitions, references }, language, pair }: Lost,
  { parent, startLine, nameLine }: DefinitionFact,
): number {
  const type = definitions[parent];
  if (type !== undefined && type.startLine <= startLine && startLine <= type.endLine) {
    return type.nameLine;
  }
  const block = languageById(language)?.deletion?.implied?.block;
  const before = block === undefined ? [] : (pair?.before?.text.split("\n") ?? []).slice(0, startLine - 1);
  const head = before.findLastIndex((text) => block?.test(text) === true);
  if (head >= 0) {
    return head + 1;
  }
  const above = references.flatMap(({ lines, roles }) =>
    lines.filter((line, index) => roles[index] === "extend" && line <= startLine),
  );
  return above.length === 0 ? (type?.nameLine ?? nameLine) : Math.max(...above);
}

/** Whether the class lacks the member now: a member with another signature is another member, unless it only takes fewer parameters. */
function leavesIncomplete(
  change: Change,
  lost: Lost,
  { definition }: LostDefinition,
  { fewerParametersFit }: Overrides,
): boolean {
  const path = pathNow(change, lost);
  if (lost.isRemoved) {
    return lacksRequired(change.now, path, lost.facts.definitions[definition.parent]?.path, definition);
  }
  const is = change.now.lookup.facts(path)?.definitions.find((one) => one.path === definition.path);
  const isShorter = fewerParametersFit && (is?.parameters ?? 0) <= definition.parameters;
  return !isShorter && !isAskedAsNow(change, path, is);
}

/** Whether the change altered what the supertype asks for as well, and the member takes as many parameters as that now. */
function isAskedAsNow({ now, pairs }: Change, path: string, is: DefinitionFact | undefined): boolean {
  const asked = is === undefined ? null : inheritedMember(now, { path, at: is.parent }, is);
  const asking = asked === null ? undefined : definitionOf(now, asked);
  const changed = pairs.find(({ after }) => after?.path === asked?.path);
  return (
    asking !== undefined &&
    changed !== undefined &&
    asking.parameters === is?.parameters &&
    ![...survivorsOf(changed).values()].includes(asking.nameLine)
  );
}

/** Whether the type requires a member now that it did not require before: the old one was renamed. */
export function requiresMore(change: Change, lost: Lost): boolean {
  const was = lost.facts.definitions;
  const owner = was[lost.definitions[0]?.definition.parent ?? FILE];
  const asked = (scene: EdgeScene, file: string): readonly string[] => {
    const all = scene.lookup.facts(file)?.definitions ?? [];
    const isOwn = (one: DefinitionFact): boolean => {
      const around = all[one.parent];
      return around !== undefined && around.path === owner?.path && needsImplementation(scene, file, one, around);
    };
    return all.filter(isOwn).map(({ name }) => name);
  };
  const before = new Set(asked(change.base, lost.path));
  return asked(change.now, pathNow(change, lost)).some((name) => !before.has(name));
}

/** Destructors of the types below the one whose destructor goes: they override it under names of their own. */
function* overriddenDestructors(
  { base }: Change,
  { path, language }: Lost,
  { definition }: LostDefinition,
): Steps<FoundBreaks> {
  const rule = languageById(language)?.deletion?.destructor;
  if (rule?.test(definition.name) !== true || definition.parent === FILE) {
    return { breaks: [], filesLeft: [] };
  }
  const types: Found = new Map();
  const isWhole = yield* descendants(base, { path, at: definition.parent }, types);
  const below = [...types.values()].flatMap(({ place }) => base.linker.members(place));
  const breaks = below.flatMap((place): FoundBreak[] => {
    const { name = "", nameLine = 0 } = definitionOf(base, place) ?? {};
    const why = `may override ${definition.path}, which is deleted`;
    return rule.test(name) ? [{ ...unnamed, effect: "may-break", path: place.path, line: nameLine, why }] : [];
  });
  return { breaks, filesLeft: isWhole ? [] : [path] };
}
