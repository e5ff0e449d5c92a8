// Where the imports, `__all__` and the outermost definitions of a Python text stand.
import { NO_NODE, type NodeAt, ROOT, type SyntaxTree } from "../../syntax/syntax-tree.ts";
import { wordSet } from "../../vocabulary/text.ts";
import type { ImportedName, ImportStatement, OutermostItem, TextLayout } from "../contract/import-statements.ts";
import { enclosingTypeChecking } from "./type-checking.ts";

const IMPORTS: ReadonlySet<string> = new Set(["import_statement", "import_from_statement", "future_import_statement"]);
const MOVABLE: ReadonlySet<string> = wordSet(`
function_definition class_definition decorated_definition expression_statement type_alias_statement
`);

export function layoutOf(tree: SyntaxTree): Omit<TextLayout, "isWhole"> {
  const statements: ImportStatement[] = [];
  for (let node = 0; node < tree.count; node += 1) {
    const type = tree.type(node);
    if (IMPORTS.has(type)) {
      statements.push(...(type === "import_statement" ? wholeModules(node, tree) : [fromModule(node, tree)]));
    } else if (type === "assignment" && tree.text(tree.field(node, "left")) === "__all__") {
      statements.push(...listed(node, tree));
    }
  }
  return { statements, items: tree.children(ROOT).map((node, at) => itemOf(node, at, tree)) };
}

const spanOf = (node: NodeAt, tree: SyntaxTree) => ({ start: tree.start(node), end: tree.end(node) });

function itemOf(node: NodeAt, at: number, tree: SyntaxTree): OutermostItem {
  const type = tree.type(node);
  const isDocumentation = at === 0 && type === "expression_statement" && tree.childOfType(node, "string") !== NO_NODE;
  const kind =
    type === "comment"
      ? "lead"
      : IMPORTS.has(type) || isDocumentation || hasImports(node, tree)
        ? "import"
        : MOVABLE.has(type)
          ? "code"
          : "other";
  return { ...spanOf(node, tree), kind, exportAt: null, isDefault: false };
}

/** Whether it is a condition or the like around imports. */
function hasImports(node: NodeAt, tree: SyntaxTree): boolean {
  const type = tree.type(node);
  const block = type === "if_statement" ? tree.field(node, "consequence") : tree.field(node, "body");
  return (
    (type === "if_statement" || type === "try_statement") &&
    block !== NO_NODE &&
    tree.children(block).some((child) => IMPORTS.has(tree.type(child)))
  );
}

function place(node: NodeAt, tree: SyntaxTree): Pick<ImportStatement, "isType" | "isOutermost" | "within"> {
  const guard = enclosingTypeChecking(tree, node);
  if (guard === NO_NODE) {
    return { isType: false, isOutermost: tree.parent(node) === ROOT };
  }
  // A block without a statement is no code.
  const block = tree.field(guard, "consequence");
  const isAlone = tree.children(block).every((one) => IMPORTS.has(tree.type(one)));
  return {
    isType: true,
    isOutermost: false,
    ...(isAlone ? { within: { ...spanOf(block, tree), instead: "pass" } } : {}),
  };
}

/** `import a.b, c as d`: a statement for each; several in one are not taken apart, as if they stood under a condition. */
function wholeModules(node: NodeAt, tree: SyntaxTree): ImportStatement[] {
  const names = tree.fields(node, "name");
  const { isOutermost, ...rest } = place(node, tree);
  return names.map((name): ImportStatement => {
    const alias = tree.field(name, "alias");
    const path = alias === NO_NODE ? name : tree.field(name, "name");
    const whole = tree.text(path).replace(/\s+/g, "");
    const text = alias === NO_NODE ? (whole.split(".")[0] ?? whole) : whole;
    const local = alias === NO_NODE ? text : tree.text(alias);
    const written = `import ${whole}${alias === NO_NODE ? "" : ` as ${local}`}`;
    return {
      ...spanOf(node, tree),
      role: "import",
      module: { ...spanOf(path, tree), text },
      names: [{ ...spanOf(name, tree), imported: "*", local, isType: false, written }],
      list: null,
      ...rest,
      isOutermost: isOutermost && names.length === 1,
    };
  });
}

function fromModule(node: NodeAt, tree: SyntaxTree): ImportStatement {
  const module = tree.field(node, "module_name");
  const wildcard = tree.childOfType(node, "wildcard_import");
  const names = tree.fields(node, "name").map((name): ImportedName => {
    const alias = tree.field(name, "alias");
    const imported = tree.text(alias === NO_NODE ? name : tree.field(name, "name"));
    return { ...spanOf(name, tree), imported, local: alias === NO_NODE ? imported : tree.text(alias), isType: false };
  });
  const [first, last] = [tree.childOfType(node, "("), tree.childOfType(node, ")")];
  const ends = { start: names[0]?.start ?? tree.start(node), end: names.at(-1)?.end ?? tree.end(node) };
  const isFuture = tree.type(node) === "future_import_statement";
  return {
    ...spanOf(node, tree),
    role: wildcard === NO_NODE ? "import" : "export",
    module: isFuture
      ? { start: tree.start(node), end: tree.start(node), text: "__future__" }
      : { ...spanOf(module, tree), text: tree.text(module).replace(/\s+/g, "") },
    names: wildcard === NO_NODE ? names : [{ ...spanOf(wildcard, tree), imported: "*", local: null, isType: false }],
    list: names.length === 0 ? null : first === NO_NODE ? ends : { start: tree.start(first), end: tree.end(last) },
    ...place(node, tree),
  };
}

/** `__all__ = ["a"]`. */
function listed(node: NodeAt, tree: SyntaxTree): ImportStatement[] {
  const list = tree.field(node, "right");
  const type = tree.type(list);
  if ((type !== "list" && type !== "tuple") || tree.parent(tree.parent(node)) !== ROOT) {
    return [];
  }
  const names = tree.children(list).flatMap((one): ImportedName[] => {
    const content = tree.childOfType(one, "string_content");
    const name = content === NO_NODE ? "" : tree.text(content);
    return name === "" ? [] : [{ ...spanOf(one, tree), imported: name, local: name, isType: false }];
  });
  return [
    {
      ...spanOf(node, tree),
      role: "export",
      module: null,
      names,
      list: spanOf(list, tree),
      isType: false,
      isOutermost: true,
    },
  ];
}
