// What rests on a deleted constructor: places that make an instance with arguments, and fields that it alone sets.
import type { EdgeScene } from "../../intelligence/edges/edge-scene.ts";
import { descendants, type Found } from "../../intelligence/edges/related-types.ts";
import { languageById } from "../../languages/registry.ts";
import { classPlacesOf, type Place } from "../../linking/resolution.ts";
import type { Steps } from "../../system/slices.ts";
import { parseMember, selfChain } from "../../vocabulary/chain.ts";
import { type DefinitionAt, type DefinitionFact, FILE } from "../../vocabulary/facts.ts";
import type { LeftPlace } from "../change-set.ts";
import { type Deleted, type FoundLeft, NOTHING_LEFT } from "./deleted.ts";
import { findMaking } from "./find-making.ts";

export function* findWithoutConstructor(edges: EdgeScene, deleted: Deleted): Steps<FoundLeft> {
  const [at] = deleted.outermost;
  const definition = deleted.facts.definitions[at ?? FILE];
  if (definition === undefined || definition.parent === FILE || !isConstructor(edges, deleted.path, definition)) {
    return NOTHING_LEFT;
  }
  const type: Place = { path: deleted.path, at: definition.parent };
  const others = constructorsOf(edges, type).filter((one) => !deleted.isInside(one.nameLine));
  const isCalledFor =
    definition.parameters > 0 || others.length > 0 || (deleted.facts.definitions[type.at]?.supers.length ?? 0) > 0;
  const made = isCalledFor ? yield* findMaking(edges, type, definition) : NOTHING_LEFT;
  const calling = isCalledFor ? yield* whatCallsAbove(edges, type, definition) : NOTHING_LEFT;
  const implied = others.length === 0 ? withoutDefault(edges, type) : [];
  return {
    places: [...fieldsSet(deleted, type.at, definition), ...made.places, ...calling.places, ...implied],
    isWhole: made.isWhole && calling.isWhole,
  };
}

/** Those that have the name of their type; none in languages that name them otherwise. */
function constructorsOf({ lookup }: EdgeScene, { path, at }: Place): readonly DefinitionFact[] {
  const definitions = lookup.facts(path)?.definitions ?? [];
  const namesConstructors = languageById(lookup.language(path))?.rename?.namesConstructors === true;
  return namesConstructors
    ? definitions.filter(({ parent, name }) => parent === at && name === definitions[at]?.name)
    : [];
}

/** A type that is left with the constructor that the language makes, where that has to call one without arguments and there is none. */
function withoutDefault(edges: EdgeScene, type: Place): LeftPlace[] {
  const own = edges.lookup.facts(type.path)?.definitions[type.at];
  const above = edges.linker.supers(type).flatMap(classPlacesOf);
  return above.flatMap((place) => {
    const constructors = constructorsOf(edges, place);
    const [first] = constructors;
    return own !== undefined && first !== undefined && constructors.every(({ parameters }) => parameters > 0)
      ? [{ path: type.path, line: own.nameLine, why: `${own.path} would have to call ${first.path} without arguments` }]
      : [];
  });
}

/** By the language's word for it, or by the name of its type. */
function isConstructor({ lookup }: EdgeScene, path: string, { name, parent }: DefinitionFact): boolean {
  const { constructors = [], rename } = languageById(lookup.language(path)) ?? {};
  const isNamedSo = rename?.namesConstructors === true && lookup.facts(path)?.definitions[parent]?.name === name;
  return constructors.includes(name) || isNamedSo;
}

/** Fields outside of the constructor that it writes. */
function fieldsSet({ path, facts, isInside }: Deleted, type: DefinitionAt, maker: DefinitionFact): LeftPlace[] {
  const written = new Set(
    facts.references.flatMap(({ of, name, lines, roles }) => {
      const isOwn = of !== null && parseMember(of)?.owner === selfChain(type);
      return isOwn && lines.some((line, at) => isInside(line) && roles[at] === "write") ? [name] : [];
    }),
  );
  return facts.definitions.flatMap(({ kind, parent, name, nameLine, path: symbol }) =>
    kind === "field" && parent === type && written.has(name)
      ? [{ path, line: nameLine, why: `${symbol} is set by ${maker.path}, which is deleted` }]
      : [],
  );
}

/** Constructors of the types below, or a type itself where it has none: each calls one without arguments where it calls no other. */
function* whatCallsAbove(edges: EdgeScene, type: Place, maker: DefinitionFact): Steps<FoundLeft> {
  const { lookup } = edges;
  if (maker.parameters > 0 || languageById(lookup.language(type.path))?.rename?.namesConstructors !== true) {
    return NOTHING_LEFT;
  }
  const types: Found = new Map();
  const isWhole = yield* descendants(edges, type, types);
  const why = `may call ${maker.path}, which is deleted`;
  const places = [...types.values()].flatMap(({ place }) => {
    const constructors = constructorsOf(edges, place);
    const own = lookup.facts(place.path)?.definitions[place.at];
    const callers = constructors.length > 0 || own === undefined ? constructors : [own];
    return callers.map(({ nameLine }) => ({ path: place.path, line: nameLine, why }));
  });
  return { places, isWhole };
}
