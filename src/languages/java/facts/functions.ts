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

const parametersIn = (node: NodeAt, walk: Walk): NodeAt[] =>
  walk.children(walk.field(node, "parameters")).filter((part) => PARAMETERS.has(walk.type(part)));

function bindParameters(parameters: readonly NodeAt[], walk: Walk): void {
  for (const one of parameters) {
    walk.visit(walk.childOfType(one, "modifiers"));
    const name = walk.text(nameOfParameter(one, walk));
    walk.local(name, parameterType(one, walk));
    noteType(name, parameterText(one, walk).replace("...", "[]"), walk);
  }
}

const method: Visitor = (node, walk) => {
  walk.visit(walk.childOfType(node, "modifiers"));
  const parameters = parametersIn(node, walk);
  const body = walk.field(node, "body");
  const draft = draftOf(node, walk);
  const isAbstract = walk.type(node) === "method_declaration" && body === NO_NODE;
  const at = walk.define({
    ...draft,
    flags: draft.flags | (isAbstract ? ABSTRACT : 0),
    parameters: parameters.length,
  });
  walk.within({ kind: "function", definition: at }, () =>
    withTypes(null, walk, () => {
      bindTypeParameters(node, walk);
      const isCompact = walk.field(node, "parameters") === NO_NODE;
      const signature = isCompact ? null : `(${parameters.map((one) => parameterText(one, walk)).join(",")})`;
      walk.amend(at, { type: walk.value(walk.field(node, "type")), signature });
      bindParameters(parameters, walk);
      walk.visit(walk.childOfType(node, "throws"));
      walk.visit(walk.field(node, "value"));
      walk.visit(body);
    }),
  );
};

/** `values`: of the parameters without a declared type, in order. */
export function lambda(node: NodeAt, values: readonly ChainDraft[], walk: Walk): void {
  walk.within({ kind: "function" }, () =>
    withTypes(null, walk, () => {
      const list = walk.field(node, "parameters");
      if (walk.type(list) === "formal_parameters") {
        bindParameters(parametersIn(node, walk), walk);
      } else {
        const names = walk.type(list) === "identifier" ? [list] : walk.children(list);
        for (const [at, name] of names.entries()) {
          walk.local(walk.text(name), values[at] ?? null);
          noteType(walk.text(name), UNSEEN, walk);
        }
      }
      walk.visit(walk.field(node, "body"));
    }),
  );
}

/** Number of a lambda's parameters. */
export function countOfLambda(node: NodeAt, walk: Walk): number {
  const list = walk.field(node, "parameters");
  return walk.type(list) === "identifier" ? 1 : walk.children(list).length;
}

export const javaFunctions: Readonly<Record<string, Visitor>> = {
  ...forTypes(method, "method_declaration", "constructor_declaration", "compact_constructor_declaration"),
  annotation_type_element_declaration: method,
  lambda_expression: (node, walk) => lambda(node, [], walk),
};
