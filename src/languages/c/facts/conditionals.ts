// Conditional code of C and C++ (`#if … #else … #endif`). The grammar reads a branch only where it is whole: a class that begins
// in each of two branches and goes on behind `#endif`, or an attribute in a condition, costs it much of the file.

import type { Prepared } from "../../../facts/read-facts.ts";
import { blank } from "../../../syntax/blank.ts";
import { DIRECTIVE, replaceComments } from "./lexical.ts";
import { KEYWORDS } from "./names.ts";

const CONDITION =
  /^[ \t]{0,40}#[ \t]{0,40}(if|ifdef|ifndef|elif|elifdef|elifndef|else|endif)\b((?:[^\n\\]|\\\r?\n|\\)*)/gmu;

/** Each level is looked through once more. */
const DEPTH_MAX = 40;

interface Directive {
  readonly word: string;
  readonly condition: string;
  readonly start: number;
  readonly end: number;
}

interface Branch {
  readonly directive: Directive;
  readonly start: number;
  end: number;
}

/** The text with its conditions blank, and of branches that cannot stand one behind the other all but the first. */
export function withoutConditions(text: string): Prepared {
  const code = replaceComments(text, blank);
  // Directives of any kind are no part of the enclosing statements.
  const statements = code.replace(DIRECTIVE, blank);
  const ranges: (readonly [number, number])[][] = [];
  const names: Prepared["removed"][] = [];
  const open: Branch[][] = [];
  for (const found of code.matchAll(CONDITION)) {
    const [all, word = "", condition = ""] = found;
    const directive = { word, condition, start: found.index, end: found.index + all.length };
    const branch = { directive, start: directive.end, end: directive.end };
    names.push(namesIn(directive));
    if (word.startsWith("if") && open.length < DEPTH_MAX) {
      open.push([branch]);
      continue;
    }
    const group = open.at(-1);
    const last = group?.at(-1);
    if (group === undefined || last === undefined || word.startsWith("if")) {
      // An `#endif` without its `#if`, or nested too deep: it is unknown which conditions belong together.
      return { text, removed: [] };
    }
    last.end = directive.start;
    if (word === "endif") {
      open.pop();
      ranges.push([[directive.start, directive.end]], removedOf(group, statements));
    } else {
      group.push(branch);
    }
  }
  return open.length > 0 ? { text, removed: [] } : { text: without(text, ranges.flat()), removed: names.flat() };
}

/** The names in a directive. */
const namesIn = ({ condition, end }: Directive): Prepared["removed"] =>
  [...condition.matchAll(/(?<![\w.])[A-Za-z_]\w*/gu)]
    .filter(([name]) => !KEYWORDS.has(name))
    .map(({ 0: name, index }) => ({ name, offset: end - condition.length + index }));

function removedOf(branches: readonly Branch[], statements: string): (readonly [number, number])[] {
  const conditions = branches.map(({ directive: { start, end } }) => [start, end] as const);
  const isOff = ({ directive: { word, condition } }: Branch): boolean =>
    word === "if" && /^(?:0|false)$/u.test(condition.trim());
  const left = branches.filter((branch) => !isOff(branch));
  const [first] = left.filter(({ start, end }) => statements.slice(start, end).trim() !== "");
  const areWhole =
    left.length < 2 || left.every((branch) => isWhole(branch, branches[0]?.directive.start ?? 0, statements));
  const kept = new Set(areWhole ? left : left.filter((branch) => branch === first));
  return [...conditions, ...branches.filter((one) => !kept.has(one)).map(({ start, end }) => [start, end] as const)];
}

/**
 * Whether a branch can follow another one: its brackets match, and it begins and ends where a statement or an element does.
 */
function isWhole({ start, end }: Branch, from: number, statements: string): boolean {
  const inside = statements.slice(start, end).trim();
  const before = statements.slice(Math.max(0, from - BEFORE_CHARS_MAX), from).trimEnd();
  const isElement = inside.endsWith(",") && /[,{(]$/u.test(before);
  return (
    inside === "" ||
    (isBalanced(inside) && (isElement || (ENDED.test(inside) && (ENDED.test(before) || before === ""))))
  );
}

/** What looks for the end of the statement before; blank lines and comments stand between. */
const BEFORE_CHARS_MAX = 4_000;
/** A statement, a label, a condition, or a macro that is one of them. */
const ENDED = /(?:[;{}:)>]|(?<![\w.])[A-Z][A-Z0-9_]{2,60})$/u;

const CLOSING: Readonly<Record<string, string>> = { ")": "(", "]": "[", "}": "{" };

function isBalanced(code: string): boolean {
  const open: string[] = [];
  for (const [bracket] of code.matchAll(/[()[\]{}]/gu)) {
    const opening = CLOSING[bracket];
    if (opening === undefined) {
      open.push(bracket);
    } else if (open.pop() !== opening) {
      return false;
    }
  }
  return open.length === 0;
}

/** Line ends stay, so that every line keeps its number. */
function without(text: string, removed: readonly (readonly [number, number])[]): string {
  const parts: string[] = [];
  let at = 0;
  for (const [start, end] of [...removed].sort(([a], [b]) => a - b)) {
    if (end > at) {
      const from = Math.max(start, at);
      parts.push(text.slice(at, from), blank(text.slice(from, end)));
      at = end;
    }
  }
  return parts.join("") + text.slice(at);
}
