// Swift's statements: the blocks they open, what their patterns bind, where the control flow divides.

import { type ChainDraft, stepped } from "../../../facts/chain-drafts.ts";
import { block, forTypes, ignored, inBranch, referToMember, visitOthers } from "../../../facts/common.ts";
import { NO_NODE, type NodeAt } from "../../../syntax/syntax-tree.ts";
import { ELEMENT, INSTANCE, TYPE_MARK } from "../../../vocabulary/chain.ts";
import { expect } from "./expected-values.ts";
import { resultOf } from "./functions.ts";
import { nameOf } from "./modifiers.ts";
import type { Visitor, Walk } from "./state.ts";
import { namedType } from "./types.ts";
import { referred } from "./values.ts";

/** All children, those without a name too. */
function* childrenOf(node: NodeAt, walk: Walk): Generator<NodeAt> {
  for (let child = walk.firstChild(node); child !== NO_NODE; child = walk.nextSibling(child)) {
    yield child;
  }
}

/** `.done(let x)`, `let y as Bar`, `(a, b)`, `State.done`, or an expression. */
function pattern(node: NodeAt, subject: ChainDraft, walk: Walk, binds = false): void {
  const isLet = binds || walk.childOfType(node, "value_binding_pattern") !== NO_NODE;
  const parts = [...childrenOf(node, walk)];
  const type = parts.find((part) => walk.type(part) === "user_type") ?? NO_NODE;
  const isCase = parts.some((part) => walk.type(part) === ".");
  const owner = type === NO_NODE ? subject : namedType(type, walk);
  const value = type === NO_NODE || isCase ? subject : stepped(owner, INSTANCE);
  const isWhole = parts.filter((part) => walk.type(part) === "pattern").length === 1;
  let matched: ChainDraft = null;
  let place = 0;
  for (const [at, part] of parts.entries()) {
    const before = parts[at - 1];
    const isBare = walk.type(part) === "simple_identifier";
    if (part === type || !walk.isNamed(part) || walk.type(part) === "value_binding_pattern") {
      continue;
    }
    if (isBare && before !== undefined && walk.type(before) === ".") {
      matched = caseOf(owner, part, walk);
    } else if (isBare && isLet) {
      walk.local(nameOf(part, walk), value);
    } else if (walk.type(part) === "pattern") {
      // Of what a case carries each has its place.
      const inner = matched === null ? (isWhole && type !== NO_NODE ? value : null) : stepped(matched, `.${place}`);
      walk.deeper(() => pattern(part, inner, walk, isLet));
      place += 1;
    } else {
      expect(part, subject, walk);
      walk.visit(part);
    }
  }
}

/** The case or static member that the node names; other members of that name are ignored. */
const caseOf = (owner: ChainDraft, node: NodeAt, walk: Walk): ChainDraft =>
  referToMember(owner, node, walk, "read", nameOf(node, walk) + TYPE_MARK);

/** `let a` alone reads what has the name, and binds it again. */
function shorthand(bound: NodeAt, walk: Walk): void {
  if (bound !== NO_NODE && walk.text(bound) !== "self") {
    walk.reference(bound, "read", walk.again(nameOf(bound, walk)));
  }
}

/** The names and patterns of `case .done(let y)`, matched against this value. */
function matchCases(parts: readonly NodeAt[], subject: ChainDraft, isLet: boolean, walk: Walk): void {
  let matched: ChainDraft = null;
  let place = 0;
  for (const part of parts) {
    if (walk.type(part) === "pattern") {
      pattern(part, stepped(matched, `.${place}`), walk, isLet);
      place += 1;
    } else {
      matched = caseOf(subject, part, walk);
    }
  }
}

