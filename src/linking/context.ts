// What several parts of linking read from a LinkContext: definitions by their names, as the language of their file sees them.
import { type DefinitionAt, type DefinitionFact, FILE, LOCAL } from "../vocabulary/facts.ts";
import { byPath } from "./children.ts";
import { openMemo } from "./memo.ts";
import type { Place } from "./resolution.ts";
import type { LinkContext } from "./semantics.ts";

export const definitionAt = ({ lookup }: LinkContext, { path, at }: Place): DefinitionFact | undefined =>
  lookup.facts(path)?.definitions[at];

const NONE: readonly DefinitionAt[] = [];

/** Definitions of a file that `name` means in `parent`; overloads and merged declarations are several. */
export function childrenNamed(
  context: LinkContext,
  path: string,
  parent: DefinitionAt,
  name: string,
): readonly DefinitionAt[] {
  const facts = context.lookup.facts(path);
  return facts === null ? NONE : context.semantics(path).childrenNamed(facts.definitions, parent, name);
}

/** The same, as places. */
export const membersNamed = (context: LinkContext, { path, at }: Place, name: string): Place[] =>
  placesIn(path, childrenNamed(context, path, at, name));

const placesIn = (path: string, ordinals: readonly DefinitionAt[]): Place[] => ordinals.map((at) => ({ path, at }));

/** Whether the definition has this bit in its flags. */
export const hasFlag = (context: LinkContext, place: Place, flag: number): boolean =>
  ((definitionAt(context, place)?.flags ?? 0) & flag) !== 0;

/** Definitions at the top of the file, not inside a function. */
export const outermostNamed = (context: LinkContext, path: string, name: string): Place[] =>
  membersNamed(context, { path, at: FILE }, name).filter((place) => !hasFlag(context, place, LOCAL));

/** Those that `from` sees. */
export function outermostSeen(context: LinkContext, from: string, path: string, name: string): Place[] {
  const all = outermostNamed(context, path, name);
  const definitions = all.length === 0 || path === from ? undefined : context.lookup.facts(path)?.definitions;
  if (definitions === undefined) {
    return all;
  }
  const ordinals = all.map(({ at }) => at);
  return placesIn(path, context.semantics(path).visibleElsewhere(definitions, ordinals));
}

/** The package or namespace that a file declares, with dots; "" if it declares none. */
export function packageOf(context: LinkContext, path: string): string {
  const written = context.lookup.facts(path)?.package ?? "";
  return context.semantics(path).packages?.dotted(written) ?? written;
}

/** All definitions that make up a class or type, where it can be opened again; elsewhere its declarations. */
export const openingsOf = (context: LinkContext, place: Place): readonly Place[] =>
  context.semantics(place.path).openings(context, place);

/** The same for all definitions of one class. */
export const classKey = (context: LinkContext, place: Place): string =>
  context.semantics(place.path).classKey(context, place);

/**
 * Files of the same language as `from` that contain the name; none if there are more than `most`, since it is then a common
 * word.
 */
export function filesReferringTo(
  { lookup, semantics }: LinkContext,
  from: string,
  name: string,
  most: number,
): readonly string[] {
  const files = lookup.containing(name).filter((other) => semantics(other) === semantics(from));
  return files.length > most ? [] : files;
}

/** If more files declare one path, only the first are examined: such a class is used as a namespace. */
export const DECLARING_MAX = 60;

const defined = openMemo<Place[]>();

/** Definitions with this full path in files of the same language as `from`. */
export const definedAs = (context: LinkContext, path: string, from: string): Place[] =>
  defined(context, path, () => findDefined(context, path, from));

function findDefined(context: LinkContext, path: string, from: string): Place[] {
  const own = context.semantics(from);
  const related = context.lookup.declaring(path).filter((other) => context.semantics(other) === own);
  return related.slice(0, DECLARING_MAX).flatMap((other) => {
    const facts = context.lookup.facts(other);
    return facts === null ? [] : placesIn(other, byPath(facts.definitions, path));
  });
}
