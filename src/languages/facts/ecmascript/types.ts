// Types of TypeScript: what a value of each holds, and the interfaces, aliases and enums that declare them.
import { STATIC } from "../../../vocabulary/facts.ts";
import { NO_NODE, type NodeAt } from "../../syntax-tree.ts";
import type { Reading, Visitor, Walk } from "../read-facts.ts";
import { type ChainDraft, isSame, NOTHING, rooted, stepped } from "../scopes.ts";
import { insideFunction } from "./functions.ts";
import { useAs } from "./names.ts";
import { ANONYMOUS, flagsAround, inner, nameOf, rangeOf, stringOf } from "./notation.ts";
import { heritage } from "./type-names.ts";

/** One of these: where several are of a project, an anonymous field says which. */
function anyOf(node: NodeAt, chains: readonly ChainDraft[], walk: Walk): ChainDraft {
  const known = chains.filter((chain) => chain !== null && chain !== NOTHING);
  const [first = null, ...others] = known;
  if (others.every((other) => isSame(first, other))) {
    return first ?? (chains.includes(null) ? null : NOTHING);
  }
  const at = walk.facts.define({
    name: ANONYMOUS,
    kind: "field",
    ...rangeOf(node, node, walk),
    binds: false,
    types: known,
  });
  return rooted(`@${at}`);
}

/** Parts of `A | B | C`, which is nested to the left, as deep as it is long. */
function partsOf(node: NodeAt, { tree }: Walk): NodeAt[] {
  const parts: NodeAt[] = [];
  const type = tree.type(node);
  let rest = node;
  while (rest !== NO_NODE) {
    const inside = tree.children(rest).filter((part) => tree.type(part) !== "comment");
    const first = inside[0] ?? NO_NODE;
    const isNested = inside.length > 1 && tree.type(first) === type;
    parts.push(...inside.slice(isNested ? 1 : 0).reverse());
    rest = isNested ? first : NO_NODE;
  }
  return parts.reverse();
}

const union: Reading = (node, walk) => {
  const held = partsOf(node, walk).map((part) => walk.value(part));
  return anyOf(node, held, walk);
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
  intersection_type: union,
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
    const { tree, facts } = walk;
    const index = tree.childOfType(node, "index_signature");
    if (index !== NO_NODE && tree.children(node).length === 1) {
      // `{ [key: string]: X }` is many of X.
      return tree.childOfType(index, "mapped_type_clause") === NO_NODE
        ? stepped(walk.value(index), "*")
        : visitAll(node, walk);
    }
    const at = facts.define({ name: ANONYMOUS, kind: "field", ...rangeOf(node, node, walk), binds: false });
    const { under } = facts;
    facts.within({ kind: "block", definition: at, under }, () => defineMembers(node, walk));
    return rooted(`@${at}`);
  },
  /** Either of both. */
  conditional_type(node, walk) {
    const { tree, facts } = walk;
    let held: ChainDraft = null;
    facts.within({ kind: "block" }, () => {
      walk.visit(tree.field(node, "left"));
      walk.visit(tree.field(node, "right"));
      const outcomes = ["consequence", "alternative"].map((field) => walk.value(tree.field(node, field)));
      held = anyOf(node, outcomes, walk);
    });
    return held;
  },
  index_signature(node, walk) {
    const { tree, facts } = walk;
    const clause = tree.childOfType(node, "mapped_type_clause");
    let held: ChainDraft = null;
    facts.within({ kind: "block" }, () => {
      if (clause !== NO_NODE) {
        facts.local(tree.text(tree.field(clause, "name")), null);
        walk.visitChildren(clause, "name");
      }
      walk.visit(tree.field(node, "index_type"));
      held = walk.value(tree.field(node, "type"));
    });
    return held;
  },
};

function visitAll(node: NodeAt, walk: Walk): ChainDraft {
  walk.visitChildren(node);
  return null;
}

/** Members of a type literal or an interface, of the definition around. What a call of it gives is its type. */
function defineMembers(body: NodeAt, walk: Walk): void {
  const { tree, facts } = walk;
  const at = facts.enclosing;
  let calls = 0;
  for (const part of body === NO_NODE ? [] : tree.children(body)) {
    switch (tree.type(part)) {
      case "property_signature":
        defineProperty(part, walk);
        break;
      case "call_signature":
      case "construct_signature": {
        // Of several the first is looked into.
        const type = insideFunction(part, walk, calls === 0 ? { definition: at } : {});
        facts.amend(at, calls === 0 ? { type } : {});
        calls += 1;
        break;
      }
      default:
        walk.visit(part);
    }
  }
}

function defineProperty(node: NodeAt, walk: Walk): void {
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
  } else if (type !== NO_NODE && tree.type(type) === "object_type" && !isIndexed(type, walk)) {
    const { under } = facts;
    walk.deeper(() => facts.within({ kind: "block", definition: at, under }, () => defineMembers(type, walk)));
  } else {
    facts.amend(at, { type: walk.value(annotation) });
  }
}

const isIndexed = (type: NodeAt, { tree }: Walk): boolean => tree.childOfType(type, "index_signature") !== NO_NODE;

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
    facts.local("this", rooted(`@${at}^`));
    walk.visit(tree.field(node, "type_parameters"));
    const above = tree.childOfType(node, "extends_type_clause");
    const supers = above === NO_NODE ? [] : tree.children(above).map((type) => heritage(type, walk));
    facts.amend(at, { supers });
    defineMembers(tree.field(node, "body"), walk);
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
    facts.local("this", rooted(`@${at}^`));
    walk.visit(tree.field(node, "type_parameters"));
    const value = tree.field(node, "value");
    switch (value === NO_NODE ? "" : tree.type(value)) {
      case "object_type":
        if (isIndexed(value, walk)) {
          facts.amend(at, { type: walk.value(value) });
        } else {
          defineMembers(value, walk);
        }
        break;
      case "function_type":
        facts.amend(at, { type: insideFunction(value, walk, { definition: at }) });
        break;
      case "union_type":
      case "intersection_type":
        facts.amend(at, { types: partsOf(value, walk).map((part) => walk.value(part)) });
        break;
      default:
        facts.amend(at, { type: walk.value(value) });
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

/** A type parameter stands for its constraint, or its default. */
const typeParameter: Visitor = (node, walk) => {
  const { tree, facts } = walk;
  const constraint = walk.value(tree.field(node, "constraint"));
  const other = walk.value(tree.field(node, "value"));
  const bound = constraint === null || constraint === NOTHING ? other : constraint;
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
};
