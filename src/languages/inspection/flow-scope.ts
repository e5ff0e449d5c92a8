// Which variables hold outside input at a place of a walk through a text in order.

import type { NodeAt } from "../../syntax/syntax-tree.ts";
import { literalPattern } from "../../vocabulary/literal-pattern.ts";

/** Where a text came from. */
export interface Origin {
  readonly from: "request" | "caller" | "parameter";
  /** 1-based. */
  readonly line: number;
  /** As written: `req.query.id`; the name of a parameter. */
  readonly text: string;
  /** Of a parameter: the node of its function, and its place. */
  readonly owner: NodeAt;
  readonly index: number;
  /** On its way it became part of a query, or of markup. */
  readonly inQuery: boolean;
  readonly inMarkup: boolean;
  /** Lines of the assignments on its way, 1-based. */
  readonly via: readonly number[];
}

export interface Scope {
  /** Number of the node after the function's subtree: the scope ends there. */
  readonly after: NodeAt;
  readonly node: NodeAt;
  readonly variables: Map<string, readonly Origin[]>;
}

/** What the variable holds: several texts, where it was put together from them. The innermost scope decides. */
export function originsOf(scopes: readonly Scope[], name: string): readonly Origin[] {
  for (let at = scopes.length - 1; at >= 0; at -= 1) {
    const found = scopes[at]?.variables.get(name);
    if (found !== undefined) {
      return found;
    }
  }
  return [];
}

export const isKnown = (scopes: readonly Scope[], name: string): boolean =>
  scopes.some(({ variables }) => variables.has(name));

/** Sets a variable where it was declared, or else in the innermost scope. */
export function assign(scopes: readonly Scope[], name: string, origins: readonly Origin[]): void {
  const own = scopes.findLast(({ variables }) => variables.has(name)) ?? scopes.at(-1);
  own?.variables.set(name, origins);
}

/** Conditions that say nothing about a value but whether it is there. */
const PRESENCE =
  /!\s*NAME\b(?!\s*[.([])|\bnot\s+NAME\b(?!\s*[.([])|\bNAME\s*(?:===?|!==?|is not|is)\s*(?:null|nil|None|undefined|""|''|0)|\b(?:len|count|empty|isset|strlen)\(\s*\$?NAME\s*\)|\bNAME\s*\??\.\s*(?:length|len\(\)|is_empty\(\)|is_(?:some|none)\(\)|isEmpty\(\)|isNullOrEmpty|empty\?|blank\?|present\?|nil\?)|typeof\s+NAME\s*[!=]==?\s*["']\w+["']|^\W*NAME\W*$/g;

/** Whether a condition looks at what the variable holds, so that what is behind it may be safe. */
export function isValidated(condition: string, name: string): boolean {
  const quoted = literalPattern(name);
  const named = new RegExp(`(?<![\\w$])${quoted}(?![\\w])`);
  if (!named.test(condition)) {
    return false;
  }
  const presence = new RegExp(PRESENCE.source.replaceAll("\\bNAME", "NAME").replaceAll("NAME", quoted), "g");
  return named.test(condition.replace(presence, ""));
}
