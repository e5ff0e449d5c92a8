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

const bodyOf = (node: NodeAt, walk: Walk): NodeAt =>
  walk.children(node).find((child) => BODIES.has(walk.type(child))) ?? NO_NODE;

const typeDeclaration: Visitor = (node, walk) => {
  walk.visit(modifiersOf(node, walk));
  const draft = draftOf(node, walk);
  // Without `inner` it has no instance of the enclosing class.
  const isStatic = walk.enclosing() !== FILE && !keywordsOf(node, walk).includes("inner");
  const at = walk.define({ ...draft, flags: draft.flags | (isStatic ? STATIC : 0) });
  if (walk.type(node) !== "class_declaration") {
    walk.state.objects.add(at);
  }
  walk.within({ kind: "block", definition: at }, () => {
    bindTypeParameters(node, walk);
    const parameters = walk.children(walk.childOfType(node, "primary_constructor"));
    const value = bindParameters(parameters, walk);
    const supers = supersOf(node, walk);
    walk.amend(at, { supers });
    walk.within({ kind: "class", definition: at }, () => {
      for (const [index, one] of parameters.entries()) {
        defineProperty(one, value[index] ?? null, walk);
      }
      walk.visit(bodyOf(node, walk));
    });
    const beside = walk.state.companions.get(at);
    if (beside !== undefined) {
      walk.amend(at, { supers: [...supers, rooted(definitionChain(beside))] });
    }
  });
  if (walk.type(node) === "companion_object") {
    walk.state.companions.set(walk.enclosing(), at);
  }
};

/** What a class is made with is seen where its properties are set. */
const bindParameters = (parameters: readonly NodeAt[], walk: Walk): ChainDraft[] =>
  parameters.map((one) => {
    if (walk.type(one) !== "class_parameter") {
      walk.visit(one);
      return null;
    }
    walk.visit(modifiersOf(one, walk));
    const type = declaredIn(one, walk);
    const value = keywordsOf(one, walk).includes("vararg") ? stepped(type, COLLECTION) : type;
    const name = walk.childOfType(one, "simple_identifier");
    for (const part of walk.children(one)) {
      if (part !== name && !/^(?:modifiers|binding_pattern_kind|\w+_type)$/.test(walk.type(part))) {
        walk.visit(part);
      }
    }
    walk.local(nameOf(name, walk), value);
    return value;
  });

/** `class Store(val size: Int)` */
function defineProperty(node: NodeAt, type: ChainDraft, walk: Walk): void {
  const name = walk.childOfType(node, "simple_identifier");
  if (walk.childOfType(node, "binding_pattern_kind") !== NO_NODE && name !== NO_NODE) {
    const draft = draftOf(node, walk, name);
    walk.define({ ...draft, flags: draft.flags | ARGUMENT, type });
  }
}

/** The name of the class itself in `Outer.Inner<T>`. */
const lastName = (type: NodeAt, walk: Walk): NodeAt =>
  walk.children(type).findLast((part) => walk.type(part) === "type_identifier") ?? type;

function supersOf(node: NodeAt, walk: Walk): ChainDraft[] {
  const specifiers = walk.children(node).filter((child) => walk.type(child) === "delegation_specifier");
  return specifiers.map((specifier) => {
    const [what = NO_NODE] = walk.children(specifier);
    if (walk.type(what) === "user_type") {
      return namedType(what, walk, "extend");
    }
    // `Base(x)`, `Store by kept`
    const [type = NO_NODE, ...others] = walk.children(what);
    const of = namedType(type, walk, "extend");
    if (walk.type(what) === "constructor_invocation") {
      walk.reference(lastName(type, walk), "call", of);
    }
    others.forEach(walk.visit);
    return of;
  });
}

const enumEntry: Visitor = (node, walk) => {
  const enclosing = walk.enclosing();
  const name = walk.childOfType(node, "simple_identifier");
  walk.visit(modifiersOf(node, walk));
  const draft = draftOf(node, walk, name);
  const owner = rooted(definitionChain(enclosing));
  const at = walk.define({ ...draft, kind: "member", flags: draft.flags | STATIC, type: stepped(owner, INSTANCE) });
  walk.visit(walk.childOfType(node, "value_arguments"));
  const body = bodyOf(node, walk);
  if (body !== NO_NODE) {
    walk.amend(at, { supers: [owner] });
    walk.within({ kind: "class", definition: at, under: enclosing }, () => walk.visit(body));
  }
};

/** The body of an extension, or of a lambda with a receiver, whose members need no `this`; what it declares is its own. */
export function withReceiver(node: NodeAt, receiver: ChainDraft, walk: Walk, inside: () => void): void {
  const definition = walk.enclosing();
  anonymousClass(node, [receiver], walk, () => walk.within({ kind: "function", definition }, inside));
}

/** `object : Store { … }` */
export const anonymousObject = (node: NodeAt, walk: Walk): ChainDraft =>
  anonymousClass(node, supersOf(node, walk), walk, () => walk.visit(bodyOf(node, walk)));

export const kotlinClasses: Readonly<Record<string, Visitor>> = {
  ...forTypes(typeDeclaration, "class_declaration", "object_declaration", "companion_object"),
  enum_entry: enumEntry,
  type_alias(node, walk) {
    const at = walk.define(draftOf(node, walk));
    walk.within({ kind: "block", definition: at }, () => {
      bindTypeParameters(node, walk);
      walk.amend(at, { type: declaredIn(node, walk) });
    });
  },
};
