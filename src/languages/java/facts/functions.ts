// Java's methods, constructors and lambdas: their parameters and results.

import type { ChainDraft } from "../../../facts/chain-drafts.ts";
import { forTypes } from "../../../facts/common.ts";
import { NO_NODE, type NodeAt } from "../../../syntax/syntax-tree.ts";
import { ABSTRACT } from "../../../vocabulary/facts.ts";
import { nameOfParameter, parameterType } from "./classes.ts";
import { draftOf } from "./modifiers.ts";
import type { Visitor, Walk } from "./state.ts";
import { bindTypeParameters } from "./types.ts";
import { noteType, parameterText, UNSEEN, withTypes } from "./written-types.ts";

const PARAMETERS: ReadonlySet<string> = new Set(["formal_parameter", "spread_parameter"]);

const parametersIn = (node: NodeAt, { tree }: Walk): NodeAt[] =>
  tree.children(tree.field(node, "parameters")).filter((part) => PARAMETERS.has(tree.type(part)));

function bindParameters(parameters: readonly NodeAt[], walk: Walk): void {
  const { tree, facts } = walk;
  for (const one of parameters) {
    walk.visit(tree.childOfType(one, "modifiers"));
    const name = tree.text(nameOfParameter(one, walk));
    facts.local(name, parameterType(one, walk));
    noteType(name, parameterText(one, walk).replace("...", "[]"), walk);
  }
}

const method: Visitor = (node, walk) => {
  const { tree, facts } = walk;
  walk.visit(tree.childOfType(node, "modifiers"));
  const parameters = parametersIn(node, walk);
  const body = tree.field(node, "body");
  const draft = draftOf(node, walk);
  const isAbstract = tree.type(node) === "method_declaration" && body === NO_NODE;
  const at = facts.define({
    ...draft,
    flags: draft.flags | (isAbstract ? ABSTRACT : 0),
    parameters: parameters.length,
  });
  facts.within({ kind: "function", definition: at }, () =>
    withTypes(null, walk, () => {
      bindTypeParameters(node, walk);
      const isCompact = tree.field(node, "parameters") === NO_NODE;
      const signature = isCompact ? null : `(${parameters.map((one) => parameterText(one, walk)).join(",")})`;
      facts.amend(at, { type: walk.value(tree.field(node, "type")), signature });
      bindParameters(parameters, walk);
      walk.visit(tree.childOfType(node, "throws"));
      walk.visit(tree.field(node, "value"));
      walk.visit(body);
    }),
  );
};

/** `values`: of the parameters without a declared type, in order. */
export function lambda(node: NodeAt, values: readonly ChainDraft[], walk: Walk): void {
  const { tree, facts } = walk;
  facts.within({ kind: "function" }, () =>
    withTypes(null, walk, () => {
      const list = tree.field(node, "parameters");
      if (tree.type(list) === "formal_parameters") {
        bindParameters(parametersIn(node, walk), walk);
      } else {
        const names = tree.type(list) === "identifier" ? [list] : tree.children(list);
        for (const [at, name] of names.entries()) {
          facts.local(tree.text(name), values[at] ?? null);
          noteType(tree.text(name), UNSEEN, walk);
        }
      }
      walk.visit(tree.field(node, "body"));
    }),
  );
}

/** Number of a lambda's parameters. */
export function countOfLambda(node: NodeAt, { tree }: Walk): number {
  const list = tree.field(node, "parameters");
  return tree.type(list) === "identifier" ? 1 : tree.children(list).length;
}

export const javaFunctions: Readonly<Record<string, Visitor>> = {
  ...forTypes(method, "method_declaration", "constructor_declaration", "compact_constructor_declaration"),
  annotation_type_element_declaration: method,
  lambda_expression: (node, walk) => lambda(node, [], walk),
};
