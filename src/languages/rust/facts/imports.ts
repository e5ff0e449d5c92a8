// Rust's imports: each name of a `use` tree by itself, and the modules that a file declares.

import { type ChainDraft, rooted, stepped } from "../../../facts/chain-drafts.ts";
import { NO_NODE, type NodeAt } from "../../../syntax/syntax-tree.ts";
import { importChain } from "../../../vocabulary/chain.ts";
import { moduleRoot } from "./paths.ts";
import type { Visitor, Walk } from "./state.ts";

/** `extern crate grep_cli as cli;`: a `use` of the crate. `extern crate self as name;` names the file's own crate. */
export const externCrate: Visitor = (node, walk) => {
  const [name, alias] = [walk.field(node, "name"), walk.field(node, "alias")];
  const written = walk.text(alias === NO_NODE ? name : alias);
  const local = written === "_" ? null : written;
  const isSelf = walk.text(name) === "self";
  if (local !== null) {
    const { imported, ofCrate } = walk.state;
    imported.add(local);
    if (isSelf) {
      ofCrate.add(local);
    }
  }
  const specifier = isSelf ? "crate" : walk.text(name);
  walk.import({ local, imported: "*", specifier, line: walk.line(name) });
};

/** Imports the crates that paths of the whole file begin with (`tokio::spawn(…)`), which need no `use`. */
export function importNamedCrates(walk: Walk): void {
  for (const [name, line] of walk.state.crates) {
    if (!walk.state.imported.has(name)) {
      walk.import({ local: null, imported: null, specifier: name, line });
    }
  }
}

export const useDeclaration: Visitor = (node, walk) => importTree(walk.field(node, "argument"), "", undefined, walk);

/**
 * `before`: the path that is before the tree, with `::` at its end; `of`: what that leads to, undefined where there is none.
 */
function importTree(node: NodeAt, before: string, of: ChainDraft | undefined, walk: Walk): void {
  switch (walk.type(node)) {
    case "use_list":
      for (const one of walk.children(node)) {
        walk.deeper(() => importTree(one, before, of, walk));
      }
      break;
    case "scoped_use_list": {
      const path = walk.field(node, "path");
      const led = path === NO_NODE ? of : referToNames(path, of, walk);
      importTree(walk.field(node, "list"), `${before}${walk.text(path)}::`, led, walk);
      break;
    }
    case "use_wildcard": {
      const whole = walk.children(node)[0] ?? NO_NODE;
      referToNames(whole, of, walk);
      const path = `${before}${walk.text(whole)}`;
      const specifier = inFile(path, walk);
      const at = walk.import({ local: null, imported: "*", specifier, line: walk.line(node) });
      reexport("*", at, node, walk);
      break;
    }
    case "use_as_clause":
      referToPath(walk.field(node, "path"), of, walk);
      importName(walk.field(node, "path"), before, walk.text(walk.field(node, "alias")), walk);
      break;
    default:
      referToPath(node, of, walk);
      importName(node, before, null, walk);
  }
}

/** `pub use` in a module that is written in the file: others reach the name through the module. */
function reexport(name: string, at: number, node: NodeAt, walk: Walk): void {
  const module = walk.defined(walk.enclosing());
  let use = node;
  while (use !== NO_NODE && walk.type(use) !== "use_declaration") {
    use = walk.parent(use);
  }
  if (module?.kind === "module" && walk.childOfType(use, "visibility_modifier") !== NO_NODE) {
    walk.export(`${module.path}.${name}`, rooted(importChain(at)), walk.line(node));
  }
}

/** Records references to what is before the last name. */
function referToPath(node: NodeAt, of: ChainDraft | undefined, walk: Walk): void {
  const path = walk.field(node, "path");
  if (walk.type(node) === "scoped_identifier" && path !== NO_NODE) {
    referToNames(path, of, walk);
  }
}

function importName(node: NodeAt, before: string, alias: string | null, walk: Walk): void {
  const isSelf = walk.type(node) === "self" && before !== "";
  const path = isSelf ? before.slice(0, -2) : `${before}${walk.text(node)}`;
  const [name = "", ...rest] = path.replace(/\s/gu, "").split("::").toReversed();
  const specifier = inFile(rest.toReversed().join("::"), walk);
  const line = walk.line(isSelf ? node : lastName(node, walk));
  const local = alias === "_" ? null : (alias ?? name);
  if (local !== null) {
    walk.state.imported.add(local);
    if (/^(?:crate|self|super)\b/.test(path)) {
      walk.state.ofCrate.add(local);
    }
  }
  const at = walk.import({
    local,
    imported: specifier === "" ? "*" : name,
    specifier: specifier === "" ? name : specifier,
    line,
  });
  if (local !== null) {
    reexport(local, at, node, walk);
  }
  if (!isSelf) {
    walk.refer(name, line, "import", rooted(importChain(at)));
  }
}

/** Records a reference to each module and type of a path; returns what the path leads to. `of`: as of `importTree`. */
function referToNames(node: NodeAt, of: ChainDraft | undefined, walk: Walk): ChainDraft {
  switch (walk.type(node)) {
    case "crate":
    case "self":
    case "super":
      return of === undefined ? moduleRoot(walk.text(node), walk.line(node), walk) : stepped(of, `.${walk.text(node)}`);
    case "identifier": {
      const name = walk.text(node);
      const led = of === undefined ? walk.name(name) : stepped(of, `.${name}`);
      if (led !== null) {
        walk.reference(node, "import", led);
      }
      return led;
    }
    case "scoped_identifier": {
      const path = walk.field(node, "path");
      // `::tokio` is no member of anything here.
      return path === NO_NODE
        ? null
        : referToNames(
            walk.field(node, "name"),
            walk.deeper(() => referToNames(path, of, walk)),
            walk,
          );
    }
    default:
      return null;
  }
}

const lastName = (node: NodeAt, walk: Walk): NodeAt => {
  const name = walk.field(node, "name");
  return name === NO_NODE ? node : name;
};

/** A path as seen from the file: inside of a module that is written in it, `super` may be the file itself. */
function inFile(path: string, { state }: Walk): string {
  const parts = path.split("::");
  for (let left = state.depth; left > 0 && parts[0] === "super"; left--) {
    parts.shift();
    if (parts[0] !== "super") {
      parts.unshift("self");
    }
  }
  return parts.join("::");
}
