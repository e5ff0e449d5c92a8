// What else a line may mean that an edge leads from: another definition of the name, where the edge is not proven by the line's import,
// scope or receiver.
import { groupsAt } from "../change/breaks/replaced.ts";
import type { EdgeScene, Target } from "../intelligence/edges/edge-scene.ts";
import { isExtension } from "../intelligence/edges/external-receivers.ts";
import { definitionOf } from "../intelligence/edges/related-types.ts";
import { isLibraryMember } from "../languages/library-members.ts";
import { semanticsOf } from "../languages/semantics.ts";
import { inTime } from "../linking/linker.ts";
import { keyOf, type Place } from "../linking/resolution.ts";
import { atOnce } from "../system/slices.ts";
import { BUILT_IN_ROOT, definitionIn, dottedNames, hasMember, importIn, parseMember } from "../vocabulary/chain.ts";
import { TYPE_KINDS } from "../vocabulary/chunk.ts";
import {
  type DefinitionFact,
  EXTENSION,
  FILE,
  isNamed,
  LOCAL,
  OVERRIDES,
  PARTIAL,
  type ReferenceGroup,
} from "../vocabulary/facts.ts";

/** Types of a receiver and their supertypes that are looked at; with more, nothing is proven. */
const TYPES_MAX = 50;
/** Other definitions that are found: one is named in a message, more say nothing new. */
const FOUND_MAX = 20;

/** References by this name on a line (1-based) of the file. */
export const groupsOn = (scene: EdgeScene, path: string, line: number, name: string): readonly ReferenceGroup[] =>
  groupsAt(scene, { path, line }).filter((group) => group.name === name);

/**
 * Whether an edge from this group proves what it means: by its import or scope, or because its receiver has a known type, all of whose
 * supertypes are known. `edges`: the state in which the edge was found; `now`: the one in which the receiver is looked at.
 */
export function isProven(edges: EdgeScene, now: EdgeScene, path: string, group: ReferenceGroup): boolean {
  const { of } = group;
  const looked = inTime(() => {
    const { value, certainty } = edges.linker.target(path, group);
    if (of === null || value.is !== "definition" || (!hasMember(of) && runsOnObject(now, path))) {
      return false;
    }
    const isExact = certainty === "exact" && !isOfPackageAlone(edges, path, group, value.places);
    return isExact || isOnKnownReceiver(now, path, of);
  });
  return looked?.value === true;
}

const hasPackages = ({ lookup }: EdgeScene, path: string): boolean =>
  (semanticsOf(lookup.language(path) ?? "")?.packages ?? null) !== null;

const isAtTop = (scene: EdgeScene, place: Place): boolean => definitionOf(scene, place)?.parent === FILE;

/**
 * Whether all that says what a bare name means is the package in which it is looked up: a declaration elsewhere, such as `global using`
 * in the settings of a build, may add another one.
 */
function isOfPackageAlone(
  scene: EdgeScene,
  path: string,
  { name, of }: ReferenceGroup,
  places: readonly Place[],
): boolean {
  const isOwn = of !== null && definitionIn(of) !== null;
  const isBare = of !== null && importIn(of) === null && (isOwn || dottedNames(of)?.length === 1);
  const isOutside = !isOwn && places.every((place) => isAtTop(scene, place));
  return isBare && hasPackages(scene, path) && (isOutside || isOfOneWord(scene, path, name));
}

/** `Response`, which a namespace that is imported as a whole may have as well. */
const isOfOneWord = ({ lookup }: EdgeScene, path: string, name: string): boolean =>
  semanticsOf(lookup.language(path) ?? "")?.importsWholeNamespaces === true && /^[A-Z][a-z]+$/.test(name);

const runsOnObject = ({ lookup }: EdgeScene, path: string): boolean =>
  semanticsOf(lookup.language(path) ?? "")?.runsOnObject?.(path) === true;

function isOnKnownReceiver(now: EdgeScene, path: string, of: string): boolean {
  const member = parseMember(of);
  const { value } = now.linker.resolve(path, member?.owner ?? of);
  return (
    member !== null &&
    (value.is === "definition" || value.is === "instance") &&
    value.places.length > 0 &&
    areAllKnown(now, value.places)
  );
}

