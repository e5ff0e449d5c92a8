// Strings of Python that name something by what they are passed to: `getattr(self, "save")`, `import_module("shop.store")`,
// `globals()["main"]`, `__slots__`. The name in them is a reference like any other.

import { type ChainDraft, rooted, stepped, withoutLast } from "../../../facts/chain-drafts.ts";
import { NO_NODE, type NodeAt } from "../../../syntax/syntax-tree.ts";
import { importChain, selfChain } from "../../../vocabulary/chain.ts";
import type { Role } from "../../../vocabulary/facts.ts";
import type { Frame, Walk } from "./state.ts";

const NAME = /^[\p{XID_Start}_][\p{XID_Continue}]*$/u;
const DOTTED = /^\.*[\p{XID_Start}_][\p{XID_Continue}]*(?:\.[\p{XID_Start}_][\p{XID_Continue}]*)*$/u;

/** What a string without anything computed in it contains; NO_NODE for anything else. */
export function contentOf(node: NodeAt, walk: Walk): NodeAt {
  const isPlain =
    walk.type(node) === "string" && walk.children(node).every((one) => walk.type(one) !== "interpolation");
  return isPlain ? walk.childOfType(node, "string_content") : NO_NODE;
}

/** The node of the name that a string is; NO_NODE for what is none. */
export function nameIn(node: NodeAt, walk: Walk): NodeAt {
  const content = contentOf(node, walk);
  return content !== NO_NODE && NAME.test(walk.text(content)) ? content : NO_NODE;
}

/** What a string names; null inside for what is not known. */
export interface Named {
  readonly of: ChainDraft;
}

/** A member of `on` that a string names; undefined where it is no name. */
export function namedMember(on: ChainDraft, node: NodeAt, role: Role, walk: Walk): Named | undefined {
  const name = nameIn(node, walk);
  if (name === NO_NODE) {
    return undefined;
  }
  const of = stepped(on, `.${walk.text(name)}`);
  walk.reference(name, role, of);
  return { of };
}

/** The module that a call loads by this name, which it does not bind. */
export function loadedModule(node: NodeAt, walk: Walk): ChainDraft | undefined {
  const content = contentOf(node, walk);
  const specifier = walk.text(content);
  return content !== NO_NODE && DOTTED.test(specifier) ? moduleNamed(specifier, walk.line(content), walk) : undefined;
}

const moduleNamed = (specifier: string, line: number, walk: Walk): ChainDraft =>
  rooted(importChain(walk.import({ local: null, imported: null, specifier, line, isDeferred: true })));

/** `"shop.store.save"`: the last name is looked up in the module of the others, or in a class of that. */
export function namedByPath(node: NodeAt, role: Role, walk: Walk): boolean {
  const content = contentOf(node, walk);
  const names = DOTTED.test(walk.text(content)) ? walk.text(content).split(".") : [];
  const classAt = names.findIndex((name, at) => at > 0 && /^\p{Lu}/u.test(name));
  const first = classAt < 0 ? names.length - 1 : classAt;
  if (content === NO_NODE || names.length < 2 || names[0] === "" || first < 1) {
    return false;
  }
  let of = moduleNamed(names.slice(0, first).join("."), walk.line(content), walk);
  let offset = names.slice(0, first).join(".").length + 1;
  for (const [at, name] of names.slice(first).entries()) {
    of = stepped(of, `.${name}`);
    walk.refer(name, walk.lineAt(walk.start(content) + offset), at + first === names.length - 1 ? role : "read", of);
    offset += name.length + 1;
  }
  return true;
}

/** A longer expression is none of these. */
const WRITTEN_MAX = 100;
/** Of a class, whose keys may name its members; what is in capitals is mostly a dictionary. */
const CLASS_NAME = /(?:^|\.)\p{Lu}(?:[\p{L}\p{N}_]*\p{Ll}[\p{L}\p{N}_]*)?$/u;
/** A key that is a type's name may be the argument of a generic class. */
const TYPE_NAME = /^\p{Lu}.*\p{Ll}/u;

