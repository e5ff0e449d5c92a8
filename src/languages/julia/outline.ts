// Julia. A function is written with `function`, or as an assignment to what looks like its call.

import { quotedBy } from "../../syntax/code-outside-strings.ts";
import {
  type EnclosingDefinitions,
  type Found,
  firstNamed,
  isLocal,
  type LanguageProfile,
  matchesAt,
  nameOf,
  outsideFunctions,
} from "../../syntax/profile.ts";
import { doubtGrammar, signs, UNFINISHED } from "../../syntax/sure-signs.ts";
import type { NodeAt, SyntaxTree } from "../../syntax/syntax-tree.ts";
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
    tree.type(left) === "identifier" && enclosing.innermost !== "class" && enclosing.innermost !== "enum";
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
    assignment: { kind: assignmentKind, name: headName },
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
