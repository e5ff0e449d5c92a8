// Imports in languages whose import paths are chains of members: each name of the path is a member of what the previous name
// refers to: a file's module, an inline module, a type, or a re-exported name.
import { definitionChain } from "../vocabulary/chain.ts";
import type { LinkContext } from "./context.ts";
import { memberStep } from "./member-step.ts";
import { EXTERNAL, isKnown, type Resolution, UNKNOWN } from "./resolution.ts";
import { macroOf } from "./traits.ts";

const SEPARATOR = "::";

/** What import `at` of the file binds. */
export function importedByPath(context: LinkContext, path: string, at: number): Resolution {
  const fact = context.lookup.facts(path)?.imports[at];
  const modules = context.semantics(path)?.modules;
  if (fact === undefined || modules === undefined || fact.imported === null) {
    return UNKNOWN;
  }
  const [first = "", ...rest] = fact.specifier.split(SEPARATOR).filter((name) => name !== "");
  const paths = modules.resolve(first, path, context.lookup);
  let resolution: Resolution =
    paths.length > 0 ? { value: { is: "module", paths }, certainty: "exact" } : here(context, path, first);
  for (const name of [...rest, ...(fact.imported === "*" ? [] : [fact.imported])]) {
    const found = memberStep(context, resolution, name);
    resolution = isKnown(found) ? found : orElse(macroOf(context, resolution, name), found);
  }
  return isKnown(resolution) || isKnown(here(context, path, first)) ? resolution : EXTERNAL;
}

const orElse = (one: Resolution, other: Resolution): Resolution => (isKnown(one) ? one : other);

/** A path may begin with a declaration of the file itself: an inline module or a type. */
function here(context: LinkContext, path: string, name: string): Resolution {
  const facts = context.lookup.facts(path);
  const at = facts?.definitions.findIndex((one) => one.parent === -1 && one.name === name) ?? -1;
  return at < 0 ? UNKNOWN : context.resolve(path, definitionChain(at));
}
