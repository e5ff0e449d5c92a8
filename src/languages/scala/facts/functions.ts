// Scala's functions, values, type members and extensions: their parameters, results and types.

import { NOTHING } from "../../../facts/chain-drafts.ts";
import { forTypes } from "../../../facts/common.ts";
import { NO_NODE, type NodeAt } from "../../../syntax/syntax-tree.ts";
import { EXTENSION, FILE } from "../../../vocabulary/facts.ts";
import { namesOf } from "../outline.ts";
import { annotationsOf } from "./classes.ts";
import { casesOf, functionOf } from "./function-arguments.ts";
import { draftOf, enclosingKind, endOf, nameOf } from "./modifiers.ts";
import { bindPattern } from "./patterns.ts";
import type { Visitor, Walk } from "./state.ts";
import { bindTypeParameters } from "./types.ts";

/** Binds the parameters of a list, visiting their types and defaults; returns their number. */
function bindParameters(list: NodeAt, walk: Walk): number {
  let count = 0;
  for (const part of walk.children(list)) {
    if (walk.type(part) !== "parameter") {
      walk.visit(part);
      continue;
    }
    count += 1;
    annotationsOf(part, walk);
    const type = walk.value(walk.field(part, "type"));
    walk.visit(walk.field(part, "default_value"));
    walk.local(nameOf(walk.field(part, "name"), walk), type);
  }
  return count;
}

/** `extension (text: String) def loud`, alone or one of several in a block. */
function isInExtension(node: NodeAt, walk: Walk): boolean {
  const parent = walk.parent(node);
  const around = parent === NO_NODE ? NO_NODE : walk.parent(parent);
  return [parent, around].some((one) => one !== NO_NODE && walk.type(one) === "extension_definition");
}

const functionDefinition: Visitor = (node, walk) => {
  annotationsOf(node, walk);
  const lists = walk.fields(node, "parameters").filter((list) => walk.type(list) === "parameters");
  const [first = NO_NODE] = lists;
  const parameters = walk.children(first).filter((one) => walk.type(one) === "parameter").length;
  const own = draftOf(node, walk);
  const draft = { ...own, flags: own.flags | (isInExtension(node, walk) ? EXTENSION : 0) };
  // Not by the nearest definition alone, as in the outline: what is in a block of a class is no method of it.
  const kind = enclosingKind(node, walk) === "class" ? "method" : "function";
  const at = walk.define({ ...draft, kind, parameters, binds: draft.name !== "this" });
  if (at === FILE) {
    return;
  }
  walk.within({ kind: "function", definition: at }, () => {
    bindTypeParameters(node, walk);
    for (const list of lists) {
      bindParameters(list, walk);
    }
    const type = walk.field(node, "return_type");
    const declared = walk.value(type);
    const result = walk.value(walk.field(node, "body"));
    walk.amend(at, { type: type === NO_NODE ? result : declared });
    endOf(node, at, walk);
  });
};

/** `val x: T = …`, `val (a, b) = …`, `val a, b: T` */
const valueDefinition: Visitor = (node, walk) => {
  annotationsOf(node, walk);
  const pattern = walk.field(node, "pattern");
  const names = namesOf(walk, node);
  const place = enclosingKind(node, walk);
  const type = walk.field(node, "type");
  const value = walk.field(node, "value");
  if (place === "function" || names.length === 0) {
    const declared = walk.value(type);
    const result = walk.value(value);
    const bound = type === NO_NODE ? result : declared;
    const [name = pattern] = names;
    if (name === pattern) {
      walk.local(nameOf(name, walk), bound);
    } else {
      bindPattern(pattern, bound, walk);
    }
    return;
  }
  const kind = place === "file" ? "variable" : "field";
  const definitions = names.map((name) => walk.define({ ...draftOf(node, walk, name), kind }));
  const [first = FILE] = definitions;
  const isTakenApart = pattern !== NO_NODE && !names.includes(pattern) && walk.type(pattern) !== "identifiers";
  walk.within({ kind: "function", definition: first }, () => {
    const declared = walk.value(type);
    const result = walk.value(value);
    if (isTakenApart) {
      bindPattern(pattern, null, walk);
    }
    for (const at of isTakenApart ? [] : definitions) {
      walk.amend(at, { type: type === NO_NODE ? (result === NOTHING ? null : result) : declared });
    }
    endOf(node, first, walk);
  });
};

const typeDefinition: Visitor = (node, walk) => {
  // A value may have the same name.
  const at = walk.define({ ...draftOf(node, walk), binds: "type" });
  walk.within({ kind: "block", definition: at }, () => {
    bindTypeParameters(node, walk);
    const others = walk.children(node).filter((part) => !/^(?:name|type_parameters)$/.test(walk.fieldOf(part) ?? ""));
    const values = others.map((part) => ({ part, value: walk.value(part) }));
    walk.amend(at, { type: values.findLast(({ part }) => walk.fieldOf(part) === "type")?.value ?? null });
  });
};

/** `extension (item: Item) def …`: its declarations belong to no enclosing definition. */
const extension: Visitor = (node, walk) => {
  walk.within({ kind: "block" }, () => {
    bindTypeParameters(node, walk);
    for (const list of walk.fields(node, "parameters")) {
      bindParameters(list, walk);
    }
    walk.fields(node, "body").forEach(walk.visit);
  });
};

export const scalaFunctions: Readonly<Record<string, Visitor>> = {
  ...forTypes(functionDefinition, "function_definition", "function_declaration"),
  ...forTypes(valueDefinition, "val_definition", "var_definition", "val_declaration", "var_declaration"),
  type_definition: typeDefinition,
  extension_definition: extension,
  parameters: (node, walk) => void bindParameters(node, walk),
  lambda_expression: (node, walk) => void functionOf(node, null, walk),
  case_block: (node, walk) => void casesOf(node, null, walk),
};
