// Resolves one step of a chain, given what the chain before it resolved to: a call, an instance, an element. member-step.ts
// does members.
import { isNamed, STATIC } from "../vocabulary/facts.ts";
import { overEach } from "./each-alternative.ts";
import { calledOf } from "./fields-apart.ts";
import { ALIASES, HOLDERS, holds, holdsOf, VALUES } from "./held.ts";
import { memberStep } from "./member-step.ts";
import { memberOf } from "./members.ts";
import { atMost, FOREIGN, isKnown, keyOf, overAll, type Place, type Reached, UNKNOWN } from "./value.ts";
import { definitionAt, type World } from "./world.ts";

/** `()` */
export const callStep = (world: World, reached: Reached): Reached =>
  overEach(world, reached, (one) => callOfOne(world, one));

function callOfOne(world: World, { value: reached, certainty }: Reached): Reached {
  const value = reached.is === "definition" ? { ...reached, places: calledOf(world, reached.places) } : reached;
  if (value.is === "foreign" || value.is === "many") {
    return FOREIGN;
  }
  const applied = value.is === "instance" || value.is === "definition" ? appliedIn(world, value.places) : undefined;
  if (value.is === "instance") {
    const called = applied ?? CALLED;
    const given = holdsOf(world, value, SIGNATURES);
    return isKnown(given) ? atMost("constrained", given) : callOfOne(world, memberOf(world, value.places, called));
  }
  if (value.is !== "definition") {
    return UNKNOWN;
  }
  const [first] = value.places;
  const kind = first === undefined ? undefined : definitionAt(world, first)?.kind;
  if (applied !== undefined && kind !== "function" && kind !== "method") {
    const given = byApply(world, value.places, applied, kind);
    if (given !== null) {
      return atMost(certainty, given);
    }
  }
  const makes = first !== undefined && world.rules(first.path)?.callMakes === true;
  // In Go `Color(1)` converts to Color, whatever kind of type that is.
  if (makes && (kind === "class" || kind === "interface" || kind === "type" || kind === "enum")) {
    return { value: { is: "instance", places: value.places, own: false }, certainty };
  }
  if (kind === "class") {
    return UNKNOWN;
  }
  const given = holdsOf(world, value, CALLABLES);
  // A variable may hold something callable: `const parse: Factory`, where Factory declares what a call returns.
  const isHeld = kind === "variable" || kind === "field";
  const called = isHeld ? overAll(given, (one) => signatureOf(world, one)) : UNKNOWN;
  return atMost(certainty, isKnown(called) ? called : given);
}

const appliedIn = (world: World, [first]: readonly Place[]): string | undefined =>
  first === undefined ? undefined : world.rules(first.path)?.applied;

/** Scala's `items(0)` and `Store("x")`: a call of `apply` on a value or an object. Null for a class without it. */
function byApply(world: World, places: readonly Place[], applied: string, kind: string | undefined): Reached | null {
  if (kind === "variable" || kind === "field") {
    const held = holds(world, places, HOLDERS);
    return held.value.is === "many" ? elementOfHeld(world, held) : callOfOne(world, held);
  }
  const { value } = memberOf(world, places, applied);
  const own = value.is === "definition" ? value.places : [];
  const isObjects = own.some((place) => ((definitionAt(world, place)?.flags ?? 0) & STATIC) !== 0);
  return isObjects ? holds(world, own, CALLABLES) : null;
}

/**
 * The result of calling a value: by the call signature of its type, or by the function or function type itself (`{ parse }`).
 */
function signatureOf(world: World, reached: Reached): Reached {
  const { value } = reached;
  if (value.is === "instance") {
    return atMost("constrained", holdsOf(world, value, INTERFACES));
  }
  const [place] = value.is === "definition" ? value.places : [];
  const held = place === undefined ? undefined : definitionAt(world, place);
  const isCalled = held !== undefined && (held.kind === "function" || !isNamed(held));
  return isCalled ? atMost("constrained", callOfOne(world, reached)) : UNKNOWN;
}

