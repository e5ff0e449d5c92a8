// Functions whose name a macro makes or is given: `static void FNAME(first)(void) { … }`, `BOOST_AUTO_TEST_CASE(adds_one) { … }`. The
// grammar takes the macro for the name.
import { NO_NODE, type NodeAt, type SyntaxTree } from "../../syntax/syntax-tree.ts";

export interface MacroMade {
  /** The node that is the name. */
  readonly name: NodeAt;
  readonly macro: NodeAt;
  /** The declarator with the function's own parameters; NO_NODE where the macro writes them. */
  readonly function: NodeAt;
  readonly isTest: boolean;
}

const MACRO = /^[A-Z][A-Z0-9_]+$/;
const TEST = /(?:^|_)TEST(?:_|$)/;

/** Null for a function definition that names itself. */
export function macroMade(tree: SyntaxTree, node: NodeAt): MacroMade | null {
  let outer = tree.field(node, "declarator");
  while (/^(?:pointer|reference)_declarator$/.test(tree.type(outer))) {
    outer = tree.field(outer, "declarator");
  }
  if (tree.type(outer) !== "function_declarator") {
    return null;
  }
  const inner = tree.field(outer, "declarator");
  // No function returns a function.
  const isNested = tree.type(inner) === "function_declarator";
  const macro = isNested ? tree.field(inner, "declarator") : inner;
  const isWhole = !isNested && tree.field(node, "type") === NO_NODE && isAtTop(tree, node);
  if (tree.type(macro) !== "identifier" || !(isNested || (isWhole && MACRO.test(tree.text(macro))))) {
    return null;
  }
  const given = tree.children(tree.field(isNested ? inner : outer, "parameters")).map((one) => bareName(tree, one));
  const name = (isNested ? given.at(-1) : given[0]) ?? NO_NODE;
  const isTest = TEST.test(tree.text(macro));
  return name === NO_NODE ? null : { name, macro, function: isNested ? outer : NO_NODE, isTest };
}

const isAtTop = (tree: SyntaxTree, node: NodeAt): boolean =>
  /^(?:translation_unit|declaration_list|preproc_\w+)$/.test(tree.type(tree.parent(node)));

/** An argument that is one word, which the grammar takes for a parameter's type. */
function bareName(tree: SyntaxTree, parameter: NodeAt): NodeAt {
  const type = tree.field(parameter, "type");
  const isBare = tree.type(parameter) === "parameter_declaration" && tree.text(parameter) === tree.text(type);
  return isBare && tree.type(type) === "type_identifier" ? type : NO_NODE;
}
