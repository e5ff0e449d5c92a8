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
  const { tree, facts } = walk;
  switch (tree.type(target)) {
    case "identifier":
      facts.local(tree.text(target), value);
      break;
    case "instance_variable":
    case "class_variable":
      assignField(target, value, walk);
      break;
    case "constant":
      referToName(target, walk, "write");
      break;
    case "call": {
      const method = tree.field(target, "method");
      referToMember(walk.value(tree.field(target, "receiver")), method, walk, "write", `${tree.text(method)}=`);
      break;
    }
    case "left_assignment_list":
      for (const one of tree.children(target)) {
        assign(one, null, walk);
      }
      break;
    default:
      walk.visit(target);
  }
}

/** The first assignment of an instance variable defines it; the first with a known value determines its type. */
function assignField(target: NodeAt, value: ChainDraft, walk: Walk): void {
  const { tree, facts } = walk;
  const owner = ownerOf(walk);
  const name = tree.text(target);
  const known = owner === FILE ? FILE : facts.child(owner, name);
  const isNew = owner !== FILE && known === FILE;
  const at = isNew
    ? facts.define({ name, kind: "field", ...linesOf(target, walk), type: value, parent: owner, binds: false })
    : known;
  if (!isNew) {
    referToMember(selfOf(walk), target, walk, "write");
  }
  referToAttribute(target, "write", walk);
  if (at !== FILE && value !== null && value !== NOTHING && !walk.state.typed.has(at)) {
    walk.state.typed.add(at);
    facts.amend(at, { type: value });
  }
}

export const assignment: Reading = (node, walk) => {
  const { tree, facts } = walk;
  const [left, right] = [tree.field(node, "left"), tree.field(node, "right")];
  const kind = facts.definition(facts.enclosing)?.kind;
  const isDefined = tree.type(left) === "constant" && kind !== "function" && kind !== "method";
  if (isDefined && isClass(right, walk)) {
    return madeClass(node, left, right, walk);
  }
  if (tree.type(left) === "left_assignment_list" && tree.type(right) === "right_assignment_list") {
    const targets = tree.children(left);
    const values = tree.children(right).map(walk.value);
    const areAsMany = targets.length === values.length;
    targets.forEach((one, at) => void assign(one, areAsMany ? (values[at] ?? null) : null, walk));
    return null;
  }
  const type = walk.value(right);
  if (isDefined) {
    facts.define({ ...walk.definition(node, left), kind: "variable", type });
  } else {
    assign(left, type, walk);
  }
  return type;
};

const MAKES_CLASS: ReadonlySet<string> = new Set(["Class.new", "Module.new", "Struct.new", "Data.define"]);

/** `Point = Struct.new(:x, :y) do … end` */
function isClass(right: NodeAt, { tree }: Walk): boolean {
  const receiver = tree.type(right) === "call" ? tree.field(right, "receiver") : NO_NODE;
  return receiver !== NO_NODE && MAKES_CLASS.has(`${tree.text(receiver)}.${tree.text(tree.field(right, "method"))}`);
}

function madeClass(node: NodeAt, left: NodeAt, right: NodeAt, walk: Walk): ChainDraft {
  const { tree, facts } = walk;
  const args = tree.children(tree.field(right, "arguments"));
  const block = tree.field(right, "block");
  const maker = tree.text(tree.field(right, "receiver"));
  const at = facts.define({ ...walk.definition(node, left), kind: maker === "Module" ? "module" : "class" });
  const [first = NO_NODE] = args;
  if (maker === "Class" && first !== NO_NODE) {
    addSupers(at, [constant(first, walk, "extend")], walk);
  } else {
    structMembers(at, args, walk);
  }
  facts.within({ kind: "class", definition: at }, () =>
    withSelf(walk, "class", () => {
      bindParameters(tree.children(tree.field(block, "parameters")), [], walk);
      walk.visit(tree.field(block, "body"));
    }),
  );
  return null;
}
