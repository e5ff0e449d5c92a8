// Which changes are made: as many of each kind, drawn by seed from all that are possible.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { seededRandom } from "../support/random.ts";
import { filesBelow } from "./import-graph.ts";
import { KINDS, type Place, placesOf } from "./places.ts";

export interface Mutation extends Place {
  /** 1-based, in the order of drawing. */
  readonly number: number;
  /** From the repository's root. */
  readonly path: string;
}

/** Every possible change of the program, by kind. */
async function candidatesOf(root: string): Promise<Map<string, Omit<Mutation, "number">[]>> {
  const byKind = new Map<string, Omit<Mutation, "number">[]>(KINDS.map((kind) => [kind, []]));
  for (const path of filesBelow(root, "src")) {
    for (const place of await placesOf(readFileSync(join(root, path), "utf8"))) {
      byKind.get(place.kind)?.push({ ...place, path });
    }
  }
  return byKind;
}

/** The first of a longer drawing are those of a shorter one. */
export async function drawMutations(root: string, seed: number, count: number): Promise<Mutation[]> {
  const candidates = await candidatesOf(root);
  const random = seededRandom(seed);
  return Array.from({ length: count }, (_, at) => {
    const ofKind = candidates.get(KINDS[at % KINDS.length] ?? "") ?? [];
    const [place] = ofKind.splice(Math.floor(random() * ofKind.length), 1);
    if (place === undefined) {
      throw new Error(`fewer than ${count} places can be changed`);
    }
    return { ...place, number: at + 1 };
  });
}
