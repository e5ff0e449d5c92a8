// What PHP's types say a value is, those that are declared and those that documentation tells, and the names they mention. Names in
// comments are no mentions.

import { enclosingInstance } from "../../../facts/common.ts";
import { type ChainDraft, NOTHING, rooted, stepped } from "../../../facts/scopes.ts";
import { NO_NODE, type NodeAt } from "../../../syntax/syntax-tree.ts";
import { ANYTHING, COLLECTIONS, SCALARS } from "./names.ts";
import { classCalled, isName, named } from "./namespaces.ts";
import type { Walk } from "./state.ts";

/** Held by what is an array, and nothing else is known of it: it has no members, and what is in it may be anything. */
const ARRAY: ChainDraft = rooted("!");
const ARRAYS: ReadonlySet<string> = new Set(["array", "iterable"]);
export const isThing = (part: ChainDraft): boolean => part !== NOTHING && part !== ARRAY;

/** What each part of a type holds: of `A|B` of both, of what holds no thing of a class nothing. */
export type TypeParts = readonly ChainDraft[];

/** What a value of the declared type is, part by part. Mentions the names in it. */
export function valueOfType(node: NodeAt, walk: Walk): TypeParts {
  const { tree } = walk;
  if (node === NO_NODE) {
    return [null];
  }
  switch (tree.type(node)) {
    case "named_type": {
      const [name = NO_NODE] = tree.children(node);
      return [heldByName(name, walk)];
    }
    case "primitive_type":
      return [ANYTHING.has(tree.text(node)) ? null : ARRAYS.has(tree.text(node)) ? ARRAY : NOTHING];
    case "optional_type":
    case "union_type":
    case "intersection_type":
    case "disjunctive_normal_form_type": {
      const parts: ChainDraft[] = [];
      walk.deeper(() => {
        parts.push(...tree.children(node).flatMap((part) => valueOfType(part, walk)));
      });
      return parts;
    }
    default:
      return [isName(node, walk) ? heldByName(node, walk) : NOTHING];
  }
}

function heldByName(node: NodeAt, walk: Walk): ChainDraft {
  const text = walk.tree.text(node);
  return ANYTHING.has(text) ? null : (whatItIsCalledOn(text, walk) ?? stepped(named(node, "class", "type", walk), "^"));
}

/** `static`: an instance of whatever class a method is called on; null for any other type. */
const whatItIsCalledOn = (text: string, { facts }: Walk): ChainDraft =>
  text === "static" || text === "$this" ? enclosingInstance(facts) : null;

/** The one thing that it holds, if there is one. */
export function single(held: TypeParts): ChainDraft {
  const things = held.filter(isThing);
  return things.length === 0 && !held.includes(ARRAY)
    ? (held[0] ?? null)
    : things.length === 1
      ? (things[0] ?? null)
      : null;
}

/** What is declared; where that is nothing, or an array, what documentation says of it. */
export function declaredOr(declared: TypeParts, told: TypeParts | null): TypeParts {
  const says = declared.some((part) => part !== null && isThing(part));
  return told === null || says ? declared : told;
}

const SPACE = /\s/;
const PARTS_MAX = 16;
const TYPE_MAX = 300;
const CLASS = /^\\?[A-Za-z_]\w*(?:\\\w+)*$/;
/** A type's parameter, as they are mostly called. */
const PARAMETER = /^T(?:[A-Z]\w*)?$/;

/** What the tag of a comment says: `@return`, or `@param` of this name. Null for none. */
export function typeInTag(comment: string, tag: string, name: string | null, walk: Walk): TypeParts | null {
  if (comment === "" || !comment.includes(tag)) {
    return null;
  }
  for (const [, prefix = "", rest = ""] of comment.matchAll(TAGS)) {
    if (prefix !== tag) {
      continue;
    }
    const type = typeAtStart(rest);
    const behind = /^\s*&?(?:\.\.\.)?\$(\w+)/.exec(rest.slice(type.length))?.[1];
    if (type !== "" && (name === null || behind === name)) {
      return heldByText(type, walk);
    }
  }
  return null;
}

