// Reads the expressions of C and C++: their values, and the names they refer to.

import { type ChainDraft, NOTHING, stepped } from "../../../facts/chain-drafts.ts";
import { binary, enclosingInstance, forTypes, last, literal, referToMember, ternary } from "../../../facts/common.ts";
import { NO_NODE, type NodeAt } from "../../../syntax/syntax-tree.ts";
import type { Role } from "../../../vocabulary/facts.ts";
import { bindParameters, readSignature } from "./functions.ts";
import { readMacroArguments } from "./macro-arguments.ts";
import { hazardOf, MAKES, SAME } from "./names.ts";
import type { Reading, Walk } from "./state.ts";
import { templateParameters } from "./template-parameters.ts";
import { innermost, pathOf } from "./types.ts";

/** Types by their names, which in a declaration with arguments, or before braces, call a constructor. */
export const NAMED_TYPES: ReadonlySet<string> = new Set(["type_identifier", "qualified_identifier", "template_type"]);
const PATHS: ReadonlySet<string> = new Set(["identifier", "qualified_identifier", "template_function"]);

/** An expression whose outermost name is recorded as a reference with this role. `argumentTypes`: as in ReferenceGroup. */
function referred(expression: NodeAt, walk: Walk, role: Role, argumentTypes: string | null = null): ChainDraft {
  let node = expression;
  while (walk.type(node) === "parenthesized_expression" || walk.type(node) === "pointer_expression") {
    node = walk.children(node).at(-1) ?? NO_NODE;
  }
  if (PATHS.has(walk.type(node))) {
    return pathOf(node, walk, role, undefined, argumentTypes);
  }
  return walk.type(node) === "field_expression"
    ? walk.deeper(() => member(node, walk, role, argumentTypes))
    : walk.value(node);
}

function member(node: NodeAt, walk: Walk, role: Role, argumentTypes: string | null = null): ChainDraft {
  const argument = walk.field(node, "argument");
  const name = walk.field(node, "field");
  if (walk.source.slice(walk.end(argument), walk.start(name)).includes("*")) {
    // `cell.*member`: a pointer to a member is named like any other value.
    walk.visit(argument);
    pathOf(name, walk, "read");
    return null;
  }
  const value = walk.value(argument);
  return walk.type(name) === "destructor_name" ? null : pathOf(name, walk, role, value, argumentTypes);
}

const call = (node: NodeAt, walk: Walk, isCounted: boolean): ChainDraft => {
  const callee = walk.field(node, "function");
  const args = walk.field(node, "arguments");
  const last = innermost(callee, walk);
  walk.hazard(PATHS.has(walk.type(last)) ? hazardOf(walk.text(last)) : 0);
  if (walk.type(last) === "template_function" && MAKES.has(walk.text(walk.field(last, "name")))) {
    const [made = null] = walk.children(walk.field(last, "arguments")).map(walk.value);
    walk.visit(args);
    return made;
  }
  const isSameAs = SAME.has(walk.text(callee).replace(/<.*$/su, ""));
  const of = referred(callee, walk, "call", isCounted ? argumentsText(args, walk) : null);
  const made = readMacroArguments(callee, args, walk);
  if (made !== undefined) {
    return made ?? stepped(of, "()");
  }
  const [first = null] = walk.children(args).map(walk.value);
  return isSameAs ? first : stepped(of, "()");
};

/**
 * How many arguments a call has, as types that are not known: `(?,?)`; null where a pack or a macro may stand for more than one.
 */
function argumentsText(list: NodeAt, walk: Walk): string | null {
  const all = walk.children(list).filter((one) => walk.type(one) !== "comment");
  const isCounted =
    list !== NO_NODE && all.every((one) => !/^(?:parameter_pack_expansion|ERROR)$/.test(walk.type(one)));
  return isCounted ? `(${all.map(() => "?").join(",")})` : null;
}

const creation: Reading = (node, walk) => {
  const type = walk.field(node, "type");
  const of = /^primitive|^sized/.test(walk.type(type)) ? NOTHING : pathOf(type, walk, "new");
  walk.visitChildren(node, "type");
  return of === NOTHING ? NOTHING : stepped(of, "^");
};

