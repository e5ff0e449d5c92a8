// What every definition of Go has: its name, its lines, and whether it is exported, documented and deprecated.
import { docComments, docFlags } from "../../../facts/doc-comments.ts";
import type { NamedDraft } from "../../../facts/facts-builder.ts";
import type { NodeAt } from "../../../syntax/syntax-tree.ts";
import { EXPORTED } from "../../../vocabulary/facts.ts";
import type { Visitor, Walk } from "./state.ts";

export const comment: Visitor = docComments(/^/, true);

export function draftOf(name: NodeAt, walk: Walk, range: NodeAt): NamedDraft {
  const startLine = walk.line(range);
  const written = walk.tree.text(name);
  return {
    name: written,
    nameLine: walk.line(name),
    startLine,
    endLine: walk.endLine(range),
    flags: (/^\p{Lu}/u.test(written) ? EXPORTED : 0) | docFlags(startLine, walk, DEPRECATION),
  };
}

const DEPRECATION = /(?:^|\s)Deprecated:/;
