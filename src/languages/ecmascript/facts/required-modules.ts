// Modules that an expression loads as a whole: `require("x")`, `import("x")`, and what test runners and mocking libraries have for it.

import { type ChainDraft, rooted, stepped } from "../../../facts/chain-drafts.ts";
import { NO_NODE, type NodeAt } from "../../../syntax/syntax-tree.ts";
import { importChain } from "../../../vocabulary/chain.ts";
import { DEFAULT, LOADED, type Role } from "../../../vocabulary/facts.ts";
import { inner, stringOf } from "./node-text.ts";
import type { Walk } from "./state.ts";

/** Imports the module as a whole, where `local` is null without a name for it. */
export const importAll = (specifier: string, local: string | null, node: NodeAt, walk: Walk): ChainDraft =>
  rooted(importChain(walk.import({ local, imported: "*", specifier, line: walk.line(node) })));

const REQUIRES: ReadonlySet<string> = new Set(["require", LOADED]);

/** What returns the module of its first argument, with the others in place of what that imports, or beside what is mocked. */
const OTHER_LOADERS =
  /^(?:proxyquire(?:\s*\.\s*\w+\(\))*|rewire|esmock|(?:jest|vi|vitest)\s*\.\s*(?:requireActual|requireMock|importActual|importMock))$/;

/** The specifier of `require("x")`; null for anything else. */
export function requiredBy(node: NodeAt, walk: Walk): string | null {
  const isCalled = walk.type(node) === "call_expression" && walk.text(walk.field(node, "function")) === "require";
  return isCalled ? stringOf(inner(walk.field(node, "arguments"), walk), walk) : null;
}

/**
 * The module that a call loads; null for one whose name is computed; undefined for any other call. The call itself is recorded as what
 * names the module here.
 */
export function requiredModule(node: NodeAt, walk: Walk, role: Role = "import"): ChainDraft | undefined {
  const callee = walk.field(node, "function");
  const written = walk.text(callee);
  const isRequired = REQUIRES.has(written);
  if (!isRequired && !OTHER_LOADERS.test(written)) {
    return undefined;
  }
  const list = walk.field(node, "arguments");
  const [first = NO_NODE, ...others] = walk.children(list).filter((part) => walk.type(part) !== "comment");
  const specifier = stringOf(first, walk);
  if (specifier === null) {
    walk.visit(list);
    return isRequired ? null : undefined;
  }
  others.forEach(walk.visit);
  const module = importAll(specifier, null, node, walk);
  const name = /\w+$/.exec(written)?.[0] ?? "require";
  walk.refer(name, walk.line(callee), role, module);
  if (written === LOADED && walk.type(walk.parent(node)) === "arrow_function") {
    // `lazy(() => import("./cart"))`
    walk.refer(LOADED, walk.line(callee), "import", stepped(module, `.${DEFAULT}`));
  }
  return module;
}
