// What a condition of PHP proves of variables: `$x instanceof Order` where it holds, and what follows where it does not.

import { type ChainDraft, stepped } from "../../../facts/chain-drafts.ts";
import { NO_NODE, type NodeAt } from "../../../syntax/syntax-tree.ts";
import { bindVariable, fieldVariable, isBound, variable } from "./frames.ts";
import { variableName } from "./modifiers.ts";
import { classCalled, isName } from "./namespaces.ts";
import type { Walk } from "./state.ts";

export interface Proof {
  /** A variable's, or a field's of `$this`. */
  readonly name: string;
  readonly type: ChainDraft;
}

/** Operands that are looked at. */
const PARTS_MAX = 20;

function bare(node: NodeAt, walk: Walk): NodeAt {
  let inside = node;
  while (walk.type(inside) === "parenthesized_expression") {
    inside = walk.children(inside)[0] ?? NO_NODE;
  }
  return inside;
}

/** The operands of `a && b && c`, from the right; or of another operator. */
function operands(node: NodeAt, operators: readonly string[], walk: Walk): NodeAt[] {
  const found: NodeAt[] = [];
  let rest = bare(node, walk);
  const isOne = (one: NodeAt): boolean =>
    walk.type(one) === "binary_expression" && operators.some((operator) => walk.childOfType(one, operator) !== NO_NODE);
  while (isOne(rest) && found.length < PARTS_MAX) {
    found.push(bare(walk.field(rest, "right"), walk));
    rest = bare(walk.field(rest, "left"), walk);
  }
  return [...found, rest];
}

/** `$x`, `$this->x`, `$x = …`; "" for what is neither. */
function checked(operand: NodeAt, walk: Walk): string {
  const node = bare(operand, walk);
  if (walk.type(node) === "assignment_expression") {
    return variableName(walk.field(node, "left"), walk);
  }
  const isField =
    walk.type(node) === "member_access_expression" &&
    walk.text(walk.field(node, "object")) === "$this" &&
    walk.type(walk.field(node, "name")) === "name";
  return isField ? fieldVariable(walk.text(walk.field(node, "name"))) : variableName(node, walk);
}

/** `$x instanceof Order`; null for any other expression. */
function instanceCheck(node: NodeAt, walk: Walk): Proof | null {
  if (walk.type(node) !== "binary_expression" || walk.childOfType(node, "instanceof") === NO_NODE) {
    return null;
  }
  const name = checked(walk.field(node, "left"), walk);
  const type = walk.field(node, "right");
  return name === "" || name === "this" || !isName(type, walk)
    ? null
    : { name, type: stepped(classCalled(walk.text(type).replace(/\s+/g, ""), walk), "^") };
}

const isProof = (proof: Proof | null): proof is Proof => proof !== null;

/** What holds where the condition does. */
export const provenBy = (condition: NodeAt, walk: Walk): Proof[] =>
  operands(condition, ["&&", "and"], walk)
    .map((one) => instanceCheck(one, walk))
    .filter(isProof);

/** What holds where the condition does not: `!$x instanceof Order || …`. */
export const refutedBy = (condition: NodeAt, walk: Walk): Proof[] =>
  operands(condition, ["||", "or"], walk)
    .map((one) => {
      const isNot = walk.type(one) === "unary_op_expression" && walk.text(one).startsWith("!");
      return isNot ? instanceCheck(bare(walk.field(one, "argument"), walk), walk) : null;
    })
    .filter(isProof);

export function applyProofs(proofs: readonly Proof[], walk: Walk): void {
  for (const { name, type } of proofs) {
    bindVariable(name, type, walk);
  }
}

function valueBefore(name: string, walk: Walk): ChainDraft {
  const field = name.startsWith(fieldVariable("")) ? name.slice(fieldVariable("").length) : null;
  return field === null || isBound(name, walk) ? variable(name, walk) : stepped(variable("this", walk), `.${field}`);
}

/** Reads a part of the text in which these are proven. */
export function withProofs<Result>(walk: Walk, proofs: readonly Proof[], inside: () => Result): Result {
  const before = proofs.map(({ name }) => ({ name, type: valueBefore(name, walk) }));
  applyProofs(proofs, walk);
  const result = inside();
  applyProofs(before, walk);
  return result;
}
