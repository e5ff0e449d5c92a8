// Classes of JavaScript and TypeScript: what they extend, their fields, methods and accessors, what `this` is in them.

import { type ChainDraft, NOTHING, rooted, stepped } from "../../../facts/chain-drafts.ts";
import { forTypes } from "../../../facts/common.ts";
import type { DefinitionDraft } from "../../../facts/facts-builder.ts";
import { NO_NODE, type NodeAt } from "../../../syntax/syntax-tree.ts";
import { definitionChain, INSTANCE, selfChain, superChain } from "../../../vocabulary/chain.ts";
import { FUNCTION_KINDS } from "../../../vocabulary/chunk.ts";
import { ABSTRACT, type DefinitionAt, FILE, OPTIONAL, OVERRIDES, PRIVATE, STATIC } from "../../../vocabulary/facts.ts";
import { literalKey } from "../outline.ts";
import { expectedOf } from "./expected.ts";
import { defineFunction, insideFunction } from "./functions.ts";
import { declareTypeParameters } from "./generics.ts";
import { useAs } from "./names.ts";
import { ANONYMOUS, declarationFlags, draftOf, isFunction, nameOf, OWNER, objectOf, rangeOf } from "./node-text.ts";
import { defineObject } from "./objects.ts";
import type { Reading, Visitor, Walk } from "./state.ts";
import { heritages } from "./type-names.ts";

/** Defines what `node` declares as the class `of` (mostly the same), and visits it. */
export function defineClass(
  node: NodeAt,
  name: NodeAt,
  of: NodeAt,
  walk: Walk,
  known: Partial<DefinitionDraft> = {},
): DefinitionAt {
  const isAbstract = walk.type(of) === "abstract_class_declaration";
  const at = walk.define({
    name: nameOf(name, walk),
    kind: "class",
    ...rangeOf(node, name, walk),
    ...known,
    flags: declarationFlags(node, walk) | (isAbstract ? ABSTRACT : 0) | (known.flags ?? 0),
  });
  insideClass(of, at, walk);
  return at;
}

/** `under`: what the paths of its members are under. */
function insideClass(node: NodeAt, at: DefinitionAt, walk: Walk, under: DefinitionAt = at): void {
  walk.fields(node, "decorator").forEach(walk.visit);
  walk.within({ kind: "block", definition: at, under }, () => {
    const own = walk.field(node, "name");
    if (walk.type(node) === "class" && own !== NO_NODE) {
      // What a class as a value is called there is seen inside of it alone.
      walk.alias(nameOf(own, walk), at);
    }
    declareTypeParameters(walk.field(node, "type_parameters"), at, walk);
    walk.amend(at, { supers: supersIn(walk.childOfType(node, "class_heritage"), at, walk) });
    const members = walk.children(walk.field(node, "body"));
    declare(walk, at, members);
    for (const member of members) {
      walk.within({ kind: "class" }, () =>
        // A scope of its own: functions in a class do not see what its body binds.
        walk.within({ kind: "block" }, () => {
          const self = (walk.childOfType(member, "static") === NO_NODE ? selfChain : definitionChain)(at);
          walk.local("this", rooted(self));
          walk.local("super", rooted(superChain(at)));
          walk.visit(member);
        }),
      );
    }
  });
}

function declare(walk: Walk, at: DefinitionAt, members: readonly NodeAt[]): void {
  const { state } = walk;
  const names = members.map((member) => {
    const name = walk.field(member, "name");
    return nameOf(literalKey(walk, name === NO_NODE ? walk.field(member, "property") : name), walk);
  });
  state.declared.set(at, new Set(names));
}

/** The enclosing class, where that has no member of this name so far; else FILE. */
export function classWithout(name: string, walk: Walk): DefinitionAt {
  const at = walk.enclosingClass();
  const names = at === FILE ? undefined : walk.state.declared.get(at);
  return names === undefined || names.has(name) || walk.child(at, name) !== FILE ? FILE : at;
}

/** `this.x = …` in a class that declares no `x`: the first one defines it. */
export function defineAssigned(node: NodeAt, name: NodeAt, type: ChainDraft, walk: Walk): void {
  const parent = classWithout(walk.text(name), walk);
  if (parent !== FILE) {
    const known = { name: walk.text(name), kind: "field", parent, binds: false, type } as const;
    walk.define({ ...known, ...rangeOf(node, name, walk) });
  }
}

/** `Menu.Item = MenuItem` of a function or class: reached through it from then on, unless it has one of the name already. */
export function defineAttached(node: NodeAt, type: ChainDraft, walk: Walk): void {
  const left = walk.field(node, "left");
  const [object, property] = [walk.field(left, "object"), walk.field(left, "property")];
  const parent = walk.type(object) === "identifier" ? walk.child(FILE, walk.text(object)) : FILE;
  const name = walk.text(property);
  const { kind, supers = [] } = walk.defined(parent) ?? {};
  // A function with a declared type has only the members of that type.
  const mayHave = kind === "class" || (kind === "function" && supers.length === 0);
  if (walk.enclosing() === FILE && mayHave && walk.child(parent, name) === FILE) {
    walk.define({ name, kind: "field", parent, binds: false, type, flags: STATIC, ...rangeOf(node, property, walk) });
  }
}

