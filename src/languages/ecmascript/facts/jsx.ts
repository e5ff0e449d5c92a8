// Elements of JSX: the component or element that each names, and its attributes, which are members of what that takes.

import { type ChainDraft, rooted, stepped } from "../../../facts/chain-drafts.ts";
import { forTypes, ignored, referToMember } from "../../../facts/common.ts";
import { NO_NODE, type NodeAt } from "../../../syntax/syntax-tree.ts";
import { importChain } from "../../../vocabulary/chain.ts";
import { valueAs } from "./expected.ts";
import { useAs } from "./names.ts";
import { inner, nameOf } from "./node-text.ts";
import type { Visitor, Walk } from "./state.ts";

/** `Foo` of `<Foo/>` takes the members of its first parameter. */
const element: Visitor = (node, walk) => {
  const name = walk.field(node, "name");
  const isPlain = walk.type(name) === "identifier" && /^[a-z]/.test(walk.text(name));
  const takes = isPlain ? ofPage(name, walk) : stepped(component(name, node, walk), ".0");
  for (const part of walk.children(node)) {
    if (walk.type(part) === "jsx_attribute") {
      attribute(part, takes, walk);
    } else if (part !== name) {
      walk.visit(part);
    }
  }
};

const component = (name: NodeAt, node: NodeAt, walk: Walk): ChainDraft =>
  name === NO_NODE || walk.type(name) === "jsx_namespace_name"
    ? null
    : useAs(name, walk.type(node) === "jsx_closing_element" ? "read" : "call", walk);

/** In lower case it is an element of the page: a member of `JSX.IntrinsicElements`, where the file says whose JSX it is. */
function ofPage(name: NodeAt, walk: Walk): ChainDraft {
  const { jsx } = walk.state;
  return jsx === null ? null : referToMember(stepped(jsx, ".JSX.IntrinsicElements^"), name, walk, "read");
}

/** `name={value}` */
function attribute(node: NodeAt, takes: ChainDraft, walk: Walk): void {
  const [key = NO_NODE, value = NO_NODE] = walk.children(node).filter((part) => walk.type(part) !== "comment");
  const isName = walk.type(key) === "property_identifier" && !walk.text(key).includes("-");
  const expected = isName ? stepped(takes, `.${nameOf(key, walk)}`) : null;
  if (isName) {
    walk.referenceKnown(nameOf(key, walk), walk.line(key), "write", expected);
  }
  const written = walk.type(value) === "jsx_expression" ? inner(value, walk) : value;
  valueAs(written, expected, walk);
}

const SOURCE = /@jsxImportSource\s+([^\s*]+)/;

/** Reads from the comments before the first statement where the file's JSX comes from: `/** @jsxImportSource preact *\/`. */
export function readJsxSource(program: NodeAt, walk: Walk): void {
  const { state } = walk;
  for (const part of walk.children(program)) {
    if (walk.type(part) !== "comment") {
      return;
    }
    const [, source] = SOURCE.exec(walk.text(part)) ?? [];
    if (source !== undefined) {
      const specifier = `${source.replace(/\/+$/, "")}/jsx-runtime`;
      state.jsx = rooted(importChain(walk.import({ local: null, imported: "*", specifier, line: walk.line(part) })));
    }
  }
}

export const jsx: Readonly<Record<string, Visitor>> = {
  ...forTypes(element, "jsx_opening_element", "jsx_closing_element", "jsx_self_closing_element"),
  jsx_namespace_name: ignored,
};
