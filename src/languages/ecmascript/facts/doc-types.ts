// Names in documentation comments: types, as in `@param {Order} order` and `@returns {Promise<Order>}`, and what `{@link Order.save}`
// or `@see Order` leads to.

import { type ChainDraft, stepped } from "../../../facts/chain-drafts.ts";
import type { NodeAt } from "../../../syntax/syntax-tree.ts";
import { wordSet } from "../../../vocabulary/text.ts";
import type { Visitor, Walk } from "./state.ts";

/** Tags that have a type in braces. */
const TAG =
  /@(?:param|arg|argument|returns?|type|throws|exception|prop|property|this|extends|augments|implements|satisfies)[ \t]*\{/g;

/** What leads to a symbol: its name, then those of members. */
const LINK =
  /(?:\{@link(?:code|plain)?|@see)[ \t]+(?<names>[\p{L}_$][\p{L}\p{N}_$]*(?:[.#][\p{L}_$][\p{L}\p{N}_$]*)*)(?![\p{L}\p{N}_$:/])/gu;

/** Of one comment: thousands of names are a table, not documentation. */
const TYPES_MAX = 100;
const LINKS_MAX = 100;

/** A name that is no member, no key of an object type and in no string. */
const NAME = /(?<![\p{L}\p{N}_$."'`@])[\p{L}_$][\p{L}\p{N}_$]*(?![\p{L}\p{N}_$"'`]|\??:)/gu;

/** Words of the language of types that are no names. */
const WORDS = wordSet("keyof typeof import extends infer is in new readonly unique asserts this function");

const documentation: Visitor = (node, walk) => {
  const text = walk.tree.text(node);
  if (!text.startsWith("/**")) {
    return;
  }
  let left = TYPES_MAX;
  for (const { index, 0: tag } of text.matchAll(TAG)) {
    const start = index + tag.length;
    const end = closingBrace(text, start);
    if (end !== null && left > 0) {
      left -= 1;
      referenceNames(text.slice(start, end), start, node, walk);
    }
  }
  const links = [...text.matchAll(LINK)].slice(0, LINKS_MAX);
  for (const { index, 0: link, groups } of links) {
    const names = groups?.["names"] ?? "";
    referenceLink(names, index + link.length - names.length, node, walk);
  }
};

/** `start`: where the names begin in the comment. */
function referenceLink(names: string, start: number, comment: NodeAt, { tree, facts, lineAt }: Walk): void {
  let offset = tree.start(comment) + start;
  let chain: ChainDraft = null;
  for (const [at, name] of names.split(/[.#]/u).entries()) {
    chain = at === 0 ? facts.name(name) : stepped(chain, `.${name}`);
    facts.referenceKnown(name, lineAt(offset), "type", chain);
    offset += name.length + 1;
  }
}

/** Where the brace closes that was opened before `start`; null where none does. */
function closingBrace(text: string, start: number): number | null {
  let depth = 1;
  for (let at = start; at < text.length; at += 1) {
    depth += text[at] === "{" ? 1 : text[at] === "}" ? -1 : 0;
    if (depth === 0) {
      return at;
    }
  }
  return null;
}

/** `start`: where the type begins in the comment. */
function referenceNames(type: string, start: number, comment: NodeAt, { tree, facts, lineAt }: Walk): void {
  for (const { index, 0: name } of type.matchAll(NAME)) {
    if (!WORDS.has(name)) {
      facts.referenceKnown(name, lineAt(tree.start(comment) + start + index), "type", facts.name(name));
    }
  }
}

export const docTypes: Readonly<Record<string, Visitor>> = { comment: documentation };
