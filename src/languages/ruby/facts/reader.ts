// How Ruby's facts are read: which node types declare, bind, branch, or are expressions.

import { stepped } from "../../../facts/chain-drafts.ts";
import { dividing, forTypes, ignored } from "../../../facts/common.ts";
import { defineFactsReader, type FactsReader } from "../../../facts/read-facts.ts";
import { assign } from "./assignments.ts";
import { constant } from "./constants.ts";
import { alias } from "./declaring-calls.ts";
import { method, singletonClass, typeDeclaration } from "./definitions.ts";
import { namesClass, referToOwn, shorthandValue } from "./named-by-literals.ts";
import { BUILT_IN } from "./names.ts";
import { openState, type State, type Visitor } from "./state.ts";
import { rubyValues } from "./values.ts";

/** `rescue Shop::Error => e` */
const rescue: Visitor = (node, walk) => {
  walk.branch();
  const classes = walk.children(walk.field(node, "exceptions")).map((one) => constant(one, walk, "type"));
  const [name] = walk.children(walk.field(node, "variable"));
  if (name !== undefined) {
    const [only = null, ...others] = classes;
    assign(name, others.length === 0 ? stepped(only, "^") : null, walk);
  }
  walk.visit(walk.field(node, "body"));
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
    ...forTypes<Visitor>(dividing, "when", "in_clause", "while", "until", "if_modifier", "unless_modifier", "elsif"),
    alias(node, walk) {
      const [name, old] = [walk.field(node, "name"), walk.field(node, "alias")];
      alias(walk.text(name).replace(/^:/, ""), walk.text(old).replace(/^:/, ""), name, walk);
      referToOwn(old, walk);
    },
    undef: (node, walk) => walk.children(node).forEach((one) => void referToOwn(one, walk)),
    pair(node, walk) {
      if (shorthandValue(node, walk) === undefined && !namesClass(node, walk)) {
        walk.visitChildren(node);
      }
    },
    comment: ignored,
  },
});