/** `^` */
export const instanceStep = (world: World, reached: Reached): Reached =>
  overEach(world, reached, (one) => instanceOfOne(world, one));

function instanceOfOne(world: World, { value, certainty }: Reached): Reached {
  if (value.is === "foreign") {
    return FOREIGN;
  }
  // A value whose type is an alias for a list holds many elements.
  if (value.is !== "definition") {
    return value.is === "many" || value.is === "keys" ? { value, certainty } : UNKNOWN;
  }
  if (value.places.some((place) => INSTANTIATED.has(definitionAt(world, place)?.kind ?? ""))) {
    return { value: { ...value, is: "instance", own: false }, certainty };
  }
  const held = holdsOf(world, value, VALUES);
  // `Kind = Store; Kind.new`: a constant that holds a class.
  const isClass = value.places.some(({ path }) => world.rules(path)?.openClasses === true);
  return isClass && held.value.is === "definition" ? instanceOfOne(world, held) : atMost(certainty, held);
}

/** `[]` */
export const elementStep = (world: World, reached: Reached): Reached =>
  overEach(world, reached, (one) => elementOfOne(world, one));

function elementOfOne(world: World, { value, certainty }: Reached): Reached {
  switch (value.is) {
    case "many":
      return { value: value.of, certainty };
    case "foreign":
      return FOREIGN;
    case "definition": {
      const isClass = value.places.some((place) => definitionAt(world, place)?.kind === "class");
      // A generic class with type arguments: `Box[int]()`.
      return isClass
        ? { value, certainty }
        : overAll(holdsOf(world, value, VALUES), (one) => elementOfHeld(world, one));
    }
    case "instance":
      return elementOfHeld(world, { value, certainty });
    default:
      return UNKNOWN;
  }
}

/** `{#}` */
export const keysStep = (world: World, reached: Reached): Reached => keysOf(world, reached, new Set());

/** `seen`: what was met on the way, since a union may have itself among its parts. */
const keysOf = (world: World, reached: Reached, seen: Set<string>): Reached =>
  overEach(world, reached, (one) => keysOfOne(world, one, seen));

/** What is not known to be names of members names nothing of the project. */
function keysOfOne(world: World, { value, certainty }: Reached, seen: Set<string>): Reached {
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
      const held = holdsOf(world, value, value.is === "instance" ? ALIASES : HOLDERS);
      return held.value.is === "keys" || held.value.is === "several"
        ? atMost(certainty, keysOf(world, held, seen))
        : { value: { is: "keys", of: value }, certainty };
    }
    default:
      return FOREIGN;
  }
}

/** In languages with pointers: a pointer may point to one of many, unless its class says otherwise. */
function pointedTo(world: World, reached: Reached): Reached {
  const [place] = reached.value.is === "instance" ? reached.value.places : [];
  if (place === undefined || world.rules(place.path)?.includes !== true) {
    return UNKNOWN;
  }
  const operator = memberStep(world, reached, "operator[]");
  return isKnown(operator) ? callStep(world, operator) : atMost("constrained", reached);
}

/** `type Orders []Order`: an element of a value of that type. */
function elementOfHeld(world: World, reached: Reached): Reached {
  const alias = reached.value.is === "instance" ? holdsOf(world, reached.value, ALIASES) : UNKNOWN;
  const found = overAll(isKnown(alias) ? alias : reached, (one) => itemOf(world, one));
  return isKnown(found) ? found : pointedTo(world, reached);
}

/** An element of the value: by the type of the collection, or by what the class declares for iteration or for access by key. */
function itemOf(world: World, { value }: Reached): Reached {
  if (value.is === "many") {
    return { value: value.of, certainty: "constrained" };
  }
  if (value.is !== "instance") {
    return UNKNOWN;
  }
  for (const method of GOING_THROUGH) {
    const given = callOfOne(world, memberOf(world, value.places, method));
    if (given.value.is === "many") {
      return { value: given.value.of, certainty: "constrained" };
    }
  }
  const asked = BY_KEY.map((method) => callOfOne(world, memberOf(world, value.places, method)));
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
