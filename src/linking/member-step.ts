// Resolves a `.name` step on what the chain before it resolved to.
import { overEach } from "./each-alternative.ts";
import { ALIASES, holdsOf, VALUES } from "./held.ts";
import { memberOf } from "./members.ts";
import { exportOf, filesOfModule } from "./modules-of.ts";
import { isOpenType, openMember } from "./open-classes.ts";
import { atMost, FOREIGN, isKnown, type Place, type Reached, UNKNOWN, withGiven } from "./value.ts";
import { definitionAt, type World } from "./world.ts";

/** Limit for a variable that holds a variable, or an alias of an alias; some refer to themselves. */
const HELD_MAX = 8;

/** `.name` */
export const memberStep = (world: World, reached: Reached, name: string, held = 0): Reached =>
  held > HELD_MAX ? UNKNOWN : overEach(world, reached, (one) => memberOfOne(world, one, name, held));

function memberOfOne(world: World, { value, certainty }: Reached, name: string, held: number): Reached {
  switch (value.is) {
    case "module": {
      const found = exportOf(world, value.paths, name);
      return atMost(certainty, isKnown(found) ? found : submoduleOf(world, value.paths, name));
    }
    case "definition": {
      const own = isOpen(world, value.places)
        ? openMember(world, value.places, name, "class")
        : memberOf(world, value.places, name);
      if (isKnown(own)) {
        return atMost(certainty, withGiven(own, value.given));
      }
      const inModule = ofModule(world, value.places, name);
      const known = isKnown(inModule) ? inModule : handedOn(world, value.places, name, held);
      if (isKnown(known)) {
        return atMost(certainty, known);
      }
      // A variable has the members of its value; a method accessed without a call is a property.
      const given = holdsOf(world, value, VALUES);
      // An alias has the members of its type.
      const inner = leadsOn(given) ? given : holdsOf(world, value, ALIASES);
      return leadsOn(inner) ? memberStep(world, { ...inner, certainty: "constrained" }, name, held + 1) : own;
    }
    case "instance": {
      if (name === CLASS) {
        return { value: { is: "definition", places: value.places }, certainty };
      }
      const found = isOpen(world, value.places)
        ? openMember(world, value.places, name, "instance")
        : memberOf(world, value.places, name);
      const sure = atMost(value.own ? certainty : "constrained", withGiven(found, value.given));
      if (isKnown(found)) {
        return sure;
      }
      const alias = holdsOf(world, value, ALIASES);
      return leadsOn(alias) ? memberStep(world, { ...alias, certainty: "constrained" }, name, held + 1) : sure;
    }
    case "many":
    case "keys":
    case "foreign":
      return FOREIGN;
    default:
      return UNKNOWN;
  }
}

const isOpen = (world: World, [first]: readonly Place[]): boolean => first !== undefined && isOpenType(world, first);

/** The value of one of our definitions may be foreign; its members are then foreign too. */
const leadsOn = ({ value }: Reached): boolean => value.is !== "unknown";

/** Members of a module that this file only declares and that has a file of its own. */
function ofModule(world: World, places: readonly Place[], name: string): Reached {
  for (const place of places) {
    const files = filesOfModule(world, place);
    if (files.length > 0) {
      const found = exportOf(world, files, name);
      return isKnown(found) ? found : submoduleOf(world, files, name);
    }
  }
  return UNKNOWN;
}

/** What an inline module re-exports from other modules (`mod prelude { pub use … }`). */
function handedOn(world: World, places: readonly Place[], name: string, held: number): Reached {
  for (const place of places) {
    const definition = definitionAt(world, place);
    const exports = definition?.kind === "module" ? (world.lookup.facts(place.path)?.exports ?? []) : [];
    const named = exports.find((one) => one.name === `${definition?.path}.${name}`);
    if (named !== undefined) {
      return world.reach(place.path, named.of);
    }
    for (const { of } of exports.filter((one) => one.name === `${definition?.path}.*`)) {
      const found = memberStep(world, world.reach(place.path, of), name, held + 1);
      if (isKnown(found)) {
        return found;
      }
    }
  }
  return UNKNOWN;
}

function submoduleOf(world: World, paths: readonly string[], name: string): Reached {
  for (const path of paths) {
    const found = world.rules(path)?.modules.submodule?.("", name, path, world.lookup) ?? [];
    if (found.length > 0) {
      return { value: { is: "module", paths: found }, certainty: "exact" };
    }
  }
  return UNKNOWN;
}

/** Python's attribute for the class of an object. */
const CLASS = "__class__";
