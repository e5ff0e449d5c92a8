// What refers to the deleted definitions by their names.
import type { EdgeScene } from "../../intelligence/edges/edge-scene.ts";
import { findExpansions } from "../../intelligence/edges/expansions.ts";
import { findReferences, referring } from "../../intelligence/edges/references.ts";
import { symbolOf } from "../../intelligence/edges/target.ts";
import { isLibraryMember } from "../../languages/library-members.ts";
import type { Steps } from "../../system/slices.ts";
import { hasMember } from "../../vocabulary/chain.ts";
import { CALL_ROLES, type DefinitionAt, FILE, type ReferenceGroup, type Role } from "../../vocabulary/facts.ts";
import { type Deleted, type FoundLeft, type FoundPlace, placeIn } from "./deleted.ts";

/** Shorter names are in no list of what libraries have. */
const DISTINCTIVE_LENGTH_MIN = 4;
const MAY_REFER = "on a value of unknown type, may refer";

export function* findUses(edges: EdgeScene, deleted: Deleted): Steps<FoundLeft> {
  const { document, facts, gone } = deleted;
  const places: FoundPlace[] = [];
  const doubtful: FoundPlace[] = [];
  let isWhole = true;
  for (const at of gone) {
    const symbol = symbolOf(document, facts, [at]);
    const found = symbol === null ? null : yield* findReferences(edges, { ...symbol, places: [placeIn(deleted, at)] });
    isWhole &&= found === null || found.filesLeft.length === 0;
    const gonePath = facts.definitions[at]?.path;
    const what = `${gonePath}, which is deleted`;
    for (const { path, line, role, certainty } of found?.references ?? []) {
      const calls = CALL_ROLES.has(role) ? symbol?.name : undefined;
      const isSure = certainty !== "heuristic";
      const uses = isSure && (role === "read" || CALL_ROLES.has(role)) ? gonePath : undefined;
      places.push({ path, line, why: `${isSure ? "refers" : "may refer"} to ${what}`, calls, uses });
    }
    if (found !== null && isTold(edges, deleted, at)) {
      const open = [...found.unresolved, ...ofLibraries(edges, deleted, found.filesRead, at)];
      const why = `${MAY_REFER} to ${what}`;
      doubtful.push(
        ...open.map(({ path, line, role }) => {
          const calls = CALL_ROLES.has(role) ? symbol?.name : undefined;
          return { path, line, why, calls, isDoubtful: true };
        }),
      );
    }
  }
  const isGone = ({ path, line }: Pick<FoundPlace, "path" | "line">): boolean =>
    path === deleted.path && deleted.isInside(line);
  const expanded = yield* findExpansions(edges, places, isGone);
  const expansions = expanded.expansions.map(({ path, line, role, name }) => {
    const calls = CALL_ROLES.has(role) ? name : undefined;
    return { path, line, why: `expands ${name}, whose text uses what is deleted`, calls };
  });
  // Of two reasons for a line the first one counts.
  return { places: [...places, ...expansions, ...doubtful], isWhole: isWhole && expanded.isWhole };
}

/** Whether its name on a value of unknown type is listed: of a member that is deleted with others, not where libraries have the name too. */
const isTold = ({ lookup }: EdgeScene, { path, facts, outermost }: Deleted, at: DefinitionAt): boolean =>
  outermost.includes(at) || !isLibraryMember(facts.definitions[at]?.name ?? "", lookup.language(path));

/**
 * Its name on values whose type a library gives, though no library has such a member: a callback's parameter is of the project's type
 * that the library was given (`ProxyHandler<State>`).
 */
function ofLibraries(
  { lookup, linker }: EdgeScene,
  { path: own, facts }: Deleted,
  files: readonly string[],
  at: DefinitionAt,
): { readonly path: string; readonly line: number; readonly role: Role }[] {
  const { name = "", parent = FILE } = facts.definitions[at] ?? {};
  if (parent === FILE || name.length < DISTINCTIVE_LENGTH_MIN || isLibraryMember(name, lookup.language(own))) {
    return [];
  }
  return files.flatMap((path) => {
    const groups = lookup.facts(path)?.references ?? [];
    const open = referring(groups, name).filter((index) => {
      const group = groups[index] as ReferenceGroup;
      return group.of !== null && hasMember(group.of) && linker.target(path, group).value.is === "external";
    });
    return open.flatMap((index) => {
      const { lines = [], roles = [] } = groups[index] ?? {};
      return lines.map((line, place) => ({ path, line, role: roles[place] ?? "read" }));
    });
  });
}