const supersIn = (node: NodeAt, of: DefinitionAt, walk: Walk): ChainDraft[] =>
  walk.children(node).flatMap((part) => {
    switch (walk.type(part)) {
      case "extends_clause":
        walk.fields(part, "type_arguments").forEach(walk.visit);
        return walk.fields(part, "value").flatMap((value) => extended(value, walk));
      case "implements_clause":
        return heritages(walk.children(part), of, walk);
      case "comment":
        return [];
      default:
        return extended(part, walk);
    }
  });

/** What a class extends; of one in a function also the type of that, which is not known where it is a parameter: a mixin's `Base`. */
function extended(node: NodeAt, walk: Walk): ChainDraft[] {
  const value = useAs(node, "extend", walk);
  if (walk.type(node) !== "identifier" || !isInFunction(walk)) {
    return [value];
  }
  const range = rangeOf(node, node, walk);
  const at = walk.define({ name: ANONYMOUS, kind: "field", ...range, binds: false, type: value });
  return [value, stepped(rooted(definitionChain(at)), INSTANCE)];
}

/** Whether the enclosing class stands in a function. */
function isInFunction(walk: Walk): boolean {
  const { parent = FILE } = walk.defined(walk.enclosing()) ?? {};
  return FUNCTION_KINDS.has(walk.defined(parent)?.kind ?? "");
}

/** Bits for the modifiers that are before a member's name. */
function modifiersOf(node: NodeAt, name: NodeAt, walk: Walk): number {
  const access = walk.childOfType(node, "accessibility_modifier");
  const isPrivate = walk.type(name) === "private_property_identifier";
  return (
    (walk.childOfType(node, "static") === NO_NODE ? 0 : STATIC) |
    (walk.childOfType(node, "abstract") === NO_NODE ? 0 : ABSTRACT) |
    (walk.childOfType(node, "?") === NO_NODE ? 0 : OPTIONAL) |
    (walk.childOfType(node, "override_modifier") === NO_NODE ? 0 : OVERRIDES) |
    (isPrivate || walk.text(access) === "private" ? PRIVATE : 0)
  );
}

/** A method, or what is read like a field: `get size()`. */
const method: Visitor = (node, walk) => {
  walk.fields(node, "decorator").forEach(walk.visit);
  const name = literalKey(walk, walk.field(node, "name"));
  walk.visit(walk.type(name) === "computed_property_name" ? name : NO_NODE);
  const isAccessor = walk.childOfType(node, "get") !== NO_NODE || walk.childOfType(node, "set") !== NO_NODE;
  const isOfObject = walk.type(walk.parent(node)) === "object";
  const isConstructor = nameOf(name, walk) === "constructor" && walk.type(walk.parent(node)) === "class_body";
  defineFunction(node, name, node, walk, {
    kind: isAccessor ? "field" : "method",
    binds: false,
    flags: modifiersOf(node, name, walk),
    ...(isConstructor ? { constructs: walk.enclosing() } : {}),
    ...(isOfObject ? { expected: expectedOf(name, walk), self: walk.name(OWNER) } : {}),
  });
};

/** A class's field; a method if its value is a function. */
const field: Visitor = (node, walk) => {
  walk.fields(node, "decorator").forEach(walk.visit);
  const named = walk.field(node, "name");
  const name = literalKey(walk, named === NO_NODE ? walk.field(node, "property") : named);
  walk.visit(walk.type(name) === "computed_property_name" ? name : NO_NODE);
  const value = walk.field(node, "value");
  const known = { binds: false, flags: modifiersOf(node, name, walk) } as const;
  if (isFunction(value, walk)) {
    const expected = walk.value(walk.field(node, "type"));
    const supers = expected === NOTHING ? [] : [expected];
    defineFunction(node, name, value, walk, { ...known, kind: "method", expected, supers });
    return;
  }
  const draft = draftOf(node, walk, name);
  const at = walk.define({ ...draft, binds: false, flags: known.flags | draft.flags });
  const written = walk.value(walk.field(node, "type"));
  const object = objectOf(value, walk);
  walk.within({ kind: "block", definition: at }, () => {
    const type = object === NO_NODE ? walk.value(value) : null;
    if (object !== NO_NODE) {
      defineObject(value, at, written, walk);
    }
    walk.amend(at, { type: written ?? type });
  });
};

export const classes: Readonly<Record<string, Visitor>> = {
  ...forTypes<Visitor>((node, walk) => named(node, walk), "class_declaration", "abstract_class_declaration"),
  ...forTypes(method, "method_definition", "abstract_method_signature", "method_signature"),
  ...forTypes(field, "public_field_definition", "field_definition"),
  class_static_block: (node, walk) => void insideFunction(node, walk),
};

function named(node: NodeAt, walk: Walk): void {
  const name = walk.field(node, "name");
  if (name === NO_NODE) {
    anonymous(node, walk);
  } else {
    defineClass(node, name, node, walk);
  }
}

/** A class as a value; what it is called there is no part of paths. */
const anonymous: Reading = (node, walk) => {
  const at = walk.define({ name: ANONYMOUS, kind: "class", ...rangeOf(node, node, walk), binds: false });
  insideClass(node, at, walk, walk.under());
  return rooted(definitionChain(at));
};

export const classValues: Readonly<Record<string, Reading>> = { class: anonymous };
