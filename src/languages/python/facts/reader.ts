// How Python's facts are read: which node types bind, define, import, branch, or are expressions.

import { NOTHING, stepped } from "../../../facts/chain-drafts.ts";
import { dividing, forTypes, ignored, referToName } from "../../../facts/common.ts";
import { defineFactsReader, type FactsReader } from "../../../facts/read-facts.ts";
import { NO_NODE, type NodeAt } from "../../../syntax/syntax-tree.ts";
import { annotated, annotation, isType } from "./annotations.ts";
import { type AssignedValue, bindTarget, iterated } from "./bindings.ts";
import { classDefinition, comment, functionDefinition, typeAlias } from "./definitions.ts";
import { statement, wholeFile } from "./doctests.ts";
import { frameAt } from "./frames.ts";
import { importFrom, importStatement, referenceExported } from "./imports.ts";
import { BUILT_IN } from "./names.ts";
import { referenceLazy, referenceListed, runText } from "./names-in-strings.ts";
import { pythonPatterns } from "./patterns.ts";
import { openState, type State, type Visitor, type Walk } from "./state.ts";
import { calledAs, pythonValues, readLambda, referred } from "./values.ts";

const assignment: Visitor = (node, walk) => void assigned(node, walk);

/** What the right side is: of `a = b = c`, c for both. */
function assigned(node: NodeAt, walk: Walk): AssignedValue {
  const { tree } = walk;
  const [left, right, type] = [tree.field(node, "left"), tree.field(node, "right"), tree.field(node, "type")];
  const declared = type === NO_NODE ? undefined : annotation(type, walk);
  if (declared === undefined && isType(right, walk)) {
    const { one, all } = annotation(right, walk);
    bindTarget(left, one, walk, { range: node, of: "type", types: all });
    return one;
  }
  const isFunction = tree.type(right) === "lambda";
  const value = isFunction ? readLambda(right, walk) : assignedValue(right, /list|tuple/.test(tree.type(left)), walk);
  if (tree.text(left) === "__all__") {
    referenceExported(right, walk);
  }
  referenceListed(tree.text(left), right, frameAt(walk), walk);
  referenceLazy(tree.text(left), right, walk);
  bindTarget(left, declared === undefined ? value : declared.one, walk, {
    range: node,
    ...(isFunction ? { of: "function" } : {}),
    ...(declared !== undefined && declared.all.length > 1 ? { types: declared.all } : {}),
  });
  return value;
}

/** `isSpread`: whether each of several values on the right is assigned to a target of its own. */
function assignedValue(right: NodeAt, isSpread: boolean, walk: Walk): AssignedValue {
  const { tree } = walk;
  switch (tree.type(right)) {
    case "assignment":
      return walk.deeper(() => assigned(right, walk));
    case "expression_list":
    case "tuple":
      return isSpread ? tree.children(right).map(walk.value) : walk.value(right);
    default:
      return right === NO_NODE ? NOTHING : walk.value(right);
  }
}

/** `x += 1` changes what is there. */
const augmented: Visitor = (node, walk) => {
  const { tree } = walk;
  const left = tree.field(node, "left");
  referred(left, walk, "write");
  walk.visit(tree.field(node, "right"));
  if (tree.text(left) === "__all__") {
    referenceExported(tree.field(node, "right"), walk);
  }
};

const forStatement: Visitor = (node, walk) => {
  const { tree } = walk;
  walk.facts.branch();
  const target = tree.field(node, "left");
  bindTarget(target, iterated(target, tree.field(node, "right"), walk), walk, { range: node });
  walk.visitChildren(node, "left", "right");
};

/** `with open() as x`: the value that entering returns. */
const withItem: Visitor = (node, walk) => {
  const { tree } = walk;
  const value = tree.field(node, "value");
  const alias = tree.field(value, "alias");
  if (tree.type(value) !== "as_pattern" || alias === NO_NODE) {
    walk.visit(value);
    return;
  }
  const statement = tree.parent(tree.parent(node));
  const isAsync = tree.childOfType(statement, "async") !== NO_NODE;
  const entered = stepped(walk.value(tree.firstChild(value)), isAsync ? ".__aenter__()" : ".__enter__()");
  bindTarget(alias, entered, walk, { range: node });
};

