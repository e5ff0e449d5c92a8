// Extension methods as in C#: declared outside of the class on which they are called, with the receiver as first parameter.
// They are visible where their namespace is.
import { hierarchyOf } from "./members-elsewhere.ts";
import { namespacesOf, usedBy } from "./namespaces.ts";
import { keyOf, overAll, type Place, type Reached, UNKNOWN } from "./value.ts";
import { childrenNamed, definitionAt, type World } from "./world.ts";

/** The first parameter, by its position. */
const RECEIVER = "0";

/** What `.name` means on the receiver if none of its classes has such a member. */
export function extensionMethod(world: World, path: string, on: Reached, name: string): Reached {
  const { value } = on;
  if (value.is === "unknown" || value.is === "module") {
    return UNKNOWN;
  }
  const extensions = extensionsNamed(world, path, name);
  return extensions.length === 0 ? UNKNOWN : overAll(on, (each) => ofReceiver(world, each, extensions));
}

interface Extension {
  readonly method: Place;
  readonly receiver: Reached;
  /** Whether it extends a built-in type such as `string`; most calls on such a type are to its own methods. */
  readonly isBuiltIn: boolean;
}

function extensionsNamed(world: World, path: string, name: string): Extension[] {
  const seen = new Set([...namespacesOf(world, path), ...usedBy(world, path)]);
  return world.lookup.defining(name).flatMap((other): Extension[] => {
    const rules = world.rules(other);
    if (rules?.receiversFirst !== true || !namespacesOf(world, other).some((space) => seen.has(space))) {
      return [];
    }
    const definitions = world.lookup.facts(other)?.definitions ?? [];
    return definitions.flatMap((definition, at): Extension[] => {
      const [receiver] = definition.name === name ? childrenNamed(world, other, at, RECEIVER) : [];
      const type = receiver === undefined ? null : (definitions[receiver]?.type ?? null);
      return type === null
        ? []
        : [{ method: { path: other, at }, receiver: world.reach(other, type), isBuiltIn: type.startsWith("!") }];
    });
  });
}

function ofReceiver(world: World, { value }: Reached, extensions: readonly Extension[]): Reached {
  const held = value.is === "definition" ? holding(world, value.places) : value;
  if (held.is === "foreign") {
    // The receiver has a type of another library. Whether that is the extended type, or derived from it, is not known here.
    return one(extensions.filter(({ receiver, isBuiltIn }) => !isBuiltIn && receiver.value.is === "foreign"));
  }
  if (held.is !== "instance") {
    return UNKNOWN;
  }
  const classes = new Set(hierarchyOf(world, held.places).map(keyOf));
  const fit = extensions.filter(
    ({ receiver }) =>
      receiver.value.is === "instance" && receiver.value.places.some((place) => classes.has(keyOf(place))),
  );
  return one(fit);
}

const one = (fit: readonly Extension[]): Reached =>
  fit.length === 0
    ? UNKNOWN
    : { value: { is: "definition", places: fit.map(({ method }) => method) }, certainty: "constrained" };

/** The value of a variable, field or property. */
function holding(world: World, places: readonly Place[]): Reached["value"] {
  for (const place of places) {
    const definition = definitionAt(world, place);
    if (definition?.type !== null && /^(?:field|variable|member)$/.test(definition?.kind ?? "")) {
      return world.reach(place.path, definition?.type ?? "!").value;
    }
  }
  return UNKNOWN.value;
}
