// Macros of Rust, whose bare names end in `!` in chains.

import { EXTERNAL, isKnown, orNull, type Place, type Resolution, UNKNOWN } from "../../linking/resolution.ts";
import type { LinkContext, MissingMemberLookup, NameLookup } from "../../linking/semantics.ts";
import { importChain, MACRO_MARK } from "../../vocabulary/chain.ts";
import { MACRO } from "../../vocabulary/facts.ts";
import { areOfOneCrate } from "./modules.ts";

/** If more files define a name, it is left unresolved. */
const FILES_MAX = 60;

/** Files of Rust that define the name; none if there are too many. */
export function filesDefining({ lookup, semantics }: LinkContext, path: string, name: string): readonly string[] {
  const defining = lookup.defining(name);
  return defining.length > FILES_MAX ? [] : defining.filter((file) => semantics(file) === semantics(path));
}

/**
 * A macro by its bare name. Any macro of the crate may be visible, depending on the order in which the crate's files are read.
 */
export const macroNamed: NameLookup = (context, path, marked) => {
  if (!marked.endsWith(MACRO_MARK)) {
    return null;
  }
  const name = marked.slice(0, -1);
  const own = macroIn(context, path, name);
  return own === EXTERNAL ? macroFromStars(context, path, name) : own;
};

/** A macro of the file's crate; external if there is none, unknown if there are several. */
function macroIn(context: LinkContext, path: string, name: string): Resolution {
  const places = filesDefining(context, path, name)
    .filter((file) => file === path || areOfOneCrate(path, file, context.lookup))
    .flatMap((file): Place[] =>
      (context.lookup.facts(file)?.definitions ?? []).flatMap((definition, at) =>
        definition.name === name && (definition.flags & MACRO) !== 0 ? [{ path: file, at }] : [],
      ),
    );
  const [first] = places;
  if (first === undefined) {
    return EXTERNAL;
  }
  return places.every((place) => place.path === first.path)
    ? { value: { is: "definition", places }, certainty: "constrained" }
    : UNKNOWN;
}

function macroFromStars(context: LinkContext, path: string, name: string): Resolution {
  for (const [at, { local, imported }] of (context.lookup.facts(path)?.imports ?? []).entries()) {
    const found =
      local === null && imported === "*" ? macroOf(context, context.resolve(path, importChain(at)), name) : UNKNOWN;
    if (isKnown(found)) {
      return found;
    }
  }
  return EXTERNAL;
}

const ROOT = /(?:^|\/)(?:lib|main)\.rs$/;

/** A module's macro of this name: exported macros are at the crate's root, wherever they are written. */
export function macroOf(context: LinkContext, { value }: Resolution, name: string): Resolution {
  const [root] = value.is === "module" ? value.paths : [];
  return root !== undefined && ROOT.test(root) ? macroIn(context, root, name) : UNKNOWN;
}

export const macroOfModule: MissingMemberLookup = (context, { on, name }) => orNull(macroOf(context, on, name));
