// Functions that a sign or a statement of the language calls.
import { literalPattern } from "../../vocabulary/literal-pattern.ts";

/** A sign on its own, not a part of a longer one: `+` and not `+=` or `++`. */
export const signAlone = (sign: string): RegExp =>
  new RegExp(`(?<![-+*/%<>=!&|^~@])${literalPattern(sign)}(?![-+*/%<>=!&|^~@])`);

/**
 * How code calls a function of this name without naming it; null for any other name. `table`: by names, separated by spaces, what stands
 * there. A name that is no word is a sign itself.
 */
export function signsBy(table: Readonly<Record<string, RegExp>>): (name: string) => RegExp | null {
  const byName = new Map(
    Object.entries(table).flatMap(([names, sign]) => names.split(" ").map((name) => [name, sign])),
  );
  return (name) => byName.get(name) ?? (/^[^\w\s]+$/u.test(name) ? signAlone(name) : null);
}
