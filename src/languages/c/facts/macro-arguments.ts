// Arguments that only a macro can take: a type, as in `container_of(node, struct store, link)`, and the name of a member.
import { type ChainDraft, rooted, stepped } from "../../../facts/chain-drafts.ts";
import { NO_NODE, type NodeAt } from "../../../syntax/syntax-tree.ts";
import type { Walk } from "./state.ts";

/** The macros of queues, trees and lists that the member is named to by which elements are linked. */
const TAKES_MEMBER =
  /(?:^|_)(?:for_?each|entry|(?:first|last|next|prev)_entry|container_?of|offset_?of)(?:_|$)|^(?:S?LIST|S?TAILQ|CIRCLEQ|RB|SPLAY)_/iu;

/** Those that find the value around a member. */
const MAKES_OWNER = /container_?of$|_entry$/iu;

/** Visits the arguments of a call of `callee` where a macro may be called, and returns its value; undefined, with nothing visited, where none is. */
export function readMacroArguments(callee: NodeAt, list: NodeAt, walk: Walk): ChainDraft | undefined {
  const { state } = walk;
  const macro = walk.type(callee) === "identifier" ? walk.text(callee) : "";
  const places = state.memberParameters.get(macro);
  const all = walk.children(list);
  const type = all.findIndex((one, at) => isTag(one, walk) && walk.type(all[at + 1] ?? NO_NODE) === "ERROR");
  if (type < 0 && places === undefined && !TAKES_MEMBER.test(macro)) {
    return undefined;
  }
  for (const [at, one] of all.entries()) {
    const isBare = walk.type(one) === "identifier";
    if (type >= 0 && isBare && at > type + 1) {
      const owner = instanceOf(all[type + 1] ?? NO_NODE, walk);
      walk.reference(one, "read", stepped(owner, `.${walk.text(one)}`));
    } else if (type >= 0 && (at === type || at === type + 1)) {
      tagOf(all[type + 1] ?? NO_NODE, at === type, walk);
    } else {
      walk.visit(one);
      const mayBeMember = type < 0 && (places === undefined ? at > 0 : places.has(at));
      if (isBare && mayBeMember) {
        walk.reference(one, "read", null);
      }
    }
  }
  return type >= 0 && MAKES_OWNER.test(macro) ? instanceOf(all[type + 1] ?? NO_NODE, walk) : null;
}

const isTag = (node: NodeAt, walk: Walk): boolean =>
  walk.type(node) === "identifier" && /^(?:struct|union)$/u.test(walk.text(node));

/** The name behind `struct`, which the grammar takes for an error there. */
function tagOf(broken: NodeAt, isFirst: boolean, walk: Walk): void {
  const [tag = NO_NODE] = walk.children(broken);
  if (isFirst && tag !== NO_NODE) {
    walk.reference(tag, "type", rooted(walk.text(tag)));
  }
}

/** A value of the type of this tag. */
function instanceOf(broken: NodeAt, walk: Walk): ChainDraft {
  const [tag = NO_NODE] = walk.children(broken);
  return tag === NO_NODE ? null : stepped(rooted(walk.text(tag)), "^");
}

/** The places of the parameters that a macro's text has as members: 1 of `#define GET(s, name) ((s)->name)`. */
export function memberParametersIn(text: string, names: readonly string[]): ReadonlySet<number> {
  const members = new Set([...text.matchAll(/(?:->|\.)\s*([A-Za-z_]\w*)/gu)].map(([, name]) => name));
  return new Set(names.flatMap((name, at) => (members.has(name) ? [at] : [])));
}
