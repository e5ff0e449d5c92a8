// Reads Scala's types: what a value of each is, and the names they refer to.

import { type ChainDraft, stepped } from "../../../facts/chain-drafts.ts";
import { elementOf, forTypes, last, leftSpine, referToMember } from "../../../facts/common.ts";
import { NO_NODE, type NodeAt } from "../../../syntax/syntax-tree.ts";
import { COLLECTION, INSTANCE } from "../../../vocabulary/chain.ts";
import type { Role } from "../../../vocabulary/facts.ts";
import { isVariable } from "../outline.ts";
import { nameOf } from "./modifiers.ts";
import { BUILT_IN, COLLECTIONS } from "./names.ts";
import type { Reading, Walk } from "./state.ts";

/** The class that a type names, not an instance; records it as a reference with this role. Null for what is no single name. */
export function namedType(node: NodeAt, walk: Walk, role: Role = "type"): ChainDraft {
  switch (walk.type(node)) {
    case "type_identifier": {
      const of = walk.typeName(nameOf(node, walk));
      walk.reference(node, role, of);
      return of;
    }
    case "stable_type_identifier": {
      let of: ChainDraft = null;
      const parts = walk.children(node);
      for (const [at, part] of parts.entries()) {
        const isLast = at === parts.length - 1;
        if (walk.type(part) === "stable_identifier" || walk.type(part) === "stable_type_identifier") {
          of = path(part, walk);
          continue;
        }
        of = at === 0 ? walk.name(nameOf(part, walk)) : stepped(of, `.${nameOf(part, walk)}`);
        walk.reference(part, isLast ? role : "read", of);
      }
      return of;
    }
    case "generic_type": {
      const of = walk.deeper(() => namedType(walk.field(node, "type"), walk, role));
      walk.visit(walk.field(node, "type_arguments"));
      return of;
    }
    case "annotated_type":
    case "applied_constructor_type": {
      const [first = NO_NODE, ...others] = walk.children(node);
      const of = walk.deeper(() => namedType(first, walk, role));
      others.forEach(walk.visit);
      return of;
    }
    default:
      walk.visit(node);
      return null;
  }
}

/** `a.b` before a type's name. */
function path(node: NodeAt, walk: Walk): ChainDraft {
  let of: ChainDraft = null;
  for (const [at, part] of walk.children(node).entries()) {
    if (walk.type(part) === "stable_identifier") {
      of = walk.deeper(() => path(part, walk));
      continue;
    }
    of = at === 0 ? walk.name(nameOf(part, walk)) : stepped(of, `.${nameOf(part, walk)}`);
    walk.reference(part, "read", of);
  }
  return of;
}

const instance: Reading = (node, walk) => stepped(namedType(node, walk), INSTANCE);

const elementIn = (node: NodeAt, walk: Walk): ChainDraft =>
  elementOf(walk.children(walk.field(node, "type_arguments")).map(walk.value), BUILT_IN);

/** `mutable.Map`, `scala.collection.immutable.Seq`, `java.util.List` */
const OF_LIBRARY = /^(?:scala|java)\.|^(?:collection\.)?(?:mutable|immutable|concurrent)\.\w+$|^collection\.\w+$/u;

/** `Option[Item]`, and `F[Item]` for a type parameter `F`: a collection of the last argument. */
const generic: Reading = (node, walk) => {
  const type = walk.field(node, "type");
  const written = walk.text(type);
  const isQualified = walk.type(type) === "stable_type_identifier" && OF_LIBRARY.test(written);
  if (isQualified && COLLECTIONS.has(written.slice(written.lastIndexOf(".") + 1))) {
    namedType(type, walk);
    return stepped(elementIn(node, walk), COLLECTION);
  }
  const isWrapping = COLLECTIONS.has(written) || walk.state.wrapping.has(written);
  if (walk.type(type) !== "type_identifier" || !isWrapping) {
    return instance(node, walk);
  }
  walk.reference(type, "type", walk.typeName(written));
  return stepped(elementIn(node, walk), COLLECTION);
};

