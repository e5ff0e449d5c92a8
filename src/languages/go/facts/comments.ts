// Comments of one Go text as they are passed by, and what every definition has: name, lines, and whether a comment is right
// above it.

import type { DefinitionDraft, FactsBuilder } from "../../../facts/facts-builder.ts";
import type { Visitor, Walk } from "../../../facts/read-facts.ts";
import type { NodeAt } from "../../../syntax/syntax-tree.ts";
import { DEPRECATED, DOCUMENTED, EXPORTED } from "../../../vocabulary/facts.ts";

/** The comment that was read last, lines of its own that follow each other as one. */
interface Comment {
  readonly endLine: number;
  readonly isDeprecated: boolean;
}

const comments = new WeakMap<FactsBuilder, Comment>();

export const comment: Visitor = (node, walk) => {
  const before = comments.get(walk.facts);
  const goesOn = before !== undefined && before.endLine + 1 === walk.line(node) && before.isDeprecated;
  const isDeprecated = goesOn || /(?:^|\s)Deprecated:/.test(walk.tree.text(node));
  comments.set(walk.facts, { endLine: walk.endLine(node), isDeprecated });
};

export function draftOf(
  name: NodeAt,
  walk: Walk,
  range: NodeAt,
): Pick<DefinitionDraft, "name" | "nameLine" | "startLine" | "endLine"> & { flags: number } {
  const startLine = walk.line(range);
  const above = comments.get(walk.facts);
  const isDocumented = above?.endLine === startLine - 1;
  const written = walk.tree.text(name);
  return {
    name: written,
    nameLine: walk.line(name),
    startLine,
    endLine: walk.endLine(range),
    flags:
      (/^\p{Lu}/u.test(written) ? EXPORTED : 0) |
      (isDocumented ? DOCUMENTED : 0) |
      (isDocumented && above.isDeprecated ? DEPRECATED : 0),
  };
}
