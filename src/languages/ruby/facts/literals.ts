// Names that Ruby writes as symbols and strings, and the fields that they are in a struct.

import { linesOf } from "../../../facts/common.ts";
import { NO_NODE, type NodeAt } from "../../../syntax/syntax-tree.ts";
import { type DefinitionAt, EXPORTED } from "../../../vocabulary/facts.ts";
import type { Walk } from "./state.ts";

const SYMBOL = /^:"?([\p{L}_][\p{L}\p{N}_]*[?!=]?)"?$/u;
const STRING = /^["']([\p{L}_][\p{L}\p{N}_]*[?!=]?)["']$/u;

const BARE = /^[\p{L}_][\p{L}\p{N}_]*[?!=]?$/u;

/** The name that a literal is; null for what is none. */
export function literalName(node: NodeAt, walk: Walk): string | null {
  if (!/^(?:simple_symbol|delimited_symbol|string)$/.test(walk.type(node))) {
    return null;
  }
  const text = walk.text(node);
  return (SYMBOL.exec(text) ?? STRING.exec(text))?.[1] ?? null;
}

/** The same, with where the name stands in the text: behind its colon or quote. */
export function nameAndOffset(node: NodeAt, walk: Walk): { readonly name: string; readonly offset: number } | null {
  const text = node === NO_NODE ? "" : walk.text(node);
  const isBare = walk.type(node) === "bare_symbol" || walk.type(node) === "bare_string";
  const name = isBare && BARE.test(text) ? text : literalName(node, walk);
  return name === null ? null : { name, offset: walk.start(node) + text.indexOf(name) };
}

/** `Struct.new(:a, :b)`: its members are fields of what it is called. */
export function structMembers(owner: DefinitionAt, args: readonly NodeAt[], walk: Walk): void {
  for (const one of args) {
    const name = literalName(one, walk);
    if (name !== null) {
      const draft = { name, kind: "field", ...linesOf(one, walk), parent: owner, binds: false } as const;
      walk.define({ ...draft, flags: EXPORTED });
    }
  }
}
