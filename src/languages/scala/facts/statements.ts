// Scala's loops and annotations; what is read as nothing.

import { dividingBlock, forTypes, ignored } from "../../../facts/common.ts";
import { NO_NODE } from "../../../syntax/syntax-tree.ts";
import { caseOf } from "./function-arguments.ts";
import type { Visitor } from "./state.ts";
import { namedType } from "./types.ts";

export const scalaStatements: Readonly<Record<string, Visitor>> = {
  ...forTypes(dividingBlock, "while_expression", "do_while_expression"),
  annotation(node, walk) {
    const name = walk.field(node, "name");
    if (name !== NO_NODE) {
      namedType(name, walk, "decorate");
    }
    walk.visitChildren(node, "name");
  },
  // `catch case error: Failure => …`, without a block around.
  catch_clause(node, walk) {
    if (walk.field(node, "pattern") === NO_NODE) {
      walk.visitChildren(node);
    } else {
      caseOf(node, null, walk);
    }
  },
  // What `export` passes on is recorded as a reference where it is defined.
  ...forTypes(ignored, "modifiers", "comment", "export_declaration"),
};
