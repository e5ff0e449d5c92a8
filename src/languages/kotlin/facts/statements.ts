// Kotlin's statements: the blocks they open, what they bind, where the control flow divides; and annotations.

import { type ChainDraft, stepped } from "../../../facts/chain-drafts.ts";
import { block, dividingBlock, forTypes, ignored, inBranch, visitOthers } from "../../../facts/common.ts";
import { NO_NODE, type NodeAt } from "../../../syntax/syntax-tree.ts";
import { ELEMENT } from "../../../vocabulary/chain.ts";
import { declareLocals } from "./functions.ts";
import { nameOf } from "./modifiers.ts";
import type { Visitor, Walk } from "./state.ts";
import { declaredIn, namedType, typeIn } from "./types.ts";
import { referred } from "./values.ts";

const assignment: Visitor = (node, walk) => {
  const [target = NO_NODE, ...others] = walk.children(node);
  others.forEach(walk.visit);
  referred(target, walk, "write");
};

const DECLARES = /^(?:variable_declaration|multi_variable_declaration)$/;

/** `for (store in stores)`; of a map's entries the second part is a value. */
const forStatement: Visitor = inBranch((node, walk) => {
  const parts = walk.children(node);
  const variable = parts.find((part) => DECLARES.test(walk.type(part))) ?? NO_NODE;
  const [many = NO_NODE, ...others] = parts.filter((part) => part !== variable && walk.type(part) !== "annotation");
  const one = stepped(walk.value(many), ELEMENT);
  if (walk.type(variable) === "multi_variable_declaration") {
    const [key = NO_NODE, value = NO_NODE] = walk.children(variable);
    const isPair = walk.children(variable).length === 2 && !/withIndex\(\)$/.test(walk.text(many));
    declareLocals(key, null, walk);
    declareLocals(value, isPair ? one : null, walk);
  } else if (variable !== NO_NODE) {
    declareLocals(variable, one, walk);
  }
  others.forEach(walk.visit);
});

/** `when (val x = f())`: in a case of one type, x is of it. */
const whenExpression: Visitor = (node, walk) => {
  walk.within({ kind: "block" }, () => {
    let subject: NodeAt = NO_NODE;
    for (const part of walk.children(node)) {
      if (walk.type(part) === "when_subject") {
        subject = walk.childOfType(part, "variable_declaration");
        const values = walk.children(part).map((one) => (one === subject ? null : walk.value(one)));
        if (subject !== NO_NODE) {
          declareLocals(subject, values.at(-1) ?? null, walk);
        }
      } else {
        walk.within({ kind: "block" }, () => entry(part, subject, walk));
      }
    }
  });
};

function entry(node: NodeAt, subject: NodeAt, walk: Walk): void {
  const conditions = walk.children(node).filter((part) => walk.type(part) === "when_condition");
  if (conditions.length > 0) {
    walk.branch();
  }
  const [only, guard, more] = conditions;
  const isSingle = guard === undefined || (more === undefined && isGuard(only ?? NO_NODE, guard, walk));
  let tested: ChainDraft = null;
  for (const part of walk.children(node)) {
    const test = walk.type(part) === "when_condition" ? walk.childOfType(part, "type_test") : NO_NODE;
    if (test === NO_NODE) {
      walk.visit(part);
      continue;
    }
    tested = declaredIn(test, walk);
    if (isSingle && subject !== NO_NODE && walk.childOfType(test, "!is") === NO_NODE) {
      walk.local(nameOf(walk.childOfType(subject, "simple_identifier"), walk), tested);
    }
  }
}

/** `is Store if size > 3 ->`, whose tree has a comma for `if`. */
const isGuard = (condition: NodeAt, guard: NodeAt, walk: Walk): boolean =>
  /^\s{0,99}if\b/.test(walk.whole.slice(walk.end(condition), walk.start(guard)));

const catchBlock: Visitor = inBranch((node, walk) => {
  const name = walk.childOfType(node, "simple_identifier");
  const type = typeIn(node, walk);
  walk.local(nameOf(name, walk), walk.value(type));
  visitOthers(node, walk, name, type);
});

/** `@Test`, `@Names("a", by = b)` */
const annotation: Visitor = (node, walk) => {
  for (const part of walk.children(node)) {
    if (walk.type(part) === "constructor_invocation") {
      const [type = NO_NODE, ...others] = walk.children(part);
      namedType(type, walk, "decorate");
      others.forEach(walk.visit);
    } else if (walk.type(part) === "user_type") {
      namedType(part, walk, "decorate");
    }
  }
};

export const kotlinStatements: Readonly<Record<string, Visitor>> = {
  ...forTypes(block, "control_structure_body", "try_expression"),
  ...forTypes(dividingBlock, "if_expression", "while_statement", "do_while_statement"),
  for_statement: forStatement,
  when_expression: whenExpression,
  catch_block: catchBlock,
  anonymous_initializer: (node, walk) => walk.within({ kind: "function" }, () => walk.visitChildren(node)),
  assignment,
  ...forTypes(annotation, "annotation", "file_annotation"),
  value_argument(node, walk) {
    const parts = walk.children(node);
    const isNamed = parts.length > 1 && walk.childOfType(node, "=") !== NO_NODE;
    (isNamed ? parts.slice(1) : parts).forEach(walk.visit);
  },
  ...forTypes(ignored, "label", "shebang_line"),
};
