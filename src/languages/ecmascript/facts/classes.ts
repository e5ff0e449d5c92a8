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
  const isAbstract = walk.tree.type(of) === "abstract_class_declaration";
  const at = walk.facts.define({
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
  const { tree, facts } = walk;
  tree.fields(node, "decorator").forEach(walk.visit);
  facts.within({ kind: "block", definition: at, under }, () => {
    const own = tree.field(node, "name");
    if (tree.type(node) === "class" && own !== NO_NODE) {
      // What a class as a value is called there is seen inside of it alone.
      facts.alias(nameOf(own, walk), at);
    }
    declareTypeParameters(tree.field(node, "type_parameters"), at, walk);
    facts.amend(at, { supers: supersIn(tree.childOfType(node, "class_heritage"), at, walk) });
    const members = tree.children(tree.field(node, "body"));
    declare(walk, at, members);
    for (const member of members) {
      facts.within({ kind: "class" }, () =>
        // A scope of its own: functions in a class do not see what its body binds.
        facts.within({ kind: "block" }, () => {
          const self = (tree.childOfType(member, "static") === NO_NODE ? selfChain : definitionChain)(at);
          facts.local("this", rooted(self));
          facts.local("super", rooted(superChain(at)));
          walk.visit(member);
        }),
      );
    }
  });
}

function declare(walk: Walk, at: DefinitionAt, members: readonly NodeAt[]): void {
  const { tree, state } = walk;
  const names = members.map((member) => {
    const name = tree.field(member, "name");
    return nameOf(literalKey(tree, name === NO_NODE ? tree.field(member, "property") : name), walk);
  });
  state.declared.set(at, new Set(names));
}

/** The enclosing class, where that has no member of this name so far; else FILE. */
export function classWithout(name: string, walk: Walk): DefinitionAt {
  const at = walk.facts.enclosingClass;
  const names = at === FILE ? undefined : walk.state.declared.get(at);
  return names === undefined || names.has(name) || walk.facts.child(at, name) !== FILE ? FILE : at;
}

/** `this.x = …` in a class that declares no `x`: the first one defines it. */
export function defineAssigned(node: NodeAt, name: NodeAt, type: ChainDraft, walk: Walk): void {
  const parent = classWithout(walk.tree.text(name), walk);
  if (parent !== FILE) {
    const known = { name: walk.tree.text(name), kind: "field", parent, binds: false, type } as const;
    walk.facts.define({ ...known, ...rangeOf(node, name, walk) });
  }
}

/** `Menu.Item = MenuItem` of a function or class: reached through it from then on, unless it has one of the name already. */
export function defineAttached(node: NodeAt, type: ChainDraft, walk: Walk): void {
  const { tree, facts } = walk;
  const left = tree.field(node, "left");
  const [object, property] = [tree.field(left, "object"), tree.field(left, "property")];
  const parent = tree.type(object) === "identifier" ? facts.child(FILE, tree.text(object)) : FILE;
  const name = tree.text(property);
  const { kind, supers = [] } = facts.definition(parent) ?? {};
  // A function with a declared type has only the members of that type.
  const mayHave = kind === "class" || (kind === "function" && supers.length === 0);
  if (facts.enclosing === FILE && mayHave && facts.child(parent, name) === FILE) {
    facts.define({ name, kind: "field", parent, binds: false, type, flags: STATIC, ...rangeOf(node, property, walk) });
  }
}

function supersIn(node: NodeAt, of: DefinitionAt, walk: Walk): ChainDraft[] {
  const { tree } = walk;
  return tree.children(node).flatMap((part) => {
    switch (tree.type(part)) {
      case "extends_clause":
        tree.fields(part, "type_arguments").forEach(walk.visit);
        return tree.fields(part, "value").flatMap((value) => extended(value, walk));
      case "implements_clause":
        return heritages(tree.children(part), of, walk);
      case "comment":
        return [];
      default:
        return extended(part, walk);
    }
  });
}

/** What a class extends; of one in a function also the type of that, which is not known where it is a parameter: a mixin's `Base`. */
function extended(node: NodeAt, walk: Walk): ChainDraft[] {
  const { tree, facts } = walk;
  const value = useAs(node, "extend", walk);
  if (tree.type(node) !== "identifier" || !isInFunction(walk)) {
    return [value];
  }
  const range = rangeOf(node, node, walk);
  const at = facts.define({ name: ANONYMOUS, kind: "field", ...range, binds: false, type: value });
  return [value, stepped(rooted(definitionChain(at)), INSTANCE)];
}

/** Whether the enclosing class stands in a function. */
function isInFunction({ facts }: Walk): boolean {
  const { parent = FILE } = facts.definition(facts.enclosing) ?? {};
  return FUNCTION_KINDS.has(facts.definition(parent)?.kind ?? "");
}

/** Bits for the modifiers that are before a member's name. */
function modifiersOf(node: NodeAt, name: NodeAt, { tree }: Walk): number {
  const access = tree.childOfType(node, "accessibility_modifier");
  const isPrivate = tree.type(name) === "private_property_identifier";
  return (
    (tree.childOfType(node, "static") === NO_NODE ? 0 : STATIC) |
    (tree.childOfType(node, "abstract") === NO_NODE ? 0 : ABSTRACT) |
    (tree.childOfType(node, "?") === NO_NODE ? 0 : OPTIONAL) |
    (tree.childOfType(node, "override_modifier") === NO_NODE ? 0 : OVERRIDES) |
    (isPrivate || tree.text(access) === "private" ? PRIVATE : 0)
  );
}

/** A method, or what is read like a field: `get size()`. */
const method: Visitor = (node, walk) => {
  const { tree, facts } = walk;
  tree.fields(node, "decorator").forEach(walk.visit);
  const name = literalKey(tree, tree.field(node, "name"));
  walk.visit(tree.type(name) === "computed_property_name" ? name : NO_NODE);
  const isAccessor = tree.childOfType(node, "get") !== NO_NODE || tree.childOfType(node, "set") !== NO_NODE;
  const isOfObject = tree.type(tree.parent(node)) === "object";
  const isConstructor = nameOf(name, walk) === "constructor" && tree.type(tree.parent(node)) === "class_body";
  defineFunction(node, name, node, walk, {
    kind: isAccessor ? "field" : "method",
    binds: false,
    flags: modifiersOf(node, name, walk),
    ...(isConstructor ? { constructs: facts.enclosing } : {}),
    ...(isOfObject ? { expected: expectedOf(name, walk), self: facts.name(OWNER) } : {}),
  });
};

/** A class's field; a method if its value is a function. */
const field: Visitor = (node, walk) => {
  const { tree, facts } = walk;
  tree.fields(node, "decorator").forEach(walk.visit);
  const named = tree.field(node, "name");
  const name = literalKey(tree, named === NO_NODE ? tree.field(node, "property") : named);
  walk.visit(tree.type(name) === "computed_property_name" ? name : NO_NODE);
  const value = tree.field(node, "value");
  const known = { binds: false, flags: modifiersOf(node, name, walk) } as const;
  if (isFunction(value, walk)) {
    const expected = walk.value(tree.field(node, "type"));
    const supers = expected === NOTHING ? [] : [expected];
    defineFunction(node, name, value, walk, { ...known, kind: "method", expected, supers });
    return;
  }
  const draft = draftOf(node, walk, name);
  const at = facts.define({ ...draft, binds: false, flags: known.flags | draft.flags });
  const written = walk.value(tree.field(node, "type"));
  const object = objectOf(value, walk);
  facts.within({ kind: "block", definition: at }, () => {
    const type = object === NO_NODE ? walk.value(value) : null;
    if (object !== NO_NODE) {
      defineObject(value, at, written, walk);
    }
    facts.amend(at, { type: written ?? type });
  });
};

export const classes: Readonly<Record<string, Visitor>> = {
  ...forTypes<Visitor>((node, walk) => named(node, walk), "class_declaration", "abstract_class_declaration"),
  ...forTypes(method, "method_definition", "abstract_method_signature", "method_signature"),
  ...forTypes(field, "public_field_definition", "field_definition"),
  class_static_block: (node, walk) => void insideFunction(node, walk),
};

function named(node: NodeAt, walk: Walk): void {
  const name = walk.tree.field(node, "name");
  if (name === NO_NODE) {
    anonymous(node, walk);
  } else {
    defineClass(node, name, node, walk);
  }
}

/** A class as a value; what it is called there is no part of paths. */
const anonymous: Reading = (node, walk) => {
  const { facts } = walk;
  const at = facts.define({ name: ANONYMOUS, kind: "class", ...rangeOf(node, node, walk), binds: false });
  insideClass(node, at, walk, facts.under);
  return rooted(definitionChain(at));
};

export const classValues: Readonly<Record<string, Reading>> = { class: anonymous };
