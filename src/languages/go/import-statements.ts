// Where the imports and outermost definitions of a Go text stand.
import { NO_NODE, type NodeAt, ROOT, type SyntaxTree } from "../../syntax/syntax-tree.ts";
import type { ImportedName, ImportStatement, OutermostItem, TextLayout } from "../contract/import-statements.ts";
import { packageName } from "./facts/imports.ts";

const HEAD: ReadonlySet<string> = new Set(["package_clause", "import_declaration"]);

export function layoutOf(tree: SyntaxTree): Omit<TextLayout, "isWhole"> {
  const children = tree.children(ROOT);
  return {
    statements: children
      .filter((node) => tree.type(node) === "import_declaration")
      .flatMap((node) => imports(node, tree)),
    items: children.flatMap((node) => itemsOf(node, tree)),
  };
}

const SPECS: ReadonlySet<string> = new Set(["type_spec", "type_alias"]);

/** The types of a list one by one, with the comments in it. */
function itemsOf(node: NodeAt, tree: SyntaxTree): OutermostItem[] {
  const parts = tree.type(node) === "type_declaration" ? tree.children(node) : [];
  if (parts.filter((one) => SPECS.has(tree.type(one))).length < 2) {
    return [itemOf(node, tree)];
  }
  const listed = { start: tree.start(node), word: "type " };
  return parts.map((one) => ({ ...itemOf(one, tree), ...(SPECS.has(tree.type(one)) ? { listed } : {}) }));
}

function itemOf(node: NodeAt, tree: SyntaxTree): OutermostItem {
  const type = tree.type(node);
  const kind = type === "comment" ? "lead" : HEAD.has(type) ? "import" : "code";
  return { start: tree.start(node), end: tree.end(node), kind, exportAt: null, isDefault: false };
}

/** One for each package; alone in its declaration, it is all of that. */
function imports(declaration: NodeAt, tree: SyntaxTree): ImportStatement[] {
  const list = tree.childOfType(declaration, "import_spec_list");
  const specs = tree
    .children(list === NO_NODE ? declaration : list)
    .filter((node) => tree.type(node) === "import_spec");
  return specs.map((spec): ImportStatement => {
    const path = tree.field(spec, "path");
    const alias = tree.field(spec, "name");
    const text = tree.text(path).slice(1, -1);
    const type = alias === NO_NODE ? "" : tree.type(alias);
    const whole = list === NO_NODE || specs.length === 1 ? declaration : spec;
    const name: ImportedName = {
      start: tree.start(spec),
      end: tree.end(spec),
      imported: "*",
      local: type === "dot" ? null : alias === NO_NODE ? packageName(text) : tree.text(alias),
      isType: false,
      written: tree.text(spec),
    };
    return {
      start: tree.start(whole),
      end: tree.end(whole),
      role: "import",
      module: { start: tree.start(path) + 1, end: tree.end(path) - 1, text },
      names: type === "blank_identifier" ? [] : [name],
      list: list === NO_NODE ? null : { start: tree.start(list), end: tree.end(list) },
      within: { start: tree.start(declaration), end: tree.end(declaration) },
      isType: false,
      isOutermost: true,
    };
  });
}
