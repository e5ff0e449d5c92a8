// Members of interfaces and type literals.

import { type ChainDraft, definitionOfDraft } from "../../../facts/chain-drafts.ts";
import { NO_NODE, type NodeAt } from "../../../syntax/syntax-tree.ts";
import { CALLED, OPTIONAL } from "../../../vocabulary/facts.ts";
import { insideFunction } from "./functions.ts";
import { draftOf, inner } from "./node-text.ts";
import type { Walk } from "./state.ts";

/** Of so many call signatures the parameters are known; each has a definition for each parameter and type parameter. */
const SIGNATURES_MAX = 8;

/**
 * Defines the members of a type literal or an interface as members of the enclosing definition. The first call or construct
 * signature, as in `{ (name: string): Order }`, determines that definition's type, with those of the others that return functions or
 * unnamed types; what is passed may be for any of them.
 */
export function defineMembers(body: NodeAt, walk: Walk): void {
  const { tree, facts } = walk;
  const at = facts.enclosing;
  const results: ChainDraft[] = [];
  for (const part of tree.children(body)) {
    switch (tree.type(part)) {
      case "property_signature":
        defineProperty(part, walk);
        break;
      case "call_signature":
      case "construct_signature": {
        const type = insideFunction(part, walk, results.length < SIGNATURES_MAX ? { definition: at } : {});
        results.push(type);
        break;
      }
      default:
        walk.visit(part);
    }
  }
  const types = results.filter((result, place) => place === 0 || definitionOfDraft(result) !== null);
  facts.amend(at, { types: types.slice(0, SIGNATURES_MAX), flags: results.length > 0 ? CALLED : 0 });
}

function defineProperty(node: NodeAt, walk: Walk): void {
  const { tree, facts } = walk;
  const written = tree.field(node, "name");
  const computed = tree.type(written) === "computed_property_name" ? inner(written, walk) : NO_NODE;
  const name = tree.type(computed) === "string" ? computed : written;
  walk.visit(computed);
  const annotation = tree.field(node, "type");
  const type = inner(annotation, walk);
  const isFunction = tree.type(type) === "function_type";
  const draft = draftOf(node, walk, name);
  const at = facts.define({
    ...draft,
    ...(isFunction ? { kind: "method" } : {}),
    flags: draft.flags | (tree.childOfType(node, "?") === NO_NODE ? 0 : OPTIONAL),
    binds: false,
    under: facts.enclosing,
  });
  if (isFunction) {
    facts.amend(at, { type: insideFunction(type, walk, { definition: at }) });
  } else if (tree.type(type) === "object_type" && !isIndexed(type, walk)) {
    const { under } = facts;
    walk.deeper(() => facts.within({ kind: "block", definition: at, under }, () => defineMembers(type, walk)));
  } else {
    facts.amend(at, { type: walk.value(annotation) });
  }
}

/** `{ [key: string]: X }`, and mapped types. */
export const isIndexed = (type: NodeAt, { tree }: Walk): boolean =>
  tree.childOfType(type, "index_signature") !== NO_NODE;
