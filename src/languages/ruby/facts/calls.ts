// Calls in Ruby: their values, what they declare in the enclosing class (`attr_reader`), and what `self` is in their blocks.

import { type ChainDraft, NOTHING, rooted, rootOf, stepped, typeOfInstance } from "../../../facts/chain-drafts.ts";
import { NO_NODE, type NodeAt } from "../../../syntax/syntax-tree.ts";
import { definitionChain, INSTANCE } from "../../../vocabulary/chain.ts";
import { type DefinitionAt, FILE } from "../../../vocabulary/facts.ts";
import { wordSet } from "../../../vocabulary/text.ts";
import { titleOf } from "../outline.ts";
import { constant } from "./constants.ts";
import { attributes, declaringCall } from "./declaring-calls.ts";
import { bindParameters, titled } from "./definitions.ts";
import { methodOfBlock, namedByClass, namedConstant, namedMember } from "./named-by-literals.ts";
import {
  COLLECTS_RESULTS,
  hazardsOf,
  IS_SELF,
  PASSES_ELEMENT,
  PASSES_SELF,
  SETS_CLASS,
  SETS_INSTANCE,
} from "./names.ts";
import { addSupers, bareName, callsAbove, forIncluders, mixIn, nameless, ownerOf, selfIn, withSelf } from "./selves.ts";
import type { Reading, Self, Walk } from "./state.ts";

const MIXES: ReadonlySet<string> = new Set(["include", "extend", "prepend"]);
const TITLED = wordSet("describe context feature it specify scenario test shared_examples task namespace");
/** Call what they name. */
const SENDS = wordSet("send public_send __send__ try try!");
const CONSTANT = /^(?:constant|scope_resolution)$/;

export const call: Reading = (node, walk) => {
  const receiver = walk.field(node, "receiver");
  const method = walk.field(node, "method");
  const name = walk.text(method);
  const block = walk.field(node, "block");
  const args = walk.children(walk.field(node, "arguments"));
  const isOfSelf = receiver === NO_NODE || walk.type(receiver) === "self";
  walk.hazard(hazardsOf(walk.text(receiver).slice(0, 40), name));
  if (receiver === NO_NODE && /^require(?:_relative)?$/.test(name)) {
    required(args[0] ?? NO_NODE, name === "require_relative", walk);
  }
  if (isOfSelf && MIXES.has(name) && selfIn(walk) !== "instance") {
    const mixed = args.map((one) => constant(one, walk, "extend"));
    mixIn(mixed, name, walk);
    return NOTHING;
  }
  if (isSingletonClass(receiver, walk) && withSelf(walk, "singleton", () => attributes(name, args, walk))) {
    return NOTHING;
  }
  if (isOfSelf && (attributes(name, args, walk) || declaringCall(name, args, block, walk))) {
    // Which a project may have made itself.
    walk.reference(method, "call", bareName(name, walk));
    return NOTHING;
  }
  const isTitled = receiver === NO_NODE || walk.text(receiver) === "RSpec";
  if (TITLED.has(name) && block !== NO_NODE && args.length > 0 && isTitled) {
    return titledBlock(args, block, node, walk);
  }
  const constantNamed = receiver === NO_NODE ? undefined : namedConstant(name, args, receiver, walk);
  const value = receiver === NO_NODE ? null : receiverOf(receiver, name, walk);
  const of = made(receiver, value, method, name, walk);
  const member = namedMember(name, args, receiver, value, walk);
  const read = isOfSelf ? namedByClass(name, args, walk) : [];
  args.filter((one) => !read.includes(one)).forEach(walk.visit);
  if (constantNamed !== undefined || member !== undefined) {
    return constantNamed ?? (SENDS.has(name) ? stepped(member?.of ?? null, "()") : null);
  }
  const passed = methodOfBlock(args, passedBy(name, value), walk);
  const inBlock =
    passed === undefined ? readBlock(block, name, receiver === NO_NODE ? null : value, walk) : stepped(passed.of, "()");
  return COLLECTS_RESULTS.has(name) && inBlock !== null && inBlock !== NOTHING ? stepped(inBlock, "*") : of;
};

/** `singleton_class.attr_reader :default` */
const isSingletonClass = (receiver: NodeAt, walk: Walk): boolean =>
  receiver !== NO_NODE && selfIn(walk) !== "instance" && walk.text(receiver) === "singleton_class";

