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
  const enclosing = walk.parent(node);
  for (let one = walk.firstChild(enclosing); one !== NO_NODE && one < node; one = walk.nextSibling(one)) {
    if (walk.type(one) === "comment" && walk.isRightAbove(walk.endLine(one), startLine)) {
      return true;
    }
  }
  return false;
}

/** `class A::B`: B, under A, which another line defines. `class String`: Ruby's own, to which this adds. */
export const typeDeclaration: Visitor = (node, walk) => {
  walk.value(walk.field(walk.field(node, "name"), "scope"));
  const superclass = walk.children(walk.field(node, "superclass"))[0] ?? NO_NODE;
  const members = structOf(superclass, walk);
  const of =
    superclass === NO_NODE || members !== null ? null : constant(delegatedTo(superclass, walk), walk, "extend");
  const draft = draftOf(node, walk);
  const isScoped = draft.qualifier !== undefined;
  const adds = ownerOf(walk) === FILE && !isScoped && OWN_CLASSES.has(draft.name);
  const at = walk.define({
    ...draft,
    flags: draft.flags | (adds ? EXTENSION : 0),
    binds: !isScoped,
  });
  addSupers(at, of === null ? [] : [of], walk);
  structMembers(at, members ?? [], walk);
  walk.within({ kind: "class", definition: at }, () =>
    withSelf(walk, "class", () => walk.visit(walk.field(node, "body"))),
  );
};

/** `class Point < Struct.new(:x, :y)`: the arguments; null where the superclass is no struct made there. */
function structOf(superclass: NodeAt, walk: Walk): NodeAt[] | null {
  const receiver = walk.type(superclass) !== "call" ? NO_NODE : walk.field(superclass, "receiver");
  const made = receiver === NO_NODE ? "" : `${walk.text(receiver)}.${walk.text(walk.field(superclass, "method"))}`;
  return made === "Struct.new" || made === "Data.define" ? walk.children(walk.field(superclass, "arguments")) : null;
}

/** `class Cache < DelegateClass(Store)`: what Store has. */
function delegatedTo(superclass: NodeAt, walk: Walk): NodeAt {
  const isDelegate =
    walk.type(superclass) === "call" && walk.text(walk.field(superclass, "method")) === "DelegateClass";
  return (isDelegate ? walk.children(walk.field(superclass, "arguments"))[0] : undefined) ?? superclass;
}

/** `class << self` */
export const singletonClass: Visitor = (node, walk) => {
  const isSelf = walk.type(walk.field(node, "value")) === "self";
  walk.visit(isSelf ? NO_NODE : walk.field(node, "value"));
  withSelf(walk, isSelf ? "singleton" : "class", () => walk.visit(walk.field(node, "body")));
};

export const method: Visitor = (node, walk) => {
  const isSingleton = walk.type(node) === "singleton_method" || isOnClass(walk);
  const owner = ownerOf(walk);
  const draft = draftOf(node, walk);
  const parameters = walk.children(walk.field(node, "parameters"));
  const isIncluders = isSingleton && owner !== FILE && selfIn(walk) === "includer";
  const at = walk.define({
    ...draft,
    ...(isIncluders ? { parent: forIncluders(owner, walk), under: owner } : {}),
    // A module has methods, too; the outline calls these functions.
    kind: owner === FILE || walk.defined(walk.enclosing())?.kind === "method" ? "function" : "method",
    flags: draft.flags | (isSingleton && !isIncluders ? STATIC : 0) | (draft.name.startsWith("_") ? PRIVATE : 0),
    parameters: parameters.length,
    // A method is looked up in all parts of an open class, separately from constants and singleton methods of the same name.
    binds: owner === FILE,
  });
  walk.within({ kind: "function", definition: at }, () =>
    withSelf(walk, isSingleton ? "class" : "instance", () => {
      bindParameters(parameters, [], walk);
      walk.amend(at, { type: walk.value(walk.field(node, "body")) });
    }),
  );
};

/** `values`: of the first ones, where they are known. */
export function bindParameters(parameters: readonly NodeAt[], values: readonly ChainDraft[], walk: Walk): void {
  for (const [at, one] of parameters.entries()) {
    const name = walk.type(one) === "identifier" ? one : walk.field(one, "name");
    const value = walk.field(one, "value");
    const type = walk.value(value);
    if (name !== NO_NODE) {
      walk.local(walk.text(name), values[at] ?? type);
    } else if (walk.type(one) === "destructured_parameter") {
      bindParameters(walk.children(one), [], walk);
    }
  }
}

/** A test's title, or a task's name, as the outline has it. */
export function titled(node: NodeAt, title: string, line: number, walk: Walk, inside: () => void): void {
  const at = walk.define({
    name: title,
    kind: "test",
    nameLine: line,
    startLine: walk.line(node),
    endLine: walk.endLine(node),
    flags: TEST,
    binds: false,
  });
  walk.within({ kind: "block", definition: at }, inside);
}
