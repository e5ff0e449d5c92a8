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
  const at = walk.enclosing();
  const results: ChainDraft[] = [];
  for (const part of walk.children(body)) {
    switch (walk.type(part)) {
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
  walk.amend(at, { types: types.slice(0, SIGNATURES_MAX), flags: results.length > 0 ? CALLED : 0 });
}

function defineProperty(node: NodeAt, walk: Walk): void {
  const written = walk.field(node, "name");
  const computed = walk.type(written) === "computed_property_name" ? inner(written, walk) : NO_NODE;
  const name = walk.type(computed) === "string" ? computed : written;
  walk.visit(computed);
  const annotation = walk.field(node, "type");
  const type = inner(annotation, walk);
  const isFunction = walk.type(type) === "function_type";
  const draft = draftOf(node, walk, name);
  const at = walk.define({
    ...draft,
    ...(isFunction ? { kind: "method" } : {}),
    flags: draft.flags | (walk.childOfType(node, "?") === NO_NODE ? 0 : OPTIONAL),
    binds: false,
    under: walk.enclosing(),
  });
  if (isFunction) {
    walk.amend(at, { type: insideFunction(type, walk, { definition: at }) });
  } else if (walk.type(type) === "object_type" && !isIndexed(type, walk)) {
    const under = walk.under();
    walk.deeper(() => walk.within({ kind: "block", definition: at, under }, () => defineMembers(type, walk)));
  } else {
    walk.amend(at, { type: walk.value(annotation) });
  }
}

/** `{ [key: string]: X }`, and mapped types. */
export const isIndexed = (type: NodeAt, walk: Walk): boolean => walk.childOfType(type, "index_signature") !== NO_NODE;
