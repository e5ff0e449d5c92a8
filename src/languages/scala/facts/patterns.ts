// What Scala's patterns bind: in cases, in values taken apart, in the steps of a for.

import { type ChainDraft, stepped } from "../../../facts/scopes.ts";
import { NO_NODE, type NodeAt } from "../../../syntax/syntax-tree.ts";
import { nameOf } from "./modifiers.ts";
import type { Walk } from "./state.ts";
import { namedType } from "./types.ts";

/** Binds the names of a pattern that is matched against the value `holds`; records references to the other names in it. */
export function bindPattern(node: NodeAt, holds: ChainDraft, walk: Walk): void {
  if (node !== NO_NODE) {
    walk.deeper(() => bind(node, holds, walk));
  }
}

function bind(node: NodeAt, holds: ChainDraft, walk: Walk): void {
  const { tree, facts } = walk;
  switch (tree.type(node)) {
    case "identifier": {
      const name = nameOf(node, walk);
      // What starts with a capital, or is in backticks, is compared with.
      if (/^\p{Lu}/u.test(name) || tree.text(node).startsWith("`")) {
        walk.reference(node, "read", facts.name(name));
      } else {
        facts.local(name, holds);
      }
      return;
    }
    case "typed_pattern": {
      const type = walk.value(tree.field(node, "type"));
      bindPattern(tree.field(node, "pattern"), type, walk);
      return;
    }
    case "capture_pattern": {
      const inner = tree.field(node, "pattern");
      const made = tree.type(inner) === "case_class_pattern" ? tree.field(inner, "type") : NO_NODE;
      bindPattern(inner, holds, walk);
      const isType = tree.type(made) === "type_identifier" && !WRAPS.has(tree.text(made));
      const value = isType ? stepped(facts.typeName(nameOf(made, walk)), "^") : holds;
      facts.local(nameOf(tree.field(node, "name"), walk), value);
      return;
    }
    case "case_class_pattern": {
      const type = tree.field(node, "type");
      namedType(type, walk);
      const one = WRAPS.has(tree.text(type)) ? stepped(holds, "[]") : null;
      for (const part of tree.children(node)) {
        bindPattern(part === type ? NO_NODE : part, one, walk);
      }
      return;
    }
    case "infix_pattern": {
      const isList = tree.text(tree.field(node, "operator")) === "::";
      bindPattern(tree.field(node, "left"), isList ? stepped(holds, "[]") : null, walk);
      bindPattern(tree.field(node, "right"), isList ? holds : null, walk);
      return;
    }
    case "alternative_pattern":
    case "tuple_pattern":
    case "identifiers":
      for (const part of tree.children(node)) {
        bindPattern(part, null, walk);
      }
      return;
    default:
      walk.visit(node);
  }
}

const WRAPS: ReadonlySet<string> = new Set(["Some", "Success", "Right"]);
