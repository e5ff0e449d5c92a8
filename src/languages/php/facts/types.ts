// Values of PHP's types, both declared types and those in documentation comments, and the names they refer to. Names in
// comments are not recorded as references.

import { BUILT_IN_VALUE, type ChainDraft, NOTHING, stepped } from "../../../facts/chain-drafts.ts";
import { enclosingInstance } from "../../../facts/common.ts";
import { NO_NODE, type NodeAt } from "../../../syntax/syntax-tree.ts";
import { ANYTHING, COLLECTIONS, SCALARS } from "./names.ts";
import { classCalled, isName, named } from "./namespaces.ts";
import type { Walk } from "./state.ts";

/** An array whose elements are unknown: it has no members. */
const ARRAY = BUILT_IN_VALUE;
const ARRAYS: ReadonlySet<string> = new Set(["array", "iterable"]);
/** Whether a part of a type may have members. */
export const mayHaveMembers = (part: ChainDraft): boolean => part !== NOTHING && part !== ARRAY;

/** The value of each part of a type: two for `A|B`. NOTHING for a part that is no class, such as `int`. */
export type TypeParts = readonly ChainDraft[];

/** The value of a declared type, part by part. Records references to the names in it. */
export function valueOfType(node: NodeAt, walk: Walk): TypeParts {
  if (node === NO_NODE) {
    return [null];
  }
  switch (walk.type(node)) {
    case "named_type": {
      const [name = NO_NODE] = walk.children(node);
      return [valueOfName(name, walk)];
    }
    case "primitive_type":
      return [ANYTHING.has(walk.text(node)) ? null : ARRAYS.has(walk.text(node)) ? ARRAY : NOTHING];
    case "optional_type":
    case "union_type":
    case "intersection_type":
    case "disjunctive_normal_form_type": {
      return walk.deeper(() => walk.children(node).flatMap((part) => valueOfType(part, walk))) ?? [];
    }
    default:
      return [isName(node, walk) ? valueOfName(node, walk) : NOTHING];
  }
}

function valueOfName(node: NodeAt, walk: Walk): ChainDraft {
  const text = walk.text(node);
  return ANYTHING.has(text) ? null : (calledOn(text, walk) ?? stepped(named(node, "class", "type", walk), "^"));
}

/** `static`: an instance of the class that a method is called on; null for any other type. */
const calledOn = (text: string, walk: Walk): ChainDraft =>
  text === "static" || text === "$this" ? enclosingInstance(walk) : null;

/** The only class among the parts; null if there is more than one. */
export function single(value: TypeParts): ChainDraft {
  const things = value.filter(mayHaveMembers);
  return things.length === 0 && !value.includes(ARRAY)
    ? (value[0] ?? null)
    : things.length === 1
      ? (things[0] ?? null)
      : null;
}

/** The declared type; where there is none, or an array, the type in the documentation comment. */
export function declaredOr(declared: TypeParts, documented: TypeParts | null): TypeParts {
  const isClass = declared.some((part) => part !== null && mayHaveMembers(part));
  return documented === null || isClass ? declared : documented;
}

const SPACE = /\s/;
const PARTS_MAX = 16;
const TYPE_MAX = 300;
const CLASS = /^\\?[A-Za-z_]\w*(?:\\\w+)*$/;
/** A type's parameter, as they are mostly called. */
const PARAMETER = /^T(?:[A-Z]\w*)?$/;

/** The type in a comment's tag: `@return`, or `@param` of this name. Null for none. */
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
      return valueOfText(type, walk);
    }
  }
  return null;
}

const TEMPLATE = /@(?:phpstan-|psalm-)?template(?:-\w+)?[ \t]+(\w+)(?:[ \t]+(?:of|as)[ \t]+([^\n]{1,400}))?/g;

/** Reads a declaration below this comment: a type parameter that the comment declares is treated as its bound. */
export function withTemplates(walk: Walk, comment: string, inside: () => void): void {
  const state = walk.state;
  const outer = state.templates;
  if (comment.includes("template")) {
    const declared = [...comment.matchAll(TEMPLATE)].map(([, name = "", bound = ""]): [string, ChainDraft] => {
      const type = typeAtStart(bound);
      return [name, type === "" ? null : single(valueOfText(type, walk))];
    });
    state.templates = new Map([...outer, ...declared]);
  }
  inside();
  state.templates = outer;
}

const TAGS = /@(?:phpstan-|psalm-)?(var|param|return)[ \t]+([^\n]{1,400})/g;

/** Variables that a comment in code declares: `@var Order $order`. */
export const variablesIn = (comment: string, walk: Walk): [name: string, value: ChainDraft][] =>
  [...comment.matchAll(TAGS)].flatMap(([, tag, rest = ""]): [string, ChainDraft][] => {
    const type = typeAtStart(rest);
    const name = /^\s*\$(\w+)/.exec(rest.slice(type.length))?.[1];
    return tag === "var" && name !== undefined ? [[name, single(valueOfText(type, walk))]] : [];
  });

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

function valueOfText(text: string, walk: Walk): TypeParts {
  const parts = split(text.replace(/^\?/, ""), "|&");
  return parts.length > PARTS_MAX ? [null] : parts.map((part) => valueOfPart(part, walk));
}

function valueOfPart(text: string, walk: Walk): ChainDraft {
  if (text.endsWith("[]")) {
    const one = single(valueOfText(text.slice(0, -2).replace(/^\((.*)\)$/, "$1"), walk));
    return one === NOTHING ? NOTHING : stepped(one, "*");
  }
  const { templates } = walk.state;
  if (templates.has(text)) {
    return templates.get(text) ?? null;
  }
  const [, name = text, parameters = ""] = /^([^<]*)<(.*)>$/s.exec(text) ?? [];
  const bare = name.replace(/^\\/, "");
  if (COLLECTIONS.has(bare) && parameters !== "") {
    const types = split(parameters, ",");
    const item = types[types.length === 1 ? 0 : 1] ?? "";
    const one = walk.deeper(() => single(valueOfText(item, walk)));
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
    : (calledOn(name, walk) ?? stepped(classCalled(name, walk), "^"));
}