/**
 * `globals()["main"]`, `store.__dict__["save"]`, `sys.modules["shop.store"]`, and `Color["RED"]` of an enum. Undefined where a key says
 * nothing of names.
 */
export function keyed(value: NodeAt, on: ChainDraft, key: NodeAt, walk: Walk): Named | undefined {
  const written = walk.end(value) - walk.start(value) > WRITTEN_MAX ? "" : walk.text(value);
  if (written === "sys.modules") {
    const of = loadedModule(key, walk);
    return of === undefined ? undefined : { of };
  }
  const space = spaceOf(value, on, walk);
  if (space !== undefined) {
    return namedIn(space, key, walk);
  }
  const name = nameIn(key, walk);
  const isOfClass = CLASS_NAME.test(written) && name !== NO_NODE && !TYPE_NAME.test(walk.text(name));
  return isOfClass ? namedMember(on, key, "read", walk) : undefined;
}

/** What has the names that are the keys of a dictionary: the file, or a value. */
export type Space = "file" | { readonly on: ChainDraft };

/** Of `globals()` and `x.__dict__`; undefined for any other value. */
export function spaceOf(value: NodeAt, on: ChainDraft, walk: Walk): Space | undefined {
  const isShort = walk.end(value) - walk.start(value) <= WRITTEN_MAX;
  if (isShort && /^(?:globals|vars|locals)\(\)$/.test(walk.text(value))) {
    return "file";
  }
  if (walk.type(value) === "attribute" && walk.text(walk.field(value, "attribute")) === "__dict__") {
    const owner = withoutLast(on, ".__dict__");
    return owner === null ? undefined : { on: owner };
  }
  return undefined;
}

/** What a string names there, recorded as a reference. */
export function namedIn(space: Space, key: NodeAt, walk: Walk): Named | undefined {
  if (space !== "file") {
    return namedMember(space.on, key, "read", walk);
  }
  const name = nameIn(key, walk);
  if (name === NO_NODE) {
    return undefined;
  }
  const of = rooted(walk.text(name));
  walk.reference(name, "read", of);
  return { of };
}

/** Attributes of a class that list the names of its others. */
const LISTS_MEMBERS: ReadonlySet<string> = new Set(["__slots__", "__match_args__", "_fields"]);

/** `__slots__ = ("name",)`: members of instances. */
export function referenceListed(list: string, values: NodeAt, { kind, definition }: Frame, walk: Walk): void {
  if (kind !== "class" || !LISTS_MEMBERS.has(list)) {
    return;
  }
  for (const one of walk.type(values) === "string" ? [values] : walk.children(values)) {
    namedMember(rooted(selfChain(definition)), one, "read", walk);
  }
}

/** What a text is read as that a call runs: `eval("main()")`. */
export function runText(node: NodeAt, walk: Walk): boolean {
  const content = contentOf(node, walk);
  return (
    content !== NO_NODE && !walk.text(content).includes("\\") && walk.reread(walk.start(content), walk.end(content))
  );
}

/** Variables and parameters by which packages load names when these are first asked for: of transformers, and of lazy_loader. */
const LAZY: ReadonlySet<string> = new Set(["_import_structure", "submod_attrs"]);

/** `_import_structure = {"store": ["Store"]}`: names of a module below the package. True if it was one. */
export function referenceLazy(written: string, dictionary: NodeAt, walk: Walk): boolean {
  const isOne = LAZY.has(written) && walk.type(dictionary) === "dictionary";
  for (const pair of isOne ? walk.children(dictionary) : []) {
    const [key, names] = [contentOf(walk.field(pair, "key"), walk), walk.field(pair, "value")];
    const specifier = `.${walk.text(key)}`;
    const module = DOTTED.test(specifier) ? moduleNamed(specifier, walk.line(key), walk) : null;
    for (const name of module === null ? [] : walk.children(names)) {
      namedMember(module, name, "export", walk);
    }
  }
  return isOne;
}
