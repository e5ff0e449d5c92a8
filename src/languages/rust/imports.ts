// Imports of Rust, whose paths are chains of members: each name of the path is a member of what the previous name
// refers to: a file's module, an inline module, a type, or a re-exported name.

import { definitionAt } from "../../linking/context.ts";
import { memberStep } from "../../linking/member-step.ts";
import { definedAtTop, type FileMember, importsAs, starImports, starsOf } from "../../linking/module-members.ts";
import { EXTERNAL, isKnown, type Resolution, UNKNOWN, unionOf } from "../../linking/resolution.ts";
import type { LinkContext, NameLookup, NameSemantics } from "../../linking/semantics.ts";
import { definitionChain, importChain } from "../../vocabulary/chain.ts";
import { macroOf } from "./macros.ts";
import { rust } from "./modules.ts";

const SEPARATOR = "::";

/** What `use` binds, by its path. */
export const importedByPath: NameSemantics["imported"] = (context, path, at) => {
  const fact = context.lookup.facts(path)?.imports[at];
  if (fact === undefined || fact.imported === null) {
    return UNKNOWN;
  }
  const [first = "", ...rest] = fact.specifier.split(SEPARATOR).filter((name) => name !== "");
  const paths = rust.resolve(first, path, context.lookup);
  let resolution: Resolution =
    paths.length > 0 ? { value: { is: "module", paths }, certainty: "exact" } : here(context, path, first);
  for (const name of [...rest, ...(fact.imported === "*" ? [] : [fact.imported])]) {
    const found = memberStep(context, resolution, name);
    resolution = isKnown(found) ? found : orElse(macroOf(context, resolution, name), found);
  }
  return isKnown(resolution) || isKnown(here(context, path, first)) ? resolution : EXTERNAL;
};

const orElse = (one: Resolution, other: Resolution): Resolution => (isKnown(one) ? one : other);

/** A path may begin with a declaration of the file itself: an inline module or a type. */
function here(context: LinkContext, path: string, name: string): Resolution {
  const facts = context.lookup.facts(path);
  const at = facts?.definitions.findIndex((one) => one.parent === -1 && one.name === name) ?? -1;
  return at < 0 ? UNKNOWN : context.resolve(path, definitionChain(at));
}

/** What a file defines, or what it imports, which other files can import from it. */
export const definedOrUsed: FileMember = (context, path, name, among) => {
  const imports = importsAs(context, path, name);
  const own = definedAtTop(context, path, name);
  if (own !== null) {
    // `mod stdout; pub use stdout::stdout;`: the module and its main item have the same name.
    const isModule =
      own.value.is === "definition" && own.value.places.every((one) => definitionAt(context, one)?.kind === "module");
    const [first] = imports;
    return isModule && first !== undefined ? unionOf([own, context.resolve(path, importChain(first))]) : own;
  }
  // A macro and a trait of the same name may be re-exported by separate imports.
  const all = imports.map((at) => context.resolve(path, importChain(at)));
  const known = all.find(isKnown);
  if (known !== undefined) {
    return known;
  }
  const reexported = among(starImports(context, path));
  return isKnown(reexported) ? reexported : (all[0] ?? reexported);
};

/** `use State::*`: members of an enum or of an inline module. */
export const inStarsOfTypes: NameLookup = (context, path, name) => {
  for (const at of starsOf(context, path)) {
    const { value } = context.resolve(path, importChain(at));
    // Re-exports of an inline module are reached through it, like its own members.
    const found = value.is === "definition" ? context.resolve(path, `${importChain(at)}.${name}`) : UNKNOWN;
    if (isKnown(found)) {
      return found;
    }
  }
  return null;
};

/** A path may begin with the name of another crate. */
export const crateOfName: NameLookup = (context, path, name) => {
  const paths = rust.resolve(name, path, context.lookup);
  return paths.length === 0 ? null : { value: { is: "module", paths }, certainty: "exact" };
};
