// All definitions that have to keep one name: the declarations of a symbol, the constructors of a type, and for a member what it
// overrides and what overrides it.
import type { EdgeScene } from "../../intelligence/edges/edge-scene.ts";
import { declarationsOf, isOverride } from "../../intelligence/edges/overloads.ts";
import type { Reference } from "../../intelligence/edges/reference-search.ts";
import { exportedWhole } from "../../intelligence/edges/references.ts";
import { definitionOf, type Found } from "../../intelligence/edges/related-types.ts";
import type { TargetSymbol } from "../../intelligence/edges/target.ts";
import { languageById } from "../../languages/registry.ts";
import { semanticsOf } from "../../languages/semantics.ts";
import { keyOf, type Place } from "../../linking/resolution.ts";
import type { Steps } from "../../system/slices.ts";
import { definitionChain } from "../../vocabulary/chain.ts";
import { TYPE_KINDS } from "../../vocabulary/chunk.ts";
import { type DefinitionFact, FILE, LOCAL, OVERRIDES, PRIVATE, STATIC } from "../../vocabulary/facts.ts";
import type { Refusal } from "../change-set.ts";
import { DESTRUCTOR_MARK } from "./choose-places.ts";
import { libraryMemberRefusal, libraryMemberRefusals, libraryModuleRefusal } from "./library-refusals.ts";
import { typesRelatedTo } from "./related-to-owner.ts";

export interface Family {
  readonly places: readonly Place[];
  /** Of the places, fields that may be named by a type that they embed. */
  readonly embedded: readonly Place[];
  /** The types of a member's family; empty for other symbols. */
  readonly owners: readonly Place[];
  readonly refusals: readonly Refusal[];
  /** Types of the family that extend a type outside of the project whose members are unknown. */
  readonly extending: readonly Place[];
}

export function* familyOf(scene: EdgeScene, target: TargetSymbol): Steps<Family> {
  const own = target.places.filter((place) =>
    isLocalFact(target.definition)
      ? definitionOf(scene, place) === target.definition
      : definitionOf(scene, place)?.name === target.name && !isLocal(scene, place),
  );
  const places = union(own.flatMap((place) => [...declarationsOf(scene, place), ...variantsOf(scene, place), place]));
  const [first] = places;
  const definition = first === undefined ? undefined : definitionOf(scene, first);
  if (first === undefined || definition === undefined) {
    return { places, embedded: [], owners: [], refusals: [], extending: [] };
  }
  const owner = ownerOfAny(scene, places);
  if (owner === null) {
    const all = TYPE_KINDS.has(definition.kind) ? union([...places, ...constructorsOf(scene, places, target)]) : places;
    // Of a type in another file, whose supertypes are not searched from here.
    const fromLibrary = (definition.flags & OVERRIDES) === 0 ? [] : [libraryMemberRefusal(scene, target.name, first)];
    const refusals = [...fromLibrary, ...places.flatMap((place) => libraryModuleRefusal(scene, place) ?? [])];
    const handedOn = exportedMembers(scene, all, target);
    return { places: union([...all, ...handedOn]), embedded: [], owners: [], refusals, extending: [] };
  }
  const named = constructorRefusal(scene, owner, target);
  if (named !== null) {
    return { places, embedded: [], owners: [owner], refusals: [named], extending: [] };
  }
  if (!isInherited(definition) && !overridesPrivately(scene, first)) {
    return { places, embedded: [], owners: [owner], refusals: [], extending: [] };
  }
  return yield* memberFamily(scene, target, places, owner);
}

const isLocalFact = ({ flags }: DefinitionFact): boolean => (flags & LOCAL) !== 0;

function isLocal(scene: EdgeScene, place: Place): boolean {
  const definition = definitionOf(scene, place);
  return definition !== undefined && isLocalFact(definition);
}

/** Fields of the type's name on lines that refer to it: where they have no other name, they embed it. */
export const embeddedFields = (
  { lookup }: EdgeScene,
  { name }: TargetSymbol,
  references: readonly Reference[],
): readonly Place[] =>
  union(
    references.flatMap(({ path, line }) => {
      const embeds = languageById(lookup.language(path))?.embeds === true;
      const definitions = embeds ? (lookup.facts(path)?.definitions ?? []) : [];
      return definitions.flatMap((one, at) =>
        one.kind === "field" && one.name === name && one.nameLine === line ? [{ path, at }] : [],
      );
    }),
  );

const union = (places: readonly Place[]): Place[] => [
  ...new Map(places.map((place) => [keyOf(place), place])).values(),
];

/** Other definitions at the top of the package by the same name, for builds that exclude each other. */
function variantsOf({ lookup }: EdgeScene, { path, at }: Place): Place[] {
  const semantics = semanticsOf(lookup.language(path) ?? "");
  const own = lookup.facts(path)?.definitions[at];
  if (own === undefined || semantics?.hasBuildVariants !== true) {
    return [];
  }
  const defining = new Set(lookup.declaring(own.path));
  const files = (semantics.modules.inPackage?.(path, lookup) ?? []).filter((other) => defining.has(other));
  return files.flatMap((other) =>
    (lookup.facts(other)?.definitions ?? []).flatMap((one, index) =>
      one.path === own.path && one.parent === own.parent ? [{ path: other, at: index }] : [],
    ),
  );
}

