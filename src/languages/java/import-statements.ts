// Where the imports and outermost types of a Java text stand.
import { NO_NODE, type NodeAt, ROOT, type SyntaxTree } from "../../syntax/syntax-tree.ts";
import type { ImportedName, ImportStatement, OutermostItem, TextLayout } from "../contract/import-statements.ts";

const HEAD: ReadonlySet<string> = new Set(["package_declaration", "import_declaration"]);

export function layoutOf(tree: SyntaxTree): Omit<TextLayout, "isWhole"> {
  const children = tree.children(ROOT);
  return {
    statements: children
      .filter((node) => tree.type(node) === "import_declaration")
      .flatMap((node) => imports(node, tree)),
    items: children.map((node): OutermostItem => {
      const type = tree.type(node);
      const kind = /comment$/.test(type) ? "lead" : HEAD.has(type) ? "import" : "code";
      const exportAt = kind === "code" ? placeOfPublic(node, tree) : null;
      return { start: tree.start(node), end: tree.end(node), kind, exportAt, isDefault: false };
    }),
  };
}

/** Behind annotations; null where it is public. */
function placeOfPublic(node: NodeAt, tree: SyntaxTree): number | null {
  const modifiers = tree.childOfType(node, "modifiers");
  if (modifiers === NO_NODE) {
    return tree.start(node);
  }
  const words = tree.children(modifiers).filter((part) => !/annotation$/.test(tree.type(part)));
  if (words.some((part) => tree.text(part) === "public")) {
    return null;
  }
  const [next = tree.nextSibling(modifiers)] = words;
  return next === NO_NODE ? tree.start(node) : tree.start(next);
}

/** `module` is the whole name: `a.b.Store`, `a.b.Store.open`, or of `a.b.*` the package. */
function imports(node: NodeAt, tree: SyntaxTree): ImportStatement[] {
  const path = tree.children(node).find((child) => /identifier$/.test(tree.type(child)));
  if (path === undefined) {
    return [];
  }
  const text = tree.text(path).replace(/\s+/g, "");
  const hasAsterisk = tree.childOfType(node, "asterisk") !== NO_NODE;
  const isAll = hasAsterisk || tree.childOfType(node, "module") !== NO_NODE;
  const last = text.slice(text.lastIndexOf(".") + 1);
  const kind = ["static", "module"].find((one) => tree.childOfType(node, one) !== NO_NODE);
  const word = kind === undefined ? "import" : `import ${kind}`;
  const name: ImportedName = {
    start: tree.start(path),
    end: tree.end(path),
    imported: isAll ? "*" : last,
    local: isAll ? null : last,
    isType: false,
    written: `${word} ${text}${hasAsterisk ? ".*" : ""};`,
  };
  return [
    {
      start: tree.start(node),
      end: tree.end(node),
      role: "import",
      module: { start: tree.start(path), end: tree.end(path), text },
      names: [name],
      list: null,
      isType: false,
      isOutermost: true,
    },
  ];
}
