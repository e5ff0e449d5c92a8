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
  const text = walk.text(node);
  const declares = text.startsWith("/**") && text.includes("@var");
  for (const [name, value] of declares ? variablesIn(text, walk) : []) {
    bindDocumented(name, value, walk.endLine(node), walk);
  }
};

const condition: Visitor = (node, walk) => {
  walk.branch();
  const asked = walk.field(node, "condition");
  walk.visit(asked);
  const body = walk.field(node, "body");
  withProofs(walk, provenBy(asked, walk), () => walk.visit(body));
  const others = walk.fields(node, "alternative");
  others.forEach(walk.visit);
  if (walk.type(node) === "if_statement" && others.length === 0 && leaves(body, walk)) {
    applyProofs(refutedBy(asked, walk), walk);
  }
};

const LEAVES = /^(?:return_statement|continue_statement|break_statement|exit_statement)$/;

/** Whether what follows a body is not reached through it. */
function leaves(body: NodeAt, walk: Walk): boolean {
  if (body === NO_NODE) {
    return false;
  }
  const last = walk.type(body) === "compound_statement" ? (walk.children(body).at(-1) ?? NO_NODE) : body;
  return (
    last !== NO_NODE &&
    (LEAVES.test(walk.type(last)) || walk.type(walk.children(last)[0] ?? NO_NODE) === "throw_expression")
  );
}

const caught: Visitor = (node, walk) => {
  walk.branch();
  const types = walk.children(walk.field(node, "type")).map((type) => {
    const name = isName(type, walk) ? type : (walk.children(type)[0] ?? NO_NODE);
    return stepped(named(name, "class", "type", walk), "^");
  });
  const name = walk.field(node, "name");
  if (name !== NO_NODE) {
    bindVariable(variableName(name, walk), types.length === 1 ? (types[0] ?? null) : null, walk);
  }
  walk.visit(walk.field(node, "body"));
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
