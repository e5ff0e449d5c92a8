// Where a definition's signature ends and its body begins: by the fields that grammars have for bodies and values, by the types
// of its children, else by the look of its first lines.
import type { Node } from "web-tree-sitter";
import type { ChunkKind } from "../vocabulary/chunk.ts";
import type { Definition } from "./definitions.ts";
import { headOf } from "./outline.ts";
import { lineAt, type Source } from "./source.ts";

/** What is used by its every part: all of it is signature. */
const ALL_SIGNATURE: ReadonlySet<ChunkKind> = new Set(["interface", "type", "enum"]);
/** What nothing calls: all of it is body. */
const ALL_BODY: ReadonlySet<ChunkKind> = new Set(["test", "section", "data"]);
const VALUE_FIELDS = ["value", "right", "definition"] as const;
/** Declarations that have no body: `method_signature`, and others that end with a semicolon. */
const SIGNATURE_TYPE = /_signature(?:_item)?$/;
const BODY_TYPE = /(?:^|_)(?:body|block|suite|field_declaration_list)$/;

/** 0-based offset in UTF-16 units; the definition's end where it has no body. */
export function bodyStartOf({ node, kind, start, end, nameOffset }: Definition, source: Source): number {
  if (ALL_SIGNATURE.has(kind)) {
    return end;
  }
  if (ALL_BODY.has(kind)) {
    return start;
  }
  const body = bodyOf(node) ?? heldBody(node);
  if (body !== null && body.startIndex >= start && body.startIndex < end) {
    return body.startIndex;
  }
  const isBodiless = node.childForFieldName("parameters") !== null && source.text[node.endIndex - 1] === ";";
  if (body === null && (isBodiless || SIGNATURE_TYPE.test(node.type))) {
    return end;
  }
  const nameLine = lineAt(source, nameOffset);
  const head = headOf(source, nameLine, lineAt(source, Math.max(start, end - 1)));
  return Math.min(end, source.starts[head.endLine] ?? end);
}

function bodyOf(node: Node): Node | null {
  return node.childForFieldName("body") ?? node.namedChildren.find(({ type }) => BODY_TYPE.test(type)) ?? null;
}

/** Of a function that is a value, its body; the parameters are its holder's signature. */
function heldBody(node: Node): Node | null {
  for (const field of VALUE_FIELDS) {
    const value = node.childForFieldName(field) ?? node.namedChild(0)?.childForFieldName(field) ?? null;
    if (value !== null) {
      return value.childForFieldName("body") ?? value;
    }
  }
  return null;
}