/** Whether the types, and all that they extend, are the project's or built into the language. */
function areAllKnown({ linker, lookup }: EdgeScene, types: readonly Place[]): boolean {
  const queue: Place[] = [...types];
  const seen = new Set<string>();
  for (let place = queue.pop(); place !== undefined; place = queue.pop()) {
    if (seen.has(keyOf(place))) {
      continue;
    }
    seen.add(keyOf(place));
    const chains = lookup.facts(place.path)?.definitions[place.at]?.supers ?? [];
    const reached = linker.supers(place).map((one) => ("places" in one.value ? one.value.places : []));
    // The members of what is built in are in the list of the language's library.
    const outside = reached.filter((places) => places.length === 0).length;
    if (outside > chains.filter((chain) => chain.startsWith(BUILT_IN_ROOT)).length || seen.size > TYPES_MAX) {
      return false;
    }
    queue.push(...reached.flat());
  }
  return true;
}

/**
 * From where else a type may have a member of this name, in words for a message; null: from nowhere. A library's type that it extends may have
 * it, unless members that override are marked in this language, and this one is not. A generator may write another part of a partial type.
 */
export function otherSourceOf(now: EdgeScene, member: DefinitionFact, owner: Place): string | null {
  const type = definitionOf(now, owner);
  if (type === undefined) {
    return null;
  }
  if ((type.flags & PARTIAL) !== 0) {
    return `\`${type.path}\` is partial, and a generator may write it`;
  }
  const isMarked = semanticsOf(now.lookup.language(owner.path) ?? "")?.overriding.areMarked === true;
  const isOwn = isMarked && (member.flags & OVERRIDES) === 0;
  const isBelow = (): boolean => inTime(() => areAllKnown(now, [owner]))?.value === false;
  return !isOwn && (opensLibraryType(now, owner.path, type) || isBelow())
    ? `\`${type.path}\` may have it from a library`
    : null;
}

/** Whether the definition of this file only adds to a type of a library. */
export const opensLibraryType = ({ lookup }: EdgeScene, path: string, definition: DefinitionFact): boolean =>
  (definition.flags & EXTENSION) !== 0 ||
  semanticsOf(lookup.language(path) ?? "")?.opensLibraryType?.(lookup, path, definition) === true;

/** Other definitions of the target's name that the project has; empty too where the time was up. `isTopOfPackage`: whether the target is no member. */
export function namesakesOf(
  scene: EdgeScene,
  { name, places }: Target,
  isOwn: (place: Place) => boolean,
  isTopOfPackage = false,
): Place[] {
  const [first] = places;
  const found: Place[] = [];
  // No member is meant by the bare name of what stands at the top of a package.
  const needsTop = isTopOfPackage && first !== undefined && hasPackages(scene, first.path);
  const paths = first === undefined ? null : inTime(() => atOnce(scene.candidates(name, name, first.path)));
  for (const path of paths?.value ?? []) {
    for (const [at, definition] of (scene.lookup.facts(path)?.definitions ?? []).entries()) {
      const place = { path, at };
      const isSeen = isNamed(definition) && (definition.flags & LOCAL) === 0;
      if (definition.name === name && isSeen && !isOwn(place) && (!needsTop || isAtTop(scene, place))) {
        found.push(place);
      }
    }
    if (found.length >= FOUND_MAX || scene.isOver()) {
      break;
    }
  }
  return found;
}

/** A member of this name that is declared outside of its type, so that types have it which do not declare it; in words for a message. */
export function extensionNamed(scene: EdgeScene, target: Target, isOwn: (place: Place) => boolean): string | null {
  const found = namesakesOf(scene, target, isOwn).find((place) =>
    isExtension(scene, { name: target.name, places: [place] }),
  );
  return found === undefined
    ? null
    : `\`${definitionOf(scene, found)?.path ?? target.name}\` in ${found.path} extends types by it`;
}

/** What a use may mean besides, in words for a message: `` `enable` is still defined in lib/other.ts ``; null where nothing else is called so. */
export function otherMeaning(
  scene: EdgeScene,
  target: Target & { readonly definition: DefinitionFact },
  path: string,
  isOwn: (place: Place) => boolean,
): string | null {
  const language = scene.lookup.language(path);
  if (runsOnObject(scene, path)) {
    return `what the script runs on may have \`${target.name}\``;
  }
  if (isLibraryMember(target.name, language)) {
    return `the library of the language has \`${target.name}\`, too`;
  }
  if (isOfOneWord(scene, path, target.name) && TYPE_KINDS.has(target.definition.kind)) {
    return `an imported namespace may have \`${target.name}\``;
  }
  const [other] = namesakesOf(scene, target, isOwn, target.definition.parent === FILE);
  const { path: symbol } = other === undefined ? { path: "" } : (definitionOf(scene, other) ?? { path: "" });
  return other === undefined ? null : `\`${symbol}\` is defined in ${other.path}, too`;
}
