// Reads the types of C and C++: what a value of each is, and the names they refer to. Pointers and references are treated as
// what they point to.

import { type ChainDraft, rooted, stepped } from "../../../facts/chain-drafts.ts";
import { forTypes, literal } from "../../../facts/common.ts";
import { NO_NODE, type NodeAt } from "../../../syntax/syntax-tree.ts";
import type { Role } from "../../../vocabulary/facts.ts";
import { COLLECTIONS, MAPS, TRANSPARENT } from "./names.ts";
import type { Reading, Walk } from "./state.ts";

/** What a bare name refers to; the name of an enclosing class is that class. */
export const nameOf = (name: string, walk: Walk): ChainDraft =>
  walk.state.classes.findLast((one) => one.name === name)?.of ?? walk.name(name);

const TYPES: ReadonlySet<string> = new Set(["type_identifier", "template_type"]);

/**
 * A name with its scopes, recorded as references part by part; the path of a type is the type itself, not an instance. `argumentTypes`:
 * of the last part, as in ReferenceGroup.
 */
export function pathOf(
  node: NodeAt,
  walk: Walk,
  role: Role,
  before?: ChainDraft,
  argumentTypes: string | null = null,
): ChainDraft {
  switch (walk.type(node)) {
    case "identifier":
    case "type_identifier":
    case "namespace_identifier":
    case "field_identifier": {
      const name = walk.text(node);
      const of = before === undefined ? nameOf(name, walk) : stepped(before, `.${name}`);
      walk.reference(node, role, of, argumentTypes);
      return of;
    }
    case "template_type":
    case "template_function":
    case "template_method": {
      const of = pathOf(walk.field(node, "name"), walk, role, before, argumentTypes);
      walk.visit(walk.field(node, "arguments"));
      return of;
    }
    case "qualified_identifier": {
      const scope = walk.field(node, "scope");
      const name = walk.field(node, "name");
      const isGlobal = scope === NO_NODE && before === undefined;
      const enclosing = isGlobal ? undefined : scope === NO_NODE ? before : pathOf(scope, walk, "read", before);
      return walk.deeper(() =>
        isGlobal ? globalName(name, walk, role, argumentTypes) : pathOf(name, walk, role, enclosing, argumentTypes),
      );
    }
    case "dependent_name":
      return pathOf(walk.children(node).at(-1) ?? NO_NODE, walk, role, before, argumentTypes);
    default:
      walk.visit(node);
      return null;
  }
}

/** `::open` */
function globalName(node: NodeAt, walk: Walk, role: Role, argumentTypes: string | null): ChainDraft {
  if (!/identifier$/.test(walk.type(node)) || walk.type(node) === "qualified_identifier") {
    return pathOf(node, walk, role, undefined, argumentTypes);
  }
  const of = rooted(walk.text(node));
  walk.reference(node, role, of, argumentTypes);
  return of;
}

/** The last part of a name with scopes. */
export function innermost(node: NodeAt, walk: Walk): NodeAt {
  let at = node;
  while (walk.type(at) === "qualified_identifier" && walk.field(at, "name") !== NO_NODE) {
    at = walk.field(at, "name");
  }
  return at;
}

const instance: Reading = (node, walk) => stepped(pathOf(node, walk, "type"), "^");

/** Values of the type arguments, in order. */
function argumentsOf(node: NodeAt, walk: Walk): ChainDraft[] {
  const list = walk.field(node, "arguments");
  return walk.children(list).map(walk.value);
}

/** `std::vector<Store>` is a collection of stores; `std::unique_ptr<Store>` is treated as a store. Undefined for any other type. */
function contentOf(template: NodeAt, walk: Walk): ChainDraft | undefined {
  const name = walk.text(walk.field(template, "name"));
  if (TRANSPARENT.has(name)) {
    return argumentsOf(template, walk)[0] ?? null;
  }
  if (COLLECTIONS.has(name)) {
    return stepped(argumentsOf(template, walk)[0] ?? null, "*");
  }
  return MAPS.has(name) ? stepped(argumentsOf(template, walk)[1] ?? null, "*") : undefined;
}

const template: Reading = (node, walk) => {
  const content = contentOf(node, walk);
  return content === undefined ? instance(node, walk) : content;
};

const qualified: Reading = (node, walk) => {
  const last = innermost(node, walk);
  if (!TYPES.has(walk.type(last))) {
    return pathOf(node, walk, "read");
  }
  const isStandard = walk.text(walk.field(node, "scope")) === "std";
  const isTemplate = walk.type(last) === "template_type";
  // Others have pointers of their own under the same names: `boost::shared_ptr<Store>`.
  if (isTemplate && !isStandard && TRANSPARENT.has(walk.text(walk.field(last, "name")))) {
    pathOf(node, walk, "type");
    return argumentsOf(last, walk)[0] ?? null;
  }
  const content = isTemplate && isStandard ? contentOf(last, walk) : undefined;
  return content === undefined ? instance(node, walk) : content;
};

const descriptor: Reading = (node, walk) => {
  const value = walk.value(walk.field(node, "type"));
  walk.visitChildren(node, "type");
  return value;
};

export const cTypes: Readonly<Record<string, Reading>> = {
  type_identifier: instance,
  template_type: template,
  qualified_identifier: qualified,
  ...forTypes<Reading>(literal, "primitive_type", "sized_type_specifier"),
  type_descriptor: descriptor,
  dependent_type: (node, walk) => walk.value(walk.children(node)[0] ?? NO_NODE),
};
