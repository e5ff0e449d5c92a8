// Visitors that readers of several languages share: blocks, branches, conditional and binary expressions, names, instances of the
// enclosing class, classes without a name.

import type { NodeAt } from "../syntax/syntax-tree.ts";
import { BUILT_IN_ROOT, selfChain, superChain } from "../vocabulary/chain.ts";
import { FILE, READS_OR_WRITES, type Role, UNSAFE } from "../vocabulary/facts.ts";
import { type ChainDraft, isSame, NOTHING, rooted, stepped } from "./chain-drafts.ts";
import type { FactsBuilder, NamedDraft } from "./facts-builder.ts";
import type { Reading, Visitor, Walk } from "./read-facts.ts";

/** The same for each of these types of nodes: `...forTypes(literal, "integer_literal", "null_literal")`. */
export const forTypes = <What>(what: What, ...types: readonly string[]): Readonly<Record<string, What>> =>
  Object.fromEntries(types.map((type) => [type, what]));

/** Nothing in it is read. */
export const ignored: Visitor = () => undefined;

/** Nothing in it is read; the value is nothing of any project's. */
export const literal: Reading = () => NOTHING;

/** Where a definition stands; `name`: the node of its name, if that is another one. */
export const linesOf = (
  node: NodeAt,
  walk: Walk,
  name: NodeAt = node,
): Pick<NamedDraft, "nameLine" | "startLine" | "endLine"> => ({
  nameLine: walk.line(name),
  startLine: walk.line(node),
  endLine: walk.endLine(node),
});

/** Visits all named children but these. */
export function visitOthers(node: NodeAt, walk: Walk, ...known: readonly NodeAt[]): void {
  walk
    .children(node)
    .filter((child) => !known.includes(child))
    .forEach(walk.visit);
}

export const block: Visitor = (node, walk) => walk.within({ kind: "block" }, () => walk.visitChildren(node));

/** A branch of the control flow; names that its condition binds stay visible after it. */
export const dividing: Visitor = (node, walk) => {
  walk.branch();
  walk.visitChildren(node);
};

/** Reads with `inside` a branch of the control flow with a scope of its own. */
export const inBranch =
  <State>(inside: Visitor<State>): Visitor<State> =>
  (node, walk) => {
    walk.branch();
    walk.within({ kind: "block" }, () => inside(node, walk));
  };

/** A branch of the control flow with a scope of its own. */
export const dividingBlock: Visitor = inBranch((node, walk) => walk.visitChildren(node));

/** Visits the children; the value is nothing of any project's. */
export const nothing: Reading = (node, walk) => {
  walk.visitChildren(node);
  return NOTHING;
};

/** Visits the children and returns the value of the last one; `empty` without children. */
export function last(node: NodeAt, walk: Walk, empty: ChainDraft = null): ChainDraft {
  let value = empty;
  for (const part of walk.children(node)) {
    value = walk.value(part);
  }
  return value;
}

/**
 * What a collection with these type arguments is one of: of the last. Unknown where that is the language's own and another may be the
 * project's: a map's keys are reached through it as well. `builtIn`: as of the language's rules.
 */
export function elementOf(typeArguments: readonly ChainDraft[], builtIn: ReadonlySet<string>): ChainDraft {
  const isOwn = (one: ChainDraft): boolean => one !== null && one.root !== BUILT_IN_ROOT && !builtIn.has(one.root);
  const element = typeArguments.at(-1) ?? null;
  return isOwn(element) || !typeArguments.some(isOwn) ? element : null;
}

/** What the name that the node is means here, recorded as a reference with this role. `name`: if not as written. */
export function referToName(node: NodeAt, walk: Walk, role: Role, name: string = walk.text(node)): ChainDraft {
  const of = walk.name(name);
  walk.reference(node, role, of);
  return of;
}

/** The member of `on` that the node names, recorded as a reference with this role. `name`: as in chains, if not as written. */
export function referToMember(
  on: ChainDraft,
  node: NodeAt,
  walk: Walk,
  role: Role,
  name: string = walk.text(node),
): ChainDraft {
  const of = stepped(on, `.${name}`);
  walk.reference(node, role, of);
  return of;
}

