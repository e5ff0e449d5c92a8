// Whether a lost method took the place of one that stays, so that nothing that reaches it is broken.
import { overriddenBy } from "../../intelligence/edges/overridden-member.ts";
import { semanticsOf } from "../../languages/semantics.ts";
import { OVERRIDES } from "../../vocabulary/facts.ts";
import { type Change, changedPaths, type Lost, type LostDefinition } from "../state/change.ts";

/**
 * Whether the method takes the place of one that stays as it is, a library's or one in a file that is not changed: those that use it
 * use that one then, and what overrides it overrides that one.
 */
export function hasInheritedPlace(change: Change, { language }: Lost, { definition, target }: LostDefinition): boolean {
  const overriding = semanticsOf(language ?? "")?.overriding;
  if (overriding?.areMarked !== true || (definition.flags & OVERRIDES) === 0) {
    return false;
  }
  const above = overriddenBy(change.base, target);
  return above === null || !changedPaths(change).has(above.path);
}
