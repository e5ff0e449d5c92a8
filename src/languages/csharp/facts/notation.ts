// Helpers for the trees of C#: modifiers, attributes, and the comment above a declaration.

import type { DefinitionDraft, FactsBuilder } from "../../../facts/facts-builder.ts";
import type { Visitor, Walk } from "../../../facts/read-facts.ts";
import { NO_NODE, type NodeAt } from "../../../syntax/syntax-tree.ts";
import {
  ABSTRACT,
  DEPRECATED,
  DOCUMENTED,
  EXPORTED,
  OVERRIDES,
  PARTIAL,
  PRIVATE,
  STATIC,
  TEST,
} from "../../../vocabulary/facts.ts";

/** The line on which the documenting comment that was read last ends. */
const documented = new WeakMap<FactsBuilder, number>();

export const comment: Visitor = (node, { tree, facts, endLine }) => {
  if (/^\/\/\/|^\/\*\*/.test(tree.text(node))) {
    documented.set(facts, endLine(node));
  }
};

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
  const isDocumented = documented.get(walk.facts) === startLine - 1;
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
    (isDocumented ? DOCUMENTED : 0) |
    (attributes.includes("Obsolete") ? DEPRECATED : 0)
  );
}

export type Named = Pick<DefinitionDraft, "name" | "nameLine" | "startLine" | "endLine"> & { flags: number };

/** What every definition has: name, lines, modifiers. Its attributes are mentioned. */
export function draftOf(name: NodeAt, node: NodeAt, walk: Walk): Named {
  const { tree, facts } = walk;
  const startLine = walk.line(node);
  const around = facts.definition(facts.enclosing);
  for (const child of tree.children(node)) {
    walk.visit(tree.type(child) === "attribute_list" ? child : NO_NODE);
  }
  return {
    name: tree.text(name),
    nameLine: walk.line(name),
    startLine,
    endLine: walk.endLine(node),
    flags: flagsOf(node, startLine, around?.kind === "interface", walk),
  };
}
