// What Ruby declares by syntax: modules and classes, open to all files, methods, and what tests and tasks are titled.

import type { ChainDraft } from "../../../facts/chain-drafts.ts";
import type { OutlinedDraft } from "../../../facts/facts-builder.ts";
import { NO_NODE, type NodeAt } from "../../../syntax/syntax-tree.ts";
import { DOCUMENTED, EXPORTED, EXTENSION, FILE, PRIVATE, STATIC, TEST } from "../../../vocabulary/facts.ts";
import { constant } from "./constants.ts";
import { structMembers } from "./literals.ts";
import { OWN_CLASSES } from "./names.ts";
import { addSupers, forIncluders, isOnClass, ownerOf, selfIn, withSelf } from "./selves.ts";
import type { Visitor, Walk } from "./state.ts";

function draftOf(node: NodeAt, walk: Walk): OutlinedDraft {
  const draft = walk.definition(node);
  return { ...draft, flags: EXPORTED | (isDocumented(node, draft.startLine, walk) ? DOCUMENTED : 0) };
}

function isDocumented(node: NodeAt, startLine: number, walk: Walk): boolean {
  const { tree } = walk;
  const enclosing = tree.parent(node);
  for (let one = tree.firstChild(enclosing); one !== NO_NODE && one < node; one = tree.nextSibling(one)) {
    if (tree.type(one) === "comment" && walk.isRightAbove(walk.endLine(one), startLine)) {
      return true;
    }
  }
  return false;
}

/** `class A::B`: B, under A, which another line defines. `class String`: Ruby's own, to which this adds. */
export const typeDeclaration: Visitor = (node, walk) => {
  const { tree, facts } = walk;
  walk.value(tree.field(tree.field(node, "name"), "scope"));
  const superclass = tree.children(tree.field(node, "superclass"))[0] ?? NO_NODE;
  const members = structOf(superclass, walk);
  const of =
    superclass === NO_NODE || members !== null ? null : constant(delegatedTo(superclass, walk), walk, "extend");
  const draft = draftOf(node, walk);
  const isScoped = draft.qualifier !== undefined;
  const adds = ownerOf(walk) === FILE && !isScoped && OWN_CLASSES.has(draft.name);
  const at = facts.define({
    ...draft,
    flags: draft.flags | (adds ? EXTENSION : 0),
    binds: !isScoped,
  });
  addSupers(at, of === null ? [] : [of], walk);
  structMembers(at, members ?? [], walk);
  facts.within({ kind: "class", definition: at }, () =>
    withSelf(walk, "class", () => walk.visit(tree.field(node, "body"))),
  );
};

/** `class Point < Struct.new(:x, :y)`: the arguments; null where the superclass is no struct made there. */
function structOf(superclass: NodeAt, { tree }: Walk): NodeAt[] | null {
  const receiver = tree.type(superclass) !== "call" ? NO_NODE : tree.field(superclass, "receiver");
  const made = receiver === NO_NODE ? "" : `${tree.text(receiver)}.${tree.text(tree.field(superclass, "method"))}`;
  return made === "Struct.new" || made === "Data.define" ? tree.children(tree.field(superclass, "arguments")) : null;
}

/** `class Cache < DelegateClass(Store)`: what Store has. */
function delegatedTo(superclass: NodeAt, { tree }: Walk): NodeAt {
  const isDelegate =
    tree.type(superclass) === "call" && tree.text(tree.field(superclass, "method")) === "DelegateClass";
  return (isDelegate ? tree.children(tree.field(superclass, "arguments"))[0] : undefined) ?? superclass;
}

/** `class << self` */
export const singletonClass: Visitor = (node, walk) => {
  const { tree } = walk;
  const isSelf = tree.type(tree.field(node, "value")) === "self";
  walk.visit(isSelf ? NO_NODE : tree.field(node, "value"));
  withSelf(walk, isSelf ? "singleton" : "class", () => walk.visit(tree.field(node, "body")));
};

export const method: Visitor = (node, walk) => {
  const { tree, facts } = walk;
  const isSingleton = tree.type(node) === "singleton_method" || isOnClass(walk);
  const owner = ownerOf(walk);
  const draft = draftOf(node, walk);
  const parameters = tree.children(tree.field(node, "parameters"));
  const isIncluders = isSingleton && owner !== FILE && selfIn(walk) === "includer";
  const at = facts.define({
    ...draft,
    ...(isIncluders ? { parent: forIncluders(owner, walk), under: owner } : {}),
    // A module has methods, too; the outline calls these functions.
    kind: owner === FILE || facts.definition(facts.enclosing)?.kind === "method" ? "function" : "method",
    flags: draft.flags | (isSingleton && !isIncluders ? STATIC : 0) | (draft.name.startsWith("_") ? PRIVATE : 0),
    parameters: parameters.length,
    // A method is looked up in all parts of an open class, separately from constants and singleton methods of the same name.
    binds: owner === FILE,
  });
  facts.within({ kind: "function", definition: at }, () =>
    withSelf(walk, isSingleton ? "class" : "instance", () => {
      bindParameters(parameters, [], walk);
      facts.amend(at, { type: walk.value(tree.field(node, "body")) });
    }),
  );
};

/** `values`: of the first ones, where they are known. */
export function bindParameters(parameters: readonly NodeAt[], values: readonly ChainDraft[], walk: Walk): void {
  const { tree, facts } = walk;
  for (const [at, one] of parameters.entries()) {
    const name = tree.type(one) === "identifier" ? one : tree.field(one, "name");
    const value = tree.field(one, "value");
    const type = walk.value(value);
    if (name !== NO_NODE) {
      facts.local(tree.text(name), values[at] ?? type);
    } else if (tree.type(one) === "destructured_parameter") {
      bindParameters(tree.children(one), [], walk);
    }
  }
}

/** A test's title, or a task's name, as the outline has it. */
export function titled(node: NodeAt, title: string, line: number, walk: Walk, inside: () => void): void {
  const { facts } = walk;
  const at = facts.define({
    name: title,
    kind: "test",
    nameLine: line,
    startLine: walk.line(node),
    endLine: walk.endLine(node),
    flags: TEST,
    binds: false,
  });
  facts.within({ kind: "block", definition: at }, inside);
}
