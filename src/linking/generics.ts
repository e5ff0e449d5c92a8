// What the parameters of a generic type stand for where it is used with arguments (`Box<Order>`): a definition without a name holds
// such a use, its members `<0>`, `<1>` the arguments; the members of those names of the type are its parameters.

import { childrenNamed, definitionAt, type LinkContext } from "./context.ts";
import { keyOf, type Place, type Resolution, type TypeArguments } from "./resolution.ts";

/** Limit on the parameters of one type that are looked for. */
const PARAMETERS_MAX = 10;
/** Limit on uses inside of uses: a type may use itself with other arguments. */
const DEPTH_MAX = 4;

const depths = new WeakMap<TypeArguments, number>();

/**
 * What the use at this place holds: `reached`, the generic type, with what its parameters stand for. Anything else unchanged. `held`
 * says what an argument holds.
 */
export function instantiated(
  context: LinkContext,
  use: Place,
  resolution: Resolution,
  held: (argument: Place) => Resolution,
): Resolution {
  const { value } = resolution;
  const isUse = definitionAt(context, use)?.name === "{}" && argumentAt(context, use, 0) !== null;
  const depth = context.typeArguments === null ? 0 : (depths.get(context.typeArguments) ?? 0);
  const isOne = value.is === "instance" || value.is === "definition";
  if (!isUse || !isOne || depth >= DEPTH_MAX) {
    return resolution;
  }
  const given = new Map([...(value.given ?? []), ...givenTo(context, use, value.places, held)]);
  depths.set(given, depth + 1);
  return { ...resolution, value: { ...value, given } };
}

function givenTo(
  context: LinkContext,
  use: Place,
  places: readonly Place[],
  held: (argument: Place) => Resolution,
): Map<string, Resolution> {
  const given = new Map<string, Resolution>();
  for (const { path, at } of places) {
    for (let place = 0; place < PARAMETERS_MAX; place += 1) {
      const parameter = childrenNamed(context, path, at, `<${place}>`)[0];
      const argument = parameter === undefined ? null : argumentAt(context, use, place);
      if (parameter === undefined || argument === null) {
        break;
      }
      given.set(keyOf({ path, at: parameter }), held(argument));
    }
  }
  return given;
}

function argumentAt(context: LinkContext, use: Place, place: number): Place | null {
  const at = childrenNamed(context, use.path, use.at, `<${place}>`)[0];
  return at === undefined ? null : { path: use.path, at };
}
