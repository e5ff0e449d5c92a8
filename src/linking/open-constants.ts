// Constants in languages with open classes: looked up by nesting, then in the ancestors, then globally.
import { FILE, isNamed } from "../vocabulary/facts.ts";
import { lineOf } from "./lineage.ts";
import { firstOf, isKnown, type Place, type Reached, UNKNOWN } from "./value.ts";
import { classOf, definedAs, definitionAt, type World } from "./world.ts";

const CONSTANTS: ReadonlySet<string> = new Set(["class", "module", "variable"]);

export const isConstant = (name: string): boolean => /^\p{Lu}/u.test(name);

/** A constant by nesting, then in the ancestors of the innermost class; the caller looks at the top level. */
export function constantAround(world: World, place: Place, name: string): Reached {
  // Most constants are built in, and searching all ancestors for them takes long.
  if (world.lookup.defining(name).length === 0) {
    return UNKNOWN;
  }
  let at = place.at;
  while (at !== FILE) {
    const own = constantsOf(world, { path: place.path, at }, name);
    if (own.length > 0) {
      return { value: { is: "definition", places: own }, certainty: "exact" };
    }
    at = definitionAt(world, { path: place.path, at })?.parent ?? FILE;
  }
  const inherited = constantIn(world, [innermost(world, place)], name);
  return isKnown(inherited) ? inherited : atTop(world, place.path, name);
}

/** A block that runs in a class of its own (`Class.new do`) does not open a scope for constants. */
function innermost(world: World, place: Place): Place {
  const definition = definitionAt(world, place);
  return definition === undefined || isNamed(definition) || definition.parent === FILE
    ? place
    : innermost(world, { path: place.path, at: definition.parent });
}

function atTop(world: World, path: string, name: string): Reached {
  const places = definedAs(world, name, path).filter((one) => CONSTANTS.has(definitionAt(world, one)?.kind ?? ""));
  return places.length === 0 ? UNKNOWN : { value: { is: "definition", places }, certainty: "exact" };
}

export function constantIn(world: World, places: readonly Place[], name: string): Reached {
  const classes = firstOf(places, (one) => classOf(world, one));
  for (const place of classes.flatMap((one) => lineOf(world, one))) {
    const own = constantsOf(world, place, name);
    if (own.length > 0) {
      return { value: { is: "definition", places: own }, certainty: "exact" };
    }
  }
  return UNKNOWN;
}

/** Constants of one class or module, in all files that open it. */
function constantsOf(world: World, place: Place, name: string): Place[] {
  const owner = definitionAt(world, place);
  return owner === undefined || !isNamed(owner)
    ? []
    : definedAs(world, `${owner.path}.${name}`, place.path).filter((one) =>
        CONSTANTS.has(definitionAt(world, one)?.kind ?? ""),
      );
}
