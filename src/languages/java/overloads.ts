// Which overload of a Java method a call may mean: by how many arguments it has, and by their types as far as its text shows them
// (JLS 15.12.2). Types are simple names, `?` where one is unknown; the caller says which type extends which.
import type { ChosenOverloads, IsSubtype } from "../../linking/overload-by-arguments.ts";
import { BOXES, LIBRARY_SUPERS } from "./library-types.ts";

const UNSEEN = "?";
const FUNCTION = "->";
const NULL = "null";

/** From narrow to wide. `char` becomes an `int`, too. */
const WIDENING = ["byte", "short", "int", "long", "float", "double"];
const PRIMITIVE: ReadonlySet<string> = new Set(BOXES.values());
const OF_CONSTANTS = ["Comparable", "Serializable", "Constable", "ConstantDesc"];
const OF_NUMBERS: ReadonlySet<string> = new Set(["Number", ...OF_CONSTANTS]);
const OF_STRINGS: ReadonlySet<string> = new Set(["CharSequence", ...OF_CONSTANTS]);
const OF_ARRAYS: ReadonlySet<string> = new Set(["Cloneable", "Serializable"]);

/** How far the wanted type is from that of the argument. The lower, the nearer; boxing is further than any other conversion. */
const SAME = 0;
const SUPER = 10;
const OBJECT = 20;
const BOXED = 100;
/** Whether it fits depends on what extends what. */
const OPEN = "open";
const NEVER = "never";
type Distance = number | typeof OPEN | typeof NEVER;
type IsOf = (value: string, wanted: string) => boolean | null;

/** `null` in `signatures`: parameters that were not read; such a method may always be meant. */
export function chooseOverloads(
  argumentTypes: string,
  signatures: readonly (string | null)[],
  isSubtype: IsSubtype = () => null,
): ChosenOverloads {
  const values = typesIn(argumentTypes);
  const all = signatures.map((signature, at) => fit(values, signature, at, isSubtype));
  const possible = all.filter((one) => one !== null);
  const left = possible.filter((one) => !possible.some((other) => other !== one && isNearer(other, one)));
  return { at: left.map(({ at }) => at), isSure: left.length === possible.length };
}

const typesIn = (signature: string): string[] => (signature === "()" ? [] : signature.slice(1, -1).split(","));

interface Fit {
  readonly at: number;
  readonly distances: readonly Distance[];
  readonly wanted: readonly string[];
  /** Whether the arguments at the end are gathered into an array: such a method is called where no other fits. */
  readonly isSpread: boolean;
  /** Whether the parameters are known. */
  readonly isRead: boolean;
}

function fit(values: readonly string[], signature: string | null, at: number, isSubtype: IsSubtype): Fit | null {
  const fitOf = (wantedTypes: readonly string[], isSpread: boolean): Fit | null =>
    fitting(values, wantedTypes, at, isSpread, isSubtype);
  if (signature === null) {
    const open = values.map((): Distance => OPEN);
    return { at, distances: open, wanted: values.map(() => UNSEEN), isSpread: false, isRead: false };
  }
  const wanted = typesIn(signature);
  const last = wanted.at(-1) ?? "";
  if (!last.endsWith("...")) {
    return values.length === wanted.length ? fitOf(wanted, false) : null;
  }
  const one = last.slice(0, -3);
  const before = wanted.slice(0, -1);
  const asArray = values.length === wanted.length ? fitOf([...before, `${one}[]`], false) : null;
  const value = values.at(-1) ?? "";
  // An array, or null, is passed as it is; an argument of unknown type may be either.
  if (asArray !== null && (value.endsWith("[]") || value === NULL)) {
    return asArray;
  }
  const spread = values.slice(before.length).map(() => one);
  return values.length < before.length ? null : fitOf([...before, ...spread], true);
}

function fitting(
  values: readonly string[],
  wanted: readonly string[],
  at: number,
  isSpread: boolean,
  isSubtype: IsSubtype,
): Fit | null {
  const isOf = (value: string, type: string): boolean | null => isSubtype(value, type, at);
  const distances = values.map((value, index) => distance(value, wanted[index] ?? UNSEEN, isOf));
  return distances.includes(NEVER) ? null : { at, distances, wanted, isSpread, isRead: true };
}