/** `if let a = x, case .done(let y) = z, flag` */
function conditions(node: NodeAt, walk: Walk): void {
  let bound: NodeAt = NO_NODE;
  let cases: NodeAt[] = [];
  let isCase = false;
  let isLet = false;
  let before = "";
  let owner: ChainDraft = null;
  for (const part of childrenOf(node, walk)) {
    const type = walk.type(part);
    const isCondition = walk.isNamed(part) && /^(?:condition|bound_identifier)$/.test(walk.fieldOf(part) ?? "");
    if (type === "case") {
      isCase = true;
      isLet = false;
    } else if (type === "=") {
      isCase = false;
    } else if (type === "," && !isCase) {
      shorthand(bound, walk);
      bound = NO_NODE;
    } else if (isCondition && walk.fieldOf(part) === "bound_identifier") {
      bound = part;
    } else if (isCondition && isCase) {
      isLet ||= type === "value_binding_pattern";
      owner = type === "user_type" ? namedType(part, walk) : owner;
      if (type === "pattern" || (type === "simple_identifier" && before === ".")) {
        cases.push(part);
      }
    } else if (isCondition && type !== "value_binding_pattern") {
      const value = walk.value(part);
      if (bound !== NO_NODE) {
        walk.local(nameOf(bound, walk), value);
      }
      matchCases(cases, owner ?? value, isLet, walk);
      [bound, cases, owner] = [NO_NODE, [], null];
    } else if (type === "else" || type === "statements") {
      shorthand(bound, walk);
      bound = NO_NODE;
    }
    before = type;
  }
  shorthand(bound, walk);
}

const CONDITION = /^(?:condition|bound_identifier)$/;

function conditional(node: NodeAt, walk: Walk): void {
  walk.branch();
  conditions(node, walk);
  for (const part of walk.children(node)) {
    if (!CONDITION.test(walk.fieldOf(part) ?? "")) {
      block(part, walk);
    }
  }
}

const ifStatement: Visitor = (node, walk) =>
  walk.within({ kind: "block" }, () => {
    walk.branch();
    conditions(node, walk);
    for (const part of walk.children(node)) {
      if (!CONDITION.test(walk.fieldOf(part) ?? "")) {
        walk.visit(part);
      }
    }
  });

const forStatement: Visitor = inBranch((node, walk) => {
  const item = walk.field(node, "item");
  const collection = walk.field(node, "collection");
  const value = walk.value(collection);
  pattern(item, stepped(value, ELEMENT), walk, true);
  visitOthers(node, walk, item, collection);
});

const switchStatement: Visitor = (node, walk) => {
  const expression = walk.field(node, "expr");
  const subject = walk.value(expression);
  for (const entry of walk.children(node)) {
    if (walk.type(entry) !== "switch_entry") {
      continue;
    }
    walk.branch();
    walk.within({ kind: "block" }, () => {
      for (const part of walk.children(entry)) {
        if (walk.type(part) === "switch_pattern") {
          for (const one of walk.children(part)) {
            pattern(one, subject, walk);
          }
        } else {
          walk.visit(part);
        }
      }
    });
  }
};

const catchBlock: Visitor = inBranch((node, walk) => {
  const error = walk.field(node, "error");
  if (error !== NO_NODE) {
    pattern(error, null, walk);
  }
  visitOthers(node, walk, error);
});

const assignment: Visitor = (node, walk) => {
  const { of } = referred(walk.field(node, "target"), walk, "write");
  const result = walk.field(node, "result");
  expect(result, of, walk);
  walk.visit(result);
};

/** `return x`, `throw x`, `break label` */
const transfer: Visitor = (node, walk) => {
  const result = walk.field(node, "result");
  expect(result, resultOf(walk), walk);
  walk.visitChildren(node);
};

export const swiftStatements: Readonly<Record<string, Visitor>> = {
  ...forTypes(ifStatement, "if_statement", "while_statement"),
  guard_statement: conditional,
  for_statement: forStatement,
  repeat_while_statement: block,
  do_statement: block,
  switch_statement: switchStatement,
  catch_block: catchBlock,
  assignment,
  control_transfer_statement: transfer,
  ...forTypes(
    ignored,
    "value_argument_label",
    "operator_declaration",
    "precedence_group_declaration",
    "directive",
    "availability_condition",
  ),
};
