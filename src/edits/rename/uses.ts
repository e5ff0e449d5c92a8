// The references of one file by the offsets of their names.
import { derivedFrom } from "../../linking/derived.ts";
import { append } from "../../system/append.ts";
import type { ReferenceGroup, Role } from "../../vocabulary/facts.ts";

export interface Use {
  readonly group: ReferenceGroup;
  readonly role: Role;
}

/** By offset. A shorthand has two: one of the member, one of the value. */
export const usesByOffset = derivedFrom((groups: readonly ReferenceGroup[]): ReadonlyMap<number, readonly Use[]> => {
  const uses = new Map<number, Use[]>();
  for (const group of groups) {
    for (const [index, offset] of group.lines.entries()) {
      append(uses, offset, { group, role: group.roles[index] ?? "read" });
    }
  }
  return uses;
});