const receiverOf = (receiver: NodeAt, method: string, walk: Walk): ChainDraft =>
  CONSTANT.test(walk.type(receiver))
    ? constant(receiver, walk, method === "new" ? "new" : "read")
    : walk.value(receiver);

/** `require_relative "order/store"`: which file, not which names. */
function required(file: NodeAt, isRelative: boolean, walk: Walk): void {
  const path = /^["']([^"'#]{1,200})["']$/.exec(walk.text(file))?.[1];
  if (path !== undefined) {
    walk.import({ local: null, imported: null, specifier: isRelative ? `./${path}` : path, line: walk.line(file) });
  }
}

/** `Store.new` is an instance; any other call, the result of the method. */
function made(receiver: NodeAt, value: ChainDraft, method: NodeAt, name: string, walk: Walk): ChainDraft {
  if (name === "new") {
    const owner = ownerOf(walk);
    if (isClassMade(name, value)) {
      return null;
    }
    return receiver !== NO_NODE
      ? stepped(value, "^")
      : owner === FILE
        ? null
        : rooted(definitionChain(owner) + INSTANCE);
  }
  if (receiver !== NO_NODE && name === "class") {
    return stepped(value, CLASS);
  }
  if (walk.type(method) === "super") {
    return callsAbove(method, walk);
  }
  const of = receiver === NO_NODE ? bareName(name, walk) : stepped(value, `.${name}`);
  if (/^(?:identifier|constant)$/.test(walk.type(method))) {
    walk.reference(method, "call", of);
  }
  return IS_SELF.has(name) && receiver !== NO_NODE ? value : stepped(of, "()");
}

/** The step that linking resolves to the class of an instance. */
const CLASS = ".__class__";

/** An element; the parts of a literal are unknown. */
export const oneOf = (value: ChainDraft): ChainDraft =>
  value?.from === null && rootOf(typeOfInstance(value)) !== null ? null : stepped(value, "[]");

/** What a method passes to its block first. `value`: what it is called on. */
const passedBy = (method: string, value: ChainDraft): ChainDraft =>
  PASSES_ELEMENT.has(method) ? oneOf(value) : PASSES_SELF.has(method) ? value : null;

/** The value of its last expression. `value`: what the method is called on. */
function readBlock(block: NodeAt, method: string, value: ChainDraft, walk: Walk): ChainDraft {
  if (block === NO_NODE) {
    return null;
  }
  const read = (): ChainDraft => {
    bindParameters(walk.children(walk.field(block, "parameters")), [passedBy(method, value)], walk);
    return walk.value(walk.field(block, "body"));
  };
  const owner = ownerOf(walk);
  if (method === "class_methods" && owner !== FILE) {
    return inNameless(forIncluders(owner, walk), owner, "class", read, walk);
  }
  if (SETS_CLASS.has(method) || SETS_INSTANCE.has(method) || isClassMade(method, value)) {
    const at = nameless(owner, walk);
    addSupers(at, SETS_CLASS.has(method) && value !== null ? [value] : [], walk);
    return inNameless(at, owner, SETS_INSTANCE.has(method) ? "instance" : "class", read, walk);
  }
  const isOfIncluder = method === "included" && owner !== FILE;
  return walk.within({ kind: "block" }, () => (isOfIncluder ? withSelf(walk, "includer", read) : read()));
}

const isClassMade = (method: string, value: ChainDraft): boolean =>
  method === "new" && /^(?:Class|Module|Struct)$/.test(rootOf(value) ?? "");

function inNameless(at: DefinitionAt, owner: DefinitionAt, self: Self, read: () => ChainDraft, walk: Walk): ChainDraft {
  // The paths of definitions inside start at the class in whose text they are.
  const under = owner === FILE ? walk.under() : owner;
  return walk.within({ kind: "class", definition: at, under }, () => withSelf(walk, self, read));
}

function titledBlock(args: readonly NodeAt[], block: NodeAt, node: NodeAt, walk: Walk): ChainDraft {
  const [first = NO_NODE, ...others] = args;
  const title = titleOf(walk, node);
  if (title !== first) {
    walk.visit(first);
  }
  others.forEach(walk.visit);
  const isConstant = CONSTANT.test(walk.type(title));
  if (isConstant) {
    constant(title, walk, "read");
  }
  const text = walk.text(title).replace(/^["':]+|["':]+$/g, "");
  titled(node, isConstant ? text.replaceAll("::", ".") : text, walk.line(title), walk, () =>
    withSelf(walk, "instance", () => walk.visit(walk.field(block, "body"))),
  );
  return NOTHING;
}
