// What a walk through a text reads, and what it asks of single nodes.
import { lineAt, type Source } from "../../syntax/source.ts";
import { NO_NODE, type NodeAt, type SyntaxTree } from "../../syntax/syntax-tree.ts";
import type { OutsideInput } from "../contract/outside-input.ts";
import { isKnown, type Origin, type Scope } from "./flow-scope.ts";

/** What is read, and what its variables hold at this place. */
export interface Reading {
  readonly tree: SyntaxTree;
  readonly rules: OutsideInput;
  readonly source: Source;
  readonly scopes: Scope[];
}

export const firstLineAt = ({ tree, source }: Reading, node: NodeAt): number => lineAt(source, tree.start(node));
export const IDENTIFIER = /^(?:identifier|shorthand_property_identifier(?:_pattern)?|variable_name|constant)$/;
/** Texts that one is put together from; further ones are passed over. */
export const ORIGINS_MAX = 8;

/** Fields in which an identifier names a member, not a variable. */
export const MEMBER_FIELDS = new Set(["attribute", "property", "field", "method", "key", "type"]);
export const passesOn = ({ passing, passingCalls }: OutsideInput, callee: string): boolean =>
  passing.test(lastName(callee)) || passingCalls?.test(callee) === true;

export const isMember = (tree: SyntaxTree, node: NodeAt): boolean =>
  MEMBER_FIELDS.has(tree.fieldOf(node) ?? "") ||
  /[.>]$|::$/.test(tree.source.slice(Math.max(0, tree.start(node) - 2), tree.start(node)));

export function sourceAt(reading: Reading, node: NodeAt): Origin | null {
  const { tree, rules, scopes } = reading;
  const start = tree.start(node);
  const isDeclared = rules.free?.test(tree.text(node)) === true && isKnown(scopes, tree.text(node));
  if (isDeclared || /[\w$.>:]/.test(tree.source[start - 1] ?? "")) {
    return null;
  }
  for (const from of ["request", "caller"] as const) {
    const pattern = rules.sources[from];
    pattern.lastIndex = start;
    const found = pattern.exec(tree.source);
    if (found !== null) {
      const line = firstLineAt(reading, node);
      return { from, line, text: found[0], owner: NO_NODE, index: 0, inQuery: false, inMarkup: false, via: [] };
    }
  }
  return null;
}

const CALLEE_MAX = 200;
export const calleeOf = (tree: SyntaxTree, call: NodeAt, passed: NodeAt): string =>
  tree.source
    .slice(tree.start(call), tree.start(passed))
    .slice(-CALLEE_MAX)
    .replace(/^new\s+/, "new ")
    .replace(/\s*\n\s*/g, "")
    .trim();
export const lastName = (callee: string): string => /[\w$?!]+$/.exec(callee)?.[0] ?? "";
