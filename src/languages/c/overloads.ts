// Which overload of a C++ function a call may mean: by how many arguments it has. Types are not compared, since conversions and templates let
// a value be passed for most parameters.

import type { ChosenOverloads } from "../../linking/overload-by-arguments.ts";
import { withoutDefaults } from "../../linking/signatures.ts";

/** A type whose end is `=` has a default, one that ends in `...` takes any number of arguments: `(string&,int=)const`. */
export function chooseByCount(argumentTypes: string, signatures: readonly (string | null)[]): ChosenOverloads {
  const count = partsOf(argumentTypes).length;
  const least = new Map<string, number>();
  for (const signature of signatures) {
    const key = bareSignature(signature);
    least.set(key, Math.min(least.get(key) ?? Number.POSITIVE_INFINITY, neededBy(signature)));
  }
  const at = [...signatures.keys()].filter((index) => {
    const signature = signatures[index] ?? null;
    const most = signature === null || takesAny(signature) ? Number.POSITIVE_INFINITY : partsOf(signature).length;
    return count <= most && count >= (least.get(bareSignature(signature)) ?? 0);
  });
  const left = new Set(at.map((index) => signatures[index] ?? null).map(bareSignature));
  return { at, isSure: left.size === 1 && !left.has(UNREAD) };
}

const UNREAD = "?";

const bareSignature = (signature: string | null): string => (signature === null ? UNREAD : withoutDefaults(signature));

const takesAny = (signature: string): boolean => partsOf(signature).some((type) => type.endsWith("..."));

const neededBy = (signature: string | null): number =>
  signature === null ? 0 : partsOf(signature).filter((type) => !/(?:=|\.\.\.)$/u.test(type)).length;

/** The types between the outermost parentheses; commas inside of brackets part none. */
function partsOf(signature: string): string[] {
  const inside = signature.slice(1, signature.lastIndexOf(")"));
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (const { 0: sign, index } of inside.matchAll(/[<>(),[\]{}]/gu)) {
    if (sign === "," && depth === 0) {
      parts.push(inside.slice(start, index));
      start = index + 1;
    }
    depth += "<([{".includes(sign) ? 1 : sign === "," ? 0 : -1;
  }
  return inside === "" ? [] : [...parts, inside.slice(start)];
}
