// What Ruby declares by calling a method with literal names: attributes, aliases, methods made of blocks, delegates, structs.

import { type ChainDraft, rooted, stepped } from "../../../facts/chain-drafts.ts";
import { linesOf } from "../../../facts/common.ts";
import type { DefinitionDraft } from "../../../facts/facts-builder.ts";
import { NO_NODE, type NodeAt } from "../../../syntax/syntax-tree.ts";
import { definitionChain, selfChain } from "../../../vocabulary/chain.ts";
import { type DefinitionAt, EXPORTED, FILE, STATIC } from "../../../vocabulary/facts.ts";
import { wordSet } from "../../../vocabulary/text.ts";
import { bindParameters } from "./definitions.ts";
import { literalName, nameAndOffset } from "./literals.ts";
import { referToOwn } from "./named-by-literals.ts";
import { forIncluders, isOnClass, ownerOf, selfIn, withSelf } from "./selves.ts";
import type { Walk } from "./state.ts";

type Where = "instance" | "class" | "both";

/** A method or attribute of the enclosing class, named at `node`. */
function declare(name: string, node: NodeAt, where: Where, of: Partial<DefinitionDraft>, walk: Walk): DefinitionAt {
  const parent = ownerOf(walk);
  if (parent === FILE) {
    return FILE;
  }
  const draft = { name, kind: "field", ...linesOf(node, walk), parent, binds: false, ...of } as const;
  const onClass = where === "both" || (where === "class") !== isOnClass(walk);
  const onInstance = where === "both" || !onClass;
  const at = onInstance ? walk.define({ ...draft, flags: EXPORTED }) : FILE;
  if (!onClass) {
    return at;
  }
  return selfIn(walk) === "includer"
    ? walk.define({ ...draft, flags: EXPORTED, parent: forIncluders(parent, walk), under: parent })
    : walk.define({ ...draft, flags: EXPORTED | STATIC });
}

/** Methods that declare attributes of instances; the second, of the class and its instances. */
const INSTANCE_ATTRIBUTES = wordSet(
  "attr_reader attr_writer attr_accessor attr_internal attr_internal_reader attr_internal_accessor",
);
const CLASS_ATTRIBUTES = wordSet(`
mattr_accessor mattr_reader mattr_writer cattr_accessor cattr_reader cattr_writer class_attribute thread_mattr_accessor
thread_cattr_accessor
`);

/** `attr_reader :orders`: a method that returns the value of the instance variable. True if the call was one of these. */
export function attributes(method: string, args: readonly NodeAt[], walk: Walk): boolean {
  const isOfClass = CLASS_ATTRIBUTES.has(method);
  if (!isOfClass && !INSTANCE_ATTRIBUTES.has(method)) {
    return false;
  }
  const owner = ownerOf(walk);
  const value = isOfClass ? defaultOf(args, walk) : null;
  for (const one of args) {
    const name = walk.type(one) === "pair" ? null : literalName(one, walk);
    if (name === null) {
      walk.visit(walk.type(one) === "pair" ? NO_NODE : one);
    } else {
      if (!isOfClass) {
        walk.state.attributes.add(`${owner} ${name}`);
      }
      const type = isOfClass ? value : stepped(rooted(selfChain(owner)), `.@${name}`);
      declare(name, one, isOfClass ? "both" : "instance", { type }, walk);
    }
  }
  return true;
}

/** `class_attribute :cache, default: Cache.new` */
function defaultOf(args: readonly NodeAt[], walk: Walk): ChainDraft {
  let type: ChainDraft = null;
  for (const one of args) {
    if (walk.type(one) === "pair") {
      const value = walk.value(walk.field(one, "value"));
      type = /^default/.test(walk.text(walk.field(one, "key"))) ? value : type;
    }
  }
  return type;
}

/** What `self` of what is defined here is. */
const ownSelf = (walk: Walk): ChainDraft => rooted((isOnClass(walk) ? definitionChain : selfChain)(ownerOf(walk)));

