// Parts of `lenient` queries that several languages share: what their grammars accept although no such language does.

/** The grammar takes a reserved word for a name where nothing else fits: `return return 1`. `types` are its nodes of names. */
export function reservedAsName(types: readonly string[], words: string): string {
  const names = types.map((type) => `(${type})`).join(" ");
  const quoted = words.split(" ").map((word) => JSON.stringify(word));
  return `([${names}] @fault (#any-of? @fault ${quoted.join(" ")}))`;
}

/** A modifier may stand once: `public public void f()`. `node` holds them. */
export function repeatedModifiers(node: string, words: string): string {
  return words
    .split(" ")
    .map((word) => `(${node} "${word}" "${word}" @fault)`)
    .join("\n");
}
