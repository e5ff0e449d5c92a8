// Parameters of Swift's functions, so that arguments get expected types: each is a member of its function, named by its label
// (`:at`) or, without one, by its position (`0`); likewise the parameters of a function type. So `.loading` and closures can be
// resolved.

import { type ChainDraft, endsIn, RESULT_STEP, stepped } from "../../../facts/chain-drafts.ts";
import { NO_NODE, type NodeAt } from "../../../syntax/syntax-tree.ts";
import type { DefinitionAt } from "../../../vocabulary/facts.ts";
import { nameOf } from "./modifiers.ts";
import { PLAIN } from "./names.ts";
import type { Walk } from "./state.ts";
import { isType, parametersOfType, typeIn } from "./types.ts";

export interface Parameter {
  readonly node: NodeAt;
  readonly type: ChainDraft;
}

/** Further parameters of one function are not stored. */
const PARAMETERS_MAX = 12;
/** Name of the parameter that a trailing closure is passed for. */
const TRAILING = ":{}";

/** `of`: the function, or the type that is called as its initialiser. */
export function addParameters(parameters: readonly Parameter[], of: DefinitionAt, walk: Walk): void {
  let place = 0;
  for (const one of parameters.slice(0, PARAMETERS_MAX)) {
    const label = labelOf(one.node, walk);
    addParameter(label === "" ? `${place}` : `:${label}`, one, of, walk);
    place += label === "" ? 1 : 0;
  }
  const last = parameters.at(-1);
  const isCallable = (one: Parameter): boolean => functionIn(one.node, walk) !== NO_NODE;
  // A type's name does not show whether it is an alias of a function type.
  const trailing = last === undefined || isInformative(last.type) ? last : parameters.findLast(isCallable);
  if (trailing !== undefined) {
    addParameter(TRAILING, trailing, of, walk);
  }
}

/** The parameter's label; "" where it has none. */
function labelOf(parameter: NodeAt, walk: Walk): string {
  const external = walk.field(parameter, "external_name");
  const isKey = walk.type(walk.parent(parameter)) === "subscript_declaration";
  const [name = NO_NODE] = isKey ? [] : walk.fields(parameter, "name");
  const label = nameOf(external === NO_NODE ? name : external, walk);
  return label === "_" ? "" : label;
}

const isInformative = (value: ChainDraft): boolean =>
  value !== null && (!PLAIN.has(value.root) || endsIn(value, RESULT_STEP));

/** Adds one parameter as a member with this name. */
export function addParameter(name: string, { node, type }: Parameter, parent: DefinitionAt, walk: Walk): void {
  const takes = functionIn(node, walk);
  if (takes !== NO_NODE || isInformative(type)) {
    addFunctionTypeParameters(takes, define(name, type, parent, node, walk), walk);
  }
}

function define(name: string, type: ChainDraft, parent: DefinitionAt, node: NodeAt, walk: Walk): DefinitionAt {
  const [nameLine, endLine] = [walk.line(node), walk.endLine(node)];
  return walk.define({ name, kind: "field", parent, binds: false, type, startLine: nameLine, endLine, nameLine });
}

/** Makes the parameters of the function type in `node` members of `of`. */
export function addFunctionTypeParameters(node: NodeAt, of: DefinitionAt, walk: Walk): void {
  const takes = functionIn(node, walk);
  for (const [at, value] of parametersOfType(takes, walk).slice(0, PARAMETERS_MAX).entries()) {
    if (isInformative(value)) {
      define(`${at}`, value, of, takes, walk);
    }
  }
}

/** The function type that the type in `node` is, in parentheses or optional as it may be. */
function functionIn(node: NodeAt, walk: Walk): NodeAt {
  let inside = isType(node, walk) ? node : typeIn(node, walk);
  while (/^(?:optional_type|tuple_type|tuple_type_item)$/.test(walk.type(inside))) {
    const parts = walk.children(inside).filter((part) => /_type(?:_item)?$/.test(walk.type(part)));
    inside = parts.length === 1 ? (parts[0] ?? NO_NODE) : NO_NODE;
  }
  return walk.type(inside) === "function_type" ? inside : NO_NODE;
}

/** The parameter that an argument is passed for. */
export const parameterOf = (callee: ChainDraft, label: string, place: number): ChainDraft =>
  stepped(callee, label === "" ? `.${place}` : `.:${label}`);

export const trailingOf = (callee: ChainDraft): ChainDraft => stepped(callee, `.${TRAILING}`);
