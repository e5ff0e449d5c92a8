// Resolves one step of a chain, given what the chain before it resolved to: a call, an instance, an element. member-step.ts
// does members.
import { isNamed, STATIC } from "../vocabulary/facts.ts";
import { definitionAt, type LinkContext } from "./context.ts";
import { mapAlternatives } from "./each-alternative.ts";
import { calledOf } from "./fields-apart.ts";
import { ALIASES, HOLDERS, holds, holdsOf, VALUES } from "./held.ts";
import { memberStep } from "./member-step.ts";
import { memberOf } from "./members.ts";
import { atMost, EXTERNAL, isKnown, keyOf, mapUnion, type Place, type Resolution, UNKNOWN } from "./resolution.ts";

/** `()` */
export const callStep = (context: LinkContext, resolution: Resolution): Resolution =>
  mapAlternatives(context, resolution, (one) => callOfOne(context, one));

function callOfOne(context: LinkContext, { value: resolution, certainty }: Resolution): Resolution {
  const value =
    resolution.is === "definition" ? { ...resolution, places: calledOf(context, resolution.places) } : resolution;
  if (value.is === "external" || value.is === "collection") {
    return EXTERNAL;
  }
  const applied = value.is === "instance" || value.is === "definition" ? appliedIn(context, value.places) : undefined;
  if (value.is === "instance") {
    const called = applied ?? CALLED;
    const given = holdsOf(context, value, SIGNATURES);
    return isKnown(given) ? atMost("constrained", given) : callOfOne(context, memberOf(context, value.places, called));
  }
  if (value.is !== "definition") {
    return UNKNOWN;
  }
  const [first] = value.places;
  const kind = first === undefined ? undefined : definitionAt(context, first)?.kind;
  if (applied !== undefined && kind !== "function" && kind !== "method") {
    const given = byApply(context, value.places, applied, kind);
    if (given !== null) {
      return atMost(certainty, given);
    }
  }
  const makes = first !== undefined && context.semantics(first.path)?.callMakes === true;
  // In Go `Color(1)` converts to Color, whatever kind of type that is.
  if (makes && (kind === "class" || kind === "interface" || kind === "type" || kind === "enum")) {
    return { value: { is: "instance", places: value.places, own: false }, certainty };
  }
  if (kind === "class") {
    return UNKNOWN;
  }
  const given = holdsOf(context, value, CALLABLES);
  // A variable may hold something callable: `const parse: Factory`, where Factory declares what a call returns.
  const isHeld = kind === "variable" || kind === "field";
  const called = isHeld ? mapUnion(given, (one) => signatureOf(context, one)) : UNKNOWN;
  return atMost(certainty, isKnown(called) ? called : given);
}

const appliedIn = (context: LinkContext, [first]: readonly Place[]): string | undefined =>
  first === undefined ? undefined : context.semantics(first.path)?.applied;

/** Scala's `items(0)` and `Store("x")`: a call of `apply` on a value or an object. Null for a class without it. */
function byApply(
  context: LinkContext,
  places: readonly Place[],
  applied: string,
  kind: string | undefined,
): Resolution | null {
  if (kind === "variable" || kind === "field") {
    const held = holds(context, places, HOLDERS);
    return held.value.is === "collection" ? elementOfHeld(context, held) : callOfOne(context, held);
  }
  const { value } = memberOf(context, places, applied);
  const own = value.is === "definition" ? value.places : [];
  const isObjects = own.some((place) => ((definitionAt(context, place)?.flags ?? 0) & STATIC) !== 0);
  return isObjects ? holds(context, own, CALLABLES) : null;
}

/**
 * The result of calling a value: by the call signature of its type, or by the function or function type itself (`{ parse }`).
 */
function signatureOf(context: LinkContext, resolution: Resolution): Resolution {
  const { value } = resolution;
  if (value.is === "instance") {
    return atMost("constrained", holdsOf(context, value, INTERFACES));
  }
  const [place] = value.is === "definition" ? value.places : [];
  const held = place === undefined ? undefined : definitionAt(context, place);
  const isCalled = held !== undefined && (held.kind === "function" || !isNamed(held));
  return isCalled ? atMost("constrained", callOfOne(context, resolution)) : UNKNOWN;
}

/** `^` */
export const instanceStep = (context: LinkContext, resolution: Resolution): Resolution =>
  mapAlternatives(context, resolution, (one) => instanceOfOne(context, one));

function instanceOfOne(context: LinkContext, { value, certainty }: Resolution): Resolution {
  if (value.is === "external") {
    return EXTERNAL;
  }
  // A value whose type is an alias for a list holds many elements.
  if (value.is !== "definition") {
    return value.is === "collection" || value.is === "keys" ? { value, certainty } : UNKNOWN;
  }
  if (value.places.some((place) => INSTANTIATED.has(definitionAt(context, place)?.kind ?? ""))) {
    return { value: { ...value, is: "instance", own: false }, certainty };
  }
  const held = holdsOf(context, value, VALUES);
  // `Kind = Store; Kind.new`: a constant that holds a class.
  const isClass = value.places.some(({ path }) => context.semantics(path)?.openClasses === true);
  return isClass && held.value.is === "definition" ? instanceOfOne(context, held) : atMost(certainty, held);
}

