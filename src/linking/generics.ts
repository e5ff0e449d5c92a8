// What the parameters of a generic type stand for where it is used with arguments (`Box<Order>`): a definition without a name holds
// such a use, its members `<0>`, `<1>` the arguments; the members of those names of the type are its parameters.
import { type Given, keyOf, type Place, type Reached } from "./value.ts";
import { childrenNamed, definitionAt, type World } from "./world.ts";

/** Limit on the parameters of one type that are looked for. */
const PARAMETERS_MAX = 10;
/** Limit on uses inside of uses: a type may use itself with other arguments. */
const DEPTH_MAX = 4;

const depths = new WeakMap<Given, number>();

/**
 * What the use at this place holds: `reached`, the generic type, with what its parameters stand for. Anything else unchanged. `held`
 * says what an argument holds.
 */
export function instantiated(world: World, use: Place, reached: Reached, held: (argument: Place) => Reached): Reached {
  const { value } = reached;
  const isUse = definitionAt(world, use)?.name === "{}" && argumentAt(world, use, 0) !== null;
  const depth = world.given === null ? 0 : (depths.get(world.given) ?? 0);
  const isOne = value.is === "instance" || value.is === "definition";
  if (!isUse || !isOne || depth >= DEPTH_MAX) {
    return reached;
  }
  const given = new Map([...(value.given ?? []), ...givenTo(world, use, value.places, held)]);
  depths.set(given, depth + 1);
  return { ...reached, value: { ...value, given } };
}

function givenTo(
  world: World,
  use: Place,
  places: readonly Place[],
  held: (argument: Place) => Reached,
): Map<string, Reached> {
  const given = new Map<string, Reached>();
  for (const { path, at } of places) {
    for (let place = 0; place < PARAMETERS_MAX; place += 1) {
      const parameter = childrenNamed(world, path, at, `<${place}>`)[0];
      const argument = parameter === undefined ? null : argumentAt(world, use, place);
      if (parameter === undefined || argument === null) {
        break;
      }
      given.set(keyOf({ path, at: parameter }), held(argument));
    }
  }
  return given;
}

function argumentAt(world: World, use: Place, place: number): Place | null {
  const at = childrenNamed(world, use.path, use.at, `<${place}>`)[0];
  return at === undefined ? null : { path: use.path, at };
}
