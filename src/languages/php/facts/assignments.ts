// What PHP's assignments and loops bind, and the types that they determine for fields.

import { type ChainDraft, NOTHING, stepped } from "../../../facts/chain-drafts.ts";
import { either, forTypes } from "../../../facts/common.ts";
import { NO_NODE, type NodeAt } from "../../../syntax/syntax-tree.ts";
import { EXPORTED, FILE, LOCAL } from "../../../vocabulary/facts.ts";
import { wordSet } from "../../../vocabulary/text.ts";
import { setFieldType } from "./classes.ts";
import { bindVariable, documentedValue, fieldVariable, here, isBound, variable } from "./frames.ts";
import { CLOSURES, closure } from "./functions.ts";
import { draftOf, variableName } from "./modifiers.ts";
import { referred } from "./references.ts";
import type { Reading, Visitor, Walk } from "./state.ts";

/** Assigns the value to a target: binds a variable, or records references to the names in it. */
function assignTo(node: NodeAt, assigned: ChainDraft, walk: Walk): void {
  if (node === NO_NODE) {
    return;
  }
  switch (walk.type(node)) {
    case "variable_name": {
      const name = variableName(node, walk);
      bindVariable(name, documentedValue(name, walk.line(node), walk) ?? assigned, walk);
      return;
    }
    case "by_ref":
      assignTo(walk.children(node)[0] ?? NO_NODE, assigned, walk);
      return;
    case "list_literal":
    case "array_creation_expression":
      unpack(node, stepped(assigned, "[]"), walk);
      return;
    case "subscript_expression":
      addTo(node, assigned, walk);
      return;
    default:
      walk.deeper(() => void referred(node, walk, "write"));
      giveField(node, assigned, walk);
  }
}

/** `[$a, 'key' => $b] = …` */
function unpack(node: NodeAt, one: ChainDraft, walk: Walk): void {
  walk.deeper(() => {
    for (const part of walk.children(node)) {
      const parts = walk.type(part) === "array_element_initializer" ? walk.children(part) : [part];
      const target = parts.at(-1) ?? NO_NODE;
      parts.slice(0, -1).forEach(walk.visit);
      if (ASSIGNED.has(walk.type(target))) {
        assignTo(target, one, walk);
      } else {
        walk.visit(target);
      }
    }
  });
}

const ASSIGNED = wordSet(`
variable_name by_ref list_literal array_creation_expression subscript_expression member_access_expression
nullsafe_member_access_expression scoped_property_access_expression
`);

/** `$lines[] = new Line()`: a variable that was an empty array becomes a collection of these. */
function addTo(node: NodeAt, assigned: ChainDraft, walk: Walk): void {
  const name = variableName(walk.children(node)[0] ?? NO_NODE, walk);
  walk.deeper(() => void referred(node, walk, "write"));
  if (name !== "" && assigned !== null && assigned !== NOTHING && here(walk).empty.delete(name) === true) {
    bindVariable(name, stepped(assigned, "*"), walk);
  }
}

/** `$this->store = …` */
function giveField(node: NodeAt, assigned: ChainDraft, walk: Walk): void {
  const object = walk.type(node) === "member_access_expression" ? walk.field(node, "object") : NO_NODE;
  if (object !== NO_NODE && variableName(object, walk) === "this") {
    const name = walk.text(walk.field(node, "name"));
    setFieldType(name, assigned, walk);
    if (isBound(fieldVariable(name), walk)) {
      bindVariable(fieldVariable(name), assigned, walk);
    }
  }
}

const assignment: Reading = (node, walk) => {
  const [left, right] = [walk.field(node, "left"), walk.field(node, "right")];
  // What is in no definition is a symbol of the file, by this name.
  if (CLOSURES.has(walk.type(right)) && walk.under() === FILE) {
    namedClosure(node, left, right, walk);
    assignTo(left, null, walk);
    return null;
  }
  const assigned = walk.value(right);
  assignTo(left, assigned, walk);
  if (/^(?:\[\s*\]|array\(\s*\))$/.test(walk.text(right).slice(0, 20))) {
    here(walk).empty.add(variableName(left, walk));
  }
  return assigned;
};

/** Reached by its variable, which is another thing than a function of that name. */
function namedClosure(node: NodeAt, left: NodeAt, right: NodeAt, walk: Walk): void {
  const draft = draftOf(node, walk, left);
  const name = draft.name.replace(/\s+/g, " ");
  const at = walk.define({ ...draft, name, kind: "variable", flags: (draft.flags & ~EXPORTED) | LOCAL, binds: false });
  closure(right, null, walk, at);
}

/** `$a ??= $b`; of another operator nothing comes that has members. */
const augmented: Reading = (node, walk) => {
  const [left, right] = [walk.field(node, "left"), walk.field(node, "right")];
  const isOr = walk.childOfType(node, "??=") !== NO_NODE;
  const name = variableName(left, walk);
  const known = name !== "" && isBound(name, walk) ? variable(name, walk) : null;
  const before = name === "" ? walk.deeper(() => referred(left, walk, "write")) : known;
  const assigned = walk.value(right);
  const value = isOr ? (before ?? assigned) : NOTHING;
  if (name === "") {
    giveField(left, isOr ? assigned : NOTHING, walk);
  } else {
    bindVariable(name, isOr ? either(before ?? assigned, assigned) : NOTHING, walk);
  }
  return value;
};

const forEach: Visitor = (node, walk) => {
  walk.branch();
  const [many = NO_NODE, bound = NO_NODE] = walk.children(node);
  const value = stepped(walk.value(many), "[]");
  const parts = walk.type(bound) === "pair" ? walk.children(bound) : [bound];
  assignTo(parts.length > 1 ? (parts[0] ?? NO_NODE) : NO_NODE, null, walk);
  assignTo(parts.at(-1) ?? NO_NODE, value, walk);
  walk.visit(walk.field(node, "body"));
};

/** What `global` and `static` name: of the first nothing is known here. */
const globals: Visitor = (node, walk) => {
  for (const one of walk.children(node)) {
    bindVariable(variableName(one, walk), null, walk);
  }
};

const staticVariable: Visitor = (node, walk) => {
  bindVariable(variableName(walk.field(node, "name"), walk), walk.value(walk.field(node, "value")), walk);
};

export const phpAssignments: Readonly<Record<string, Reading>> = {
  ...forTypes(assignment, "assignment_expression", "reference_assignment_expression"),
  augmented_assignment_expression: augmented,
};

export const phpBindings: Readonly<Record<string, Visitor>> = {
  foreach_statement: forEach,
  global_declaration: globals,
  static_variable_declaration: staticVariable,
};
