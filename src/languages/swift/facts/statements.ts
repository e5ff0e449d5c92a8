// Swift's statements: the blocks they open, what their patterns bind, where the control flow divides.

import { type ChainDraft, stepped } from "../../../facts/chain-drafts.ts";
import { block, forTypes, ignored, referToMember, visitOthers } from "../../../facts/common.ts";
import { NO_NODE, type NodeAt } from "../../../syntax/syntax-tree.ts";
import { ELEMENT, INSTANCE, TYPE_MARK } from "../../../vocabulary/chain.ts";
import { expect } from "./expected-values.ts";
import { resultOf } from "./functions.ts";
import { nameOf } from "./modifiers.ts";
import type { Visitor, Walk } from "./state.ts";
import { namedType, thrownType } from "./types.ts";
import { referred } from "./values.ts";

/** All children, those without a name too. */
function* childrenOf(node: NodeAt, { tree }: Walk): Generator<NodeAt> {
  for (let child = tree.firstChild(node); child !== NO_NODE; child = tree.nextSibling(child)) {
    yield child;
  }
}

/** `.done(let x)`, `let y as Bar`, `(a, b)`, `State.done`, or an expression. */
function pattern(node: NodeAt, subject: ChainDraft, walk: Walk, binds = false): void {
  const { tree, facts } = walk;
  const isLet = binds || tree.childOfType(node, "value_binding_pattern") !== NO_NODE;
  const parts = [...childrenOf(node, walk)];
  const type = parts.find((part) => tree.type(part) === "user_type") ?? NO_NODE;
  const isCase = parts.some((part) => tree.type(part) === ".");
  const owner = type === NO_NODE ? subject : namedType(type, walk);
  const value = type === NO_NODE || isCase ? subject : stepped(owner, INSTANCE);
  const isWhole = parts.filter((part) => tree.type(part) === "pattern").length === 1;
  let matched: ChainDraft = null;
  let place = 0;
  for (const [at, part] of parts.entries()) {
    const before = parts[at - 1];
    const isBare = tree.type(part) === "simple_identifier";
    if (part === type || !tree.isNamed(part) || tree.type(part) === "value_binding_pattern") {
      continue;
    }
    if (isBare && before !== undefined && tree.type(before) === ".") {
      matched = caseOf(owner, part, walk);
    } else if (isBare && isLet) {
      facts.local(nameOf(part, walk), value);
    } else if (tree.type(part) === "pattern") {
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
  if (bound !== NO_NODE && walk.tree.text(bound) !== "self") {
    walk.reference(bound, "read", walk.facts.again(nameOf(bound, walk)));
  }
}

/** The names and patterns of `case .done(let y)`, matched against this value. */
function matchCases(parts: readonly NodeAt[], subject: ChainDraft, isLet: boolean, walk: Walk): void {
  let matched: ChainDraft = null;
  let place = 0;
  for (const part of parts) {
    if (walk.tree.type(part) === "pattern") {
      pattern(part, stepped(matched, `.${place}`), walk, isLet);
      place += 1;
    } else {
      matched = caseOf(subject, part, walk);
    }
  }
}

/** `if let a = x, case .done(let y) = z, flag` */
function conditions(node: NodeAt, walk: Walk): void {
  const { tree, facts } = walk;
  let bound: NodeAt = NO_NODE;
  let cases: NodeAt[] = [];
  let isCase = false;
  let isLet = false;
  let before = "";
  let owner: ChainDraft = null;
  for (const part of childrenOf(node, walk)) {
    const type = tree.type(part);
    const isCondition = tree.isNamed(part) && /^(?:condition|bound_identifier)$/.test(tree.fieldOf(part) ?? "");
    if (type === "case") {
      isCase = true;
      isLet = false;
    } else if (type === "=") {
      isCase = false;
    } else if (type === "," && !isCase) {
      shorthand(bound, walk);
      bound = NO_NODE;
    } else if (isCondition && tree.fieldOf(part) === "bound_identifier") {
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
        facts.local(nameOf(bound, walk), value);
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
  const { tree, facts } = walk;
  facts.branch();
  conditions(node, walk);
  for (const part of tree.children(node)) {
    if (!CONDITION.test(tree.fieldOf(part) ?? "")) {
      block(part, walk);
    }
  }
}

const ifStatement: Visitor = (node, walk) =>
  walk.facts.within({ kind: "block" }, () => {
    const { tree, facts } = walk;
    facts.branch();
    conditions(node, walk);
    for (const part of tree.children(node)) {
      if (!CONDITION.test(tree.fieldOf(part) ?? "")) {
        walk.visit(part);
      }
    }
  });

const forStatement: Visitor = (node, walk) => {
  const { tree, facts } = walk;
  facts.branch();
  facts.within({ kind: "block" }, () => {
    const item = tree.field(node, "item");
    const collection = tree.field(node, "collection");
    const value = walk.value(collection);
    pattern(item, stepped(value, ELEMENT), walk, true);
    visitOthers(node, walk, item, collection);
  });
};

/** `do throws(Failure) { … }`, of which the grammar knows the braces alone. */
const doStatement: Visitor = (node, walk) => {
  const start = walk.tree.start(node);
  const [head] = /^do\s{1,9}throws/.exec(walk.text.slice(start, start + HEAD_CHARS_MAX)) ?? [];
  if (head !== undefined) {
    thrownType(start + head.length, walk);
  }
  block(node, walk);
};

const HEAD_CHARS_MAX = 20;

const switchStatement: Visitor = (node, walk) => {
  const { tree, facts } = walk;
  const expression = tree.field(node, "expr");
  const subject = walk.value(expression);
  for (const entry of tree.children(node)) {
    if (tree.type(entry) !== "switch_entry") {
      continue;
    }
    facts.branch();
    facts.within({ kind: "block" }, () => {
      for (const part of tree.children(entry)) {
        if (tree.type(part) === "switch_pattern") {
          for (const one of tree.children(part)) {
            pattern(one, subject, walk);
          }
        } else {
          walk.visit(part);
        }
      }
    });
  }
};

const catchBlock: Visitor = (node, walk) => {
  const { tree, facts } = walk;
  facts.branch();
  facts.within({ kind: "block" }, () => {
    const error = tree.field(node, "error");
    if (error !== NO_NODE) {
      pattern(error, null, walk);
    }
    visitOthers(node, walk, error);
  });
};

const assignment: Visitor = (node, walk) => {
  const { tree } = walk;
  const { of } = referred(tree.field(node, "target"), walk, "write");
  const result = tree.field(node, "result");
  expect(result, of, walk);
  walk.visit(result);
};

/** `return x`, `throw x`, `break label` */
const transfer: Visitor = (node, walk) => {
  const { tree } = walk;
  const result = tree.field(node, "result");
  expect(result, resultOf(walk), walk);
  walk.visitChildren(node);
};

export const swiftStatements: Readonly<Record<string, Visitor>> = {
  ...forTypes(ifStatement, "if_statement", "while_statement"),
  guard_statement: conditional,
  for_statement: forStatement,
  repeat_while_statement: block,
  do_statement: doStatement,
  switch_statement: switchStatement,
  catch_block: catchBlock,
  assignment,
  control_transfer_statement: transfer,
  ...forTypes(ignored, "value_argument_label", "operator_declaration", "directive", "availability_condition"),
};
