// Whether a call passes what a function takes, by the texts of both.
import type { CallForm } from "../../languages/contract/call-form.ts";

export interface Parameter {
  /** Null where its text has none. */
  readonly name: string | null;
  readonly isOptional: boolean;
  readonly isVariadic: boolean;
  readonly byNameAlone: boolean;
}

export interface Parameters {
  /** Without the receiver. */
  readonly all: readonly Parameter[];
  readonly takesAnyName: boolean;
}

/** Null where the text says nothing of them. */
export function readParameters(entries: readonly string[], form: CallForm): Parameters | null {
  if (entries.length === 0 && form.emptyIsUnknown === true) {
    return null;
  }
  const all: Parameter[] = [];
  let byNameAlone = false;
  for (const [at, text] of entries.entries()) {
    const isReceiver = at === 0 && form.receiver?.test(text) === true;
    if (!isReceiver && form.takesAnyName?.test(text) !== true && form.mark?.test(text) !== true) {
      all.push({
        name: form.name.exec(text)?.[1] ?? null,
        isOptional: form.optional.test(text),
        isVariadic: form.variadic.test(text),
        byNameAlone: byNameAlone || form.byNameAlone?.test(text) === true,
      });
    }
    byNameAlone ||= form.namesOnlyAfter?.test(text) === true;
  }
  return { all, takesAnyName: entries.some((text) => form.takesAnyName?.test(text) === true) };
}

/** Whether an argument may stand for several, so that their text does not show how many are passed. */
export const mayPassMore = (args: readonly string[], { spread, callsPassSeveral }: CallForm): boolean =>
  args.some((text) => spread?.test(text) === true) ||
  (callsPassSeveral === true && args.length === 1 && args[0]?.endsWith(")") === true);

/** Why the call does not fit; null where it does, or where its text does not show how many arguments it passes. */
export function misfitOf({ all, takesAnyName }: Parameters, args: readonly string[], form: CallForm): string | null {
  if (mayPassMore(args, form)) {
    return form.spreadIsVariadic === true ? spreadMisfitOf(all, args, form) : null;
  }
  const nameOfArgument = (text: string): string | null => form.namedArgument?.exec(text)?.[1] ?? null;
  const named = args.flatMap((text) => nameOfArgument(text) ?? []);
  // Arguments without a name may follow one that stands in its own place.
  const count = 1 + args.findLastIndex((text) => nameOfArgument(text) === null);
  const byPlace = all.filter(({ byNameAlone }) => !byNameAlone);
  const isVariadic = byPlace.some((one) => one.isVariadic);
  const unknown = named.find((name) => !all.some((one) => one.name === name));
  if (unknown !== undefined && !takesAnyName) {
    // A parameter that was not read may have the name.
    return all.some(({ name }) => name === null) ? null : `passes \`${unknown}\`, which it does not take`;
  }
  if (count > byPlace.length && !isVariadic && form.moreFit !== true) {
    return `passes ${count} where it takes ${byPlace.length}`;
  }
  const missing = all.filter((one) => {
    const isPassed = byPlace.indexOf(one) >= 0 && byPlace.indexOf(one) < count;
    const isNamed = one.name !== null && named.includes(one.name);
    return !isPassed && !isNamed && !one.isOptional && !one.isVariadic;
  });
  return missing.length === 0 ? null : `does not pass ${missing.map(nameOf).join(", ")}`;
}

/** Of a call whose last argument is a list for the parameter that takes any number: the others are passed one by one. */
function spreadMisfitOf(all: readonly Parameter[], args: readonly string[], { spread }: CallForm): string | null {
  const given = args.findIndex((text) => spread?.test(text) === true);
  if (given < 0) {
    return null;
  }
  const single = all.filter(({ isVariadic }) => !isVariadic);
  if (single.length === all.length) {
    return `passes a list (\`${args[given]}\`) where it takes ${all.length}`;
  }
  const missing = single.slice(given);
  return missing.length > 0
    ? `does not pass ${missing.map(nameOf).join(", ")}`
    : given > single.length
      ? `passes ${given} before a list where it takes ${single.length}`
      : null;
}

const nameOf = ({ name }: Parameter): string => (name === null ? "a parameter without a name" : `\`${name}\``);

/** Places of parameters by position that have changed places: the same names in another order. */
export function areReordered(before: Parameters, after: Parameters): boolean {
  const names = ({ all }: Parameters) => all.filter((one) => !one.byNameAlone).map(({ name }) => name);
  const [old, now] = [names(before), names(after)];
  const isSameSet = old.length === now.length && old.every((name) => name !== null && now.includes(name));
  return isSameSet && new Set(old).size === old.length && old.some((name, at) => name !== now[at]);
}

/** A parameter before one that takes any number, so that each call still fits by its count. */
export interface Shift {
  /** Place of the first argument that now arrives at another parameter. */
  readonly from: number;
  /** Whether a parameter that was there moved on by it; else the argument may have been split from the many on purpose. */
  readonly isSure: boolean;
  readonly name: string;
}

/** Null if the change adds no such parameter. */
export function shiftOf(before: Parameters, after: Parameters): Shift | null {
  const namesBefore = (parameters: Parameters) => {
    const byPlace = parameters.all.filter(({ byNameAlone }) => !byNameAlone);
    const end = byPlace.findIndex(({ isVariadic }) => isVariadic);
    return end < 0 ? null : byPlace.slice(0, end + 1).map(({ name }) => name ?? "");
  };
  const [old, now] = [namesBefore(before), namesBefore(after)];
  if (old === null || now === null || old.includes("") || old.at(-1) !== now.at(-1)) {
    return null;
  }
  const kept = now.filter((name) => old.includes(name));
  const from = now.findIndex((name) => !old.includes(name));
  const isLonger = from >= 0 && kept.length === old.length && kept.every((name, at) => name === old[at]);
  return isLonger ? { from, isSure: from < old.length - 1, name: now[from] ?? "" } : null;
}
