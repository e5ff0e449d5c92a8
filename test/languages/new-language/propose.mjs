// Proposes how a language's definitions are read, from what its grammar makes of a sample: the first outline of a new language. Pure.

/** What a node type's name says that it defines; the first that matches. */
const KINDS = [
  ["method", /method/],
  ["function", /function|func|fn_|subroutine|procedure|macro/],
  ["class", /class|struct|record|object|contract|actor|^data$/],
  ["interface", /interface|trait|protocol/],
  ["enum", /enum|union/],
  ["module", /module|namespace|package/],
  ["type", /type|alias/],
  ["variable", /constant|const|variable|property|field/],
];
const DEFINES =
  /(?:declaration|definition|declarator|item|spec|statement)$|^(?:class|module|method|function|interface|struct|enum|record|data)$/;
const USES = /call|invocation|expression|parameter|argument|import|reference|access|pattern|literal|return|assign|list/;
const LEADS = /comment|attribute|decorator|annotation/;
const IMPORTS = /^(?:import|include|using|use|require|open)(?:_|$)/;
const REFERS = /identifier$|(?:^|_)(?:name|symbol|variable|qid|word)$/;
const NAMES = /(?:identifier|name)$|^(?:word|constant)$/;

/** @param {import("web-tree-sitter").Node} root */
function* nodesOf(root) {
  const queue = [root];
  for (const node of queue) {
    yield node;
    queue.push(...node.namedChildren);
  }
}

/** What is directly inside a node, with its fields: `name: identifier, block`. */
function inside(node) {
  const parts = node.namedChildren.map((child, at) => {
    const field = node.fieldNameForNamedChild(at);
    return field === null ? child.type : `${field}: ${child.type}`;
  });
  return [...new Set(parts)].join(", ");
}

/**
 * `root`: of the sample's tree. `definitions`: by node type the kind, and where the name is: null for the field `name`, else the
 * type of the child. `types`: all node types of the sample, each with what is inside its first node.
 */
export function propose(root) {
  const types = new Map();
  for (const node of nodesOf(root)) {
    const known = types.get(node.type);
    if (known === undefined || (known.childForFieldName("name") === null && node.childForFieldName("name") !== null)) {
      types.set(node.type, node);
    }
  }
  const definitions = new Map();
  for (const [type, node] of types) {
    const kind = KINDS.find(([, pattern]) => pattern.test(type))?.[0];
    if (kind !== undefined && DEFINES.test(type) && !USES.test(type)) {
      const child = node.namedChildren.find((one) => NAMES.test(one.type));
      if (node.childForFieldName("name") !== null || child !== undefined) {
        definitions.set(type, { kind, child: node.childForFieldName("name") === null ? child.type : null });
      }
    }
  }
  const matching = (pattern) => [...types.keys()].filter((type) => pattern.test(type)).sort();
  const leaves = [...types].filter(([, node]) => node.namedChildCount === 0).map(([type]) => type);
  return {
    types: [...types].map(([type, node]) => (node.namedChildCount === 0 ? type : `${type}: ${inside(node)}`)).sort(),
    definitions,
    leads: matching(LEADS),
    imports: matching(IMPORTS),
    identifiers: leaves.filter((type) => REFERS.test(type)).sort(),
  };
}
