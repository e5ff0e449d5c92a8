// Attributes of Rust: their names, what their arguments say in Rust, and what their strings name.

import { type ChainDraft, stepped } from "../../../facts/chain-drafts.ts";
import { NO_NODE, type NodeAt } from "../../../syntax/syntax-tree.ts";
import { wordSet } from "../../../vocabulary/text.ts";
import { moduleRoot, pathOf } from "./paths.ts";
import type { Visitor, Walk } from "./state.ts";
import { readTokens } from "./tokens.ts";

/** `#[tokio::test]`, `#[derive(Args)]` */
export const attribute: Visitor = (node, walk) => {
  const [inner = NO_NODE] = walk.children(node);
  const [name = NO_NODE] = walk.children(inner);
  const { imported } = walk.state;
  if (walk.type(name) === "scoped_identifier" || imported.has(walk.text(name))) {
    pathOf(name, walk, "decorate");
  }
  if (walk.text(name) === "derive") {
    for (const one of walk.children(walk.childOfType(inner, "token_tree"))) {
      if (walk.type(one) === "identifier" && imported.has(walk.text(one))) {
        pathOf(one, walk, "decorate");
      }
    }
  }
  walk.value(walk.field(inner, "value"));
  const tokens = walk.childOfType(inner, "token_tree");
  if (tokens !== NO_NODE) {
    readTokens(tokens, walk, "labelled", walk.text(name));
    readStrings(tokens, walk);
  }
};

/** Keys behind which libraries expect Rust in quotes: a path, a type, bounds, an expression. */
const NAMES_IN_RUST = wordSet(`
with default serialize_with deserialize_with skip_serializing_if from into try_from remote crate getter bound schema_with
parse_with default_with
`);

/** `with = "codec::hex"`, in brackets of any depth. */
function readStrings(tokens: NodeAt, walk: Walk): void {
  const isSign = (node: NodeAt, sign: string): boolean => walk.source.slice(walk.start(node), walk.end(node)) === sign;
  let key = NO_NODE;
  let before = NO_NODE;
  for (let token = walk.firstChild(tokens); token !== NO_NODE; token = walk.nextSibling(token)) {
    const type = walk.type(token);
    if (type === "token_tree") {
      walk.deeper(() => readStrings(token, walk));
    } else if (/^(?:raw_)?string_literal$/.test(type) && isSign(before, "=") && NAMES_IN_RUST.has(walk.text(key))) {
      namesIn(walk.childOfType(token, "string_content"), walk);
    }
    key = before;
    before = token;
  }
}

/** A path, or a number, a lifetime or a member. */
const PATH = /['.\d]\w+|[A-Za-z_]\w*(?:\s*::\s*[A-Za-z_]\w*)*/gu;

function namesIn(content: NodeAt, walk: Walk): void {
  const start = walk.start(content);
  for (const { index, 0: path } of walk.text(content).matchAll(PATH)) {
    if (/^[A-Za-z_]/.test(path)) {
      pathInText(path, start + index, walk);
    }
  }
}

function pathInText(path: string, start: number, walk: Walk): void {
  const { state } = walk;
  let of: ChainDraft = null;
  for (const { index, 0: name } of path.matchAll(/\w+/gu)) {
    if (/^(?:crate|super|self)$/.test(name)) {
      of = index === 0 ? moduleRoot(name, start, walk) : stepped(of, `.${name}`);
      continue;
    }
    of = index > 0 ? stepped(of, `.${name}`) : name === "Self" ? state.self : walk.name(name);
    if (name !== "Self") {
      walk.refer(name, walk.lineAt(start + index), "read", of);
    }
  }
}
