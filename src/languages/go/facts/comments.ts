// What every definition of Go has: its name, its kind, its lines, and whether it is exported, documented and deprecated.
import { docComments, docFlags } from "../../../facts/doc-comments.ts";
import type { NamedDraft, OutlinedDraft } from "../../../facts/facts-builder.ts";
import type { NodeAt } from "../../../syntax/syntax-tree.ts";
import { EXPORTED } from "../../../vocabulary/facts.ts";
import type { Visitor, Walk } from "./state.ts";

export const comment: Visitor = docComments(/^/, true);

/** Of what the outline has. `startLine`: of the documented declaration, where the outline starts at what encloses it. */
export function outlined(node: NodeAt, walk: Walk, startLine = walk.line(node)): OutlinedDraft {
  const found = walk.definition(node);
  return { ...found, startLine, flags: found.flags | flagsOf(found.name, startLine, walk) };
}

/** Of a field, or of a further name in one declaration. */
export function draftOf(name: NodeAt, walk: Walk, range: NodeAt): NamedDraft {
  const startLine = walk.line(range);
  const written = walk.tree.text(name);
  const flags = flagsOf(written, startLine, walk);
  return { name: written, nameLine: walk.line(name), startLine, endLine: walk.endLine(range), flags };
}

const flagsOf = (name: string, startLine: number, walk: Walk): number =>
  (/^\p{Lu}/u.test(name) ? EXPORTED : 0) | docFlags(startLine, walk, DEPRECATION);

const DEPRECATION = /(?:^|\s)Deprecated:/;
