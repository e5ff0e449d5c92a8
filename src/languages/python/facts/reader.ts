// How Python's facts are read: which node types bind, define, import, branch, or are expressions.

import { NOTHING, stepped } from "../../../facts/chain-drafts.ts";
import { dividing, forTypes, ignored, referToName } from "../../../facts/common.ts";
import { defineFactsReader, type FactsReader } from "../../../facts/read-facts.ts";
import { NO_NODE, type NodeAt } from "../../../syntax/syntax-tree.ts";
import { annotated, annotation, isType } from "./annotations.ts";
import { type AssignedValue, bindTarget, iterated } from "./bindings.ts";
import { classDefinition, comment, functionDefinition, typeAlias } from "./definitions.ts";
import { statement, wholeFile } from "./doctests.ts";
import { importFrom, importStatement, referenceExported } from "./imports.ts";
import { BUILT_IN } from "./names.ts";
import { referenceLazy, referenceListed, runText } from "./names-in-strings.ts";
import { pythonPatterns } from "./patterns.ts";
import { frameAt, openState, type State, type Visitor, type Walk } from "./state.ts";
import { calledAs, pythonValues, readLambda, referred } from "./values.ts";

const assignment: Visitor = (node, walk) => void assigned(node, walk);

/** What the right side is: of `a = b = c`, c for both. */
function assigned(node: NodeAt, walk: Walk): AssignedValue {
  const [left, right, type] = [walk.field(node, "left"), walk.field(node, "right"), walk.field(node, "type")];
  const declared = type === NO_NODE ? undefined : annotation(type, walk);
  if (declared === undefined && isType(right, walk)) {
    const { one, all } = annotation(right, walk);
    bindTarget(left, one, walk, { range: node, of: "type", types: all });
    return one;
  }
  const isFunction = walk.type(right) === "lambda";
  const value = isFunction ? readLambda(right, walk) : assignedValue(right, /list|tuple/.test(walk.type(left)), walk);
  if (walk.text(left) === "__all__") {
    referenceExported(right, walk);
  }
  referenceListed(walk.text(left), right, frameAt(walk), walk);
  referenceLazy(walk.text(left), right, walk);
  bindTarget(left, declared === undefined ? value : declared.one, walk, {
    range: node,
    ...(isFunction ? { of: "function" } : {}),
    ...(declared !== undefined && declared.all.length > 1 ? { types: declared.all } : {}),
  });
  return value;
}

/** `isSpread`: whether each of several values on the right is assigned to a target of its own. */
function assignedValue(right: NodeAt, isSpread: boolean, walk: Walk): AssignedValue {
  switch (walk.type(right)) {
    case "assignment":
      return walk.deeper(() => assigned(right, walk));
    case "expression_list":
    case "tuple":
      return isSpread ? walk.children(right).map(walk.value) : walk.value(right);
    default:
      return right === NO_NODE ? NOTHING : walk.value(right);
  }
}

/** `x += 1` changes what is there. */
const augmented: Visitor = (node, walk) => {
  const left = walk.field(node, "left");
  referred(left, walk, "write");
  walk.visit(walk.field(node, "right"));
  if (walk.text(left) === "__all__") {
    referenceExported(walk.field(node, "right"), walk);
  }
};

const forStatement: Visitor = (node, walk) => {
  walk.branch();
  const target = walk.field(node, "left");
  bindTarget(target, iterated(target, walk.field(node, "right"), walk), walk, { range: node });
  walk.visitChildren(node, "left", "right");
};

/** `with open() as x`: the value that entering returns. */
const withItem: Visitor = (node, walk) => {
  const value = walk.field(node, "value");
  const alias = walk.field(value, "alias");
  if (walk.type(value) !== "as_pattern" || alias === NO_NODE) {
    walk.visit(value);
    return;
  }
  const statement = walk.parent(walk.parent(node));
  const isAsync = walk.childOfType(statement, "async") !== NO_NODE;
  const entered = stepped(walk.value(walk.firstChild(value)), isAsync ? ".__aenter__()" : ".__enter__()");
  bindTarget(alias, entered, walk, { range: node });
};

const names =
  (of: "globals" | "nonlocals"): Visitor =>
  (node, walk) => {
    for (const name of walk.children(node)) {
      frameAt(walk)[of].add(walk.text(name));
      if (of === "globals") {
        referToName(name, walk, "read");
      }
    }
  };

const returned: Visitor = (node, walk) => {
  const value = walk.children(node)[0];
  frameAt(walk, true).returned.push(value === undefined ? NOTHING : walk.value(value));
};

/** Python 2's `exec "main()"`. */
const executed: Visitor = (node, walk) => {
  const code = walk.field(node, "code");
  if (!runText(code, walk)) {
    walk.visit(code);
  }
  walk.visitChildren(node, "code");
};

/** `@cached(10)` refers to `cached`. */
const decorator: Visitor = (node, walk) => {
  const expression = walk.children(node)[0] ?? NO_NODE;
  // `@size.setter` is a property's, which has no such member of its own.
  if (/\.(?:setter|getter|deleter)$/.test(walk.text(expression))) {
    referred(walk.field(expression, "object"), walk, "decorate");
    return;
  }
  if (walk.type(expression) === "call") {
    calledAs("decorate", walk.field(expression, "function"), walk.field(expression, "arguments"), walk);
  } else {
    referred(expression, walk, "decorate");
  }
};

/** Inside `if isinstance(x, C)`, x is a C. */
const condition: Visitor = (node, walk) => {
  walk.branch();
  const test = walk.field(node, "condition");
  const [name = NO_NODE, of = NO_NODE] = walk.children(walk.field(test, "arguments"));
  const isNarrow =
    walk.type(test) === "call" &&
    walk.text(walk.field(test, "function")) === "isinstance" &&
    walk.type(name) === "identifier" &&
    /^(?:identifier|attribute)$/.test(walk.type(of)) &&
    frameAt(walk, true).kind === "function";
  if (!isNarrow) {
    walk.visitChildren(node);
    return;
  }
  walk.visit(walk.field(test, "function"));
  walk.visit(name);
  const narrowed = stepped(referred(of, walk, "read"), "^");
  walk.within({ kind: "block" }, () => {
    walk.local(walk.text(name), narrowed);
    walk.visit(walk.field(node, "consequence"));
  });
  walk.visitChildren(node, "condition", "consequence");
};

const keywordArgument: Visitor = (node, walk) => {
  const [name, value] = [walk.field(node, "name"), walk.field(node, "value")];
  if (!referenceLazy(walk.text(name), value, walk)) {
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
