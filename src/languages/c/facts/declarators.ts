// Helpers for the trees of C and C++: what a declarator names and declares, and what is above a declaration.

import type { ChainDraft } from "../../../facts/chain-drafts.ts";
import { docComments, docFlags } from "../../../facts/doc-comments.ts";
import type { DefinitionDraft, NamedDraft } from "../../../facts/facts-builder.ts";
import { NO_NODE, type NodeAt, type SyntaxTree } from "../../../syntax/syntax-tree.ts";
import { FUNCTION_KINDS } from "../../../vocabulary/chunk.ts";
import { FILE } from "../../../vocabulary/facts.ts";
import { memberPointer } from "../member-pointers.ts";
import type { Visitor, Walk } from "./state.ts";

export const comment: Visitor = docComments(/^\/(?:\*[*!]|\/[/!])/);

/** The name in a declarator, and what its syntax declares about it. */
export interface Declarator {
  /** NO_NODE where it declares none: a parameter without a name. Of a `BINDING` that itself, with a name in each part. */
  readonly name: NodeAt;
  /** The declarator with the parameters of a function, or of what is pointed to. */
  readonly function: NodeAt;
  /** Whether a function itself is declared, not a pointer to one. */
  readonly isFunction: boolean;
  readonly arrays: number;
}

const DECLARATORS = /declarator$/;
const DEPTH_MAX = 40;
/** `[low, high]`, which has no name of its own. */
export const BINDING = "structured_binding_declarator";

/**
 * The `declarator` of a declarator; `peek` of `internal peek (void)`, where the grammar takes the macro before it for the name.
 */
function nameBehindMacro(declarator: NodeAt, tree: SyntaxTree): NodeAt {
  const field = tree.field(declarator, "declarator");
  const [first = NO_NODE, skipped = NO_NODE] = tree.children(declarator);
  const name = tree.type(skipped) === "ERROR" ? (tree.children(skipped).at(-1) ?? NO_NODE) : NO_NODE;
  const isHidden =
    first === field &&
    tree.type(declarator) === "function_declarator" &&
    tree.type(first) === "identifier" &&
    tree.type(name) === "identifier";
  return isHidden ? name : field;
}

export function readDeclarator(declarator: NodeAt, walk: Walk): Declarator {
  let at = declarator;
  let enclosing = NO_NODE;
  let inner = "";
  let arrays = 0;
  for (let depth = 0; depth < DEPTH_MAX; depth++) {
    const pointer = memberPointer(walk, at);
    at = pointer === NO_NODE ? at : pointer;
    const type = walk.type(at);
    if (!DECLARATORS.test(type) || type === BINDING) {
      break;
    }
    enclosing = type.includes("function_declarator") ? at : enclosing;
    arrays += type.includes("array_declarator") ? 1 : 0;
    inner = type === "parenthesized_declarator" || type === "init_declarator" ? inner : type;
    const field = nameBehindMacro(at, walk);
    // `int size [[maybe_unused]]`: what is behind the name says more of it.
    const place = type === "attributed_declarator" ? 0 : -1;
    at = field === NO_NODE && !type.startsWith("abstract_") ? (walk.children(at).at(place) ?? NO_NODE) : field;
    if (at === NO_NODE) {
      break;
    }
  }
  return {
    name: at !== NO_NODE && DECLARATORS.test(walk.type(at)) && walk.type(at) !== BINDING ? NO_NODE : at,
    function: enclosing,
    isFunction: inner === "function_declarator",
    arrays,
  };
}

/** A name as the outline has it: `Store::save` is `save` under `Store`. */
export interface Written {
  readonly name: string;
  readonly qualifier: string | null;
  readonly offset: number;
}

function writtenName(node: NodeAt, walk: Walk): Written {
  const text = walk.text(node).replace(/<[^<>]*>(?=\s*::)/g, "");
  // `std::hash<grid::Cell>` is `hash<grid::Cell>` of `std`.
  const parts = text
    .replace(/\s+/g, " ")
    .trim()
    .split(/\s*::\s*(?!(?:(?!operator)[^<])*>)/);
  const name = parts.pop() ?? "";
  const before = parts.filter((part) => part !== "").join(".");
  return { name, qualifier: before === "" ? null : before, offset: node };
}

/** The innermost node of a name with its scopes: on its line the name stands. */
function lastName(node: NodeAt, walk: Walk): NodeAt {
  let at = node;
  for (let depth = 0; depth < DEPTH_MAX && walk.type(at) === "qualified_identifier"; depth++) {
    const inner = walk.field(at, "name");
    if (inner === NO_NODE) {
      break;
    }
    at = inner;
  }
  return at;
}

/**
 * What every definition has. Found here, not in the outline, as in other languages: a declaration may have several declarators, of
 * which the outline lists the first, and facts are read from the text without macros that the grammar stumbles over.
 */
export function draftOf(name: NodeAt, node: NodeAt, walk: Walk): NamedDraft & Pick<DefinitionDraft, "qualifier"> {
  const { name: own, qualifier } = writtenName(name, walk);
  const startLine = walk.line(node);
  return {
    name: walk.nameAt(name, node, own),
    nameLine: walk.line(lastName(name, walk)),
    startLine,
    endLine: walk.endLine(node),
    flags: docFlags(startLine, walk),
    ...(qualifier === null ? {} : { qualifier }),
  };
}

export const hasSpecifier = (node: NodeAt, word: string, walk: Walk): boolean =>
  walk.children(node).some((child) => walk.type(child) === "storage_class_specifier" && walk.text(child) === word);

export const isInFunction = (walk: Walk): boolean => FUNCTION_KINDS.has(walk.defined(walk.enclosing())?.kind ?? "");

export const isInClass = (walk: Walk): boolean =>
  walk.defined(walk.enclosing())?.kind === "class" ||
  (walk.enclosing() !== FILE && walk.state.fieldsOf === walk.enclosing());

/** Binds a local variable; of `auto [a, b]`, each name without a known value. */
export function bindLocal(name: NodeAt, value: ChainDraft, walk: Walk): void {
  if (walk.type(name) === BINDING) {
    for (const part of walk.children(name)) {
      walk.local(walk.text(part), null);
    }
  } else if (name !== NO_NODE) {
    walk.local(walk.text(name), value);
  }
}

/** Binds the type parameters of the template whose inside is entered: what they represent is not known. */
export function bindTemplate(walk: Walk, isKept = false): void {
  for (const name of walk.state.parameters) {
    walk.local(name, null);
  }
  walk.state.parameters = isKept ? walk.state.parameters : [];
}
