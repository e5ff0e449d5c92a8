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

/** The nodes that the profile's `lenient` query captures as `@fault`. */
export function lenientFaults({ tree, profile }: ParsedPart): Node[] {
  if (profile.lenient === undefined) {
    return [];
  }
  const captures = compile(tree.language, profile.lenient).captures(tree.rootNode);
  return captures.filter(({ name }) => name === "fault").map(({ node }) => node);
}
