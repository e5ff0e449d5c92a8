// Names in documentation comments: types, as in `@param {Order} order` and `@returns {Promise<Order>}`, and what `{@link Order.save}`
// or `@see Order` leads to. In JavaScript, comments import and define types as well.

import { type ChainDraft, rooted, stepped } from "../../../facts/chain-drafts.ts";
import type { NodeAt } from "../../../syntax/syntax-tree.ts";
import { importChain } from "../../../vocabulary/chain.ts";
import { DEFAULT, DOCUMENTED, FILE } from "../../../vocabulary/facts.ts";
import { wordSet } from "../../../vocabulary/text.ts";
import { documentedValue } from "./doc-type-values.ts";
import type { Visitor, Walk } from "./state.ts";

/** Tags that have a type in braces. */
const TAG =
  /@(?:typedef|callback|param|arg|argument|returns?|type|throws|exception|prop|property|this|extends|augments|implements|satisfies)[ \t]*\{/g;

/** What leads to a symbol: its name, then those of members. */
const LINK =
  /(?:\{@link(?:code|plain)?|@see)[ \t]+(?<names>[\p{L}_$][\p{L}\p{N}_$]*(?:[.#][\p{L}_$][\p{L}\p{N}_$]*)*)(?![\p{L}\p{N}_$:/])/gu;

/** Of one comment: thousands of names are a table, not documentation. */
const TYPES_MAX = 100;
const LINKS_MAX = 100;

/** A name that is no key of an object type and in no string, with those of members behind it. */
const NAME =
  /(?<![\p{L}\p{N}_$."'`@])[\p{L}_$][\p{L}\p{N}_$]*(?![\p{L}\p{N}_$"'`]|\??:)(?:\.[\p{L}_$][\p{L}\p{N}_$]*)*/gu;

/** `import("./store").Store.Options` */
const IMPORTED = /\bimport\(\s*(?:"([^"\n]*)"|'([^'\n]*)')\s*\)((?:\s*\.\s*[\p{L}_$][\p{L}\p{N}_$]*)*)/gu;

/** `@import { Store as Shop } from "./store"` */
const IMPORT_TAG = /@import[ \t]+(?<names>[^"'@]{1,2000}?)\bfrom\s*["'](?<specifier>[^"'\n]+)["']/gu;

/** What it binds: a default import, all of a module, names. */
const BOUND = /\*\s*as\s+(?<whole>[\w$]+)|(?<name>[\w$]+)(?:\s+as\s+(?<local>[\w$]+))?/gu;

/** `@typedef {import("./store").Store} Store`, `@callback Opener`: what is in the braces, and the name. */
const TYPEDEF =
  /@(?:typedef|callback)[ \t]+(?:\{(?<type>(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*)\}\s*)?(?<name>[\p{L}_$][\p{L}\p{N}_$]*)/gu;

/** Words of the language of types that are no names. */
const WORDS = wordSet("keyof typeof import extends infer is in new readonly unique asserts this function");

const documentation: Visitor = (node, walk) => {
  const text = walk.text(node);
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
const referenceLink = (names: string, start: number, comment: NodeAt, walk: Walk): void =>
  referenceMembers(names.replaceAll("#", "."), (offset) => walk.lineAt(walk.start(comment) + start + offset), walk);

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
function referenceNames(type: string, start: number, comment: NodeAt, walk: Walk): void {
  const { lineAt } = walk;
  const lineOf = (index: number): number => lineAt(walk.start(comment) + start + index);
  for (const { index, 0: whole, 1: specifier, 2: other = "", 3: names = "" } of type.matchAll(IMPORTED)) {
    let chain = importedModule(specifier ?? other, lineOf(index), walk);
    let offset = index + whole.length - names.length;
    for (const part of names.split(".").slice(1)) {
      chain = stepped(chain, `.${part.trim()}`);
      walk.referenceKnown(part.trim(), lineOf(offset + 1 + part.search(/\S/)), "type", chain);
      offset += part.length + 1;
    }
  }
  const others = type
    .replace(IMPORTED, (all) => " ".repeat(all.length))
    .replace(STRINGS, (all) => " ".repeat(all.length));
  for (const { index, 0: names } of others.matchAll(NAME)) {
    if (!WORDS.has(names)) {
      referenceMembers(names, (offset) => lineOf(index + offset), walk);
    }
  }
}

/** `Store`, `language.Store`: each of the names. `lineOf`: the line of an offset in them. */
function referenceMembers(names: string, lineOf: (offset: number) => number, walk: Walk): void {
  let chain: ChainDraft = null;
  let offset = 0;
  for (const [at, name] of names.split(".").entries()) {
    chain = at === 0 ? walk.name(name) : stepped(chain, `.${name}`);
    walk.referenceKnown(name, lineOf(offset), "type", chain);
    offset += name.length + 1;
  }
}

const STRINGS = /"[^"\n]*"|'[^'\n]*'/g;

const importedModule = (specifier: string, line: number, walk: Walk): ChainDraft =>
  rooted(importChain(walk.import({ local: null, imported: "*", specifier, line, isDeferred: true })));

/** What a comment imports is seen in all of the file. */
function importNames(comment: NodeAt, walk: Walk): void {
  const text = walk.text(comment);
  for (const { index, groups } of text.startsWith("/**") ? text.matchAll(IMPORT_TAG) : []) {
    const { names = "", specifier = "" } = groups ?? {};
    const start = index + text.slice(index).indexOf(names);
    const braces = names.indexOf("{");
    for (const { index: at, groups: bound = {} } of names.matchAll(BOUND)) {
      const { whole, name = "", local = name } = bound;
      const imported = whole !== undefined ? "*" : braces >= 0 && at > braces ? name : DEFAULT;
      const line = walk.lineAt(walk.start(comment) + start + at);
      const of = walk.import({ local: whole ?? local, imported, specifier, line, isDeferred: true });
      walk.referenceKnown(whole ?? name, line, "import", rooted(importChain(of)));
    }
  }
}

function defineTypes(comment: NodeAt, walk: Walk): void {
  const { lineAt } = walk;
  const text = walk.text(comment);
  const place = (offset: number): number => lineAt(walk.start(comment) + offset);
  for (const { index, 0: whole, groups } of text.startsWith("/**") ? text.matchAll(TYPEDEF) : []) {
    const { name = "", type = "" } = groups ?? {};
    const line = place(index + whole.length - name.length);
    const known = { name, kind: "type", parent: FILE, binds: false, flags: DOCUMENTED } as const;
    walk.define({
      ...known,
      nameLine: line,
      startLine: place(index),
      endLine: line,
      type: aliased(type, line, comment, walk),
    });
  }
}

/** `@type {Store}`: what is below has it. */
function keepType(comment: NodeAt, walk: Walk): void {
  const text = walk.text(comment);
  const tag = text.startsWith("/**") ? TYPE_TAG.exec(text) : null;
  const start = tag === null ? 0 : tag.index + tag[0].length;
  const end = tag === null ? null : closingBrace(text, start);
  if (end !== null) {
    walk.state.documented.set(comment, { text: text.slice(start, end), comment });
  }
}

const TYPE_TAG = /@type[ \t]*\{/;

/** What a type stands for: one that is nothing but an imported one for that, any other for its values. */
function aliased(type: string, line: number, comment: NodeAt, walk: Walk): ChainDraft {
  const [found, ...others] = type.matchAll(IMPORTED);
  const [whole = "", specifier, other = "", names = ""] = found ?? [];
  const isWhole = found !== undefined && others.length === 0 && whole === type.trim() && names !== "";
  return isWhole
    ? stepped(importedModule(specifier ?? other, line, walk), names.replace(/\s/g, ""))
    : documentedValue({ text: type, comment }, walk);
}

/** Of TypeScript, where comments define nothing. */
export const docTypes: Readonly<Record<string, Visitor>> = { comment: documentation };

export const definingDocTypes: Readonly<Record<string, Visitor>> = {
  comment(node, walk) {
    importNames(node, walk);
    defineTypes(node, walk);
    documentation(node, walk);
    keepType(node, walk);
  },
};