const assignment: Reading = (node, walk) => {
  const left = referred(walk.field(node, "left"), walk, "write");
  const right = walk.field(node, "right");
  if (walk.type(right) === "initializer_list") {
    initializers(right, left, walk);
  } else {
    walk.visit(right);
  }
  return left;
};

/** `{ .open = f, { 1 } }`: fields of the type are written. Its own value is unknown. */
export function initializers(node: NodeAt, type: ChainDraft, walk: Walk): null {
  for (const part of walk.children(node)) {
    let result = stepped(type, "[]");
    let value = part;
    if (walk.type(part) === "initializer_pair") {
      result = type;
      for (const designator of walk.fields(part, "designator")) {
        // The old form, `size: 1`, is the name alone.
        const isName = walk.type(designator) === "field_identifier";
        const [name = NO_NODE] = isName ? [designator] : walk.children(designator);
        if (isName || walk.type(designator) === "field_designator") {
          result = referToMember(result, name, walk, "write");
        } else {
          walk.visit(name);
          result = stepped(result, "[]");
        }
      }
      value = walk.field(part, "value");
    }
    if (walk.type(value) === "initializer_list") {
      walk.deeper(() => initializers(value, result, walk));
    } else {
      walk.visit(value);
    }
  }
  return null;
}

/** `(struct point){ .x = 1 }`, `Point{1, 2}` */
const compound: Reading = (node, walk) => {
  const type = walk.field(node, "type");
  const isPath = PATHS.has(walk.type(type)) || NAMED_TYPES.has(walk.type(type));
  const value = isPath ? stepped(pathOf(type, walk, "new"), "^") : walk.value(type);
  initializers(walk.field(node, "value"), value, walk);
  return value;
};

const subscript: Reading = (node, walk) => {
  const value = walk.value(walk.field(node, "argument"));
  walk.visitChildren(node, "argument");
  return stepped(value, "[]");
};

const cast: Reading = (node, walk) => {
  const value = walk.value(walk.field(node, "type"));
  walk.visit(walk.field(node, "value"));
  return value;
};

const lambda: Reading = (node, walk) => {
  walk.visit(walk.field(node, "captures"));
  walk.within({ kind: "function" }, () => {
    for (const name of templateParameters(walk.field(node, "template_parameters"), walk)) {
      walk.local(name, null);
    }
    walk.visit(walk.field(node, "constraint"));
    readSignature(walk.field(node, "declarator"), walk);
    walk.visit(walk.field(node, "body"));
  });
  return null;
};

/** `offsetof(struct store, size)` */
const offset: Reading = (node, walk) => {
  pathOf(walk.field(node, "member"), walk, "read", walk.value(walk.field(node, "type")));
  return NOTHING;
};

const requirement: Reading = (node, walk) => {
  walk.within({ kind: "function" }, () => {
    bindParameters(walk.field(node, "parameters"), walk);
    walk.visit(walk.field(node, "requirements"));
  });
  return NOTHING;
};

const written: Reading = (node, walk) => referred(walk.field(node, "argument"), walk, "write");

export const cValues: Readonly<Record<string, Reading>> = {
  ...forTypes<Reading>((node, walk) => pathOf(node, walk, "read"), "identifier", "template_function"),
  field_expression: (node, walk) => member(node, walk, "read"),
  this: (_, walk) => enclosingInstance(walk),
  call_expression: (node, walk) => call(node, walk, false),
  offsetof_expression: offset,
  new_expression: creation,
  assignment_expression: assignment,
  update_expression: written,
  compound_literal_expression: compound,
  binary_expression: binary(/^(?:&&|\|\||and|or)$/, null),
  conditional_expression: ternary,
  subscript_expression: subscript,
  cast_expression: cast,
  lambda_expression: lambda,
  requires_expression: requirement,
  ...forTypes<Reading>(last, "parenthesized_expression", "pointer_expression", "comma_expression", "condition_clause"),
  co_await_expression: last,
  ...forTypes<Reading>(literal, "number_literal", "string_literal", "raw_string_literal", "char_literal"),
  ...forTypes<Reading>(literal, "concatenated_string", "system_lib_string", "true", "false", "null"),
};

/** Functions of C++ may be overloaded. */
export const cppValues: Readonly<Record<string, Reading>> = {
  ...cValues,
  call_expression: (node, walk) => call(node, walk, true),
};