/**
 * A class without a name, which `inside` reads: of `new Store() { … }`, of a lambda with a receiver. No symbol of its own: what it
 * declares belongs to the enclosing definition. Returns an instance of it; null where a file has too many definitions.
 */
export function anonymousClass(
  node: NodeAt,
  supers: readonly ChainDraft[],
  walk: Walk,
  inside: () => void,
): ChainDraft {
  const under = walk.enclosing();
  const at = walk.define({ name: "{}", kind: "field", ...linesOf(node, walk), supers, binds: false });
  walk.within({ kind: "class", definition: at, under }, inside);
  return at === FILE ? null : rooted(selfChain(at));
}

/** An instance of the enclosing class (`self`) or of its superclass (`super`); null outside of classes. */
export function enclosingInstance(
  walk: Pick<FactsBuilder, "enclosingClass">,
  root: "self" | "super" = "self",
): ChainDraft {
  const at = walk.enclosingClass();
  return at === FILE ? null : rooted((root === "self" ? selfChain : superChain)(at));
}

/** Visits the children and returns the value of the first one. */
export const first: Reading = (node, walk) => {
  const [value = null] = walk.children(node).map((part) => walk.value(part));
  return value;
};

/** The value of an expression that has one of two values: the one both agree on, or the one that is not `NOTHING`. */
export const either = (a: ChainDraft, b: ChainDraft): ChainDraft =>
  a === NOTHING || isSame(a, b) ? b : b === NOTHING ? a : null;

/** `condition ? consequence : alternative` */
export const ternary: Reading = (node, walk) => {
  walk.branch();
  walk.visit(walk.field(node, "condition"));
  const yes = walk.value(walk.field(node, "consequence"));
  return either(yes, walk.value(walk.field(node, "alternative")));
};

/**
 * `a + b + c` is nested to the left, as deep as it is long: the innermost left operand, and the operations on it from the inside
 * out. `leftOf`: the left operand of an operation, null for what is no operation.
 */
export function leftSpine(
  node: NodeAt,
  leftOf: (node: NodeAt) => NodeAt | null,
): { left: NodeAt; operations: NodeAt[] } {
  const operations: NodeAt[] = [];
  let left = node;
  for (let next = leftOf(left); next !== null; next = leftOf(left)) {
    operations.push(left);
    left = next;
  }
  return { left, operations: operations.reverse() };
}

/**
 * `a + b`. `divides`: operators such as `&&`, at which the control flow branches; `result`: the value of an operation with the
 * values of its operands.
 */
export function readBinary(
  node: NodeAt,
  walk: Walk,
  divides: RegExp,
  result: (operator: string, left: ChainDraft, right: ChainDraft) => ChainDraft,
): ChainDraft {
  const { left, operations } = leftSpine(node, (each) =>
    walk.type(each) === "binary_expression" ? walk.field(each, "left") : null,
  );
  let value = walk.value(left);
  for (const each of operations) {
    const operator = walk.text(walk.field(each, "operator"));
    if (divides.test(operator)) {
      walk.branch();
    }
    value = result(operator, value, walk.value(walk.field(each, "right")));
  }
  return value;
}

/** Hazards of names, as a language lists them: of what reads or writes outside of the program, and of what leaves the language's safety. */
export const hazardsOf =
  (outside: ReadonlySet<string>, leavesSafety: ReadonlySet<string>) =>
  (name: string): number =>
    (outside.has(name) ? READS_OR_WRITES : 0) | (leavesSafety.has(name) ? UNSAFE : 0);

/** A name in several parts, which may be written over several lines. */
export const textWithoutSpaces = (node: NodeAt, walk: Walk): string => walk.text(node).replace(/\s+/g, "");

/** `a + b`, whose value is `result`. `divides`: as of `readBinary`. */
export const binary =
  (divides: RegExp, result: ChainDraft): Reading =>
  (node, walk) =>
    readBinary(node, walk, divides, () => result);
