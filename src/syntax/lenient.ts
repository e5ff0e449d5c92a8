// Finds what a grammar accepts although its language does not, by the queries of a language's profile: a tree without an error
// node may be wrong still, such as JavaScript's `f(, a)`. Asked only where a text's validity is asked for.
import { type Language, type Node, Query } from "web-tree-sitter";
import type { ParsedPart } from "./parse-whole.ts";

/** Compiled queries, by grammar: compiling costs more than running. */
const compiled = new WeakMap<Language, Map<string, Query>>();

function compile(language: Language, source: string): Query {
  const known = compiled.get(language) ?? new Map<string, Query>();
  compiled.set(language, known);
  const query = known.get(source) ?? new Query(language, source);
  known.set(source, query);
  return query;
}

/**
 * The nodes that the profile's `lenient` query captures as `@fault`, but for those that it captures as `@fine`: what a more general
 * pattern takes for a fault although the language has it.
 */
export function lenientFaults({ tree, profile }: ParsedPart): Node[] {
  if (profile.lenient === undefined) {
    return [];
  }
  const captures = compile(tree.language, profile.lenient).captures(tree.rootNode);
  const fine = new Set(captures.flatMap(({ name, node }) => (name === "fine" ? [node.id] : [])));
  const faults = captures.flatMap(({ name, node }) => (name === "fault" && !fine.has(node.id) ? [node] : []));
  return faults.filter((node) => profile.isRightThere?.(node) !== true);
}

/** Directives without their counterpart: `#endif` or `#else` without `#if`, and `#if` without `#endif`. */
export function unmatchedConditionals({ tree, profile: { conditionals } }: ParsedPart): Node[] {
  const open: Node[] = [];
  const stray: Node[] = [];
  for (const node of conditionals === undefined ? [] : tree.rootNode.descendantsOfType([...conditionals])) {
    const [, word = ""] = /^#\s*(if|el|endif)/.exec(node.text) ?? [];
    if (word === "if") {
      open.push(node);
    } else if (word !== "" && open.length === 0) {
      stray.push(node);
    } else if (word === "endif") {
      open.pop();
    }
  }
  return [...stray, ...open];
}
