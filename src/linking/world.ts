// What the parts of linking share while one project is looked at. Every part is a function of this and its arguments.
import type { Chain, DefinitionAt, DefinitionFact, Facts } from "../vocabulary/facts.ts";
import type { Lookup } from "./lookup.ts";
import type { LinkRules } from "./rules.ts";
import type { Place, Reached } from "./value.ts";

export interface World {
  readonly lookup: Lookup;
  rules(path: string): LinkRules | undefined;
  /** What a chain of a file leads to. Remembered; unknown where following it would go round in a circle or too far. */
  reach(path: string, chain: Chain): Reached;
}

export function definitionAt({ lookup }: World, { path, at }: Place): DefinitionFact | undefined {
  return lookup.facts(path)?.definitions[at];
}

/** Definitions of a file that stand in `parent` by this name: overloads and merged declarations are several. */
export function childrenNamed(facts: Facts, parent: DefinitionAt, name: string): DefinitionAt[] {
  const index = childIndex(facts);
  return index.get(`${parent} ${name}`) ?? [];
}

const indexes = new WeakMap<Facts["definitions"], Map<string, DefinitionAt[]>>();

function childIndex({ definitions }: Facts): ReadonlyMap<string, DefinitionAt[]> {
  let index = indexes.get(definitions);
  if (index === undefined) {
    index = new Map();
    for (const [at, { parent, name }] of definitions.entries()) {
      const key = `${parent} ${name}`;
      const known = index.get(key);
      if (known === undefined) {
        index.set(key, [at]);
      } else {
        known.push(at);
      }
    }
    indexes.set(definitions, index);
  }
  return index;
}

/** All definitions of the file that declare what this one does: overloads, merged declarations, conditional ones. */
export function declarationsOf(world: World, place: Place): Place[] {
  const facts = world.lookup.facts(place.path);
  const definition = facts?.definitions[place.at];
  if (facts === null || definition === undefined) {
    return [place];
  }
  return childrenNamed(facts, definition.parent, definition.name).map((at) => ({ path: place.path, at }));
}
