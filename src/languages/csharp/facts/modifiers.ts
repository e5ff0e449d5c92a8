// Helpers for the trees of C#: modifiers, attributes, and the comment above a declaration.

import { docComments, docFlags } from "../../../facts/doc-comments.ts";
import type { NamedDraft } from "../../../facts/facts-builder.ts";
import { NO_NODE, type NodeAt } from "../../../syntax/syntax-tree.ts";
import {
  ABSTRACT,
  DEPRECATED,
  EXPORTED,
  OVERRIDES,
  PARTIAL,
  PRIVATE,
  STATIC,
  TEST,
} from "../../../vocabulary/facts.ts";
import type { Visitor, Walk } from "./state.ts";

export const comment: Visitor = docComments(/^\/\/\/|^\/\*\*/);

const modifiersOf = (node: NodeAt, { tree }: Walk): ReadonlySet<string> =>
  new Set(
    tree
      .children(node)
      .filter((child) => tree.type(child) === "modifier")
      .map((child) => tree.text(child)),
  );

/** Simple names of the attributes of a declaration. */
function attributesOf(node: NodeAt, { tree }: Walk): string[] {
  const lists = tree.children(node).filter((child) => tree.type(child) === "attribute_list");
  const attributes = lists.flatMap((list) => tree.children(list)).filter((one) => tree.type(one) === "attribute");
  return attributes.map((one) =>
    tree
      .text(tree.field(one, "name"))
      .replace(/^.*\./s, "")
      .replace(/Attribute$/, ""),
  );
}

const TESTS = /^(?:Fact|Theory|Test|TestCase|TestMethod)$/;

/** Bits of a declaration; `isOpen`: members are public there unless declared otherwise, as in an interface. */
function flagsOf(node: NodeAt, startLine: number, isOpen: boolean, walk: Walk): number {
  const attributes = attributesOf(node, walk);
  const has = modifiersOf(node, walk);
  const isShown = isOpen || has.has("public") || has.has("protected") || has.has("internal");
  return (
    (has.has("private") ? PRIVATE : isShown ? EXPORTED : 0) |
    (has.has("static") || has.has("const") ? STATIC : 0) |
    (has.has("abstract") ? ABSTRACT : 0) |
    (has.has("override") ? OVERRIDES : 0) |
    (has.has("partial") ? PARTIAL : 0) |
    (attributes.some((name) => TESTS.test(name)) ? TEST : 0) |
    docFlags(startLine, walk) |
    (attributes.includes("Obsolete") ? DEPRECATED : 0)
  );
}

/** What every definition has: name, lines, modifiers. Its attributes are recorded as references. */
export function draftOf(name: NodeAt, node: NodeAt, walk: Walk): NamedDraft {
  const { tree, facts } = walk;
  const startLine = walk.line(node);
  const enclosing = facts.definition(facts.enclosing);
  for (const child of tree.children(node)) {
    walk.visit(tree.type(child) === "attribute_list" ? child : NO_NODE);
  }
  return {
    name: tree.text(name),
    nameLine: walk.line(name),
    startLine,
    endLine: walk.endLine(node),
    flags: flagsOf(node, startLine, enclosing?.kind === "interface", walk),
  };
}
