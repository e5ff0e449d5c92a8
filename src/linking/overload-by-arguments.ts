// Which of several overloads a call means, in languages whose facts have the types of arguments. Candidates are the methods of the type
// and of all that it extends, without overridden ones; the language chooses among them.

import { importChain } from "../vocabulary/chain.ts";
import { FILE } from "../vocabulary/facts.ts";
import { isFunction } from "./children.ts";
import { definitionAt, membersNamed, openMemo } from "./context.ts";
import { firstOf, keyOf, type Place, type Resolution } from "./resolution.ts";
import type { DeclarationSemantics, LinkContext } from "./semantics.ts";
import { withoutDefaults } from "./signatures.ts";
import { supersOf, typesAbove } from "./supertypes.ts";

/** Limit on the types of one hierarchy. */
const TYPES_MAX = 50;

const inherited = openMemo<readonly Place[]>();

/**
 * Whether a value of a type can be used where another is expected, by their simple names; null where that is not known. `index`: of
 * the signature that names `wanted`.
 */
export type IsSubtype = (value: string, wanted: string, index: number) => boolean | null;

export interface ChosenOverloads {
  /** Ordinals of the signatures that may be meant. */
  readonly at: readonly number[];
  /** Whether no other can be meant. */
  readonly isSure: boolean;
}

/** Which overloads a call may mean, by their signatures as in DefinitionFact; `argumentTypes` as in ReferenceGroup. */
export type ChooseOverloads = (
  argumentTypes: string,
  signatures: readonly (string | null)[],
  isSubtype: IsSubtype,
) => ChosenOverloads;

/** `declared`: what the chain leads to with all declarations, whose certainty was lowered because of overloads. */
export const meantByArguments =
  (choose: ChooseOverloads): DeclarationSemantics["meant"] =>
  (context, path, { of, argumentTypes }, declared) =>
    argumentTypes === null || of === null
      ? declared
      : meantBy(context, path, argumentTypes, context.resolve(path, of).certainty, declared, choose);

function meantBy(
  context: LinkContext,
  path: string,
  argumentTypes: string,
  mostCertainty: Resolution["certainty"],
  resolution: Resolution,
  choose: ChooseOverloads,
): Resolution {
  const { value } = resolution;
  if (value.is !== "definition") {
    return resolution;
  }
  const [first] = value.places;
  const definition = first === undefined ? undefined : definitionAt(context, first);
  if (first === undefined || definition === undefined || !isFunction(definition)) {
    return resolution;
  }
  const others = context.semantics(first.path) === context.semantics(path) ? allInherited(context, first) : [];
  const own = new Set(value.places.map((place) => signatureOf(context, place)));
  const all = [...value.places, ...others.filter((place) => !own.has(signatureOf(context, place)))];
  if (all.length < 2) {
    return resolution;
  }
  const { at, isSure } = choose(
    argumentTypes,
    all.map((place) => signatureOf(context, place)),
    (value, wanted, index) => isSubtype(context, path, value, all[index]?.path ?? path, wanted),
  );
  const meant = at.flatMap((index) => all[index] ?? []);
  if (meant.length === 0) {
    return resolution;
  }
  const isOne = new Set(meant.map((place) => withoutDefaults(signatureOf(context, place) ?? keyOf(place)))).size === 1;
  const certainty = isOne && isSure ? mostCertainty : "constrained";
  return { value: { ...value, places: meant }, certainty };
}

const related = openMemo<{ readonly is: boolean | null }>();

/** Whether the class `value` of one file extends the class `wanted` of another; null if either is unknown. */
const isSubtype = (context: LinkContext, path: string, value: string, other: string, wanted: string): boolean | null =>
  related(context, `${path} ${value} ${other} ${wanted}`, () => {
    const [type, above] = [typeNamed(context, path, value), typeNamed(context, other, wanted)];
    if (type === null || above === null || (type === EXTERNAL_TYPE && above === EXTERNAL_TYPE)) {
      return { is: null };
    }
    // A type of a library cannot extend one of the project.
    return { is: type === EXTERNAL_TYPE ? false : isBelow(context, type, above) };
  }).is;

const EXTERNAL_TYPE = "external";
const TYPES: ReadonlySet<string> = new Set(["class", "interface", "enum"]);

/** The type that a simple name means in a file; null if it is unknown or ambiguous. */
function typeNamed(context: LinkContext, path: string, name: string): Place | typeof EXTERNAL_TYPE | null {
  const facts = context.lookup.facts(path);
  const at = facts?.imports.findIndex(({ local }) => local === name) ?? -1;
  const own = (facts?.definitions ?? []).flatMap((one, index) =>
    one.name === name && TYPES.has(one.kind) ? [{ path, at: index }] : [],
  );
  if (own.length > 0 && at < 0) {
    return own.length === 1 ? (own[0] ?? null) : null;
  }
  const { value } = context.resolve(path, at < 0 ? name : importChain(at));
  const [place, ...others] = value.is === "definition" ? value.places : [];
  return place !== undefined && others.length === 0 ? place : value.is === EXTERNAL_TYPE ? EXTERNAL_TYPE : null;
}

/** Null if `above` is a type of a library and `type` extends one: which one it is, is unknown. */
function isBelow(context: LinkContext, type: Place, above: Place | typeof EXTERNAL_TYPE): boolean | null {
  const wanted = above === EXTERNAL_TYPE ? null : keyOf(above);
  const seen = new Map([[keyOf(type), type]]);
  let isOpen = wanted === null && definitionAt(context, type)?.kind === "enum";
  // The map grows while it is iterated over.
  for (const [key, place] of seen) {
    if (key === wanted) {
      return true;
    }
    for (const one of seen.size < TYPES_MAX ? supersOf(context, place) : []) {
      isOpen ||= one.path === "" && wanted === null;
      if (one.path !== "") {
        seen.set(keyOf(one), one);
      }
    }
  }
  return isOpen || seen.size >= TYPES_MAX ? null : false;
}

const signatureOf = (context: LinkContext, place: Place): string | null =>
  definitionAt(context, place)?.signature ?? null;

/** Inherited methods of the same name; of each signature the nearest, which overrides the others. */
function allInherited(context: LinkContext, place: Place): readonly Place[] {
  const { name = "", parent = FILE } = definitionAt(context, place) ?? {};
  const owner = { path: place.path, at: parent };
  return parent === FILE
    ? []
    : inherited(context, `${keyOf(owner)} ${name}`, () => {
        const found = [...typesAbove(context, owner, TYPES_MAX)].flatMap((one) =>
          membersNamed(context, one, `${name}/`),
        );
        return firstOf(found, (one) => signatureOf(context, one) ?? keyOf(one));
      });
}
