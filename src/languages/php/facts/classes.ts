// PHP's classes, interfaces, traits and enums: what they extend and mix in, their fields, constants and cases.

import { type ChainDraft, NOTHING, rooted, stepped } from "../../../facts/chain-drafts.ts";
import { enclosingInstance, forTypes, ignored, linesOf } from "../../../facts/common.ts";
import { NO_NODE, type NodeAt } from "../../../syntax/syntax-tree.ts";
import { definitionChain, selfChain } from "../../../vocabulary/chain.ts";
import { ABSTRACT, type DefinitionAt, FILE, STATIC } from "../../../vocabulary/facts.ts";
import { inFunction } from "./frames.ts";
import { parametersIn, typesOf } from "./functions.ts";
import { commentAbove, draftOf } from "./modifiers.ts";
import { namedArguments, namedByAttribute } from "./named-by-strings.ts";
import { isName, named } from "./namespaces.ts";
import type { Visitor, Walk } from "./state.ts";
import { declaredOr, single, typeInTag, valueOfType, withTemplates } from "./types.ts";

const typeDeclaration: Visitor = (node, walk) => {
  const comment = commentAbove(node, walk);
  const draft = draftOf(node, walk);
  // Of a trait there are no instances but those of the classes that use it.
  const flags = draft.flags | (walk.type(node) === "trait_declaration" ? ABSTRACT : 0);
  const at = walk.define({ ...draft, flags });
  withTemplates(walk, comment, () => inside(node, at, walk));
};

/** Reads the head and the body of a class. */
function inside(node: NodeAt, at: DefinitionAt, walk: Walk, under?: DefinitionAt): void {
  const body = walk.field(node, "body");
  const extended = namesIn(walk.childOfType(node, "base_clause"), walk);
  walk.state.parents.set(at, walk.type(node) === "interface_declaration" ? null : (extended[0] ?? null));
  // In the order in which members are looked for: what is mixed in comes before what is extended.
  const uses = walk.children(body).filter((part) => walk.type(part) === "use_declaration");
  const supers = [
    ...uses.flatMap((one) => namesIn(one, walk)),
    ...extended,
    ...namesIn(walk.childOfType(node, "class_interface_clause"), walk),
    // Cases, and how they are found, are the language's.
    ...(walk.type(node) === "enum_declaration" ? [NOTHING] : []),
  ];
  walk.amend(at, { supers });
  walk.within({ kind: "class", definition: at, ...(under === undefined ? {} : { under }) }, () => walk.visit(body));
}

const namesIn = (node: NodeAt, walk: Walk): ChainDraft[] =>
  walk
    .children(node)
    .filter((part) => isName(part, walk))
    .map((part) => named(part, "class", "extend", walk));

/** `use A, B { A::log insteadof B; B::log as note; }`, except for the names of what is mixed in. */
const mixedIn: Visitor = (node, walk) => {
  for (const clause of walk.children(walk.childOfType(node, "use_list"))) {
    const [method = NO_NODE, ...others] = walk.children(clause);
    const [owner = NO_NODE, name = NO_NODE] = walk.children(method);
    if (walk.type(method) === "class_constant_access_expression") {
      walk.reference(name, "read", stepped(named(owner, "class", "read", walk), `.${walk.text(name)}/`));
    }
    for (const other of walk.type(clause) === "use_instead_of_clause" ? others : []) {
      named(other, "class", "read", walk);
    }
  }
};

/** `new class(…) extends Store { … }`: an instance of it. */
export function anonymousClass(node: NodeAt, walk: Walk): ChainDraft {
  walk.visit(walk.childOfType(node, "arguments"));
  const under = walk.enclosing();
  // Not a symbol of its own: its declarations belong to the enclosing definition.
  const at = walk.define({ name: "{}", kind: "field", ...linesOf(node, walk), binds: false });
  inside(node, at, walk, under);
  return rooted(selfChain(at));
}

const property: Visitor = (node, walk) => {
  const comment = commentAbove(node, walk);
  const type = declaredOr(valueOfType(walk.field(node, "type"), walk), typeInTag(comment, "var", null, walk));
  for (const element of walk.children(node)) {
    if (walk.type(element) !== "property_element") {
      continue;
    }
    const draft = draftOf(node, walk, walk.field(element, "name"));
    const value = walk.value(walk.field(element, "default_value"));
    const holds = single(type) === null && type.length === 1 && value !== NOTHING ? [value] : type;
    const isAsked = walk.defined(walk.enclosingClass())?.kind === "interface";
    const flags = draft.flags | (isAsked ? ABSTRACT : 0);
    const at = walk.define({ ...draft, flags, ...typesOf(holds), binds: false });
    if (single(holds) === null) {
      walk.state.untyped.add(at);
    }
    const hooks = walk.childOfType(node, "property_hook_list");
    walk.within({ kind: "block", definition: at }, () => walk.visit(hooks));
  }
};

const hook: Visitor = (node, walk) => {
  walk.visit(walk.field(node, "attributes"));
  inFunction(walk, () => {
    for (const one of parametersIn(node, walk)) {
      valueOfType(walk.field(one, "type"), walk);
    }
    walk.visit(walk.field(node, "body"));
  });
};

/** Of a class, or of a namespace. */
const constants: Visitor = (node, walk) => {
  valueOfType(walk.field(node, "type"), walk);
  const isMember = walk.enclosingClass() !== FILE;
  for (const element of walk.children(node)) {
    if (walk.type(element) !== "const_element") {
      continue;
    }
    const [name = NO_NODE, value = NO_NODE] = walk.children(element);
    const draft = draftOf(node, walk, name);
    const type = walk.value(value);
    const flags = draft.flags | (isMember ? STATIC : 0);
    walk.define({ ...draft, flags, kind: isMember ? "field" : "variable", type, binds: !isMember });
  }
};

const enumCase: Visitor = (node, walk) => {
  const draft = draftOf(node, walk, walk.field(node, "name"));
  walk.visit(walk.field(node, "value"));
  const type = stepped(rooted(definitionChain(walk.enclosingClass())), "^");
  walk.define({ ...draft, flags: draft.flags | STATIC, kind: "member", type, binds: false });
};

/** Gives a field without a declared type the type of the value that the constructor assigns to it. */
export function setFieldType(name: string, value: ChainDraft, walk: Walk): void {
  const owner = walk.enclosingClass();
  const isConstructor = walk.defined(walk.enclosing())?.name === "__construct";
  const at = isConstructor ? walk.child(owner, name) : FILE;
  const field = walk.defined(at);
  if (field?.kind === "field" && value !== null && value !== NOTHING && walk.state.untyped.has(at)) {
    walk.state.untyped.delete(at);
    walk.amend(at, { type: value });
  }
}

const attribute: Visitor = (node, walk) => {
  const of = named(walk.children(node)[0] ?? NO_NODE, "class", "decorate", walk);
  namedByAttribute(node, enclosingInstance(walk), walk);
  namedArguments(walk.field(node, "parameters"), of, walk);
  walk.visit(walk.field(node, "parameters"));
};

export const phpClasses: Readonly<Record<string, Visitor>> = {
  ...forTypes(typeDeclaration, "class_declaration", "trait_declaration", "interface_declaration", "enum_declaration"),
  use_declaration: mixedIn,
  property_declaration: property,
  property_hook: hook,
  const_declaration: constants,
  enum_case: enumCase,
  attribute,
  visibility_modifier: ignored,
};
