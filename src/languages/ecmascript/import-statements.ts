// Where the imports, exports and outermost definitions of a JavaScript or TypeScript text stand.
import { NO_NODE, type NodeAt, ROOT, type SyntaxTree } from "../../syntax/syntax-tree.ts";
import { wordSet } from "../../vocabulary/text.ts";
import type { ImportedName, ImportStatement, OutermostItem, TextLayout } from "../contract/import-statements.ts";

export function layoutOf(tree: SyntaxTree): Omit<TextLayout, "isWhole"> {
  const children: NodeAt[] = [];
  for (let child = tree.firstChild(ROOT); child !== NO_NODE; child = tree.nextSibling(child)) {
    children.push(child);
  }
  return {
    statements: children.flatMap((child) => statementOf(child, tree) ?? []),
    items: children.flatMap((child) => itemOf(child, tree)),
  };
}

function itemOf(node: NodeAt, tree: SyntaxTree): OutermostItem[] {
  const span = { start: tree.start(node), end: tree.end(node) };
  const type = tree.type(node);
  if (type === "comment") {
    return [{ ...span, kind: "lead", exportAt: null, isDefault: false }];
  }
  if (!tree.isNamed(node)) {
    // A stray `;` belongs to what it ends.
    return [];
  }
  const statement = statementOf(node, tree);
  const isImport = statement !== null && (statement.role === "import" || statement.module !== null);
  const isExport = type === "export_statement";
  const isDefault = isExport && tree.childOfType(node, "default") !== NO_NODE;
  const canExport = !isExport && EXPORTABLE.has(type);
  return [
    {
      ...span,
      kind: isImport || type === "hash_bang_line" ? "import" : "code",
      exportAt: canExport ? afterDecorators(node, tree) : null,
      isDefault,
    },
  ];
}

const EXPORTABLE: ReadonlySet<string> = wordSet(`
function_declaration generator_function_declaration function_signature class_declaration abstract_class_declaration
lexical_declaration variable_declaration interface_declaration type_alias_declaration enum_declaration
ambient_declaration
`);

function afterDecorators(node: NodeAt, tree: SyntaxTree): number {
  let child = tree.firstChild(node);
  while (child !== NO_NODE && tree.type(child) === "decorator") {
    child = tree.nextSibling(child);
  }
  return child === NO_NODE ? tree.start(node) : tree.start(child);
}

/** Null for what neither imports nor passes on names. */
function statementOf(node: NodeAt, tree: SyntaxTree): ImportStatement | null {
  const type = tree.type(node);
  if (type === "import_statement") {
    const clause = tree.childOfType(node, "import_clause");
    const list = clause === NO_NODE ? NO_NODE : tree.childOfType(clause, "named_imports");
    return { ...common(node, list, tree), role: "import", names: clause === NO_NODE ? [] : namesIn(clause, tree) };
  }
  if (type !== "export_statement" || tree.field(node, "declaration") !== NO_NODE) {
    return null;
  }
  const list = tree.childOfType(node, "export_clause");
  const space = tree.childOfType(node, "namespace_export");
  const star = tree.childOfType(node, "*");
  if (list === NO_NODE && space === NO_NODE && star === NO_NODE) {
    return null;
  }
  const all: ImportedName[] =
    star === NO_NODE ? [] : [{ ...spanOf(star, tree), imported: "*", local: null, isType: false }];
  const names =
    list !== NO_NODE ? listed(list, "export_specifier", tree) : space !== NO_NODE ? spaced(space, tree) : all;
  return { ...common(node, list, tree), role: "export", names };
}

const spanOf = (node: NodeAt, tree: SyntaxTree) => ({ start: tree.start(node), end: tree.end(node) });

function common(node: NodeAt, list: NodeAt, tree: SyntaxTree) {
  const required = tree.childOfType(node, "import_require_clause");
  const source = tree.field(required === NO_NODE ? node : required, "source");
  const text = tree.text(source).slice(1, -1);
  return {
    ...spanOf(node, tree),
    module: source === NO_NODE ? null : { start: tree.start(source) + 1, end: tree.end(source) - 1, text },
    list: list === NO_NODE ? null : spanOf(list, tree),
    isType: tree.childOfType(node, "type") !== NO_NODE || tree.childOfType(node, "typeof") !== NO_NODE,
    isOutermost: true,
  };
}

const namesIn = (clause: NodeAt, tree: SyntaxTree): ImportedName[] =>
  tree.children(clause).flatMap((part): ImportedName[] => {
    switch (tree.type(part)) {
      case "identifier":
        return [{ ...spanOf(part, tree), imported: "default", local: tree.text(part), isType: false }];
      case "namespace_import":
        return spaced(part, tree);
      case "named_imports":
        return listed(part, "import_specifier", tree);
      default:
        return [];
    }
  });

/** `* as name`. */
function spaced(node: NodeAt, tree: SyntaxTree): ImportedName[] {
  const [name = NO_NODE] = tree.children(node);
  return [{ ...spanOf(node, tree), imported: "*", local: tree.text(name), isType: false }];
}

const listed = (list: NodeAt, type: string, tree: SyntaxTree): ImportedName[] =>
  tree
    .children(list)
    .filter((each) => tree.type(each) === type)
    .map((each) => {
      const imported = unquoted(tree.text(tree.field(each, "name")));
      const alias = tree.field(each, "alias");
      return {
        ...spanOf(each, tree),
        imported,
        local: alias === NO_NODE ? imported : unquoted(tree.text(alias)),
        isType: tree.childOfType(each, "type") !== NO_NODE,
      };
    });

const unquoted = (text: string): string => text.replace(/^(["'])(.*)\1$/s, "$2");