/** Whether the first one is called and not the other, wherever both can be. */
function isNearer(one: Fit, other: Fit): boolean {
  if (!other.isRead) {
    return false;
  }
  const isSurelyFit = one.distances.every((far) => far !== OPEN);
  if (one.isSpread !== other.isSpread) {
    return isSurelyFit && !one.isSpread;
  }
  let isCloser = false;
  for (const [at, far] of one.distances.entries()) {
    const beyond = other.distances[at];
    if (one.wanted[at] === other.wanted[at]) {
      continue;
    }
    // The very type of the value is nearer than any that it may extend.
    if (typeof far !== "number" || (beyond !== OPEN ? typeof beyond !== "number" || far > beyond : far !== SAME)) {
      return false;
    }
    isCloser ||= beyond === OPEN || far < (beyond as number);
  }
  return isCloser;
}

/** From the type of a value to the one that is wanted. */
function distance(value: string, wanted: string, isOf: IsOf): Distance {
  if (value === UNSEEN) {
    return wanted === "Object" ? OBJECT : OPEN;
  }
  if (value === wanted) {
    return SAME;
  }
  const isPrimitive = PRIMITIVE.has(wanted);
  if (value === NULL || value === FUNCTION) {
    const isClosed = value === FUNCTION && (wanted.endsWith("[]") || wanted === "String" || BOXES.has(wanted));
    return isPrimitive || isClosed ? NEVER : wanted === "Object" ? OBJECT : OPEN;
  }
  if (PRIMITIVE.has(value)) {
    return isPrimitive ? widened(value, wanted) : boxed(value, wanted);
  }
  const unboxed = BOXES.get(value);
  if (isPrimitive) {
    const far = unboxed === undefined ? NEVER : unboxed === wanted ? SAME : widened(unboxed, wanted);
    // A type of the project is not a number, but a name that is not seen to be a class may be one.
    return typeof far === "number" ? far + BOXED : NEVER;
  }
  if (wanted === "Object") {
    return OBJECT;
  }
  if (wanted === UNSEEN) {
    return OPEN;
  }
  return value.endsWith("[]") || wanted.endsWith("[]")
    ? ofArrays(value, wanted, isOf)
    : ofClasses(value, wanted, unboxed, isOf);
}

function widened(value: string, wanted: string): Distance {
  const [from, to] = [WIDENING.indexOf(value === "char" ? "short" : value), WIDENING.indexOf(wanted)];
  const isWider = from >= 0 && to > from;
  return isWider ? to - from : NEVER;
}

function boxed(value: string, wanted: string): Distance {
  if (BOXES.get(wanted) === value) {
    return BOXED;
  }
  if (wanted === "Object" || wanted === UNSEEN) {
    return BOXED + OBJECT;
  }
  return OF_NUMBERS.has(wanted) && !(wanted === "Number" && /^(?:boolean|char)$/u.test(value)) ? BOXED + SUPER : NEVER;
}

function ofArrays(value: string, wanted: string, isOf: IsOf): Distance {
  if (!wanted.endsWith("[]")) {
    return OF_ARRAYS.has(wanted) ? SUPER : NEVER;
  }
  if (!value.endsWith("[]")) {
    return NEVER;
  }
  const [inner, other] = [value.slice(0, -2), wanted.slice(0, -2)];
  if (inner === UNSEEN || other === UNSEEN) {
    // `T[]` takes no array of numbers.
    return PRIMITIVE.has(inner) ? NEVER : OPEN;
  }
  return PRIMITIVE.has(inner) || PRIMITIVE.has(other) ? NEVER : distance(inner, other, isOf);
}

/** Of types that are neither primitive nor arrays. String and the boxes extend no type of a project. */
function ofClasses(value: string, wanted: string, unboxed: string | undefined, isOf: IsOf): Distance {
  const isString = value === "String";
  if (isString || unboxed !== undefined) {
    return (isString ? OF_STRINGS : OF_NUMBERS).has(wanted) ? SUPER : NEVER;
  }
  // Nothing extends a String or a box.
  const isClosed = wanted === "String" || BOXES.has(wanted);
  const isOne = isClosed ? false : (isOf(value, wanted) ?? LIBRARY_SUPERS.get(value)?.has(wanted) ?? null);
  return isOne === null ? OPEN : isOne ? SUPER : NEVER;
}
