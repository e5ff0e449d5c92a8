// What the parameters of a generic type stand for where it is used with arguments (`Box<Order>`): a definition without a name is
// such a use, its members `<0>`, `<1>` the arguments; the members of those names of the type are its parameters.
import { type Chain, definitionChain, definitionIn, parametersIn, parseMember, typeIn } from "../vocabulary/chain.ts";
import { childrenNamed, definitionAt, type LinkContext } from "./context.ts";
import { isKnown, keyOf, type Place, placesOf, type Resolution } from "./resolution.ts";

/** Limit on the parameters of one type that are looked for. */
const PARAMETERS_MAX = 10;
/** Limit on uses inside of uses: a type may use itself with other arguments. */
const DEPTH_MAX = 4;

/**
 * `resolution`, the generic type that the use at this place is of, with what its parameters stand for; anything else unchanged.
 * `typeOfArgument`: the type that the definition of an argument has.
 */
export function instantiated(
  context: LinkContext,
  use: Place,
  resolution: Resolution,
  typeOfArgument: (argument: Place) => Resolution,
): Resolution {
  const { value } = resolution;
  const isUse = definitionAt(context, use)?.name === "{}" && argumentAt(context, use, 0) !== null;
  const depth = context.typeArguments?.depth ?? 0;
  const isOne = value.is === "instance" || value.is === "definition";
  if (!isUse || !isOne || depth >= DEPTH_MAX) {
    return resolution;
  }
  const own = argumentsOf(context, use, value.places, typeOfArgument);
  const byParameter = new Map([...(value.typeArguments?.byParameter ?? []), ...own]);
  return { ...resolution, value: { ...value, typeArguments: { byParameter, depth: depth + 1 } } };
}

function argumentsOf(
  context: LinkContext,
  use: Place,
  places: readonly Place[],
  typeOfArgument: (argument: Place) => Resolution,
): Map<string, Resolution> {
  const found = new Map<string, Resolution>();
  for (const { path, at } of places) {
    for (let place = 0; place < PARAMETERS_MAX; place += 1) {
      const parameter = childrenNamed(context, path, at, `<${place}>`)[0];
      const argument = parameter === undefined ? null : argumentAt(context, use, place);
      if (parameter === undefined || argument === null) {
        break;
      }
      found.set(keyOf({ path, at: parameter }), typeOfArgument(argument));
    }
  }
  return found;
}

function argumentAt(context: LinkContext, use: Place, place: number): Place | null {
  const at = childrenNamed(context, use.path, use.at, `<${place}>`)[0];
  return at === undefined ? null : { path: use.path, at };
}

const TYPE_PARAMETER = /^<\d+>$/;

/**
 * Whether a chain names a member of what a type parameter stands for, which its call or use decides: of `{ all: true }` in
 * `parse({ all: true })` where `parse<O extends Options>(options: O)`, of a callback's `one` where that is an `O`, of
 * `Box<{ id: string }>`. That only has to fit the type that the parameter extends; its members may be its own.
 */
export function namesOwnMember(context: LinkContext, path: string, of: Chain): boolean {
  const owner = parseMember(of)?.owner ?? "";
  const isArgument = TYPE_PARAMETER.test(parseMember(owner)?.name ?? "");
  return isArgument || parametersIn(owner).some((parameter) => isInferred(context, path, parameter, of));
}

/** Whether this parameter, in any overload, has a type parameter as its type that admits the member, and no argument. */
function isInferred(context: LinkContext, path: string, parameter: Chain, of: Chain): boolean {
  const { value } = context.resolve(path, parameter);
  const given = value.is === "definition" ? value.typeArguments?.byParameter : undefined;
  return placesOf({ value }).some((place) =>
    (definitionAt(context, place)?.type?.split("|") ?? []).some((chain) => {
      const at = definitionIn(typeIn(chain));
      const type = at === null ? null : { path: place.path, at };
      return type !== null && given?.has(keyOf(type)) !== true && admits(context, type, of.slice(parameter.length));
    }),
  );
}

/** Whether something with this member may be what the type parameter stands for. False for what is none. */
function admits(context: LinkContext, { path, at }: Place, steps: string): boolean {
  const definition = definitionAt(context, { path, at });
  if (definition === undefined || !TYPE_PARAMETER.test(definition.name)) {
    return false;
  }
  // Everything fits a type parameter that extends nothing.
  return definition.type === null || isKnown(context.resolve(path, definitionChain(at) + steps));
}
