// What one step of a chain makes of what the chain had reached: a member, a call, an instance, an element.
import { memberOf } from "./members.ts";
import { exportOf } from "./modules-of.ts";
import { atMost, FOREIGN, isKnown, type Place, type Reached, UNKNOWN } from "./value.ts";
import { definitionAt, type World } from "./world.ts";

/** A variable that holds a variable, an alias of an alias: no further than this; some lead to themselves. */
const HELD_MAX = 8;

/** `.name` */
export function memberStep(world: World, { value, certainty }: Reached, name: string, held = 0): Reached {
  if (held > HELD_MAX) {
    return UNKNOWN;
  }
  switch (value.is) {
    case "module": {
      const found = exportOf(world, value.paths, name);
      return atMost(certainty, isKnown(found) ? found : submoduleOf(world, value.paths, name));
    }
    case "definition": {
      const own = memberOf(world, value.places, name);
      if (isKnown(own)) {
        return atMost(certainty, own);
      }
      // A variable's members are those of what it holds; a method that is reached like a field is a property.
      const inner = holds(world, value.places, VALUES);
      return isKnown(inner) ? memberStep(world, { ...inner, certainty: "constrained" }, name, held + 1) : own;
    }
    case "instance": {
      const found = memberOf(world, value.places, name);
      const sure = atMost(value.own ? certainty : "constrained", found);
      if (isKnown(found)) {
        return sure;
      }
      const alias = holds(world, value.places, ALIASES);
      return isKnown(alias) ? memberStep(world, { ...alias, certainty: "constrained" }, name, held + 1) : sure;
    }
    case "many":
    case "foreign":
      return FOREIGN;
    case "unknown":
      return UNKNOWN;
  }
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

/** `()` */
export function callStep(world: World, { value, certainty }: Reached): Reached {
  if (value.is === "foreign" || value.is === "many") {
    return FOREIGN;
  }
  if (value.is !== "definition") {
    return UNKNOWN;
  }
  const [first] = value.places;
  const kind = first === undefined ? undefined : definitionAt(world, first)?.kind;
  if (first !== undefined && kind === "class") {
    return world.rules(first.path)?.callMakes === true
      ? { value: { is: "instance", places: value.places, own: false }, certainty }
      : UNKNOWN;
  }
  return atMost(certainty, holds(world, value.places, CALLABLES));
}

/** `^` */
export function instanceStep(world: World, { value, certainty }: Reached): Reached {
  if (value.is === "foreign") {
    return FOREIGN;
  }
  // What is annotated with a list's alias holds many of them.
  if (value.is !== "definition") {
    return value.is === "many" ? { value, certainty } : UNKNOWN;
  }
  return value.places.some((place) => TYPES.has(definitionAt(world, place)?.kind ?? ""))
    ? { value: { is: "instance", places: value.places, own: false }, certainty }
    : atMost(certainty, holds(world, value.places, VALUES));
}

/** `[]` */
export function elementStep(world: World, { value, certainty }: Reached): Reached {
  switch (value.is) {
    case "many":
      return { value: value.of, certainty };
    case "foreign":
      return FOREIGN;
    case "definition":
    case "instance": {
      const held = holds(world, value.places, value.is === "instance" ? ALIASES : VALUES);
      return held.value.is === "many" ? { value: held.value.of, certainty: "constrained" } : UNKNOWN;
    }
    default:
      return UNKNOWN;
  }
}

const TYPES: ReadonlySet<string> = new Set(["class", "interface", "type", "enum", "function"]);
const VALUES: ReadonlySet<string> = new Set(["variable", "field", "member", "method"]);
const CALLABLES: ReadonlySet<string> = new Set(["function", "method", "variable", "field", "interface", "type"]);
const ALIASES: ReadonlySet<string> = new Set(["type"]);

/** What the first of these places of such a kind says of its type, as seen from its own file. */
function holds(world: World, places: readonly Place[], kinds: ReadonlySet<string>): Reached {
  for (const place of places) {
    const definition = definitionAt(world, place);
    if (definition !== undefined && definition.type !== null && kinds.has(definition.kind)) {
      return world.reach(place.path, definition.type);
    }
  }
  return UNKNOWN;
}
