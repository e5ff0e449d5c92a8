// Imports in languages whose import paths are chains of members: each name of the path is a member of what the previous name
// refers to: a file's module, an inline module, a type, or a re-exported name.
import { memberStep } from "./member-step.ts";
import { macroOf } from "./traits.ts";
import { FOREIGN, isKnown, type Reached, UNKNOWN } from "./value.ts";
import type { World } from "./world.ts";

const SEPARATOR = "::";

/** What import `at` of the file binds. */
export function importedByPath(world: World, path: string, at: number): Reached {
  const fact = world.lookup.facts(path)?.imports[at];
  const modules = world.rules(path)?.modules;
  if (fact === undefined || modules === undefined || fact.imported === null) {
    return UNKNOWN;
  }
  const [first = "", ...rest] = fact.specifier.split(SEPARATOR).filter((name) => name !== "");
  const paths = modules.resolve(first, path, world.lookup);
  let reached: Reached =
    paths.length > 0 ? { value: { is: "module", paths }, certainty: "exact" } : here(world, path, first);
  for (const name of [...rest, ...(fact.imported === "*" ? [] : [fact.imported])]) {
    const found = memberStep(world, reached, name);
    reached = isKnown(found) ? found : orElse(macroOf(world, reached, name), found);
  }
  return isKnown(reached) || isKnown(here(world, path, first)) ? reached : FOREIGN;
}

const orElse = (one: Reached, other: Reached): Reached => (isKnown(one) ? one : other);

/** A path may begin with a declaration of the file itself: an inline module or a type. */
function here(world: World, path: string, name: string): Reached {
  const facts = world.lookup.facts(path);
  const at = facts?.definitions.findIndex((one) => one.parent === -1 && one.name === name) ?? -1;
  return at < 0 ? UNKNOWN : world.reach(path, `@${at}`);
}
