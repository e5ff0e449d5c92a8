// Strings of PHP that name something by where they stand: `[$this, 'save']`, `array_map('total', $lines)`, `constant('Store::LIMIT')`,
// `define('LIMIT', 3)`.

import { type ChainDraft, endsIn, rooted, stepped, typeOfInstance, withoutLast } from "../../../facts/chain-drafts.ts";
import { NO_NODE, type NodeAt } from "../../../syntax/syntax-tree.ts";
import { INSTANCE } from "../../../vocabulary/chain.ts";
import { EXPORTED, type Role } from "../../../vocabulary/facts.ts";
import { wordSet } from "../../../vocabulary/text.ts";
import { PROMOTED_MARK } from "../promoted.ts";
import type { Walk } from "./state.ts";

/** What a plain string contains, escapes left out of account; NO_NODE for anything else. */
function contentOf(node: NodeAt, walk: Walk): NodeAt {
  const isString = walk.type(node) === "string" || walk.type(node) === "encapsed_string";
  const children = walk.children(node);
  return isString && children.length === 1 && walk.type(children[0] ?? NO_NODE) === "string_content"
    ? (children[0] ?? NO_NODE)
    : NO_NODE;
}

const NAME = /^[\p{L}_][\p{L}\p{N}_]*$/u;

const nameIn = (node: NodeAt, walk: Walk): NodeAt => {
  const content = contentOf(node, walk);
  return content !== NO_NODE && NAME.test(walk.text(content)) ? content : NO_NODE;
};

