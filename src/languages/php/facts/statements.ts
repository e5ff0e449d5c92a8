// PHP's statements: branches of the control flow, what conditions prove, what is caught; statements whose names are no
// references.

import { stepped } from "../../../facts/chain-drafts.ts";
import { dividing, forTypes, ignored } from "../../../facts/common.ts";
import { docComments } from "../../../facts/doc-comments.ts";
import { NO_NODE, type NodeAt } from "../../../syntax/syntax-tree.ts";
import { bindDocumented, bindVariable } from "./frames.ts";
import { variableName } from "./modifiers.ts";
import { isName, named } from "./namespaces.ts";
import { applyProofs, provenBy, refutedBy, withProofs } from "./narrowing.ts";
import type { Visitor, Walk } from "./state.ts";
import { variablesIn } from "./types.ts";

const documentation: Visitor = docComments(/^\/\*\*/);

const comment: Visitor = (node, walk) => {
  documentation(node, walk);
  const text = walk.tree.text(node);
  const declares = text.startsWith("/**") && text.includes("@var");
  for (const [name, value] of declares ? variablesIn(text, walk) : []) {
    bindDocumented(name, value, walk.endLine(node), walk);
  }
};

const condition: Visitor = (node, walk) => {
  const { tree, facts } = walk;
  facts.branch();
  const asked = tree.field(node, "condition");
  walk.visit(asked);
  const body = tree.field(node, "body");
  withProofs(walk, provenBy(asked, walk), () => walk.visit(body));
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
  const types = tree.children(tree.field(node, "type")).map((type) => {
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
  ...forTypes(condition, "if_statement", "else_if_clause", "while_statement"),
  ...forTypes<Visitor>(dividing, "do_statement", "for_statement", "case_statement"),
  catch_clause: caught,
  ...forTypes<Visitor>(ignored, "namespace_name", "named_label_statement", "goto_statement", "declare_directive"),
  text_interpolation: ignored,
  argument: (node, walk) => walk.visitChildren(node, "name"),
};
