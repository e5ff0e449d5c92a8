// Types of TypeScript: what a value of each holds, and the interfaces, aliases and enums that declare them.
import { type DefinitionAt, STATIC } from "../../../vocabulary/facts.ts";
import { NO_NODE, type NodeAt } from "../../syntax-tree.ts";
import type { Reading, Visitor, Walk } from "../read-facts.ts";
import { type ChainDraft, NOTHING, stepped } from "../scopes.ts";
import { insideFunction } from "./functions.ts";
import { useAs } from "./names.ts";
import { flagsAround, inner, nameOf, rangeOf, stringOf } from "./notation.ts";
import { heritage } from "./type-names.ts";

/** Of a union: the one type of a project's in it. */
function one(chains: readonly ChainDraft[]): ChainDraft {
  const known = chains.filter((chain) => chain !== NOTHING);
  return known.length === 0 ? NOTHING : known.length === 1 ? (known[0] ?? null) : null;
}

/** `A | B | C` is nested to the left, as deep as it is long. */
const union: Reading = (node, walk) => {
  const { tree } = walk;
  const held: ChainDraft[] = [];
  let rest = node;
  while (tree.type(rest) === "union_type") {
    const parts = tree.children(rest).filter((part) => tree.type(part) !== "comment");
    const first = parts[0] ?? NO_NODE;
    const isNested = parts.length > 1 && tree.type(first) === "union_type";
    held.push(...parts.slice(isNested ? 1 : 0).map((part) => walk.value(part)));
    rest = isNested ? first : NO_NODE;
    if (rest === NO_NODE) {
      break;
    }
  }
  return one(held);
};

const within: Reading = (node, walk) => walk.value(inner(node, walk));

const nothing: Reading = (node, walk) => {
  walk.visitChildren(node);
  return NOTHING;
};

export const types: Readonly<Record<string, Reading>> = {
  type_annotation: within,
  parenthesized_type: within,
  readonly_type: within,
  optional_type: within,
  constraint: within,
  default_type: within,
  union_type: union,
  intersection_type: (node, walk) =>
    walk.tree
      .children(node)
      .map((part) => walk.value(part))
      .find((held) => held !== null && held !== NOTHING) ?? null,
  array_type: (node, walk) => stepped(walk.value(inner(node, walk)), "*"),
  literal_type: nothing,
  index_type_query: nothing,
  template_literal_type: nothing,
  type_predicate: nothing,
  type_predicate_annotation: nothing,
  asserts: nothing,
  this_type: (_node, { facts }) => facts.name("this"),
  /** `typeof x`. */
  type_query: (node, walk) => useAs(inner(node, walk), "type", walk),
  /** `User["id"]`. */
  lookup_type(node, walk) {
    const [of = NO_NODE, index = NO_NODE] = walk.tree.children(node);
    const held = walk.value(of);
    const name = stringOf(inner(index, walk), walk);
    walk.visit(index);
    return name === null || name === "" ? null : stepped(held, `.${name}`);
  },
  function_type: (node, walk) => {
    insideFunction(node, walk);
    return null;
  },
  constructor_type: (node, walk) => {
    insideFunction(node, walk);
    return null;
  },
  object_type: (node, walk) => {
    walk.visitChildren(node);
    return null;
  },
};

/** Members of a type literal or an interface, of the definition around; `under`: the one around that the outline knows. */
function defineMembers(body: NodeAt, walk: Walk, under: DefinitionAt): void {
  const { tree } = walk;
  for (const part of body === NO_NODE ? [] : tree.children(body)) {
    if (tree.type(part) === "property_signature") {
      defineProperty(part, walk, under);
    } else {
      walk.visit(part);
    }
  }
}

function defineProperty(node: NodeAt, walk: Walk, under: DefinitionAt): void {
  const { tree, facts } = walk;
  const name = tree.field(node, "name");
  if (tree.type(name) === "computed_property_name") {
    walk.visitChildren(node);
    return;
  }
  const annotation = tree.field(node, "type");
  const type = inner(annotation, walk);
  const isFunction = type !== NO_NODE && tree.type(type) === "function_type";
  const at = facts.define({
    name: nameOf(name, walk),
    kind: isFunction ? "method" : "field",
    ...rangeOf(node, name, walk),
    flags: flagsAround(node, walk),
    binds: false,
    under: facts.enclosing,
  });
  if (isFunction) {
    facts.amend(at, { type: insideFunction(type, walk, { definition: at }) });
  } else if (type !== NO_NODE && tree.type(type) === "object_type") {
    walk.deeper(() => facts.within({ kind: "block", definition: at, under }, () => defineMembers(type, walk, under)));
  } else {
    facts.amend(at, { type: walk.value(annotation) });
  }
}

