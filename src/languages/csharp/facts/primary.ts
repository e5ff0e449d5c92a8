// What a class or struct of C# is made with, `class Store(Log log) : Base(log)`, which the grammar knows for records alone: the tree has
// blanks there, so that each part is parsed once more by itself.

import { NO_NODE, type NodeAt } from "../../../syntax/syntax-tree.ts";
import type { Walk } from "./state.ts";

/** Longer ones are generated. */
const LIST_CHARS_MAX = 4_000;
/** Marks and attributes before the type of a parameter. */
const BEFORE_TYPE = /^\s*(?:\[[^[\]]*\]\s*|(?:in|out|params|readonly|ref|scoped|this)\s+)*/u;
const LABEL = /^\s*\w+\s*:(?!:)\s*/u;
const OPENING = "([{<";
const CLOSING = ")]}>";

/** Binds its parameters where all of it sees them. */
export function bindHead(node: NodeAt, walk: Walk): void {
  const [name, list] = [walk.field(node, "name"), walk.childOfType(node, "type_parameter_list")];
  rereadEach(walk.end(list === NO_NODE ? name : list), BEFORE_TYPE, walk);
}

/** Reads what it passes to the class that it extends. */
export function readPassedToBase(node: NodeAt, walk: Walk): void {
  const [base = NO_NODE] = walk.children(walk.childOfType(node, "base_list"));
  if (base !== NO_NODE) {
    rereadEach(walk.end(base), LABEL, walk);
  }
}

/** Each part of the list that follows in parentheses, without how it begins, as a statement: a declaration, or an expression. */
function rereadEach(from: number, begins: RegExp, walk: Walk): void {
  const open = /^\s*\(/u.exec(walk.whole.slice(from, from + LIST_CHARS_MAX))?.[0].length ?? 0;
  for (const { start, end } of open === 0 ? [] : partsOf(walk.whole, from + open)) {
    const skipped = begins.exec(walk.whole.slice(start, end))?.[0].length ?? 0;
    const terminator = walk.whole.indexOf(";", end);
    if (terminator >= 0) {
      walk.reread(start + skipped, end, terminator);
    }
  }
}

/** The parts between commas, up to the parenthesis that closes the list; none where it is not closed. */
function partsOf(text: string, from: number): { start: number; end: number }[] {
  const parts: { start: number; end: number }[] = [];
  let [start, depth, quote] = [from, 0, ""];
  for (let at = from; at < Math.min(text.length, from + LIST_CHARS_MAX); at += 1) {
    const sign = text.charAt(at);
    if (quote !== "") {
      quote = sign === quote && text[at - 1] !== "\\" ? "" : quote;
    } else if (sign === '"' || sign === "'") {
      quote = sign;
    } else if (OPENING.includes(sign)) {
      depth += 1;
    } else if (depth > 0 && CLOSING.includes(sign)) {
      depth -= 1;
    } else if (depth === 0 && (sign === "," || sign === ")")) {
      parts.push({ start, end: at });
      start = at + 1;
      if (sign === ")") {
        return parts;
      }
    }
  }
  return [];
}
