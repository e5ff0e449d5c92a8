// Parts of `lenient` queries that several languages share: what their grammars accept although no such language does.

/** The grammar takes a reserved word for a name where nothing else fits: `return return 1`. `types` are its nodes of names. */
export function reservedAsName(types: readonly string[], words: string): string {
  const names = types.map((type) => `(${type})`).join(" ");
  const quoted = words.split(" ").map((word) => JSON.stringify(word));
  return `([${names}] @fault (#any-of? @fault ${quoted.join(" ")}))`;
}

/** A modifier may stand once: `public public void f()`. `node` holds them; `each`: the type of node that each one is. */
export const repeatedModifiers = (node: string, words: string, each?: string): string =>
  words
    .split(" ")
    .map((word) => (each === undefined ? `"${word}"` : `(${each} "${word}")`))
    .map((word) => `(${node} ${word} ${word} @fault)`)
    .join("\n");

/** A constructor has the name of its type: with another one it is a method without a result. `body` leads from the type to it. */
export const constructorNames = (type: string, ...body: readonly string[]): string =>
  `((${type} name: (identifier) @_type ${body.map((node) => `(${node} `).join("")}(constructor_declaration name: (identifier) @fault)${")".repeat(body.length)}) (#not-eq? @_type @fault))`;
