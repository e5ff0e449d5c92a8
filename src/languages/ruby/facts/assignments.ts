// What Ruby assigns: local variables, instance variables as fields of the enclosing class, constants, attributes of others.

import { type ChainDraft, NOTHING } from "../../../facts/chain-drafts.ts";
import { linesOf, referToMember, referToName } from "../../../facts/common.ts";
import { NO_NODE, type NodeAt } from "../../../syntax/syntax-tree.ts";
import { FILE } from "../../../vocabulary/facts.ts";
import { constant } from "./constants.ts";
import { bindParameters } from "./definitions.ts";
import { structMembers } from "./literals.ts";
import { referToAttribute } from "./named-by-literals.ts";
import { addSupers, ownerOf, selfOf, withSelf } from "./selves.ts";
import type { Reading, Walk } from "./state.ts";

export function assign(target: NodeAt, value: ChainDraft, walk: Walk): void {
  switch (walk.type(target)) {
    case "identifier":
      walk.local(walk.text(target), value);
      break;
    case "instance_variable":
    case "class_variable":
      assignField(target, value, walk);
      break;
    case "constant":
      if (isDefining(walk)) {
        walk.define({ ...walk.definition(target, target), kind: "variable", type: value });
      } else {
        referToName(target, walk, "write");
      }
      break;
    case "call": {
      const method = walk.field(target, "method");
      referToMember(walk.value(walk.field(target, "receiver")), method, walk, "write", `${walk.text(method)}=`);
      break;
    }
    case "left_assignment_list":
    case "destructured_left_assignment":
    case "rest_assignment":
      for (const one of walk.children(target)) {
        assign(one, null, walk);
      }
      break;
    default:
      walk.visit(target);
  }
}

/** The first assignment of an instance variable defines it; the first with a known value determines its type. */
function assignField(target: NodeAt, value: ChainDraft, walk: Walk): void {
  const owner = ownerOf(walk);
  const name = walk.text(target);
  const known = owner === FILE ? FILE : walk.child(owner, name);
  const isNew = owner !== FILE && known === FILE;
  const at = isNew
    ? walk.define({ name, kind: "field", ...linesOf(target, walk), type: value, parent: owner, binds: false })
    : known;
  if (!isNew) {
    referToMember(selfOf(walk), target, walk, "write");
  }
  referToAttribute(target, "write", walk);
  if (at !== FILE && value !== null && value !== NOTHING && !walk.state.typed.has(at)) {
    walk.state.typed.add(at);
    walk.amend(at, { type: value });
  }
}

/** Whether a constant that is assigned here is defined by it: in a method, it would be an error. */
function isDefining(walk: Walk): boolean {
  const kind = walk.defined(walk.enclosing())?.kind;
  return kind !== "function" && kind !== "method";
}

export const assignment: Reading = (node, walk) => {
  const [left, right] = [walk.field(node, "left"), walk.field(node, "right")];
  const isDefined = walk.type(left) === "constant" && isDefining(walk);
  if (isDefined && isClass(right, walk)) {
    return madeClass(node, left, right, walk);
  }
  if (walk.type(left) === "left_assignment_list" && walk.type(right) === "right_assignment_list") {
    const targets = walk.children(left);
    const values = walk.children(right).map(walk.value);
    const areAsMany = targets.length === values.length;
    targets.forEach((one, at) => void assign(one, areAsMany ? (values[at] ?? null) : null, walk));
    return null;
  }
  const type = walk.value(right);
  if (isDefined) {
    walk.define({ ...walk.definition(node, left), kind: "variable", type });
  } else {
    assign(left, type, walk);
  }
  return type;
};

const MAKES_CLASS: ReadonlySet<string> = new Set(["Class.new", "Module.new", "Struct.new", "Data.define"]);

/** `Point = Struct.new(:x, :y) do … end` */
function isClass(right: NodeAt, walk: Walk): boolean {
  const receiver = walk.type(right) === "call" ? walk.field(right, "receiver") : NO_NODE;
  return receiver !== NO_NODE && MAKES_CLASS.has(`${walk.text(receiver)}.${walk.text(walk.field(right, "method"))}`);
}

function madeClass(node: NodeAt, left: NodeAt, right: NodeAt, walk: Walk): ChainDraft {
  const args = walk.children(walk.field(right, "arguments"));
  const block = walk.field(right, "block");
  const maker = walk.text(walk.field(right, "receiver"));
  const at = walk.define({ ...walk.definition(node, left), kind: maker === "Module" ? "module" : "class" });
  const [first = NO_NODE] = args;
  if (maker === "Class" && first !== NO_NODE) {
    addSupers(at, [constant(first, walk, "extend")], walk);
  } else {
    structMembers(at, args, walk);
  }
  walk.within({ kind: "class", definition: at }, () =>
    withSelf(walk, "class", () => {
      bindParameters(walk.children(walk.field(block, "parameters")), [], walk);
      walk.visit(walk.field(block, "body"));
    }),
  );
  return null;
}