/** The text between the quotes, and where it starts; null where it is computed or escapes more than a backslash. */
function textIn(node: NodeAt, walk: Walk): { readonly text: string; readonly start: number } | null {
  const isString = walk.type(node) === "string" || walk.type(node) === "encapsed_string";
  const text = isString ? walk.text(node).slice(1, -1) : "";
  return text === "" || /[${]/.test(text) ? null : { text, start: walk.start(node) + 1 };
}

const PATH =
  /^\\{0,2}((?:[\p{L}_][\p{L}\p{N}_]*\\{1,2})*)([\p{L}_][\p{L}\p{N}_]*)(?:::(\$?)([\p{L}_][\p{L}\p{N}_]*))?$/u;

/** What a whole name in a string is: `'total'`, `'Shop\Store'`, `'Shop\Store::load'`. */
type NamedAs = "callable" | "constant" | "class";

/** True where the string names something, which is recorded. */
function namedByPath(node: NodeAt, as: NamedAs, walk: Walk): boolean {
  const inside = textIn(node, walk);
  const path = inside === null ? null : PATH.exec(inside.text);
  if (inside === null || path === null) {
    return false;
  }
  const [, spaces = "", name = "", , member] = path;
  const own = `\\${spaces.replace(/\\+/g, "\\")}${name}`;
  const isClass = as === "class" || member !== undefined;
  const of = rooted(isClass || as === "constant" ? own : `${own}/`);
  const start = inside.start + inside.text.indexOf(spaces + name) + spaces.length;
  walk.refer(name, walk.lineAt(start), "read", of);
  if (member !== undefined) {
    const mark = as === "callable" ? "/" : "";
    const offset = inside.start + inside.text.length - member.length;
    walk.refer(member, walk.lineAt(offset), "read", stepped(of, `.${member}${mark}`));
  }
  return true;
}

/** Functions that call what an argument names: at which place that is. */
const CALLED: ReadonlyMap<string, number> = new Map([
  ...[
    ...wordSet(`
      array_map call_user_func call_user_func_array forward_static_call forward_static_call_array is_callable register_shutdown_function
      set_error_handler set_exception_handler spl_autoload_register ob_start header_register_callback function_exists
    `),
  ].map((name) => [name, 0] as const),
  ...[
    ...wordSet(`
      array_filter array_walk array_walk_recursive array_reduce usort uasort uksort array_find array_find_key array_any array_all
      iterator_apply preg_replace_callback add_action add_filter
    `),
  ].map((name) => [name, 1] as const),
]);
const NAMES_CONSTANT = wordSet("constant defined");
/** Of what their first argument is: an object, or a class by its name. */
const NAMES_MEMBER = wordSet("method_exists property_exists");
const NAMES_CLASS = wordSet(
  "class_exists interface_exists trait_exists enum_exists get_class_methods is_a is_subclass_of",
);

/** What the strings of a call of the function name. Answers the arguments that were read. */
export function namedByFunction(name: string, call: NodeAt, list: readonly NodeAt[], walk: Walk): readonly NodeAt[] {
  const value = (at: number): NodeAt => walk.children(list[at] ?? NO_NODE).at(-1) ?? NO_NODE;
  const read = (at: number, as: NamedAs): readonly NodeAt[] => {
    const argument = list[at];
    return argument !== undefined && namedByPath(value(at), as, walk) ? [argument] : [];
  };
  const called = CALLED.get(name);
  if (called !== undefined) {
    return read(called, "callable");
  }
  if (NAMES_CONSTANT.has(name)) {
    return read(0, "constant");
  }
  if (NAMES_CLASS.has(name)) {
    return [...read(0, "class"), ...read(1, "class")];
  }
  if (name === "define") {
    return definedConstant(list, call, walk);
  }
  return NAMES_MEMBER.has(name) ? namedMemberOf(name, value(0), value(1), list, walk) : [];
}

/** `method_exists($store, 'save')`, `property_exists(Store::class, 'total')` */
function namedMemberOf(
  name: string,
  on: NodeAt,
  member: NodeAt,
  list: readonly NodeAt[],
  walk: Walk,
): readonly NodeAt[] {
  const named = nameIn(member, walk);
  if (named === NO_NODE) {
    return [];
  }
  const owner = walk.value(on);
  referKnown(named, "read", stepped(owner, `.${walk.text(named)}${name === "method_exists" ? "/" : ""}`), walk);
  return list.slice(0, 2);
}

function referKnown(node: NodeAt, role: Role, of: ChainDraft, walk: Walk): void {
  walk.referenceKnown(walk.text(node), walk.line(node), role, of);
}

/** `define('LIMIT', 3)`, which the outline has. Defined again, it is the same constant. */
function definedConstant(list: readonly NodeAt[], call: NodeAt, walk: Walk): readonly NodeAt[] {
  const draft = walk.definition(call);
  if (draft.name === "") {
    return [];
  }
  walk.define({ ...draft, kind: "variable", flags: draft.flags | EXPORTED });
  return list.slice(0, 1);
}

/** `[$this, 'save']`, `[Store::class, 'load']`: the method of what comes first. True where it is one, whose parts are read. */
export function callableArray(elements: readonly NodeAt[], walk: Walk): boolean {
  const [first = NO_NODE, second = NO_NODE, ...others] = elements.map((one) => {
    const parts = walk.type(one) === "array_element_initializer" ? walk.children(one) : [one];
    return parts.length === 1 ? (parts[0] ?? NO_NODE) : NO_NODE;
  });
  const name =
    others.length === 0 && elements.length === 2 && OWNERS.has(walk.type(first)) ? nameIn(second, walk) : NO_NODE;
  if (name === NO_NODE) {
    return false;
  }
  referKnown(name, "read", stepped(walk.value(first), `.${walk.text(name)}/`), walk);
  return true;
}

/** What may be an object or a class, as far as it shows. */
const OWNERS = wordSet(`
variable_name member_access_expression nullsafe_member_access_expression class_constant_access_expression object_creation_expression
scoped_property_access_expression
`);

/** `clone($order, ['total' => 1])`: fields of what is copied. */
export function clonedWith(value: ChainDraft, fields: NodeAt, walk: Walk): void {
  for (const element of walk.type(fields) === "array_creation_expression" ? walk.children(fields) : []) {
    const [key = NO_NODE, given] = walk.children(element);
    const name = given === undefined ? NO_NODE : nameIn(key, walk);
    if (name !== NO_NODE) {
      referKnown(name, "write", stepped(value, `.${walk.text(name)}`), walk);
    }
    (name === NO_NODE ? walk.children(element) : [given ?? NO_NODE]).forEach(walk.visit);
  }
}

/** `"{$order?->total}"` without its braces: the text behind the variable. */
export function nullsafeInText(text: NodeAt, on: ChainDraft, walk: Walk): void {
  const [, name] = /^\?->([\p{L}_][\p{L}\p{N}_]*)/u.exec(walk.text(text)) ?? [];
  if (name !== undefined) {
    walk.refer(name, walk.lineAt(walk.start(text) + "?->".length), "read", stepped(on, `.${name}`));
  }
}

/** `new Order(total: 3)`: arguments that name fields, by the class that is made. */
export function namedArguments(list: NodeAt, made: ChainDraft, walk: Walk): void {
  const of = typeOfInstance(made) ?? made;
  for (const argument of walk.children(list)) {
    const name = walk.field(argument, "name");
    if (name !== NO_NODE && of !== null && !endsIn(of, INSTANCE)) {
      referKnown(name, "write", stepped(of, `.${PROMOTED_MARK}${walk.text(name)}`), walk);
    }
  }
}

/** `$store->method('save')` of a mock: the method that it stands in for. */
export function mockedMethod(name: string, list: readonly NodeAt[], on: ChainDraft, walk: Walk): boolean {
  const named =
    name === "method" && list.length === 1 ? nameIn(walk.children(list[0] ?? NO_NODE)[0] ?? NO_NODE, walk) : NO_NODE;
  if (named === NO_NODE) {
    return false;
  }
  const mock = withoutLast(on, EXPECTS) ?? on;
  referKnown(named, "read", stepped(mock, `.${walk.text(named)}/`), walk);
  return true;
}

/** `$store->expects($this->once())`, behind which the method follows. */
const EXPECTS = ".expects/()";

/** `#[DataProvider('orders')]`, `#[Depends('testSave')]`: a method of the class. */
const NAMES_METHOD = wordSet("DataProvider Depends DependsUsingDeepClone DependsUsingShallowClone Before After");

export function namedByAttribute(attribute: NodeAt, ofClass: ChainDraft, walk: Walk): void {
  const name = walk.text(walk.children(attribute)[0] ?? NO_NODE).replace(/^.*\\/s, "");
  for (const argument of NAMES_METHOD.has(name) ? walk.children(walk.field(attribute, "parameters")) : []) {
    const method = nameIn(walk.children(argument).at(-1) ?? NO_NODE, walk);
    if (method !== NO_NODE) {
      referKnown(method, "read", stepped(ofClass, `.${walk.text(method)}/`), walk);
    }
  }
}
