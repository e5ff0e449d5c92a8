// Where a definition's signature ends and its body begins: by the fields that grammars have for bodies and values, by the types
// of its children, else by the look of its first lines.
import type { Definition } from "./definitions.ts";
import { headOf } from "./outline.ts";
import type { DefinedKind } from "./profile.ts";
import { lineAt, type Source } from "./source.ts";
import { NO_NODE, type NodeAt, type SyntaxTree } from "./syntax-tree.ts";

/** What is used by its every part: all of it is signature. */
const ALL_SIGNATURE: ReadonlySet<DefinedKind> = new Set(["interface", "type", "enum"]);
/** What nothing calls: all of it is body. */
const ALL_BODY: ReadonlySet<DefinedKind> = new Set(["test", "section", "data"]);
const VALUE_FIELDS = ["value", "right", "definition"] as const;
/** Declarations that have no body: `method_signature`, and others that end with a semicolon. */
const SIGNATURE_TYPE = /_signature(?:_item)?$/;
const BODY_TYPE = /(?:^|_)(?:body|block|suite|field_declaration_list)$/;

/** 0-based offset in UTF-16 units; the definition's end where it has no body. */
export function bodyStartOf(definition: Definition, source: Source): number {
  const { tree, node, kind, isTest, start, end, nameOffset } = definition;
  if (ALL_SIGNATURE.has(kind)) {
    return end;
  }
  if (isTest || ALL_BODY.has(kind)) {
    return start;
  }
  const own = bodyOf(tree, node);
  const body = own === NO_NODE ? heldBody(tree, node) : own;
  if (body !== NO_NODE && tree.start(body) >= start && tree.start(body) < end) {
    return tree.start(body);
  }
  const isBodiless = tree.field(node, "parameters") !== NO_NODE && source.text[tree.end(node) - 1] === ";";
  if (body === NO_NODE && (isBodiless || SIGNATURE_TYPE.test(tree.type(node)))) {
    return end;
  }
  const nameLine = lineAt(source, nameOffset);
  const head = headOf(source, nameLine, lineAt(source, Math.max(start, end - 1)));
  return Math.min(end, source.starts[head.endLine] ?? end);
}

function bodyOf(tree: SyntaxTree, node: NodeAt): NodeAt {
  const body = tree.field(node, "body");
  return body === NO_NODE ? (tree.children(node).find((child) => BODY_TYPE.test(tree.type(child))) ?? NO_NODE) : body;
}

/** Of a function that is a value, its body; the parameters are its holder's signature. */
function heldBody(tree: SyntaxTree, node: NodeAt): NodeAt {
  const [first = NO_NODE] = tree.children(node);
  for (const field of VALUE_FIELDS) {
    const value = [node, first].map((holder) => tree.field(holder, field)).find((found) => found !== NO_NODE);
    if (value !== undefined) {
      const body = tree.field(value, "body");
      return body === NO_NODE ? value : body;
    }
  }
  return NO_NODE;
}
