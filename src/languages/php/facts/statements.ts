// PHP's statements: branches of the control flow, what conditions prove, what is caught; statements whose names are no
// references.

import { stepped } from "../../../facts/chain-drafts.ts";
import { dividing } from "../../../facts/common.ts";
import { docComments } from "../../../facts/doc-comments.ts";
import { NO_NODE, type NodeAt } from "../../../syntax/syntax-tree.ts";
import { announce, bindVariable } from "./frames.ts";
import { ignored, variableName } from "./modifiers.ts";
import { isName, named } from "./namespaces.ts";
import { applyProofs, provenBy, refutedBy, withProofs } from "./narrowing.ts";
import type { Visitor, Walk } from "./state.ts";
import { variablesIn } from "./types.ts";

const documentation: Visitor = docComments(/^\/\*\*/);

const comment: Visitor = (node, walk) => {
  documentation(node, walk);
  const text = walk.tree.text(node);
  const announces = text.startsWith("/**") && text.includes("@var");
  for (const [name, value] of announces ? variablesIn(text, walk) : []) {
    announce(name, value, walk.endLine(node), walk);
  }
};

const condition: Visitor = (node, walk) => {
  const { tree, facts } = walk;
  facts.branch();
  const asked = tree.field(node, "condition");
  walk.visit(asked);
  const body = tree.field(node, "body");
  withProofs(provenBy(asked, walk), () => walk.visit(body), walk);
  const others = tree.fields(node, "alternative");
  others.forEach(walk.visit);
  if (tree.type(node) === "if_statement" && others.length === 0 && leaves(body, walk)) {
    applyProofs(refutedBy(asked, walk), walk);
  }
};

const LEAVES = /^(?:return_statement|continue_statement|break_statement|exit_statement)$/;

/** Whether what follows a body is not reached through it. */
function leaves(body: NodeAt, { tree }: Walk): boolean {
  if (body === NO_NODE) {
    return false;
  }
  const last = tree.type(body) === "compound_statement" ? (tree.children(body).at(-1) ?? NO_NODE) : body;
  return (
    last !== NO_NODE &&
    (LEAVES.test(tree.type(last)) || tree.type(tree.children(last)[0] ?? NO_NODE) === "throw_expression")
  );
}

const caught: Visitor = (node, walk) => {
  const { tree, facts } = walk;
  facts.branch();
  const list = tree.field(node, "type");
  const types = tree.children(list).map((type) => {
    const name = isName(type, walk) ? type : (tree.children(type)[0] ?? NO_NODE);
    return stepped(named(name, "class", "type", walk), "^");
  });
  const name = tree.field(node, "name");
  if (name !== NO_NODE) {
    bindVariable(variableName(name, walk), types.length === 1 ? (types[0] ?? null) : null, walk);
  }
  walk.visit(tree.field(node, "body"));
};

export const phpStatements: Readonly<Record<string, Visitor>> = {
  comment,
  if_statement: condition,
  else_if_clause: condition,
  while_statement: condition,
  do_statement: dividing,
  for_statement: dividing,
  case_statement: dividing,
  catch_clause: caught,
  namespace_name: ignored,
  named_label_statement: ignored,
  goto_statement: ignored,
  declare_directive: ignored,
  dynamic_variable_name: ignored,
  text_interpolation: ignored,
  argument: (node, walk) => walk.visitChildren(node, "name"),
};
