// Finds outside input in what a macro makes a text of: its tokens stand one beside the other, without expressions.
import type { NodeAt, SyntaxTree } from "../../syntax/syntax-tree.ts";
import { type Origin, originsOf } from "./flow-scope.ts";
import { IDENTIFIER, isMember, passesOn, type Reading, sourceAt } from "./reading.ts";

const STRING = /^(?:raw_)?string_literal$/;
const PLACEHOLDER = /(?<!\{)\{([a-z_]\w*)(?::[^{}]*)?\}/g;
/** What is called on a value, one after the other. */
const CHAIN = /(?:\s*(?:\?|\.await|\[[^[\]]*\]|\.\w+(?:::<[^<>()]*>)?(?:\([^()]*\))?))*/y;
const CALLED = /\.(\w+)(?:::<[^<>()]*>)?\(/g;

export function originsInMacro(reading: Reading, macro: NodeAt, passing: RegExp): readonly Origin[] {
  const { tree, scopes } = reading;
  const name = tree.field(macro, "macro");
  if (!passing.test(tree.text(name))) {
    return [];
  }
  const found: Origin[] = [];
  let isFirst = true;
  for (let node = tree.after(name); node < tree.after(macro); node += 1) {
    const type = tree.type(node);
    if (STRING.test(type)) {
      const named = isFirst ? [...tree.text(node).matchAll(PLACEHOLDER)].map(([, one = ""]) => one) : [];
      found.push(...named.filter((one) => !isGiven(tree, macro, one)).flatMap((one) => originsOf(scopes, one)));
      isFirst = false;
      node = tree.after(node) - 1;
    } else if (tree.isNamed(node) && IDENTIFIER.test(type) && !isMember(tree, node)) {
      const origin = sourceAt(reading, node);
      const origins = origin === null ? originsOf(scopes, tree.text(node)) : [origin];
      found.push(...(origins.length > 0 && isText(reading, macro, node, origin) ? origins : []));
    }
  }
  return found;
}

/** Whether the macro is given a value of its own under this name. */
const isGiven = (tree: SyntaxTree, macro: NodeAt, name: string): boolean =>
  new RegExp(`[,(]\\s*${name}\\s*=(?!=)`).test(tree.text(macro));

/** Whether the text of the value arrives: neither what is called on it nor what it is given to makes something else of it. */
function isText({ tree, rules }: Reading, macro: NodeAt, node: NodeAt, origin: Origin | null): boolean {
  const start = tree.start(node);
  CHAIN.lastIndex = origin === null ? tree.end(node) : start + origin.text.length;
  const chain = CHAIN.exec(tree.source)?.[0] ?? "";
  const after = tree.source.slice(CHAIN.lastIndex, CHAIN.lastIndex + 20);
  const whole = `${tree.source.slice(start, origin === null ? tree.end(node) : start + origin.text.length)}${chain}`;
  const isOther =
    /^\s*(?:=(?!=)|::|!|\()/.test(after) ||
    rules.numbers?.text.test(whole) === true ||
    [...chain.matchAll(CALLED)].some(([, called = ""]) => !passesOn(rules, called));
  return !isOther && wrappersOf(tree, macro, node).every((callee) => passesOn(rules, callee));
}

/** The functions whose brackets the node stands in, as written. */
function wrappersOf(tree: SyntaxTree, macro: NodeAt, node: NodeAt): string[] {
  const wrappers: string[] = [];
  for (let up = tree.parent(node); tree.parent(up) !== macro && up > macro; up = tree.parent(up)) {
    const callee = /[\w:.!]+$/.exec(tree.source.slice(Math.max(0, tree.start(up) - 80), tree.start(up)))?.[0];
    wrappers.push(...(callee === undefined ? [] : [callee]));
  }
  return wrappers;
}