/** `[]` */
export const elementStep = (context: LinkContext, resolution: Resolution): Resolution =>
  mapAlternatives(context, resolution, (one) => elementOfOne(context, one));

function elementOfOne(context: LinkContext, { value, certainty }: Resolution): Resolution {
  switch (value.is) {
    case "collection":
      return { value: value.of, certainty };
    case "external":
      return EXTERNAL;
    case "definition": {
      const isClass = value.places.some((place) => definitionAt(context, place)?.kind === "class");
      // A generic class with type arguments: `Box[int]()`.
      return isClass
        ? { value, certainty }
        : mapUnion(holdsOf(context, value, VALUES), (one) => elementOfHeld(context, one));
    }
    case "instance":
      return elementOfHeld(context, { value, certainty });
    default:
      return UNKNOWN;
  }
}

/** `{#}` */
export const keysStep = (context: LinkContext, resolution: Resolution): Resolution =>
  keysOf(context, resolution, new Set());

/** `seen`: what was met on the way, since a union may have itself among its parts. */
const keysOf = (context: LinkContext, resolution: Resolution, seen: Set<string>): Resolution =>
  mapAlternatives(context, resolution, (one) => keysOfOne(context, one, seen));

/** What is not known to be names of members names nothing of the project. */
function keysOfOne(context: LinkContext, { value, certainty }: Resolution, seen: Set<string>): Resolution {
  switch (value.is) {
    case "keys":
      return { value: value.of, certainty };
    case "definition":
    case "instance": {
      const key = `${value.is} ${value.places.map(keyOf).join(" ")}`;
      if (seen.has(key)) {
        return UNKNOWN;
      }
      seen.add(key);
      const held = holdsOf(context, value, value.is === "instance" ? ALIASES : HOLDERS);
      return held.value.is === "keys" || held.value.is === "union"
        ? atMost(certainty, keysOf(context, held, seen))
        : { value: { is: "keys", of: value }, certainty };
    }
    default:
      return EXTERNAL;
  }
}

/** In languages with pointers: a pointer may point to one of many, unless its class says otherwise. */
function pointedTo(context: LinkContext, resolution: Resolution): Resolution {
  const [place] = resolution.value.is === "instance" ? resolution.value.places : [];
  if (place === undefined || context.semantics(place.path)?.includes !== true) {
    return UNKNOWN;
  }
  const operator = memberStep(context, resolution, "operator[]");
  return isKnown(operator) ? callStep(context, operator) : atMost("constrained", resolution);
}

/** `type Orders []Order`: an element of a value of that type. */
function elementOfHeld(context: LinkContext, resolution: Resolution): Resolution {
  const alias = resolution.value.is === "instance" ? holdsOf(context, resolution.value, ALIASES) : UNKNOWN;
  const found = mapUnion(isKnown(alias) ? alias : resolution, (one) => itemOf(context, one));
  return isKnown(found) ? found : pointedTo(context, resolution);
}

/** An element of the value: by the type of the collection, or by what the class declares for iteration or for access by key. */
function itemOf(context: LinkContext, { value }: Resolution): Resolution {
  if (value.is === "collection") {
    return { value: value.of, certainty: "constrained" };
  }
  if (value.is !== "instance") {
    return UNKNOWN;
  }
  for (const method of GOING_THROUGH) {
    const given = callOfOne(context, memberOf(context, value.places, method));
    if (given.value.is === "collection") {
      return { value: given.value.of, certainty: "constrained" };
    }
  }
  const asked = BY_KEY.map((method) => callOfOne(context, memberOf(context, value.places, method)));
  return atMost("constrained", asked.find(isKnown) ?? asked[0] ?? UNKNOWN);
}

/** Python's and PHP's methods behind syntax such as a call. */
const CALLED = "__call__";
const GOING_THROUGH = ["__iter__", "__aiter__", "getIterator/"] as const;
/** C#'s indexers are named `this`, Swift's `subscript`. */
const BY_KEY = ["__getitem__", "this", "subscript", "offsetGet/"] as const;

/** Kinds that can be instantiated by `^`. */
const INSTANTIATED: ReadonlySet<string> = new Set(["class", "interface", "type", "enum", "function"]);

const CALLABLES: ReadonlySet<string> = new Set(["function", "method", "variable", "field", "interface", "type"]);
const SIGNATURES: ReadonlySet<string> = new Set(["interface", "type"]);
const INTERFACES: ReadonlySet<string> = new Set(["interface"]);
