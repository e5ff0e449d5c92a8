// Symbols and strings of Ruby that name something by what they are passed to: `private :save`, `send(:save)`, `map(&:total)`,
// `private_constant :LIMIT`, `class_name: "Order"`.

import { type ChainDraft, rooted, stepped } from "../../../facts/chain-drafts.ts";
import { NO_NODE, type NodeAt } from "../../../syntax/syntax-tree.ts";
import { definitionChain, selfChain } from "../../../vocabulary/chain.ts";
import { FILE, type Role } from "../../../vocabulary/facts.ts";
import { wordSet } from "../../../vocabulary/text.ts";
import { nameAndOffset } from "./literals.ts";
import { bareName, isOnClass, ownerOf, selfIn, selfOf } from "./selves.ts";
import type { Walk } from "./state.ts";

/** Called in a class with names of methods of its instances. */
const NAMES_OWN = wordSet(`
private public protected module_function undef_method remove_method instance_method public_instance_method ruby2_keywords memoize
helper_method hide_action validate rescue_from
before_action after_action around_action append_before_action append_after_action append_around_action prepend_before_action
prepend_after_action prepend_around_action skip_before_action skip_after_action skip_around_action
before_validation after_validation before_save around_save after_save before_create around_create after_create before_update
around_update after_update before_destroy around_destroy after_destroy after_commit after_create_commit after_update_commit
after_save_commit after_destroy_commit after_rollback after_initialize after_find after_touch
before_perform around_perform after_perform before_enqueue around_enqueue after_enqueue
`);
/** With names of methods of the class itself. */
const NAMES_CLASS_METHODS = wordSet("private_class_method public_class_method");
const NAMES_CONSTANTS = wordSet("private_constant public_constant deprecate_constant");
/** Called on anything with the name of one of its methods, first. */
const NAMES_MEMBER = wordSet("send public_send __send__ method public_method singleton_method respond_to? try try!");
/** Called on a class with the name of a method of its instances, first. */
const NAMES_INSTANCE_MEMBER = wordSet(
  "instance_method public_instance_method method_defined? public_method_defined? private_method_defined? remove_method undef_method",
);
/** Options of what is called in a class that name methods of its instances. */
const OPTIONS = wordSet("if unless with only except");
/** Of those, which name actions: methods of a controller, where they follow the name of one. */
const ACTIONS = wordSet("only except");

/** A name that a literal writes, or each of `%i[a b]`. True where the node is such. */
function refer(node: NodeAt, role: Role, of: (name: string) => ChainDraft, walk: Walk): boolean {
  if (/^(?:symbol|string)_array$/.test(walk.type(node)) || walk.type(node) === "array") {
    const children = walk.children(node);
    return children.length > 0 && children.every((one) => refer(one, role, of, walk));
  }
  const named = nameAndOffset(node, walk);
  if (named === null) {
    return false;
  }
  walk.refer(named.name, walk.lineAt(named.offset), role, of(named.name));
  return true;
}

/** A method of the enclosing class's instances; of the class itself in `class << self`. */
const own =
  (walk: Walk) =>
  (name: string): ChainDraft =>
    stepped(rooted((isOnClass(walk) ? definitionChain : selfChain)(ownerOf(walk))), `.${name}`);

/** The old name of `alias save store`, and what `undef` names. */
export function referToOwn(node: NodeAt, walk: Walk): void {
  const of = ownerOf(walk) === FILE ? (name: string) => walk.name(name) : own(walk);
  if (!refer(node, "read", of, walk) && walk.type(node) === "identifier") {
    walk.reference(node, "read", of(walk.text(node)));
  }
}

/** What a call in a class names of it. Answers the arguments that were read. */
export function namedByClass(method: string, args: readonly NodeAt[], walk: Walk): readonly NodeAt[] {
  const owner = ownerOf(walk);
  if (owner === FILE || selfIn(walk) === "instance") {
    return [];
  }
  const onClass = (name: string): ChainDraft => stepped(rooted(definitionChain(owner)), `.${name}`);
  const of = NAMES_OWN.has(method)
    ? own(walk)
    : NAMES_CLASS_METHODS.has(method) || NAMES_CONSTANTS.has(method)
      ? onClass
      : null;
  return args.filter((one) =>
    walk.type(one) === "pair"
      ? namedByOption(one, NAMES_OWN.has(method), walk)
      : of !== null && refer(one, "read", of, walk),
  );
}

