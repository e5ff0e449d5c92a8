// Julia. A function is written with `function`, or as an assignment to what looks like its call.

import { quotedBy } from "../../syntax/code-outside-strings.ts";
import {
  type EnclosingDefinitions,
  type Found,
  firstNamed,
  isLocal,
  type LanguageProfile,
  matchesAt,
  namedByEach,
  nameOf,
  outsideFunctions,
} from "../../syntax/profile.ts";
import { doubtGrammar, signs, UNFINISHED } from "../../syntax/sure-signs.ts";
import { NO_NODE, type NodeAt, type SyntaxTree } from "../../syntax/syntax-tree.ts";
import type { ChunkKind } from "../../vocabulary/chunk.ts";

/** What stands around a function's or a type's name: types, parameters, supertypes. */
const AROUND = new Set([
  ...["signature", "where_expression", "typed_expression", "call_expression", "type_head", "binary_expression"],
  ...["parametrized_type_expression", "assignment"],
]);

/** `Base.show` is `show` under `Base`. */
function headName(tree: SyntaxTree, node: NodeAt): Found | null {
  let at = firstNamed(tree, node);
  while (AROUND.has(tree.type(at))) {
    at = firstNamed(tree, at);
  }
  const found = /^(?:identifier|operator|field_expression)$/.test(tree.type(at)) ? nameOf(tree, at) : null;
  const dot = found?.name.lastIndexOf(".") ?? -1;
  return found === null || dot <= 0
    ? found
    : { name: found.name.slice(dot + 1), offset: found.offset + dot + 1, qualifier: found.name.slice(0, dot) };
}

/** Where an assignment has several names, these: `a`, `b` and `c` of `a, b::Int = c = load()`. */
function severalNames(tree: SyntaxTree, node: NodeAt): NodeAt[] {
  const targets: NodeAt[] = [];
  let value = node;
  do {
    const [left = NO_NODE, ...others] = tree.children(value);
    targets.push(left);
    value = others.at(-1) ?? NO_NODE;
  } while (tree.type(value) === "assignment");
  return targets
    .flatMap((left) => (/^(?:open_tuple|tuple_expression)$/.test(tree.type(left)) ? tree.children(left) : [left]))
    .map((one) => (tree.type(one) === "typed_expression" ? firstNamed(tree, one) : one))
    .filter((one) => tree.type(one) === "identifier" && tree.text(one) !== "_");
}

function assignmentKind(tree: SyntaxTree, node: NodeAt, enclosing: EnclosingDefinitions): ChunkKind | null {
  let left = firstNamed(tree, node);
  while (/^(?:where|typed)_expression$/.test(tree.type(left))) {
    left = firstNamed(tree, left);
  }
  if (
    isLocal(enclosing) ||
    !/^(?:source_file|module_definition|struct_definition|const_statement|global_statement|macro_argument_list)$/.test(
      tree.type(tree.parent(node)),
    )
  ) {
    return null;
  }
  const isVariable =
    /^(?:identifier|open_tuple|tuple_expression)$/.test(tree.type(left)) &&
    enclosing.innermost !== "class" &&
    enclosing.innermost !== "enum";
  return tree.type(left) === "call_expression" ? "function" : isVariable ? "variable" : null;
}

const MACRO = /@(enum|testset)\b/y;

const macroKind = (tree: SyntaxTree, node: NodeAt): ChunkKind | null => {
  const word = matchesAt(MACRO, tree, node)?.[1];
  return word === undefined ? null : word === "enum" ? "enum" : "test";
};

const macroName = (tree: SyntaxTree, node: NodeAt): Found | null =>
  nameOf(
    tree,
    firstNamed(tree, firstNamed(tree, node, "macro_argument_list"), "identifier", "typed_expression", "string_literal"),
  );

/** Comments, one of which may hold another, strings, commands and characters. */
const OPAQUE =
  /#=(?:(?!#=|=#)[\s\S])*(?:#=(?:(?!=#)[\s\S])*=#(?:(?!#=|=#)[\s\S])*)*=#|#[^\n]*|"""(?:\\[\s\S]|[^"\\]|"(?!""))*"""|"(?:\\[\s\S]|[^"\\])*"|`(?:\\[\s\S]|[^`\\])*`|(?<![\w)\]}'.])'(?:\\[^\n']{1,10}|\\'|[^\\\n'])'|(?<open>"|`)/y;
const SIGNS = signs(
  "function|module|struct|mutable|macro|const|if|elseif|else|for|while|let|try|catch|using|import|export|return",
  UNFINISHED,
);
const fn = { kind: outsideFunctions("function"), name: headName } as const;

export const juliaProfile: LanguageProfile = {
  doubt: doubtGrammar("Julia", quotedBy(OPAQUE), SIGNS),
  definitions: {
    module_definition: { kind: "module" },
    function_definition: fn,
    macro_definition: fn,
    assignment: {
      ...namedByEach(severalNames),
      kind: assignmentKind,
      name: (tree, node) => nameOf(tree, severalNames(tree, node)[0] ?? NO_NODE) ?? headName(tree, node),
    },
    struct_definition: { kind: "class", name: headName },
    abstract_definition: { kind: "type", name: headName },
    primitive_definition: { kind: "type", name: headName },
    macrocall_expression: { kind: macroKind, name: macroName },
  },
  wrappers: ["const_statement", "global_statement"],
  leads: ["line_comment", "block_comment", "string_literal"],
  leadsWhen: (text, offset) => text.charAt(offset) === "#" || offset === 0 || text.charAt(offset - 1) === "\n",
  imports: ["using_statement", "import_statement", "export_statement"],
};
