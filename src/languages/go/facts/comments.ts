// What every definition of Go has: its name, its kind, its lines, and whether it is exported, documented and deprecated.
import { docComments, docFlags } from "../../../facts/doc-comments.ts";
import type { OutlinedDraft } from "../../../facts/facts-builder.ts";
import type { NodeAt } from "../../../syntax/syntax-tree.ts";
import { EXPORTED } from "../../../vocabulary/facts.ts";
import type { Visitor, Walk } from "./state.ts";

export const comment: Visitor = docComments(/^/, true);

/**
 * `named`: as Walk.definition. `startLine`: of the declaration that comments are above; the outline has a declaration of several in
 * parentheses start with the first of them.
 */
export function draftOf(node: NodeAt, walk: Walk, named?: NodeAt, startLine = walk.line(node)): OutlinedDraft {
  const draft = walk.definition(node, named);
  const exported = /^\p{Lu}/u.test(draft.name) ? EXPORTED : 0;
  return { ...draft, startLine, flags: draft.flags | exported | docFlags(startLine, walk, DEPRECATION) };
}

const DEPRECATION = /(?:^|\s)Deprecated:/;
