// What several parts of linking read from a LinkContext: definitions by their names, as the language of their file sees them.
import { type DefinitionAt, type DefinitionFact, FILE, LOCAL } from "../vocabulary/facts.ts";
import { byPath } from "./children.ts";
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

// A cache for one context, kept as long as the project's files stay the same.

/**
 * The result of `find`, or the cached one for the same key. A result for which something was left unknown is not cached, since
 * it is valid for one question only.
 */
type Memo<Value> = (context: LinkContext, key: string, find: () => Value) => Value;

/** `onReentry`: the value returned on a re-entrant look-up of the same key; leave it out where re-entry cannot happen. */
export function openMemo<Value extends {}>(onReentry?: Value): Memo<Value> {
  const contexts = new WeakMap<LinkContext, { readonly kept: Map<string, Value>; readonly underWay: Set<string> }>();
  return (context, key, find) => {
    const { kept, underWay } = contexts.get(context) ?? { kept: new Map<string, Value>(), underWay: new Set<string>() };
    contexts.set(context, { kept, underWay });
    const before = kept.get(key);
    if (before !== undefined) {
      return before;
    }
    if (onReentry !== undefined && underWay.has(key)) {
      context.markIncomplete();
      return onReentry;
    }
    underWay.add(key);
    const incomplete = context.incompleteCount();
    let found: Value;
    try {
      found = find();
    } finally {
      // When time is up, the next question goes on with the same context.
      underWay.delete(key);
    }
    if (context.incompleteCount() === incomplete) {
      kept.set(key, found);
    }
    return found;
  };
}
