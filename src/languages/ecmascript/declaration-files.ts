// Declarations of what a file of JavaScript implements, in a file beside it (`store.d.ts` and `store.js`), or in that of its package
// (`"types": "typings/index.d.ts"`). Compilers read the one, programs run the other, so that what has the same path in both is one symbol.
import { BASE_SEMANTICS } from "../../linking/base-semantics.ts";
import { byPath } from "../../linking/children.ts";
import type { Lookup } from "../../linking/lookup.ts";
import type { DeclarationSemantics } from "../../linking/semantics.ts";
import { LOCAL } from "../../vocabulary/facts.ts";
import { DECLARATION } from "./file-names.ts";
import { declarationFileOf, packageOf } from "./module-packages.ts";

/** Endings of a declaration, and of the files that it may be of. */
const IMPLEMENTED: readonly (readonly [declaration: string, implementations: readonly string[]])[] = [
  [".d.ts", [".js", ".jsx"]],
  [".d.mts", [".mjs"]],
  [".d.cts", [".cjs"]],
];

export const inDeclarationToo: DeclarationSemantics["declarations"] = (context, place, definition, sameName) => {
  const own = BASE_SEMANTICS.declarations(context, place, definition, sameName);
  const { lookup } = context;
  const path =
    (definition.flags & LOCAL) === 0
      ? (fileBeside(place.path, lookup) ?? fileOfPackage(place.path, definition.path, lookup))
      : undefined;
  const facts = path === undefined ? null : lookup.facts(path);
  return path === undefined || facts === null
    ? own
    : [...own, ...byPath(facts.definitions, definition.path).map((at) => ({ path, at }))];
};

/** The implementation of a declaration, or the declaration of an implementation. */
function fileBeside(path: string, lookup: Lookup): string | undefined {
  for (const [declaration, implementations] of IMPLEMENTED) {
    const ending = path.endsWith(declaration) ? declaration : implementations.find((one) => path.endsWith(one));
    if (ending !== undefined) {
      const stem = path.slice(0, -ending.length);
      const others = ending === declaration ? implementations : [declaration];
      return others.map((other) => stem + other).find((other) => lookup.exists(other));
    }
  }
  return undefined;
}

const IMPLEMENTATIONS = IMPLEMENTED.flatMap(([, endings]) => endings);
const implementsDeclared = (path: string): boolean => IMPLEMENTATIONS.some((ending) => path.endsWith(ending));

/** The file of the package's declarations for the only file that implements the symbol of this path, and that one for the other. */
function fileOfPackage(path: string, symbol: string, lookup: Lookup): string | undefined {
  const isDeclared = DECLARATION.test(path);
  const found = isDeclared || implementsDeclared(path) ? packageOf(path, lookup) : null;
  const declarations = found === null ? null : declarationFileOf(found, lookup);
  if (found === null || declarations === null || (isDeclared && declarations !== path)) {
    return undefined;
  }
  const [only, another] = lookup
    .declaring(symbol)
    .filter((one) => implementsDeclared(one) && packageOf(one, lookup)?.folder === found.folder);
  return another !== undefined || only === undefined ? undefined : isDeclared ? only : declarations;
}
