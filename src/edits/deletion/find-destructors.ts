// Destructors of the types below the one whose destructor goes: they override it under names of their own.
import type { EdgeScene } from "../../intelligence/edges/edge-scene.ts";
import { descendants, type Found } from "../../intelligence/edges/related-types.ts";
import { languageById } from "../../languages/registry.ts";
import type { Steps } from "../../system/slices.ts";
import { FILE } from "../../vocabulary/facts.ts";
import type { LeftPlace } from "../change-set.ts";
import { type Deleted, type FoundLeft, NOTHING_LEFT } from "./deleted.ts";

export function* findDestructors(edges: EdgeScene, { path, facts, gone }: Deleted): Steps<FoundLeft> {
  const { lookup, linker } = edges;
  const rule = languageById(lookup.language(path))?.deletion?.destructor;
  const destructors = gone.flatMap((at) => facts.definitions[at] ?? []).filter(({ name }) => rule?.test(name) === true);
  if (rule === undefined || destructors.length === 0) {
    return NOTHING_LEFT;
  }
  const places: LeftPlace[] = [];
  let isWhole = true;
  for (const { parent, path: symbol } of destructors) {
    const types: Found = new Map();
    isWhole &&= parent === FILE || (yield* descendants(edges, { path, at: parent }, types));
    for (const member of [...types.values()].flatMap(({ place }) => linker.members(place))) {
      const below = lookup.facts(member.path)?.definitions[member.at];
      if (below !== undefined && rule.test(below.name)) {
        places.push({ path: member.path, line: below.nameLine, why: `may override ${symbol}, which is deleted` });
      }
    }
  }
  return { places, isWhole };
}
