// Other declarations of a deleted symbol: the definition of a function whose declaration goes, and the reverse.
import type { EdgeScene } from "../../intelligence/edges/edge-scene.ts";
import { inTime } from "../../linking/linker.ts";
import type { Steps } from "../../system/slices.ts";
import type { LeftPlace } from "../change-set.ts";
import { declarationsOf } from "../rename/overloads.ts";
import { type Deleted, type FoundLeft, placeIn } from "./deleted.ts";

export function* findParts(edges: EdgeScene, deleted: Deleted): Steps<FoundLeft> {
  const { lookup } = edges;
  const parts = inTime(() => deleted.gone.map((at) => ({ at, others: declarationsOf(edges, placeIn(deleted, at)) })));
  yield;
  const places = (parts?.value ?? []).flatMap(({ at, others }) =>
    others.flatMap((place): LeftPlace[] => {
      const other = lookup.facts(place.path)?.definitions[place.at];
      const isOwn = place.path === deleted.path && deleted.gone.includes(place.at);
      const why = `declares ${deleted.facts.definitions[at]?.path} too, which is deleted here`;
      return other === undefined || isOwn ? [] : [{ path: place.path, line: other.nameLine, why }];
    }),
  );
  return { places, isWhole: parts !== null };
}