/** `module.exports = { open }`: members by which other files reach the symbol under its name. */
const exportedMembers = ({ lookup }: EdgeScene, symbol: readonly Place[], { name }: TargetSymbol): Place[] =>
  symbol.flatMap(({ path, at }) => {
    const facts = lookup.facts(path);
    const whole = facts === null ? null : exportedWhole(facts);
    const isOne = (one: DefinitionFact): boolean =>
      one.parent === whole && one.name === name && one.type === definitionChain(at);
    const all = whole === null ? [] : (facts?.definitions ?? []);
    return all.flatMap((one, index) => (isOne(one) ? [{ path, at: index }] : []));
  });

/** Constructors and destructors that are written with the name of their type. */
const constructorsOf = ({ lookup, linker }: EdgeScene, types: readonly Place[], { name }: TargetSymbol): Place[] =>
  types.flatMap(({ path, at: type }) => {
    const namesConstructors = languageById(lookup.language(path))?.rename?.namesConstructors === true;
    const definitions = namesConstructors ? (lookup.facts(path)?.definitions ?? []) : [];
    const isOne = (one: DefinitionFact): boolean =>
      one.parent === type && (one.name === name || one.name === DESTRUCTOR_MARK + name);
    return definitions.flatMap((one, at) => (isOne(one) ? [{ path, at }, ...linker.parts({ path, at })] : []));
  });

/** Of a constructor that is written with the name of its type. */
function constructorRefusal(scene: EdgeScene, owner: Place, { name, definition }: TargetSymbol): Refusal | null {
  const type = definitionOf(scene, owner);
  if (type?.name !== name || languageById(scene.lookup.language(owner.path))?.rename?.namesConstructors !== true) {
    return null;
  }
  return {
    rule: "unsupported",
    path: owner.path,
    line: definition.nameLine,
    message: `${name} is a constructor, which has the name of its type`,
    remedy: `rename the type: ${owner.path}#${type.path}`,
  };
}

/** A method that is written outside of its class has its owner by its declaration. */
function ownerOfAny(scene: EdgeScene, places: readonly Place[]): Place | null {
  for (const place of places) {
    const definition = definitionOf(scene, place);
    const owner = definition === undefined ? null : ownerOf(scene, place, definition);
    if (owner !== null) {
      return owner;
    }
  }
  return null;
}

/** The type of a member, also one without a name (`new Saver() { … }`); null for what is no member of a type. */
function ownerOf({ lookup, linker }: EdgeScene, place: Place, definition: DefinitionFact): Place | null {
  const { parent, path, name, kind, flags } = definition;
  const isMember = kind === "method" || kind === "field" || kind === "function" || kind === "variable";
  if (parent !== FILE) {
    const enclosing = lookup.facts(place.path)?.definitions[parent];
    const isOfType = enclosing !== undefined && (TYPE_KINDS.has(enclosing.kind) || enclosing.supers.length > 0);
    // A type that a trait or a protocol asks for, and what an implementation gives for it.
    const isAsked = kind === "type" && ((flags & OVERRIDES) !== 0 || enclosing?.kind === "interface");
    return (isMember || isAsked) && isOfType ? { path: place.path, at: parent } : null;
  }
  if (path === name || kind !== "method" || (flags & LOCAL) !== 0) {
    return null;
  }
  const isOwned = (type: Place): boolean => linker.members(type).some((own) => keyOf(own) === keyOf(place));
  return linker.owners(place, name).find(isOwned) ?? null;
}

function* memberFamily(
  scene: EdgeScene,
  { name }: TargetSymbol,
  declared: readonly Place[],
  owner: Place,
): Steps<Family> {
  const members = new Map(declared.map((place) => [keyOf(place), place]));
  const owners = new Map([[keyOf(owner), owner]]);
  const extending = new Map<string, Place>();
  let isWhole = true;
  // The map grows during the loop.
  for (const type of owners.values()) {
    const related: Found = new Map();
    isWhole = (yield* typesRelatedTo(scene, type, name, related, extending)) && isWhole;
    for (const { place } of related.values()) {
      const own = scene.linker.members(place).filter((member) => definitionOf(scene, member)?.name === name);
      const others = [...members.values()];
      const isOpen = others.some((one) => isInherited(definitionOf(scene, one)));
      const mayOverride = (one: Place): boolean =>
        isInherited(definitionOf(scene, one)) || (isOpen && overridesPrivately(scene, one));
      for (const member of own.filter((one) => mayOverride(one) && isOverride(scene, one, others))) {
        members.set(keyOf(member), member);
        owners.set(keyOf(place), place);
      }
    }
    yield;
  }
  const places = union([...members.values()].flatMap((place) => [...declarationsOf(scene, place), place]));
  const outside = isWhole ? yield* libraryMemberRefusals(scene, name, places, { owners, extending }) : [];
  const refusals = isWhole ? outside : [NOT_WHOLE];
  return { places, embedded: [], owners: [...owners.values()], refusals, extending: [...extending.values()] };
}

/** A static member that is written as an override is one that a trait asks for. */
const isInherited = (definition: DefinitionFact | undefined): boolean =>
  definition !== undefined && ((definition.flags & OVERRIDES) !== 0 || (definition.flags & (PRIVATE | STATIC)) === 0);

/** A member of an instance in languages whose private members override others. */
const overridesPrivately = ({ lookup }: EdgeScene, { path, at }: Place): boolean =>
  languageById(lookup.language(path))?.rename?.overridesPrivately === true &&
  ((lookup.facts(path)?.definitions[at]?.flags ?? 0) & STATIC) === 0;

const NOT_WHOLE: Refusal = {
  rule: "unsupported",
  path: null,
  line: null,
  message: "the types related to its class could not all be compared in time",
  remedy: "try again; if that does not help, rename by replace_in_symbol",
};
