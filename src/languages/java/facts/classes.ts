// Java's classes, interfaces, enums, records and annotation types: what they extend, their fields and constants.

import { type ChainDraft, rooted, stepped } from "../../../facts/chain-drafts.ts";
import { anonymousClass, forTypes } from "../../../facts/common.ts";
import { NO_NODE, type NodeAt } from "../../../syntax/syntax-tree.ts";
import { COLLECTION, definitionChain, INSTANCE } from "../../../vocabulary/chain.ts";
import { type DefinitionAt, EXPORTED, FILE, PRIVATE, STATIC } from "../../../vocabulary/facts.ts";
import { draftOf } from "./modifiers.ts";
import type { Visitor, Walk } from "./state.ts";
import { bindTypeParameters, namedType } from "./types.ts";
import { dimensionsOf, noteMembers, noteType, parameterText, UNSEEN, withTypes } from "./written-types.ts";

const typeDeclaration: Visitor = (node, walk) => {
  walk.visit(walk.childOfType(node, "modifiers"));
  const draft = draftOf(node, walk);
  // Only an inner class needs an instance of the enclosing class; one in an interface is static.
  const isStatic = walk.type(node) !== "class_declaration" || walk.defined(walk.enclosing())?.kind === "interface";
  const isInside = walk.enclosing() !== FILE;
  const at = walk.define({ ...draft, flags: draft.flags | (isStatic && isInside ? STATIC : 0) });
  walk.within({ kind: "block", definition: at }, () =>
    withTypes(draft.name, walk, (types) => {
      bindTypeParameters(node, walk);
      noteMembers(walk.field(node, "body"), types, walk);
      walk.amend(at, { supers: supersOf(node, walk) });
      walk.within({ kind: "class", definition: at }, () => {
        defineComponents(node, walk);
        walk.visit(walk.field(node, "body"));
      });
    }),
  );
};

const HEADS: ReadonlySet<string> = new Set(["superclass", "super_interfaces", "extends_interfaces"]);

function supersOf(node: NodeAt, walk: Walk): ChainDraft[] {
  const heads = walk.children(node).filter((child) => HEADS.has(walk.type(child)));
  const types = heads.flatMap((head) =>
    walk.children(head).flatMap((child) => (walk.type(child) === "type_list" ? walk.children(child) : [child])),
  );
  const permitted = walk.childOfType(node, "permits");
  walk.visit(permitted);
  return types.filter((type) => !walk.type(type).endsWith("comment")).map((type) => namedType(type, walk, "extend"));
}

/** A record's parameters are its fields, and methods without arguments that return them. */
function defineComponents(node: NodeAt, walk: Walk): void {
  if (walk.type(node) !== "record_declaration") {
    return;
  }
  const declared = new Set(
    walk
      .children(walk.field(node, "body"))
      .filter((member) => walk.type(member) === "method_declaration")
      .map((member) => walk.text(walk.field(member, "name"))),
  );
  for (const one of walk.children(walk.field(node, "parameters"))) {
    const name = nameOfParameter(one, walk);
    if (name === NO_NODE) {
      walk.visit(one);
      continue;
    }
    walk.visit(walk.childOfType(one, "modifiers"));
    const type = parameterType(one, walk);
    const draft = { ...draftOf(one, walk, name), type };
    walk.define({ ...draft, flags: draft.flags | PRIVATE });
    noteType(draft.name, parameterText(one, walk).replace("...", "[]"), walk);
    if (!declared.has(draft.name)) {
      walk.define({ ...draft, kind: "method", signature: "()", flags: draft.flags | EXPORTED });
    }
  }
}

/** Of `Foo x` and of `Foo... xs`. */
export function nameOfParameter(node: NodeAt, walk: Walk): NodeAt {
  const name = walk.field(node, "name");
  return name === NO_NODE ? walk.field(walk.childOfType(node, "variable_declarator"), "name") : name;
}

/** Of `Foo x`, or of `Foo... xs`. */
export function parameterType(node: NodeAt, walk: Walk): ChainDraft {
  const type = walk.value(walk.field(node, "type"));
  return walk.type(node) === "spread_parameter" ? stepped(type, COLLECTION) : inArrays(type, node, walk);
}

/** A value of this type, in as many arrays as there are brackets behind the name: `int x[]`. */
export const inArrays = (type: ChainDraft, declarator: NodeAt, walk: Walk): ChainDraft =>
  stepped(type, COLLECTION.repeat(dimensionsOf(declarator, walk)));

export const field: Visitor = (node, walk) => {
  walk.visit(walk.childOfType(node, "modifiers"));
  const type = walk.value(walk.field(node, "type"));
  let first: DefinitionAt | null = null;
  for (const declarator of walk.fields(node, "declarator")) {
    const name = walk.field(declarator, "name");
    const draft = draftOf(node, walk, name);
    if (draft.name === "") {
      continue;
    }
    const flags = draft.flags | (walk.type(node) === "constant_declaration" ? STATIC : 0);
    const at = walk.define({ ...draft, flags, type: inArrays(type, declarator, walk) });
    first ??= at;
    walk.within({ kind: "block", definition: first }, () => walk.visit(walk.field(declarator, "value")));
  }
};

/** The body of a class without a name. */
const withMembers = (body: NodeAt, walk: Walk): void =>
  withTypes(UNSEEN, walk, (types) => {
    noteMembers(body, types, walk);
    walk.visit(body);
  });

/** A constant is an instance of its enum; with a body, of a class of its own that extends it. */
const enumConstant: Visitor = (node, walk) => {
  const enclosing = walk.enclosing();
  const draft = draftOf(node, walk, walk.field(node, "name"));
  const owner = rooted(definitionChain(enclosing));
  walk.visit(walk.childOfType(node, "modifiers"));
  const at = walk.define({ ...draft, kind: "member", flags: draft.flags | STATIC, type: stepped(owner, INSTANCE) });
  walk.visit(walk.field(node, "arguments"));
  const body = walk.field(node, "body");
  if (body !== NO_NODE) {
    walk.amend(at, { supers: [owner] });
    walk.within({ kind: "class", definition: at, under: enclosing }, () => withMembers(body, walk));
  }
};

/** `new Store() { … }`: a class that extends what is made; an instance of it. */
export const instanceWithBody = (body: NodeAt, of: ChainDraft, walk: Walk): ChainDraft =>
  anonymousClass(body, [of], walk, () => withMembers(body, walk));

export const javaClasses: Readonly<Record<string, Visitor>> = {
  ...forTypes(typeDeclaration, "class_declaration", "record_declaration", "interface_declaration"),
  ...forTypes(typeDeclaration, "annotation_type_declaration", "enum_declaration"),
  ...forTypes(field, "field_declaration", "constant_declaration"),
  enum_constant: enumConstant,
};