/** `alias save store`, `alias_method :save, :store` */
export function alias(name: string | null, old: string | null, at: NodeAt, walk: Walk): void {
  if (name !== null && old !== null && /^[\p{L}_]/u.test(name)) {
    const type = stepped(ownSelf(walk), `.${old}()`);
    declare(name, at, "instance", { kind: "method", type, endLine: walk.endLine(at) }, walk);
  }
}

/** Calls that declare by literal names: true where this was one, and its arguments and block are read. */
export function declaringCall(method: string, args: readonly NodeAt[], block: NodeAt, walk: Walk): boolean {
  const [first = NO_NODE, second = NO_NODE] = args;
  if (ownerOf(walk) === FILE || selfIn(walk) === "instance") {
    return false;
  }
  switch (method) {
    case "alias_method":
      alias(literalName(first, walk), literalName(second, walk), first, walk);
      referToOwn(second, walk);
      break;
    case "delegate":
      delegated(args, walk);
      break;
    case "def_delegators":
    case "def_instance_delegators":
      for (const one of args.slice(1)) {
        delegate(one, one, first, walk);
      }
      break;
    case "def_delegator":
    case "def_instance_delegator":
      delegate(second, args[2] ?? second, first, walk);
      break;
    case "define_method":
    case "define_singleton_method":
      return madeOfBlock(first, method, block, walk);
    default:
      return false;
  }
  for (const one of args) {
    walk.visit(walk.type(one) === "simple_symbol" || walk.type(one) === "string" ? NO_NODE : one);
  }
  return true;
}

/** `delegate :size, :empty?, to: :orders`; a prefix makes other names of them. */
function delegated(args: readonly NodeAt[], walk: Walk): void {
  const pairs = args.filter((one) => walk.type(one) === "pair");
  const key = (one: NodeAt): string => walk.text(walk.field(one, "key"));
  const target = walk.field(pairs.find((one) => key(one) === "to") ?? NO_NODE, "value");
  if (target !== NO_NODE && !pairs.some((one) => key(one) === "prefix")) {
    for (const one of args.filter((name) => walk.type(name) !== "pair")) {
      delegate(one, one, target, walk);
    }
  }
}

/** A method `node` that calls `called` on what `to` names. */
function delegate(called: NodeAt, node: NodeAt, to: NodeAt, walk: Walk): void {
  const name = literalName(node, walk);
  const method = literalName(called, walk);
  const target = walk
    .text(to)
    .replace(/^:?["']?/, "")
    .replace(/["']$/, "");
  if (name !== null && method !== null) {
    const on = target === "class" ? rooted(definitionChain(ownerOf(walk))) : stepped(ownSelf(walk), `.${target}()`);
    const isPlain = target === "class" || /^@?[\p{Ll}_][\p{L}\p{N}_]*$/u.test(target);
    declare(name, node, "instance", { kind: "method", type: isPlain ? stepped(on, `.${method}()`) : null }, walk);
    const { offset = walk.start(called) } = nameAndOffset(called, walk) ?? {};
    walk.refer(method, walk.lineAt(offset), "call", isPlain ? stepped(on, `.${method}`) : null);
  }
}

function madeOfBlock(first: NodeAt, method: string, block: NodeAt, walk: Walk): boolean {
  const name = literalName(first, walk);
  const where = method === "define_method" ? "instance" : "class";
  if (name === null || block === NO_NODE) {
    return false;
  }
  const at = declare(name, first, where, { kind: "method", endLine: walk.endLine(block) }, walk);
  const self = where === "class" || isOnClass(walk) ? "class" : "instance";
  walk.within({ kind: "function", definition: at }, () =>
    withSelf(walk, self, () => {
      bindParameters(walk.children(walk.field(block, "parameters")), [], walk);
      walk.amend(at, { type: walk.value(walk.field(block, "body")) });
    }),
  );
  return true;
}
