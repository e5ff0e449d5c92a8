// PHP's namespaces, `use`, included files, and what names mean by them. The first namespace of a file is its package; what is in
// any other one is inside of a definition with that name, which is not part of paths.

import { type ChainDraft, NOTHING, rooted } from "../../../facts/chain-drafts.ts";
import { forTypes, linesOf, textWithoutSpaces } from "../../../facts/common.ts";
import { NO_NODE, type NodeAt } from "../../../syntax/syntax-tree.ts";
import { definitionChain, importChain } from "../../../vocabulary/chain.ts";
import { FILE, type Role } from "../../../vocabulary/facts.ts";
import { closeFrame, parentOf } from "./frames.ts";
import { MAGIC } from "./names.ts";
import type { Visitor, Walk } from "./state.ts";

const lastPart = (name: string): string => name.slice(name.lastIndexOf("\\") + 1);

/** What is in one namespace: behind `namespace A;` or between its braces. */
interface Part {
  readonly space: NodeAt;
  readonly statements: NodeAt[];
}

function partsOf(file: NodeAt, walk: Walk): Part[] {
  const parts: Part[] = [{ space: NO_NODE, statements: [] }];
  for (const statement of walk.children(file)) {
    if (walk.type(statement) === "namespace_definition") {
      const body = walk.field(statement, "body");
      parts.push({ space: statement, statements: body === NO_NODE ? [] : [body] });
    } else {
      parts.at(-1)?.statements.push(statement);
    }
  }
  return parts;
}

const wholeFile: Visitor = (node, walk) => {
  const state = walk.state;
  let first: string | null = null;
  for (const { space, statements } of partsOf(node, walk)) {
    const name = space === NO_NODE ? "" : textWithoutSpaces(walk.field(space, "name"), walk);
    state.namespace = name;
    state.aliases = new Map();
    if (space === NO_NODE || first === null || name === first) {
      first = space === NO_NODE ? first : name;
      if (first !== null && first !== "") {
        walk.package(first);
      }
      statements.forEach(walk.visit);
      continue;
    }
    const lines = { ...linesOf(space, walk), endLine: walk.endLine(statements.at(-1) ?? space) };
    // The global one has no name: nothing outside finds what is in it.
    const at = walk.define({ name: name === "" ? "namespace" : name, kind: "module", ...lines, binds: false });
    walk.within({ kind: "block", definition: at, under: FILE }, () => statements.forEach(walk.visit));
  }
  closeFrame(walk);
};

/** `use A\B as C;`, `use function A\f;`, `use A\{B, function f};` */
const use: Visitor = (node, walk) => {
  const group = walk.field(node, "body");
  const before = group === NO_NODE ? "" : `${textWithoutSpaces(walk.childOfType(node, "namespace_name"), walk)}\\`;
  const isOfClasses = !hasKeyword(node, walk);
  for (const clause of walk.children(group === NO_NODE ? node : group)) {
    if (walk.type(clause) !== "namespace_use_clause") {
      continue;
    }
    const alias = walk.field(clause, "alias");
    const named = walk.children(clause).find((part) => part !== alias) ?? NO_NODE;
    const specifier = (before + textWithoutSpaces(named, walk)).replace(/^\\/, "");
    const imported = lastPart(specifier);
    const local = alias === NO_NODE ? imported : walk.text(alias);
    const last = lastNameIn(named, walk);
    const at = walk.import({ local, imported, specifier, line: walk.line(last) });
    if (isOfClasses && !hasKeyword(clause, walk)) {
      walk.state.aliases.set(local, specifier);
    }
    walk.reference(last, "import", rooted(importChain(at)));
  }
};

const hasKeyword = (node: NodeAt, walk: Walk): boolean =>
  walk.childOfType(node, "function") !== NO_NODE || walk.childOfType(node, "const") !== NO_NODE;

const lastNameIn = (node: NodeAt, walk: Walk): NodeAt =>
  walk.type(node) === "name" ? node : (walk.children(node).findLast((part) => walk.type(part) === "name") ?? NO_NODE);

const INCLUDED = /^(?:\(\s*)?(?:(__DIR__|dirname\(__FILE__\))\s*\.\s*)?(["'])([^"'$]+)\2(?:\s*\))?$/;

/** `require __DIR__ . "/x.php"`: a path in the folder of the file; any other string is taken as written. */
const include: Visitor = (node, walk) => {
  const [file = NO_NODE] = walk.children(node);
  const path = INCLUDED.exec(walk.text(file));
  if (path === null) {
    walk.visitChildren(node);
    return;
  }
  const specifier = path[1] === undefined ? (path[3] ?? "") : `.${path[3]}`;
  walk.import({ local: null, imported: null, specifier, line: walk.line(file) });
};

export type NameKind = "class" | "function" | "constant";

const NAMES: ReadonlySet<string> = new Set(["name", "qualified_name", "relative_name", "relative_scope"]);
export const isName = (node: NodeAt, walk: Walk): boolean => NAMES.has(walk.type(node));

/** What a name means where it is. Records it as a reference with this role. */
export function named(node: NodeAt, kind: NameKind, role: Role, walk: Walk): ChainDraft {
  const text = textWithoutSpaces(node, walk);
  const own = ownName(text, walk);
  if (own !== undefined) {
    return own;
  }
  const of = meaningOf(text, kind, walk);
  walk.reference(lastNameIn(node, walk), role, of);
  return of;
}

/** `self`, `static` and `parent`, which are not recorded as references; undefined for any other name. */
function ownName(text: string, walk: Walk): ChainDraft | undefined {
  const enclosingClass = walk.enclosingClass();
  switch (text) {
    case "self":
    case "static":
      return enclosingClass === FILE ? null : rooted(definitionChain(enclosingClass));
    case "parent":
      return parentOf(walk);
    default:
      return undefined;
  }
}

/** What a name means that may be written with namespaces. */
function meaningOf(text: string, kind: NameKind, walk: Walk): ChainDraft {
  const mark = kind === "function" ? "/" : "";
  const { namespace, aliases } = walk.state;
  const inNamespace = (name: string): string => (namespace === "" ? `\\${name}` : `\\${namespace}\\${name}`);
  if (text.startsWith("\\")) {
    return rooted(text + mark);
  }
  const at = text.indexOf("\\");
  if (at < 0) {
    return kind === "constant" && MAGIC.test(text) ? NOTHING : walk.name(text, kind === "function");
  }
  const [first, rest] = [text.slice(0, at), text.slice(at)];
  const known = aliases.get(first);
  return rooted(
    (first === "namespace"
      ? inNamespace(rest.slice(1))
      : known === undefined
        ? inNamespace(text)
        : `\\${known}${rest}`) + mark,
  );
}

/** The class that documentation or a type names; null for what names none. */
export function classCalled(text: string, walk: Walk): ChainDraft {
  const own = ownName(text, walk);
  return own === undefined ? meaningOf(text, "class", walk) : own;
}

export const phpNamespaces: Readonly<Record<string, Visitor>> = {
  ...forTypes(wholeFile, "program", "ERROR"),
  namespace_use_declaration: use,
  ...forTypes(include, "include_expression", "include_once_expression"),
  ...forTypes(include, "require_expression", "require_once_expression"),
};
