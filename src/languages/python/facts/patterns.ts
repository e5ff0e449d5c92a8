// Names that Python's `except … as` and `case` bind, and the classes they refer to.

import { type ChainDraft, stepped } from "../../../facts/chain-drafts.ts";
import { forTypes, referToMember, referToName } from "../../../facts/common.ts";
import { NO_NODE, type NodeAt } from "../../../syntax/syntax-tree.ts";
import { bindTarget } from "./bindings.ts";
import type { Visitor, Walk } from "./state.ts";
import { referred } from "./values.ts";

/** `X as e`: of one class, an instance of it. */
const asPattern: Visitor = (node, walk) => {
  const [what = NO_NODE, ...names] = walk.children(node);
  const isClass = /^(?:identifier|attribute)$/.test(walk.type(what));
  const of = isClass ? stepped(referred(what, walk, "read"), "^") : caseClass(what, walk);
  for (const name of names) {
    bindTarget(name, of, walk, { range: node });
  }
};

/** `case C() as c`: the class whose instance is bound; all else is visited. */
function caseClass(pattern: NodeAt, walk: Walk): ChainDraft {
  const inside = walk.children(pattern)[0] ?? NO_NODE;
  if (walk.type(pattern) !== "case_pattern" || walk.type(inside) !== "class_pattern") {
    walk.visit(pattern);
    return null;
  }
  return stepped(classOf(inside, walk), "^");
}

/** Records a reference to the class of a pattern, and to the members that its keywords name, and visits its subpatterns. */
function classOf(node: NodeAt, walk: Walk): ChainDraft {
  const [name = NO_NODE, ...inside] = walk.children(node);
  const of = dotted(name, walk);
  for (const part of inside) {
    const keyword = walk.children(walk.childOfType(part, "keyword_pattern"))[0];
    if (keyword !== undefined) {
      referToMember(stepped(of, "^"), keyword, walk, "read");
    }
    walk.visit(part);
  }
  return of;
}

function dotted(node: NodeAt, walk: Walk): ChainDraft {
  let of: ChainDraft = null;
  for (const [index, name] of walk.children(node).entries()) {
    of = index === 0 ? referToName(name, walk, "read") : referToMember(of, name, walk, "read");
  }
  return of;
}

/** A bare name binds the matched value; a dotted one is a value to compare with. */
function pattern(node: NodeAt, walk: Walk): void {
  const names = walk.type(node) === "dotted_name" ? walk.children(node) : [];
  if (names.length === 1 && names[0] !== undefined) {
    capture(names[0], walk);
  } else if (names.length > 1) {
    dotted(node, walk);
  } else {
    walk.visit(node);
  }
}

/** All parts of it, or those after the first ones. */
const parts =
  (from: number): Visitor =>
  (node, walk) => {
    for (const part of walk.children(node).slice(from)) {
      pattern(part, walk);
    }
  };

function capture(name: NodeAt, walk: Walk): void {
  if (walk.text(name) !== "_") {
    bindTarget(name, null, walk, { range: name });
  }
}

export const pythonPatterns: Readonly<Record<string, Visitor>> = {
  as_pattern: asPattern,
  ...forTypes(parts(0), "case_pattern", "union_pattern"),
  keyword_pattern: parts(1),
  class_pattern: (node, walk) => void classOf(node, walk),
  splat_pattern: (node, walk) => {
    for (const name of walk.children(node)) {
      capture(name, walk);
    }
  },
};
