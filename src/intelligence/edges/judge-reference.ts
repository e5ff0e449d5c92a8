// Decides for one place that has the name of the target whether it refers to it: surely, by its name alone, or not at all.

import { isLibraryMember } from "../../languages/library-members.ts";
import { semanticsOf } from "../../languages/semantics.ts";
import { isOneOf, keyOf } from "../../linking/resolution.ts";
import { hasMember, hasParameter, KEYS, parseMember } from "../../vocabulary/chain.ts";
import { type Certainty, DEFAULT, FILE, LOADED, type ReferenceGroup } from "../../vocabulary/facts.ts";
import { placeIn } from "./enclosing-definition.ts";
import { isOnLambdasReceiver, isReturnedByLibrary } from "./external-receivers.ts";
import { keep, type Reference, type Search } from "./reference-search.ts";

/** A shorter name is not distinctive enough to link references by the name alone. */
const DISTINCTIVE_LENGTH_MIN = 4;

export function judge(search: Search, path: string, group: ReferenceGroup, name: string): void {
  const { value, certainty } = search.scene.linker.target(path, group);
  const meant = value.is === "definition" ? value.places.map(keyOf).filter((place) => search.keys.has(place)) : [];
  const isTarget = meant.length > 0;
  // A member of an object literal: other code may assign it another value. What is computed may be another one of several.
  const isAlias = meant.every((place) => search.aliases.has(place)) && certainty === "exact";
  const isUnsure = isOneOf({ value }) && value.is === "definition" && meant.length < value.places.length;
  const known = isUnsure || isLoaded(group) ? "heuristic" : isAlias ? "constrained" : certainty;
  const isNamesake = group.name === search.target.name && isMember(search, path, group) && !isOfUntyped(group);
  const isExternal = value.is === "external";
  // A value that may be one of several, of which one has such a member, may as well be another one, with the target.
  const isDoubtful = value.is === "unknown" || certainty === "heuristic";
  const isOpen = isNamesake && (isDoubtful || (isExternal && search.isExtension));
  if (!isTarget && !isOpen) {
    const isOurs = isExternal && group.name === search.target.name && mayBeOurs(search, path, group, isNamesake);
    if (isOurs && name === search.target.name) {
      search.doubtful.push(...placesOf(path, group, "heuristic"));
    }
    return;
  }
  for (const reference of placesOf(path, group, isTarget ? known : "heuristic")) {
    if (isTarget) {
      keep(search, reference);
    } else if (name === search.target.name) {
      search.unknowns.push(reference);
    }
  }
}

/** `() => import("./cart")`: what takes the function mostly wants the default export of what it loads. */
const isLoaded = ({ name, of }: ReferenceGroup): boolean => name === LOADED && of?.endsWith(`.${DEFAULT}`) === true;

const placesOf = (path: string, group: ReferenceGroup, certainty: Certainty): Reference[] =>
  group.roles.map((role, index) => ({ path, ...placeIn(group, index), role, certainty }));

function mayBeOurs({ scene, target }: Search, path: string, { of }: ReferenceGroup, isOnReceiver: boolean): boolean {
  const language = scene.lookup.language(path);
  const isOfType = target.places.some((place) => {
    const { parent = FILE, kind } = scene.lookup.facts(place.path)?.definitions[place.at] ?? {};
    return parent !== FILE && kind === "method";
  });
  return (isOnReceiver && isReturnedByLibrary(of, language)) || (isOfType && isOnLambdasReceiver(of, language));
}

/** Ruby calls methods of `self` by their name alone. */
function isMember({ scene }: Search, path: string, { name, of }: ReferenceGroup): boolean {
  const isBare = of === name && semanticsOf(scene.lookup.language(path) ?? "")?.bareNamesAreMembers === true;
  return of === null || hasMember(of) || isBare;
}

/**
 * Not a reference to a member: a key of a literal that is passed for a parameter whose type has no members, or a name in quotes
 * where no name of a member is expected.
 */
const isOfUntyped = ({ of, roles }: ReferenceGroup): boolean =>
  of !== null &&
  (parseMember(of)?.owner.endsWith(KEYS) === true || (hasParameter(of) && roles.every((role) => role === "write")));

/** Whether a member of this name can, in this project, only be the target. */
export function isTelling({ scene, target, namesakes, isExtension }: Search): boolean {
  const [place] = target.places;
  const definition = place === undefined ? undefined : scene.lookup.facts(place.path)?.definitions[place.at];
  return (
    place !== undefined &&
    definition !== undefined &&
    (definition.parent !== FILE || definition.kind === "method" || isExtension) &&
    namesakes.size === 1 &&
    target.name.length >= DISTINCTIVE_LENGTH_MIN &&
    !isLibraryMember(target.name, scene.lookup.language(place.path))
  );
}
