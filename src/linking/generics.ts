// What the parameters of a generic type stand for where it is used with arguments (`Box<Order>`): a definition without a name is
// such a use, its members `<0>`, `<1>` the arguments; the members of those names of the type are its parameters.
import {
  CALL,
  type Chain,
  definitionChain,
  definitionIn,
  ELEMENT,
  INSTANCE,
  lastStep,
  parametersIn,
  parseMember,
  typeIn,
} from "../vocabulary/chain.ts";
import { CALLED } from "../vocabulary/facts.ts";
import { childrenNamed, definitionAt, hasFlag } from "./context.ts";
import { isKnown, keyOf, type Place, placesOf, type Resolution, UNKNOWN } from "./resolution.ts";
import type { LinkContext } from "./semantics.ts";

/** Limit on the parameters of one type that are looked for. */
const PARAMETERS_MAX = 10;
/** Limit on uses inside of uses. */
const DEPTH_MAX = 10;
/** What counts for a type that uses itself with other arguments, which it may do without end. */
const DEPTH_OF_ITSELF = 4;

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
  if (own.size === 0) {
    return resolution;
  }
  const isItself = [...own.keys()].some((parameter) => context.typeArguments?.byParameter.has(parameter));
  const byParameter = new Map([...(value.typeArguments?.byParameter ?? []), ...own]);
  const inside = depth + (isItself ? DEPTH_OF_ITSELF : 1);
  return { ...resolution, value: { ...value, typeArguments: { byParameter, depth: inside } } };
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

/**
 * Whether this parameter, in any overload, has a type parameter as its type that admits the member, and no argument; or a member on the
 * way to it has: `read` of `open(source: Source<R>)` with `interface Source<R extends () => Page> { read: R }`.
 */
function isInferred(context: LinkContext, path: string, parameter: Chain, of: Chain): boolean {
  const { value } = context.resolve(path, parameter);
  const given = value.is === "definition" ? value.typeArguments?.byParameter : undefined;
  const isOpen = (type: Place): boolean => given?.has(keyOf(type)) !== true;
  const places = placesOf({ value });
  const types = typesAt(context, places);
  const steps = of.slice(parameter.length);
  const isAdmitted = places.some((place) => {
    // The type of a function that is passed is what a call of it gives.
    const isPassed = hasFlag(context, place, CALLED);
    const inType = !isPassed ? steps : steps.startsWith(CALL) ? steps.slice(CALL.length) : null;
    return inType !== null && typesAt(context, [place]).some((type) => isOpen(type) && admits(context, type, inType));
  });
  if (isAdmitted) {
    return true;
  }
  const inferred = new Set(types.flatMap((use) => parametersGiven(context, use, isOpen)).map(keyOf));
  return (
    inferred.size > 0 && membersBehind(of, parameter).some((member) => isOneOf(context, path, member, of, inferred))
  );
}

/** The types that definitions have, as far as they are definitions of the same file. */
const typesAt = (context: LinkContext, places: readonly Place[]): Place[] =>
  places.flatMap(({ path, at }) =>
    (definitionAt(context, { path, at })?.type?.split("|") ?? []).flatMap((chain) => {
      // A parameter that takes the rest of the arguments has the type of one element.
      const type = definitionIn(typeIn(chain.endsWith(ELEMENT) ? chain.slice(0, -ELEMENT.length) : chain));
      return type === null ? [] : [{ path, at: type }];
    }),
  );

/** Parameters of a generic type for which a use of it gives a type parameter that a call decides. */
function parametersGiven(context: LinkContext, use: Place, isOpen: (type: Place) => boolean): Place[] {
  const generic = definitionAt(context, use)?.name === "{}" ? definitionAt(context, use)?.type : undefined;
  const { value } = generic === undefined || generic === null ? UNKNOWN : context.resolve(use.path, typeIn(generic));
  return placesOf({ value }).flatMap((place) =>
    Array.from({ length: PARAMETERS_MAX }, (_, at) => at).flatMap((at) => {
      const argument = argumentAt(context, use, at);
      const [given] = argument === null ? [] : typesAt(context, [argument]);
      const isParameter = given !== undefined && TYPE_PARAMETER.test(definitionAt(context, given)?.name ?? "");
      const own = isParameter && isOpen(given) ? childrenNamed(context, place.path, place.at, `<${at}>`)[0] : undefined;
      return own === undefined ? [] : [{ path: place.path, at: own }];
    }),
  );
}

/** Chains of the members between the parameter and the last name that are called: what a literal in them returns is at hand. */
function membersBehind(of: Chain, parameter: Chain): Chain[] {
  const found: Chain[] = [];
  for (let owner = parseMember(of)?.owner; owner !== undefined && owner.length > parameter.length; ) {
    const { before, step } = lastStep(owner) ?? {};
    if (step === CALL && before !== undefined && parseMember(before) !== null) {
      found.push(before);
    }
    owner = before;
  }
  return found;
}

function isOneOf(context: LinkContext, path: string, member: Chain, of: Chain, inferred: ReadonlySet<string>): boolean {
  const types = typesAt(context, placesOf(context.resolve(path, member)));
  return types.some((type) => inferred.has(keyOf(type)) && admits(context, type, of.slice(member.length)));
}

/** Whether a type with this member may be what the type parameter stands for. False for anything but a type parameter. */
function admits(context: LinkContext, { path, at }: Place, steps: string): boolean {
  const definition = definitionAt(context, { path, at });
  if (definition === undefined || !TYPE_PARAMETER.test(definition.name)) {
    return false;
  }
  // Everything fits a type parameter that extends nothing.
  return (
    definition.type === null ||
    ["", `${INSTANCE}${ELEMENT}`].some((element) =>
      isKnown(context.resolve(path, definitionChain(at) + element + steps)),
    )
  );
}
