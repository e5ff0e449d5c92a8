// Scala's loops and annotations; what is read as nothing.

import { dividingBlock } from "../../../facts/common.ts";
import { NO_NODE } from "../../../syntax/syntax-tree.ts";
import type { Visitor } from "./state.ts";
import { namedType } from "./types.ts";

const ignored: Visitor = () => undefined;

export const scalaStatements: Readonly<Record<string, Visitor>> = {
  while_expression: dividingBlock,
  do_while_expression: dividingBlock,
  annotation(node, walk) {
    const { tree } = walk;
    const name = tree.field(node, "name");
    if (name !== NO_NODE) {
      namedType(name, walk, "decorate");
    }
    walk.visitChildren(node, "name");
  },
  modifiers: ignored,
  comment: ignored,
  // What is handed on is recorded as a reference where it is defined.
  export_declaration: ignored,
};
