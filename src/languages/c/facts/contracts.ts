// Contracts of C++26, `int root(int x) pre(x >= 0) post(result: result <= x)`, which the grammar does not know: the tree has blanks there, so
// that what each asks for is parsed once more by itself.
import type { Walk } from "./state.ts";

const CLAUSE = /\s{0,400}(?:pre|post)\s{0,9}\((?:\s{0,9}(\w{1,100})\s{0,9}:(?!:))?/y;
/** Between operators: an operation alone is no code at the top of a file. */
const OPERAND = /(?:[^\s()]|\((?:[^()]|\([^()]{0,200}\)){0,300}\)|(?<!\s)\s(?=\())+/g;
/** Longer ones are none. */
const CHARS_MAX = 2_000;

/** Reads those that follow a function's declarator, in its scope. */
export function readContracts(from: number, walk: Walk): void {
  const { whole } = walk;
  CLAUSE.lastIndex = from;
  for (let clause = CLAUSE.exec(whole); clause !== null; clause = CLAUSE.exec(whole)) {
    const start = CLAUSE.lastIndex;
    const end = closing(whole, start);
    const terminator = whole.indexOf(";", end);
    if (end < 0 || terminator < 0) {
      return;
    }
    if (clause[1] !== undefined) {
      walk.local(clause[1], null);
    }
    for (const { index, 0: operand } of whole.slice(start, end).matchAll(OPERAND)) {
      walk.reread(start + index, start + index + operand.length, terminator);
    }
    CLAUSE.lastIndex = end + 1;
  }
}

/** Where the parenthesis that is open closes; -1 where it does not soon. */
function closing(text: string, from: number): number {
  let depth = 1;
  for (let at = from; at < Math.min(text.length, from + CHARS_MAX); at += 1) {
    depth += text[at] === "(" ? 1 : text[at] === ")" ? -1 : 0;
    if (depth === 0) {
      return at;
    }
  }
  return -1;
}