const interfaceDeclaration: Visitor = (node, walk) => {
  const { tree, facts } = walk;
  const name = tree.field(node, "name");
  const at = facts.define({
    name: nameOf(name, walk),
    kind: "interface",
    ...rangeOf(node, name, walk),
    flags: flagsAround(node, walk),
  });
  facts.within({ kind: "block", definition: at }, () => {
    walk.visit(tree.field(node, "type_parameters"));
    const above = tree.childOfType(node, "extends_type_clause");
    const supers = above === NO_NODE ? [] : tree.children(above).map((type) => heritage(type, walk));
    facts.amend(at, { supers });
    defineMembers(tree.field(node, "body"), walk, at);
  });
};

const alias: Visitor = (node, walk) => {
  const { tree, facts } = walk;
  const name = tree.field(node, "name");
  const at = facts.define({
    name: nameOf(name, walk),
    kind: "type",
    ...rangeOf(node, name, walk),
    flags: flagsAround(node, walk),
  });
  facts.within({ kind: "block", definition: at }, () => {
    walk.visit(tree.field(node, "type_parameters"));
    const value = tree.field(node, "value");
    if (value !== NO_NODE && tree.type(value) === "object_type") {
      defineMembers(value, walk, at);
      return;
    }
    if (value === NO_NODE || tree.type(value) !== "intersection_type") {
      facts.amend(at, { type: walk.value(value) });
      return;
    }
    // `A & { b: C }` has b, and what A has.
    const isLiteral = (part: NodeAt): boolean => tree.type(part) === "object_type";
    const parts = tree.children(value);
    facts.amend(at, { supers: parts.filter((part) => !isLiteral(part)).map((part) => walk.value(part)) });
    for (const literal of parts.filter(isLiteral)) {
      defineMembers(literal, walk, at);
    }
  });
};

const enumDeclaration: Visitor = (node, walk) => {
  const { tree, facts } = walk;
  const name = tree.field(node, "name");
  const at = facts.define({
    name: nameOf(name, walk),
    kind: "enum",
    ...rangeOf(node, name, walk),
    flags: flagsAround(node, walk),
  });
  const body = tree.field(node, "body");
  facts.within({ kind: "block", definition: at }, () => {
    for (const part of body === NO_NODE ? [] : tree.children(body)) {
      const isAssigned = tree.type(part) === "enum_assignment";
      const member = isAssigned ? tree.field(part, "name") : part;
      if (tree.type(part) !== "comment") {
        facts.define({
          name: nameOf(member, walk),
          kind: "member",
          ...rangeOf(part, member, walk),
          flags: flagsAround(part, walk) | STATIC,
        });
        walk.visit(isAssigned ? tree.field(part, "value") : NO_NODE);
      }
    }
  });
};

/** A type parameter stands for its constraint. */
const typeParameter: Visitor = (node, walk) => {
  const { tree, facts } = walk;
  const bound = walk.value(tree.field(node, "constraint"));
  walk.visit(tree.field(node, "value"));
  const isNamed = bound?.steps.endsWith("^") === true;
  facts.local(
    tree.text(tree.field(node, "name")),
    bound !== null && isNamed ? { ...bound, steps: bound.steps.slice(0, -1) } : null,
  );
};

export const typeDeclarations: Readonly<Record<string, Visitor>> = {
  interface_declaration: interfaceDeclaration,
  type_alias_declaration: alias,
  enum_declaration: enumDeclaration,
  type_parameter: typeParameter,
  property_signature: (node, walk) => {
    walk.visit(walk.tree.field(node, "type"));
  },
  infer_type(node, walk) {
    const [name = NO_NODE, ...rest] = walk.tree.children(node);
    walk.facts.local(walk.tree.text(name), null);
    for (const part of rest) {
      walk.visit(part);
    }
  },
  conditional_type(node, walk) {
    walk.facts.within({ kind: "block" }, () => walk.visitChildren(node));
  },
  index_signature(node, walk) {
    const clause = walk.tree.childOfType(node, "mapped_type_clause");
    walk.facts.within({ kind: "block" }, () => {
      if (clause !== NO_NODE) {
        walk.facts.local(walk.tree.text(walk.tree.field(clause, "name")), null);
        walk.visitChildren(clause, "name");
      }
      for (const field of ["index_type", "type"]) {
        walk.visit(walk.tree.field(node, field));
      }
    });
  },
};
