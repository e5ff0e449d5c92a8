// Java's classes, interfaces, enums, records and annotation types: what they extend, their fields and constants.

import { type ChainDraft, rooted, stepped } from "../../../facts/chain-drafts.ts";
import { anonymousClass, forTypes } from "../../../facts/common.ts";
import { NO_NODE, type NodeAt } from "../../../syntax/syntax-tree.ts";
import { COLLECTION, definitionChain, INSTANCE } from "../../../vocabulary/chain.ts";
import { type DefinitionAt, EXPORTED, FILE, PRIVATE, STATIC } from "../../../vocabulary/facts.ts";
import { draftOf } from "./modifiers.ts";
import type { Visitor, Walk } from "./state.ts";
import { bindTypeParameters, namedType } from "./types.ts";
import { dimensionsOf, noteMembers, noteType, parameterText, spreadType, UNSEEN, withTypes } from "./written-types.ts";

const typeDeclaration: Visitor = (node, walk) => {
  const { tree, facts } = walk;
  walk.visit(tree.childOfType(node, "modifiers"));
  const draft = draftOf(node, walk);
  // Only an inner class needs an instance of the enclosing class; one in an interface is static.
  const isStatic = tree.type(node) !== "class_declaration" || facts.definition(facts.enclosing)?.kind === "interface";
  const isInside = facts.enclosing !== FILE;
  const at = facts.define({ ...draft, flags: draft.flags | (isStatic && isInside ? STATIC : 0) });
  facts.within({ kind: "block", definition: at }, () =>
    withTypes(draft.name, walk, (types) => {
      bindTypeParameters(node, walk);
      noteMembers(tree.field(node, "body"), types, walk);
      facts.amend(at, { supers: supersOf(node, walk) });
      facts.within({ kind: "class", definition: at }, () => {
        defineComponents(node, walk);
        walk.visit(tree.field(node, "body"));
      });
    }),
  );
};

const HEADS: ReadonlySet<string> = new Set(["superclass", "super_interfaces", "extends_interfaces"]);

function supersOf(node: NodeAt, walk: Walk): ChainDraft[] {
  const { tree } = walk;
  const heads = tree.children(node).filter((child) => HEADS.has(tree.type(child)));
  const types = heads.flatMap((head) =>
    tree.children(head).flatMap((child) => (tree.type(child) === "type_list" ? tree.children(child) : [child])),
  );
  const permitted = tree.childOfType(node, "permits");
  walk.visit(permitted);
  return types.filter((type) => !tree.type(type).endsWith("comment")).map((type) => namedType(type, walk, "extend"));
}

/** A record's parameters are its fields, and methods without arguments that return them. */
function defineComponents(node: NodeAt, walk: Walk): void {
  const { tree, facts } = walk;
  if (tree.type(node) !== "record_declaration") {
    return;
  }
  const declared = new Set(
    tree
      .children(tree.field(node, "body"))
      .filter((member) => tree.type(member) === "method_declaration")
      .map((member) => tree.text(tree.field(member, "name"))),
  );
  for (const one of tree.children(tree.field(node, "parameters"))) {
    const name = nameOfParameter(one, walk);
    if (name === NO_NODE) {
      walk.visit(one);
      continue;
    }
    walk.visit(tree.childOfType(one, "modifiers"));
    const type = parameterType(one, walk);
    const draft = { ...draftOf(one, walk, name), type };
    facts.define({ ...draft, flags: draft.flags | PRIVATE });
    noteType(draft.name, parameterText(one, walk).replace("...", "[]"), walk);
    if (!declared.has(draft.name)) {
      facts.define({ ...draft, kind: "method", signature: "()", flags: draft.flags | EXPORTED });
    }
  }
}

/** Of `Foo x` and of `Foo... xs`. */
export function nameOfParameter(node: NodeAt, { tree }: Walk): NodeAt {
  const name = tree.field(node, "name");
  return name === NO_NODE ? tree.field(tree.childOfType(node, "variable_declarator"), "name") : name;
}

/** Of `Foo x`, or of `Foo... xs`, which has no field for it. */
export function parameterType(node: NodeAt, walk: Walk): ChainDraft {
  const type = walk.tree.field(node, "type");
  return type === NO_NODE
    ? stepped(walk.value(spreadType(node, walk)), COLLECTION)
    : inArrays(walk.value(type), node, walk);
}

/** A value of this type, in as many arrays as there are brackets behind the name: `int x[]`. */
export const inArrays = (type: ChainDraft, declarator: NodeAt, walk: Walk): ChainDraft =>
  stepped(type, COLLECTION.repeat(dimensionsOf(declarator, walk)));

const field: Visitor = (node, walk) => {
  const { tree, facts } = walk;
  walk.visit(tree.childOfType(node, "modifiers"));
  const type = walk.value(tree.field(node, "type"));
  let first: DefinitionAt | null = null;
  for (const declarator of tree.fields(node, "declarator")) {
    const name = tree.field(declarator, "name");
    const draft = draftOf(node, walk, name);
    if (draft.name === "") {
      continue;
    }
    const flags = draft.flags | (tree.type(node) === "constant_declaration" ? STATIC : 0);
    const at = facts.define({ ...draft, flags, type: inArrays(type, declarator, walk) });
    first ??= at;
    facts.within({ kind: "block", definition: first }, () => walk.visit(tree.field(declarator, "value")));
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
  const { tree, facts } = walk;
  const enclosing = facts.enclosing;
  const draft = draftOf(node, walk, tree.field(node, "name"));
  const owner = rooted(definitionChain(enclosing));
  walk.visit(tree.childOfType(node, "modifiers"));
  const at = facts.define({ ...draft, kind: "member", flags: draft.flags | STATIC, type: stepped(owner, INSTANCE) });
  walk.visit(tree.field(node, "arguments"));
  const body = tree.field(node, "body");
  if (body !== NO_NODE) {
    facts.amend(at, { supers: [owner] });
    facts.within({ kind: "class", definition: at, under: enclosing }, () => withMembers(body, walk));
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
