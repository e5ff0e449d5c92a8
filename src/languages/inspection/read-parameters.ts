// What the parameters of a function hold when it begins.
import { NO_NODE, type NodeAt, type SyntaxTree } from "../../syntax/syntax-tree.ts";
import type { Origin } from "./flow-scope.ts";
import { firstLineAt, IDENTIFIER, MEMBER_FIELDS, type Reading } from "./reading.ts";

/** How much of what stands before a function is looked at. */
const BEFORE_MAX = 4_000;

/** What the parameters of a function hold. */
export function parametersOf(reading: Reading, node: NodeAt): Map<string, readonly Origin[]> {
  const { tree, rules } = reading;
  const before = tree.source.slice(
    Math.max(0, tree.start(tree.parent(node)), tree.start(node) - BEFORE_MAX),
    tree.start(node),
  );
  const isHandler = rules.requestHandler?.test(before) === true;
  const list = tree.field(node, "parameters");
  const nodes = (list === NO_NODE ? tree.fields(node, "parameter") : tree.children(list)).filter(
    (one) => rules.implicitParameter?.test(tree.text(one)) !== true && !/comment/.test(tree.type(one)),
  );
  const line = firstLineAt(reading, node);
  // Several names may share a type: `a, b string`.
  const named = nodes.flatMap((one) => {
    const names = tree.fields(one, "name");
    const pattern = tree.field(one, "pattern");
    const targets = names.length > 0 ? names : [pattern === NO_NODE ? one : pattern];
    return targets.map((target) => ({ target, text: tree.text(one) }));
  });
  return new Map(
    named.flatMap(({ target, text }, index) => {
      const isGiven = isHandler && rules.handlerParameter?.test(text) !== false;
      const type = rules.requestType?.parameter.exec(text)?.[1];
      const isOfTexts = type !== undefined && rules.requestType?.isText(tree.source, type) === true;
      const isMarked = isGiven || isOfTexts || rules.requestParameter?.test(text) === true;
      const from = isMarked ? ("request" as const) : ("parameter" as const);
      const held = {
        from,
        line,
        text: tree.text(target),
        owner: node,
        index,
        inQuery: false,
        inMarkup: false,
        via: [],
      };
      const origins: readonly Origin[] = rules.harmlessParameter?.test(text) === true ? [] : [held];
      return namesIn(tree, target).map((name) => [name, origins] as const);
    }),
  );
}

/** Variables that are assigned to; none of a member or an element. */
export function namesIn(tree: SyntaxTree, target: NodeAt): string[] {
  const names: string[] = [];
  for (let node = target; node < tree.after(target); node += 1) {
    if (IDENTIFIER.test(tree.type(node)) && !MEMBER_FIELDS.has(tree.fieldOf(node) ?? "")) {
      names.push(tree.text(node));
    } else if (/member|attribute|subscript|selector|element|field_|pair_key/.test(tree.type(node))) {
      node = tree.after(node) - 1;
    }
  }
  return names;
}