const TEMPLATE = /@(?:phpstan-|psalm-)?template(?:-\w+)?[ \t]+(\w+)(?:[ \t]+(?:of|as)[ \t]+([^\n]{1,400}))?/g;

/** Reads what a comment is above: types are as good as what their parameters must be. */
export function templated(comment: string, inside: () => void, walk: Walk): void {
  const state = walk.state;
  const outer = state.templates;
  if (comment.includes("template")) {
    const declared = [...comment.matchAll(TEMPLATE)].map(([, name = "", bound = ""]): [string, ChainDraft] => {
      const type = typeAtStart(bound);
      return [name, type === "" ? null : single(heldByText(type, walk))];
    });
    state.templates = new Map([...outer, ...declared]);
  }
  inside();
  state.templates = outer;
}

const TAGS = /@(?:phpstan-|psalm-)?(var|param|return)[ \t]+([^\n]{1,400})/g;

/** Variables that a comment in code declares: `@var Order $order`. */
export function variablesIn(comment: string, walk: Walk): [name: string, held: ChainDraft][] {
  return [...comment.matchAll(TAGS)].flatMap(([, tag, rest = ""]): [string, ChainDraft][] => {
    const type = typeAtStart(rest);
    const name = /^\s*\$(\w+)/.exec(rest.slice(type.length))?.[1];
    return tag === "var" && name !== undefined ? [[name, single(heldByText(type, walk))]] : [];
  });
}

/** Up to the first space outside of brackets. */
function typeAtStart(text: string): string {
  let depth = 0;
  for (let at = 0; at < text.length && at < TYPE_MAX; at += 1) {
    const character = text.charAt(at);
    depth += "<({[".includes(character) ? 1 : ">)}]".includes(character) ? -1 : 0;
    if (depth === 0 && SPACE.test(character)) {
      return text.slice(0, at);
    }
  }
  return text.length <= TYPE_MAX && depth === 0 ? text : "";
}

function split(text: string, by: string): string[] {
  const parts: string[] = [""];
  let depth = 0;
  for (const character of text) {
    depth += "<({[".includes(character) ? 1 : ">)}]".includes(character) ? -1 : 0;
    if (depth === 0 && by.includes(character)) {
      parts.push("");
    } else {
      parts[parts.length - 1] += character;
    }
  }
  return parts.map((part) => part.trim());
}

function heldByText(text: string, walk: Walk): TypeParts {
  const parts = split(text.replace(/^\?/, ""), "|&");
  return parts.length > PARTS_MAX ? [null] : parts.map((part) => heldByPart(part, walk));
}

function heldByPart(text: string, walk: Walk): ChainDraft {
  if (text.endsWith("[]")) {
    const one = single(heldByText(text.slice(0, -2).replace(/^\((.*)\)$/, "$1"), walk));
    return one === NOTHING ? NOTHING : stepped(one, "*");
  }
  const { templates } = walk.state;
  if (templates.has(text)) {
    return templates.get(text) ?? null;
  }
  const [, name = text, given = ""] = /^([^<]*)<(.*)>$/s.exec(text) ?? [];
  const bare = name.replace(/^\\/, "");
  if (COLLECTIONS.has(bare) && given !== "") {
    const types = split(given, ",");
    const item = types[types.length === 1 ? 0 : 1] ?? "";
    let one: ChainDraft = null;
    walk.deeper(() => {
      one = single(heldByText(item, walk));
    });
    return one === NOTHING ? NOTHING : stepped(one, "*");
  }
  if (ARRAYS.has(name) || /^(?:non-empty-)?(?:array|list)\b/.test(name)) {
    return ARRAY;
  }
  if (SCALARS.has(name.toLowerCase()) || /^(?:callable|class-string|int|Closure)\b/.test(name)) {
    return NOTHING;
  }
  return ANYTHING.has(name) || PARAMETER.test(name) || !(CLASS.test(name) || name === "$this")
    ? null
    : (whatItIsCalledOn(name, walk) ?? stepped(classCalled(name, walk), "^"));
}