/** `[T <: Item, +U, F[_]: Monad]`: T is as good as its bound. */
export function bindTypeParameters(node: NodeAt, walk: Walk): void {
  for (const list of walk.children(node).filter((part) => walk.type(part) === "type_parameters")) {
    let name = "";
    let bound: ChainDraft = null;
    const end = (): void => {
      if (name !== "") {
        walk.localType(name, bound);
      }
    };
    const one = (part: NodeAt): void => {
      switch (walk.type(part)) {
        case "identifier":
        case "type_identifier":
          end();
          name = nameOf(part, walk);
          bound = null;
          break;
        case "covariant_type_parameter":
        case "contravariant_type_parameter":
          walk.children(part).forEach(one);
          break;
        case "upper_bound":
          bound = namedType(walk.field(part, "type"), walk);
          break;
        case "context_bound":
          contextBound(part, walk);
          break;
        case "type_parameters":
          walk.state.wrapping.add(name);
          break;
        default:
          walk.visit(part);
      }
    };
    walk.children(list).forEach(one);
    end();
  }
}

/** `Ordering as ord`: an instance goes by the name. */
function contextBound(node: NodeAt, walk: Walk): void {
  const name = walk.field(node, "name");
  const of = namedType(walk.field(node, "type"), walk);
  if (name !== NO_NODE) {
    walk.local(nameOf(name, walk), stepped(of, INSTANCE));
  }
}

/** `A | B`, `A & B`, and `A Or B` of a type of one's own: none of them alone. */
const infixType: Reading = (node, walk) => {
  const { left, operations } = leftSpine(node, (each) =>
    walk.type(each) === "infix_type" ? walk.field(each, "left") : null,
  );
  walk.visit(left);
  for (const each of operations) {
    const operator = walk.field(each, "operator");
    if (!/^[|&]$/.test(walk.text(operator))) {
      walk.reference(operator, "type", walk.typeName(nameOf(operator, walk)));
    }
    walk.visit(walk.field(each, "right"));
  }
  return null;
};

/** `case Array[item] => item`: what begins in lower case is bound. */
const typeCase: Reading = (node, walk) =>
  walk.within({ kind: "block" }, () => {
    const bind = (part: NodeAt): void => {
      if (walk.type(part) === "type_identifier" && isVariable(walk, part)) {
        walk.localType(nameOf(part, walk), null);
      }
      walk.children(part).forEach(bind);
    };
    const result = walk.field(node, "return_type");
    walk
      .children(node)
      .filter((part) => part !== result)
      .forEach(bind);
    walk.visitChildren(node);
    return null;
  });

export const scalaTypes: Readonly<Record<string, Reading>> = {
  stable_identifier: path,
  ...forTypes(instance, "type_identifier", "stable_type_identifier", "annotated_type"),
  generic_type: generic,
  // `A with B`: the first of them is as good as any.
  compound_type(node, walk) {
    const of = walk.value(walk.field(node, "base"));
    walk.visitChildren(node, "base");
    return of;
  },
  projected_type(node, walk) {
    const selector = walk.field(node, "selector");
    const owner = namedType(walk.field(node, "type"), walk);
    return stepped(referToMember(owner, selector, walk, "type", nameOf(selector, walk)), INSTANCE);
  },
  infix_type: infixType,
  type_case_clause: typeCase,
  // `[T] => T => List[T]`
  function_type: (node, walk) =>
    walk.within({ kind: "block" }, () => {
      bindTypeParameters(node, walk);
      for (const part of walk.children(node)) {
        walk.visit(walk.type(part) === "type_parameters" ? NO_NODE : part);
      }
      return null;
    }),
  type_lambda: (node, walk) =>
    walk.within({ kind: "block" }, () => {
      for (const name of walk.fields(node, "name")) {
        walk.localType(nameOf(name, walk), null);
      }
      walk.visitChildren(node, "name");
      return null;
    }),
  // Their names are those of a tuple's elements, of parameters of a function type or of type parameters.
  ...forTypes<Reading>((node, walk) => walk.value(walk.field(node, "type")), "name_and_type", "named_type_argument"),
  // `store.type`: the value itself.
  singleton_type: last,
  repeated_parameter_type: (node, walk) => stepped(walk.value(walk.field(node, "type")), COLLECTION),
  lazy_parameter_type: (node, walk) => walk.value(walk.field(node, "type")),
};
