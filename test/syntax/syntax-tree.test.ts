// The flat form of a tree beside tree-sitter's own nodes, on every language's sample.
import { describe, expect, test } from "vitest";
import type { Node } from "web-tree-sitter";
import { LANGUAGES } from "../../src/languages/registry.ts";
import { loadGrammar, openParser } from "../../src/syntax/grammars.ts";
import { flatten, NO_NODE } from "../../src/syntax/syntax-tree.ts";
import { samples } from "../languages/check.ts";

const cases = samples().flatMap(({ language, path, text }) => {
  const reader = LANGUAGES.find(({ id }) => id === language)?.reader;
  return reader?.by === "grammar" ? [{ language, path, text, grammar: reader.grammar }] : [];
});

/** Every node in document order, as tree-sitter hands them out one by one. */
function nodesOf(root: Node): Node[] {
  return [root, ...root.children.flatMap((child) => (child === null ? [] : nodesOf(child)))];
}

describe("a flat tree", () => {
  test.each(cases)("of $path holds what the nodes say", async ({ grammar, text }) => {
    const parser = await openParser();
    parser.setLanguage(await loadGrammar(grammar));
    const tree = parser.parse(text);
    if (tree === null) {
      throw new Error("no tree");
    }
    const flat = flatten(tree, text);
    const nodes = nodesOf(tree.rootNode);
    const numbers = new Map(nodes.map((node, at) => [node.id, at]));
    expect(flat.count).toBe(nodes.length);
    const said = nodes.map((_, at) => [
      flat.type(at),
      flat.isNamed(at),
      flat.start(at),
      flat.end(at),
      flat.parent(at),
      flat.children(at),
    ]);
    expect(said).toEqual(
      nodes.map((node) => [
        node.type,
        node.isNamed,
        node.startIndex,
        node.endIndex,
        node.parent === null ? NO_NODE : numbers.get(node.parent.id),
        node.namedChildren.map((child) => (child === null ? NO_NODE : numbers.get(child.id))),
      ]),
    );
    for (const [at, node] of nodes.entries()) {
      const fields = node.children.map((_, index) => node.fieldNameForChild(index));
      const children = node.children.map((child) => (child === null ? NO_NODE : (numbers.get(child.id) ?? NO_NODE)));
      expect(children.map((child) => flat.fieldOf(child))).toEqual(fields);
      const [name] = fields.filter((field) => field !== null);
      if (name !== undefined && name !== null) {
        expect(flat.field(at, name)).toBe(children[fields.indexOf(name)]);
      }
    }
    tree.delete();
    parser.delete();
  });
});
