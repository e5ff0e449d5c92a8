// The arguments of a macro are no code yet, only tokens: its items are defined, and its names are read as they would mostly be
// meant, one after the other.

import { type ChainDraft, stepped } from "../../../facts/chain-drafts.ts";
import { linesOf } from "../../../facts/common.ts";
import { NO_NODE, type NodeAt } from "../../../syntax/syntax-tree.ts";
import type { DefinitionKind } from "../../../vocabulary/facts.ts";
import { ITEMS } from "../outline.ts";
import { RETURNS_RECEIVER } from "./names.ts";
import { macroNamed, moduleRoot, noteCrate, selfOf } from "./paths.ts";
import type { Walk } from "./state.ts";

const NAMES: ReadonlySet<string> = new Set(["identifier", "type_identifier", "field_identifier"]);

export function readTokens(node: NodeAt, walk: Walk): void {
  const { tree } = walk;
  const list = tree.text(node);
  const first = tree.start(node);
  let chain: ChainDraft = null;
  /** The receiver of a method that returns its receiver. */
  let same: ChainDraft = null;
  let end = first;
  for (let token = tree.firstChild(node); token !== NO_NODE; token = tree.nextSibling(token)) {
    const text = tree.text(token);
    const item = tree.nextSibling(token);
    if (Object.hasOwn(ITEMS, text) && tree.type(item) === "identifier") {
      defineItem(item, ITEMS[text] ?? "function", walk);
      token = item;
      chain = null;
    } else if (tree.isNamed(token)) {
      const place = {
        between: list.slice(end - first, tree.start(token) - first).trim(),
        after: list.slice(tree.end(token) - first).slice(0, 2),
      };
      const value = tokenValue(token, text, place, chain, walk);
      const passedOn: ChainDraft = tree.type(token) === "token_tree" && place.between === "" ? same : null;
      same = place.between === "." && RETURNS_RECEIVER.has(text) ? chain : null;
      chain = passedOn ?? value;
    } else {
      // Punctuation is read as what is between two names.
      continue;
    }
    end = tree.end(token);
  }
}

interface Place {
  /** What is between the token and the one before. */
  readonly between: string;
  /** The two characters that follow it. */
  readonly after: string;
}

/** `before`: what the token before it is. */
function tokenValue(
  token: NodeAt,
  text: string,
  { between, after }: Place,
  before: ChainDraft,
  walk: Walk,
): ChainDraft {
  const { tree, facts } = walk;
  const type = tree.type(token);
  if (type === "token_tree") {
    walk.deeper(() => readTokens(token, walk));
    return between === "" ? stepped(before, text.startsWith("(") ? "()" : "[]") : null;
  }
  if (text === "Self") {
    return walk.state.self;
  }
  if (type === "self") {
    return selfOf(walk);
  }
  if (type === "crate" || type === "super") {
    return moduleRoot(text, walk.line(token), walk);
  }
  if (!NAMES.has(type)) {
    return null;
  }
  const isMember = /^(?:\.|::)$/u.test(between.replace(/\.await\b|\?|\s/gu, ""));
  // What is called by a mark is a macro; `name: value` is a label.
  const isOther = after.startsWith("!") || (/^\s?[:=](?![:=])/u.test(after) && !isMember);
  if (!isMember && after === "::") {
    noteCrate(text, walk.line(token), walk);
  }
  const of = isMember ? stepped(before, `.${text}`) : facts.name(text);
  if (after.startsWith("!") && !after.startsWith("!=")) {
    walk.reference(token, "call", isMember ? of : macroNamed(text, walk));
  }
  if (!isOther) {
    walk.reference(token, after.startsWith("(") ? "call" : "read", of);
  }
  return isOther ? null : of;
}

/** Items that a macro is handed as they are (`cfg_io! { pub fn … }`), up to where their braces close. */
function defineItem(name: NodeAt, kind: DefinitionKind, walk: Walk): void {
  const { tree } = walk;
  let last = name;
  for (let token = tree.nextSibling(name); token !== NO_NODE; token = tree.nextSibling(token)) {
    last = token;
    if (tree.text(token) === ";" || (tree.type(token) === "token_tree" && tree.text(token).startsWith("{"))) {
      break;
    }
  }
  walk.facts.define({ name: tree.text(name), kind, ...linesOf(name, walk), endLine: walk.endLine(last) });
}
