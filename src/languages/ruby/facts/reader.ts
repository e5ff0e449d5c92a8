// How Ruby's facts are read: which node types declare, bind, branch, or are expressions.

import { stepped } from "../../../facts/chain-drafts.ts";
import { dividing } from "../../../facts/common.ts";
import { defineFactsReader, type FactsReader } from "../../../facts/read-facts.ts";
import { NO_NODE } from "../../../syntax/syntax-tree.ts";
import { assign } from "./assignments.ts";
import { constant } from "./constants.ts";
import { alias } from "./declaring-calls.ts";
import { method, singletonClass, typeDeclaration } from "./definitions.ts";
import { BUILT_IN } from "./names.ts";
import { openState, type State, type Visitor } from "./state.ts";
import { rubyValues } from "./values.ts";

/** `rescue Shop::Error => e` */
const rescue: Visitor = (node, walk) => {
  const { tree, facts } = walk;
  facts.branch();
  const classes = tree.children(tree.field(node, "exceptions")).map((one) => constant(one, walk, "type"));
  const name = tree.children(tree.field(node, "variable"))[0] ?? NO_NODE;
  if (name !== NO_NODE) {
    const [only] = classes;
    assign(name, classes.length === 1 && only !== undefined ? stepped(only, "^") : null, walk);
  }
  walk.visit(tree.field(node, "body"));
};

export const rubyFacts: FactsReader = defineFactsReader<State>({
  state: openState,
  membersInScope: true,
  builtIn: BUILT_IN,
  values: rubyValues,
  visitors: {
    class: typeDeclaration,
    module: typeDeclaration,
    method,
    singleton_method: method,
    singleton_class: singletonClass,
    rescue,
    when: dividing,
    while: dividing,
    until: dividing,
    if_modifier: dividing,
    unless_modifier: dividing,
    elsif: dividing,
    alias(node, walk) {
      const [name, old] = [walk.tree.field(node, "name"), walk.tree.field(node, "alias")];
      alias(walk.tree.text(name).replace(/^:/, ""), walk.tree.text(old).replace(/^:/, ""), name, walk);
    },
    undef: () => {},
    comment: () => {},
  },
});