const names =
  (of: "globals" | "nonlocals"): Visitor =>
  (node, walk) => {
    for (const name of walk.tree.children(node)) {
      frameAt(walk)[of].add(walk.tree.text(name));
      if (of === "globals") {
        referToName(name, walk, "read");
      }
    }
  };

const returned: Visitor = (node, walk) => {
  const value = walk.tree.children(node)[0];
  frameAt(walk, true).returned.push(value === undefined ? NOTHING : walk.value(value));
};

/** Python 2's `exec "main()"`. */
const executed: Visitor = (node, walk) => {
  const code = walk.tree.field(node, "code");
  if (!runText(code, walk)) {
    walk.visit(code);
  }
  walk.visitChildren(node, "code");
};

/** `@cached(10)` refers to `cached`. */
const decorator: Visitor = (node, walk) => {
  const { tree } = walk;
  const expression = tree.children(node)[0] ?? NO_NODE;
  // `@size.setter` is a property's, which has no such member of its own.
  if (/\.(?:setter|getter|deleter)$/.test(tree.text(expression))) {
    referred(tree.field(expression, "object"), walk, "decorate");
    return;
  }
  if (tree.type(expression) === "call") {
    calledAs("decorate", tree.field(expression, "function"), tree.field(expression, "arguments"), walk);
  } else {
    referred(expression, walk, "decorate");
  }
};

/** Inside `if isinstance(x, C)`, x is a C. */
const condition: Visitor = (node, walk) => {
  const { tree, facts } = walk;
  facts.branch();
  const test = tree.field(node, "condition");
  const [name = NO_NODE, of = NO_NODE] = tree.children(tree.field(test, "arguments"));
  const isNarrow =
    tree.type(test) === "call" &&
    tree.text(tree.field(test, "function")) === "isinstance" &&
    tree.type(name) === "identifier" &&
    /^(?:identifier|attribute)$/.test(tree.type(of)) &&
    frameAt(walk, true).kind === "function";
  if (!isNarrow) {
    walk.visitChildren(node);
    return;
  }
  walk.visit(tree.field(test, "function"));
  walk.visit(name);
  const narrowed = stepped(referred(of, walk, "read"), "^");
  facts.within({ kind: "block" }, () => {
    facts.local(tree.text(name), narrowed);
    walk.visit(tree.field(node, "consequence"));
  });
  walk.visitChildren(node, "condition", "consequence");
};

const keywordArgument: Visitor = (node, walk) => {
  const [name, value] = [walk.tree.field(node, "name"), walk.tree.field(node, "value")];
  if (!referenceLazy(walk.tree.text(name), value, walk)) {
    walk.visit(value);
  }
};

export const pythonFacts: FactsReader = defineFactsReader<State>({
  state: openState,
  membersInScope: false,
  builtIn: BUILT_IN,
  values: pythonValues,
  visitors: {
    ...pythonPatterns,
    module: wholeFile,
    expression_statement: statement,
    comment,
    function_definition: functionDefinition,
    class_definition: classDefinition,
    type_alias_statement: typeAlias,
    import_statement: importStatement,
    import_from_statement: importFrom,
    future_import_statement: ignored,
    assignment,
    augmented_assignment: augmented,
    for_statement: forStatement,
    with_item: withItem,
    global_statement: names("globals"),
    nonlocal_statement: names("nonlocals"),
    return_statement: returned,
    exec_statement: executed,
    decorator,
    keyword_argument: keywordArgument,
    ...forTypes(condition, "if_statement", "elif_clause"),
    ...forTypes<Visitor>(dividing, "while_statement", "except_clause", "case_clause"),
    type: (node, walk) => void annotated(node, walk),
  },
});
