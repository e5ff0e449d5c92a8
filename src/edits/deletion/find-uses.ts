// What refers to the deleted definitions by their names.
import type { EdgeScene } from "../../intelligence/edges/edge-scene.ts";
import { findReferences } from "../../intelligence/edges/references.ts";
import { symbolOf } from "../../intelligence/edges/target.ts";
import { isLibraryMember } from "../../languages/library-members.ts";
import type { Steps } from "../../system/slices.ts";
import type { DefinitionAt } from "../../vocabulary/facts.ts";
import type { LeftPlace } from "../change-set.ts";
import { type Deleted, type FoundLeft, placeIn } from "./deleted.ts";

const MAY_REFER = "on a value of unknown type, may refer";

export function* findUses(edges: EdgeScene, deleted: Deleted): Steps<FoundLeft> {
  const { document, facts, gone } = deleted;
  const places: LeftPlace[] = [];
  const doubtful: LeftPlace[] = [];
  let isWhole = true;
  for (const at of gone) {
    const symbol = symbolOf(document, facts, [at]);
    const found = symbol === null ? null : yield* findReferences(edges, { ...symbol, places: [placeIn(deleted, at)] });
    isWhole &&= found === null || found.filesLeft.length === 0;
    const what = `${facts.definitions[at]?.path}, which is deleted`;
    for (const { path, line, certainty } of found?.references ?? []) {
      places.push({ path, line, why: `${certainty === "heuristic" ? "may refer" : "refers"} to ${what}` });
    }
    if (found !== null && isTold(edges, deleted, at)) {
      doubtful.push(...found.unresolved.map(({ path, line }) => ({ path, line, why: `${MAY_REFER} to ${what}` })));
    }
  }
  // Of two reasons for a line the first one counts.
  return { places: [...places, ...doubtful], isWhole };
}

/** Whether its name on a value of unknown type is listed: of a member that is deleted with others, not where libraries have the name too. */
const isTold = ({ lookup }: EdgeScene, { path, facts, outermost }: Deleted, at: DefinitionAt): boolean =>
  outermost.includes(at) || !isLibraryMember(facts.definitions[at]?.name ?? "", lookup.language(path));
