// Kotlin's classes, interfaces, enums, objects and companions: what they extend, their properties and entries.

import { type ChainDraft, rooted, stepped } from "../../../facts/chain-drafts.ts";
import { anonymousClass, forTypes } from "../../../facts/common.ts";
import { NO_NODE, type NodeAt } from "../../../syntax/syntax-tree.ts";
import { COLLECTION, definitionChain, INSTANCE } from "../../../vocabulary/chain.ts";
import { ARGUMENT, FILE, STATIC } from "../../../vocabulary/facts.ts";
import { draftOf, keywordsOf, modifiersOf, nameOf } from "./modifiers.ts";
import type { Visitor, Walk } from "./state.ts";
import { bindTypeParameters, declaredIn, namedType } from "./types.ts";

const BODIES: ReadonlySet<string> = new Set(["class_body", "enum_class_body"]);

const bodyOf = (node: NodeAt, { tree }: Walk): NodeAt =>
  tree.children(node).find((child) => BODIES.has(tree.type(child))) ?? NO_NODE;

const typeDeclaration: Visitor = (node, walk) => {
  const { tree, facts } = walk;
  walk.visit(modifiersOf(node, walk));
  const draft = draftOf(node, walk);
  // Without `inner` it has no instance of the enclosing class.
  const isStatic = facts.enclosing !== FILE && !keywordsOf(node, walk).includes("inner");
  const at = facts.define({ ...draft, flags: draft.flags | (isStatic ? STATIC : 0) });
  if (tree.type(node) !== "class_declaration") {
    walk.state.objects.add(at);
  }
  facts.within({ kind: "block", definition: at }, () => {
    bindTypeParameters(node, walk);
    const parameters = tree.children(tree.childOfType(node, "primary_constructor"));
    const value = bindParameters(parameters, walk);
    const supers = supersOf(node, walk);
    facts.amend(at, { supers });
    facts.within({ kind: "class", definition: at }, () => {
      for (const [index, one] of parameters.entries()) {
        defineProperty(one, value[index] ?? null, walk);
      }
      walk.visit(bodyOf(node, walk));
    });
    const beside = walk.state.companions.get(at);
    if (beside !== undefined) {
      facts.amend(at, { supers: [...supers, rooted(definitionChain(beside))] });
    }
  });
  if (tree.type(node) === "companion_object") {
    walk.state.companions.set(facts.enclosing, at);
  }
};

/** What a class is made with is seen where its properties are set. */
function bindParameters(parameters: readonly NodeAt[], walk: Walk): ChainDraft[] {
  const { tree, facts } = walk;
  return parameters.map((one) => {
    if (tree.type(one) !== "class_parameter") {
      walk.visit(one);
      return null;
    }
    walk.visit(modifiersOf(one, walk));
    const type = declaredIn(one, walk);
    const value = keywordsOf(one, walk).includes("vararg") ? stepped(type, COLLECTION) : type;
    const name = tree.childOfType(one, "simple_identifier");
    for (const part of tree.children(one)) {
      if (part !== name && !/^(?:modifiers|binding_pattern_kind|\w+_type)$/.test(tree.type(part))) {
        walk.visit(part);
      }
    }
    facts.local(nameOf(name, walk), value);
    return value;
  });
}

/** `class Store(val size: Int)` */
function defineProperty(node: NodeAt, type: ChainDraft, walk: Walk): void {
  const { tree, facts } = walk;
  const name = tree.childOfType(node, "simple_identifier");
  if (tree.childOfType(node, "binding_pattern_kind") !== NO_NODE && name !== NO_NODE) {
    const draft = draftOf(node, walk, name);
    facts.define({ ...draft, flags: draft.flags | ARGUMENT, type });
  }
}

/** The name of the class itself in `Outer.Inner<T>`. */
const lastName = (type: NodeAt, { tree }: Walk): NodeAt =>
  tree.children(type).findLast((part) => tree.type(part) === "type_identifier") ?? type;

function supersOf(node: NodeAt, walk: Walk): ChainDraft[] {
  const { tree } = walk;
  const specifiers = tree.children(node).filter((child) => tree.type(child) === "delegation_specifier");
  return specifiers.map((specifier) => {
    const [what = NO_NODE] = tree.children(specifier);
    if (tree.type(what) === "user_type") {
      return namedType(what, walk, "extend");
    }
    // `Base(x)`, `Store by kept`
    const [type = NO_NODE, ...others] = tree.children(what);
    const of = namedType(type, walk, "extend");
    if (tree.type(what) === "constructor_invocation") {
      walk.reference(lastName(type, walk), "call", of);
    }
    others.forEach(walk.visit);
    return of;
  });
}

const enumEntry: Visitor = (node, walk) => {
  const { tree, facts } = walk;
  const enclosing = facts.enclosing;
  const name = tree.childOfType(node, "simple_identifier");
  walk.visit(modifiersOf(node, walk));
  const draft = draftOf(node, walk, name);
  const owner = rooted(definitionChain(enclosing));
  const at = facts.define({ ...draft, kind: "member", flags: draft.flags | STATIC, type: stepped(owner, INSTANCE) });
  walk.visit(tree.childOfType(node, "value_arguments"));
  const body = bodyOf(node, walk);
  if (body !== NO_NODE) {
    facts.amend(at, { supers: [owner] });
    facts.within({ kind: "class", definition: at, under: enclosing }, () => walk.visit(body));
  }
};

/** The body of an extension, or of a lambda with a receiver, whose members need no `this`; what it declares is its own. */
export function withReceiver(node: NodeAt, receiver: ChainDraft, walk: Walk, inside: () => void): void {
  const definition = walk.facts.enclosing;
  anonymousClass(node, [receiver], walk, () => walk.facts.within({ kind: "function", definition }, inside));
}

/** `object : Store { … }` */
export const anonymousObject = (node: NodeAt, walk: Walk): ChainDraft =>
  anonymousClass(node, supersOf(node, walk), walk, () => walk.visit(bodyOf(node, walk)));

export const kotlinClasses: Readonly<Record<string, Visitor>> = {
  ...forTypes(typeDeclaration, "class_declaration", "object_declaration", "companion_object"),
  enum_entry: enumEntry,
  type_alias(node, walk) {
    const { facts } = walk;
    const at = facts.define(draftOf(node, walk));
    facts.within({ kind: "block", definition: at }, () => {
      bindTypeParameters(node, walk);
      facts.amend(at, { type: declaredIn(node, walk) });
    });
  },
};
