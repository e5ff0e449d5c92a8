// Resolves one step of a chain, given what the chain before it resolved to: a call, an instance, an element. member-step.ts
// does members.
import { TYPE_KINDS } from "../vocabulary/chunk.ts";
import { isNamed } from "../vocabulary/facts.ts";
import { definitionAt } from "./context.ts";
import { mapAlternatives } from "./each-alternative.ts";
import { memberOf, memberOfUnknown } from "./members.ts";
import { atMost, EXTERNAL, isKnown, keyOf, mapUnion, type Place, type Resolution, UNKNOWN } from "./resolution.ts";
import type { DefinitionResolution, LanguageSemantics, LinkContext, ValueSemantics } from "./semantics.ts";
import { ALIASES, declaredType, typeOf, VALUES, VARIABLES_AND_FIELDS } from "./supertypes.ts";

/** `()` */
export const callStep = (context: LinkContext, callee: Resolution): Resolution =>
  mapAlternatives(context, callee, (one) => callOfOne(context, one));

export function callOfOne(context: LinkContext, { value, certainty }: Resolution): Resolution {
  switch (value.is) {
    case "external":
    case "collection":
      return EXTERNAL;
    case "instance": {
      const result = typeOf(context, value, SIGNATURES);
      return isKnown(result)
        ? atMost("constrained", result)
        : callOfMethod(context, value.places, semanticsOf(context, value.places).callMethod);
    }
    case "definition": {
      const semantics = semanticsOf(context, value.places);
      const callee = { value: { ...value, places: semantics.callable(context, value.places) }, certainty };
      return semantics.calledType(context, callee) ?? resultOf(context, callee);
    }
    default:
      return UNKNOWN;
  }
}

const semanticsOf = (context: LinkContext, places: readonly Place[]): LanguageSemantics =>
  context.semantics(places[0]?.path ?? "");

/** The result that the declaration of a callee has. */
function resultOf(context: LinkContext, { value, certainty }: DefinitionResolution): Resolution {
  const [first] = value.places;
  const kind = first === undefined ? undefined : definitionAt(context, first)?.kind;
  if (kind === "class") {
    return UNKNOWN;
  }
  const declared = typeOf(context, value, CALLABLES);
  // A use with type arguments calls what it is a use of: `create<Order>()`.
  const isUse = value.places.some((place) => definitionAt(context, place)?.name === "{}");
  // The value of a variable may be callable: `const parse: Factory`, where Factory declares what a call returns.
  const called = VARIABLES_AND_FIELDS.has(kind ?? "")
    ? mapUnion(declared, (one) =>
        isUse && one.value.is === "definition"
          ? atMost("constrained", callOfOne(context, one))
          : callOfValue(context, one),
      )
    : UNKNOWN;
  return atMost(certainty, isKnown(called) ? called : declared);
}

/** The result of calling, iterating over or indexing an instance: of the method that the language calls for that. */
const callOfMethod = (context: LinkContext, places: readonly Place[], method: string | null): Resolution =>
  callOfOne(context, method === null ? memberOfUnknown(context, places) : memberOf(context, places, method));

/**
 * The result of calling a value: by the call signature of its type, or by the function or function type itself (`{ parse }`).
 */
function callOfValue(context: LinkContext, resolution: Resolution): Resolution {
  const { value } = resolution;
  if (value.is === "instance") {
    return atMost(resolution.certainty, atMost("constrained", typeOf(context, value, INTERFACES)));
  }
  const [place] = value.is === "definition" ? value.places : [];
  const declared = place === undefined ? undefined : definitionAt(context, place);
  const isCalled = declared !== undefined && (declared.kind === "function" || !isNamed(declared));
  return isCalled ? atMost("constrained", callOfOne(context, resolution)) : UNKNOWN;
}

/** `^` */
export const instanceStep = (context: LinkContext, resolution: Resolution): Resolution =>
  mapAlternatives(context, resolution, (one) => instanceOfOne(context, one));

function instanceOfOne(context: LinkContext, { value, certainty }: Resolution): Resolution {
  if (value.is === "external") {
    return EXTERNAL;
  }
  // A value whose type is an alias for a list has many elements.
  if (value.is !== "definition") {
    return value.is === "collection" || value.is === "keys" ? { value, certainty } : UNKNOWN;
  }
  if (value.places.some((place) => INSTANTIATED.has(definitionAt(context, place)?.kind ?? ""))) {
    return { value: { ...value, is: "instance", own: false }, certainty };
  }
  const declared = typeOf(context, value, VALUES);
  return semanticsOf(context, value.places).instanceOfVariable(context, declared) ?? atMost(certainty, declared);
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
        : mapUnion(typeOf(context, value, VALUES), (one) => elementOfInstance(context, one));
    }
    case "instance":
      return elementOfInstance(context, { value, certainty });
    default:
      return UNKNOWN;
  }
}

/** `type Orders []Order`: an element of a value of that type. */
export function elementOfInstance(context: LinkContext, resolution: Resolution): Resolution {
  const { value } = resolution;
  const alias = value.is === "instance" ? typeOf(context, value, ALIASES) : UNKNOWN;
  const found = mapUnion(isKnown(alias) ? alias : resolution, (one) => atMost(one.certainty, itemOf(context, one)));
  if (isKnown(found)) {
    return found;
  }
  return value.is === "instance" ? semanticsOf(context, value.places).elementOf(context, resolution) : UNKNOWN;
}

/** An element of the value: by the type of the collection, or by what the class declares for iteration or for access by key. */
function itemOf(context: LinkContext, { value }: Resolution): Resolution {
  if (value.is === "collection") {
    return { value: value.of, certainty: "constrained" };
  }
  if (value.is !== "instance") {
    return UNKNOWN;
  }
  const { iterationMethods, keyMethods } = semanticsOf(context, value.places);
  for (const method of iterationMethods) {
    const result = callOfMethod(context, value.places, method);
    if (result.value.is === "collection") {
      return { value: result.value.of, certainty: "constrained" };
    }
  }
  const all = keyMethods.map((method) => callOfMethod(context, value.places, method));
  return atMost("constrained", all.find(isKnown) ?? all[0] ?? callOfMethod(context, value.places, null));
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
      const declared = typeOf(context, value, value.is === "instance" ? ALIASES : VARIABLES_AND_FIELDS);
      return declared.value.is === "keys" || declared.value.is === "union"
        ? atMost(certainty, keysOf(context, declared, seen))
        : { value: { is: "keys", of: value }, certainty };
    }
    default:
      return EXTERNAL;
  }
}

/** Kinds that can be instantiated by `^`. */
const INSTANTIATED: ReadonlySet<string> = new Set(["class", "interface", "type", "enum", "function"]);

const CALLABLES: ReadonlySet<string> = new Set(["function", "method", "variable", "field", "interface", "type"]);
const SIGNATURES: ReadonlySet<string> = new Set(["interface", "type"]);
const INTERFACES: ReadonlySet<string> = new Set(["interface"]);

/** Where calling a type makes an instance of it: `Store()`. In Go `Color(1)` converts, whatever kind of type that is. */
export const instanceOfType: ValueSemantics["calledType"] = (context, { value: { places }, certainty }) => {
  const [first] = places;
  return first !== undefined && TYPE_KINDS.has(definitionAt(context, first)?.kind ?? "")
    ? { value: { is: "instance", places, own: false }, certainty }
    : null;
};

/** What functions or methods declare to return. */
export const declaredResult = (context: LinkContext, places: readonly Place[]): Resolution =>
  declaredType(context, places, CALLABLES);