function namedByOption(pair: NodeAt, isOfOwn: boolean, walk: Walk): boolean {
  const key = walk.text(walk.field(pair, "key"));
  const isOption = OPTIONS.has(key) && (isOfOwn || !ACTIONS.has(key));
  return (
    isOption &&
    walk.type(walk.field(pair, "value")) !== "string" &&
    refer(walk.field(pair, "value"), "read", own(walk), walk)
  );
}

/** The method that the first argument of such a call names; undefined where it names none. `value`: what it is called on. */
export function namedMember(
  method: string,
  [first = NO_NODE]: readonly NodeAt[],
  receiver: NodeAt,
  value: ChainDraft,
  walk: Walk,
): { readonly of: ChainDraft } | undefined {
  const isOfInstances = receiver !== NO_NODE && NAMES_INSTANCE_MEMBER.has(method);
  const named = NAMES_MEMBER.has(method) || isOfInstances ? nameAndOffset(first, walk) : null;
  if (named === null) {
    return undefined;
  }
  const on = isOfInstances ? stepped(value, "^") : value;
  const of = receiver === NO_NODE ? bareName(named.name, walk) : stepped(on, `.${named.name}`);
  walk.refer(named.name, walk.lineAt(named.offset), "call", of);
  return { of };
}

const CONSTANT_PATH = /^(?:::)?\p{Lu}[\p{L}\p{N}_]*(?:::\p{Lu}[\p{L}\p{N}_]*)*$/u;

/** `"Shop::Order"`: a constant of the top. Null for what is none. */
function constantInString(node: NodeAt, walk: Walk): ChainDraft {
  const isName = walk.type(node) === "string" || walk.type(node) === "simple_symbol";
  const content = walk.type(node) === "string" ? walk.childOfType(node, "string_content") : node;
  const text = walk.text(content).replace(/^:(?!:)/, "");
  if (!isName || content === NO_NODE || !CONSTANT_PATH.test(text)) {
    return null;
  }
  const start = walk.end(content) - text.length;
  let of: ChainDraft = null;
  for (const { index, 0: name } of text.matchAll(/[^:]+/g)) {
    of = of === null ? rooted(name) : stepped(of, `.${name}`);
    walk.refer(name, walk.lineAt(start + index), "read", of);
  }
  return of;
}

/** The constant that `Shop.const_get(:Order)` and `"Shop::Order".constantize` are; undefined for any other call. */
export function namedConstant(
  method: string,
  [first = NO_NODE]: readonly NodeAt[],
  receiver: NodeAt,
  walk: Walk,
): ChainDraft | undefined {
  switch (method) {
    case "constantize":
    case "safe_constantize":
      return constantInString(receiver, walk) ?? undefined;
    case "const_get":
    case "const_defined?":
      return walk.text(receiver) === "Object" ? (constantInString(first, walk) ?? undefined) : undefined;
    default:
      return undefined;
  }
}

/** `has_many :lines, class_name: "Order::Line"`. True where the pair is read. */
export const namesClass = (pair: NodeAt, walk: Walk): boolean =>
  walk.text(walk.field(pair, "key")) === "class_name" && constantInString(walk.field(pair, "value"), walk) !== null;

/** The method that `&:total` calls. `on`: what the block would be passed. Undefined where there is none. */
export function methodOfBlock(
  args: readonly NodeAt[],
  on: ChainDraft,
  walk: Walk,
): { readonly of: ChainDraft } | undefined {
  const block = args.find((one) => walk.type(one) === "block_argument") ?? NO_NODE;
  const named = nameAndOffset(walk.children(block)[0] ?? NO_NODE, walk);
  if (named === null) {
    return undefined;
  }
  const of = stepped(on, `.${named.name}`);
  walk.refer(named.name, walk.lineAt(named.offset), "call", of);
  return { of };
}

/** `save(order:)`: the key has the value of the variable or method of its name. */
export function shorthandValue(pair: NodeAt, walk: Walk): ChainDraft | undefined {
  const key = walk.field(pair, "key");
  if (walk.field(pair, "value") !== NO_NODE || walk.type(key) !== "hash_key_symbol") {
    return undefined;
  }
  const of = bareName(walk.text(key), walk);
  walk.reference(key, "call", of);
  return of;
}

/** `@total` of a class with `attr_reader :total`, which is what that returns. */
export function referToAttribute(node: NodeAt, role: Role, walk: Walk): void {
  const { state } = walk;
  const name = walk.text(node).replace(/^@+/, "");
  if (state.attributes.has(`${ownerOf(walk)} ${name}`)) {
    const offset = walk.end(node) - name.length;
    walk.refer(name, walk.lineAt(offset), role, stepped(selfOf(walk), `.${name}`));
  }
}
