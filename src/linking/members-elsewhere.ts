// Members declared outside of their class or under another name: Kotlin's extensions, and properties that Java reaches by
// methods (`getName()`) and Kotlin by name.
import { isFunctionName, unmarked } from "../vocabulary/chain.ts";
import { FILE } from "../vocabulary/facts.ts";
import { childrenNamed, definitionAt, type LinkContext } from "./context.ts";
import { memberStep } from "./member-step.ts";
import { supersOf } from "./members.ts";
import { isKnown, keyOf, mapUnion, type Place, type Resolution, UNKNOWN } from "./resolution.ts";

/** Limit on the classes of one hierarchy. */
const CLASSES_MAX = 50;

/** What `.name` means if no class of the receiver has it; `free`: what the bare name means in the file. */
export function memberElsewhere(
  context: LinkContext,
  path: string,
  on: Resolution,
  name: string,
  free: () => Resolution,
): Resolution {
  const rules = context.semantics(path);
  if (rules?.accessors === true && name === OBJECT && isOfOther(context, path, on)) {
    return on;
  }
  const accessor = rules?.accessors === true ? byAccessor(context, path, on, name) : UNKNOWN;
  if (isKnown(accessor) || rules?.extensions !== true) {
    return accessor;
  }
  return mapUnion(on, (one) => extensionOf(context, one, free));
}

/** `order.name` on a Java class is `getName()`; `order.getName()` on a Kotlin class is `name`. */
function byAccessor(context: LinkContext, path: string, on: Resolution, name: string): Resolution {
  for (const other of accessorsOf(name)) {
    const found = memberStep(context, on, other);
    if (isOfOther(context, path, found)) {
      return found;
    }
  }
  return UNKNOWN;
}

/** Whether it is defined in a language other than the file's. */
function isOfOther({ lookup }: LinkContext, path: string, { value }: Resolution): boolean {
  const language = lookup.language(path);
  return value.is === "definition" && value.places.every((place) => lookup.language(place.path) !== language);
}

/** Java reaches a Kotlin object under this name. */
const OBJECT = "INSTANCE";

const GETTER = /^(?:get|set)(\p{Lu})(.*)\/$/u;

function accessorsOf(name: string): string[] {
  const [, first = "", rest = ""] = GETTER.exec(name) ?? [];
  if (first !== "") {
    return [first.toLowerCase() + rest];
  }
  if (isFunctionName(name)) {
    return /^is\p{Lu}/u.test(name) ? [unmarked(name)] : [];
  }
  const capital = name.charAt(0).toUpperCase() + name.slice(1);
  return /^is\p{Lu}/u.test(name) ? [`${name}/`] : [`get${capital}/`];
}

function extensionOf(context: LinkContext, on: Resolution, free: () => Resolution): Resolution {
  const { value } = on;
  if (value.is !== "instance" && value.is !== "definition") {
    return UNKNOWN;
  }
  const named = free().value;
  const places = named.is === "definition" ? named.places : [];
  if (places.length === 0) {
    return UNKNOWN;
  }
  const classes = new Set(hierarchyOf(context, value.places).map(keyOf));
  const own = places.filter((place) => receiversOf(context, place).some((receiver) => classes.has(keyOf(receiver))));
  return own.length === 0 ? UNKNOWN : { value: { is: "definition", places: own }, certainty: "constrained" };
}

/** The classes that an extension extends: the type of `this` inside it. */
function receiversOf(context: LinkContext, place: Place): Place[] {
  const definition = definitionAt(context, place);
  if (definition === undefined || definition.parent !== FILE) {
    return [];
  }
  return childrenNamed(context, place.path, place.at, "{}").flatMap((at) =>
    knownSupersOf(context, { path: place.path, at }),
  );
}

/** Those of its superclasses that belong to the project. */
const knownSupersOf = (context: LinkContext, place: Place): readonly Place[] =>
  supersOf(context, place).filter(({ path }) => path !== "");

/** These classes and all their ancestors. */
export function hierarchyOf(context: LinkContext, places: readonly Place[]): readonly Place[] {
  const known = new Map(places.map((place) => [keyOf(place), place]));
  // The map grows while it is iterated over.
  for (const place of known.values()) {
    for (const above of known.size < CLASSES_MAX ? knownSupersOf(context, place) : []) {
      known.set(keyOf(above), above);
    }
  }
  return [...known.values()];
}
