// The files of a move between packages with the exact place of each use, and what it means.
import pLimit from "p-limit";
import type { EdgeScene } from "../../intelligence/edges/edge-scene.ts";
import type { PlacedText, PlacedUse } from "../../languages/contract/move-between.ts";
import type { OverlaidFile, Overlay } from "../../linking/overlay.ts";
import { placesOf } from "../../linking/resolution.ts";
import type { DefinitionAt, Facts } from "../../vocabulary/facts.ts";
import type { Built, EditScene } from "../change-set.ts";
import { outermostOf } from "./find-needs.ts";
import { type MoveText, READ_AT_ONCE } from "./read-texts.ts";
import { refused } from "./refusals.ts";

/** A text with facts whose lines are offsets. */
export interface ExactText extends MoveText {
  readonly language: string | null;
  readonly facts: Facts;
}

/** By path. Refused where the facts of one cannot be read. */
export async function readExact(
  { analyzer, signal }: EditScene,
  texts: ReadonlyMap<string, MoveText>,
): Promise<ReadonlyMap<string, ExactText> | Built> {
  const read = await pLimit(READ_AT_ONCE).map([...texts.values()], async (text) => ({
    text,
    found: await analyzer.occurrencesOf(text.path, text.text, [], signal),
  }));
  const exact = new Map<string, ExactText>();
  for (const { text, found } of read) {
    const { path } = text;
    if ("unread" in found || found.facts === null) {
      const why = "unread" in found ? found.unread : "its names are not read";
      return refused("unsupported", path, null, `${path}: ${why}`, "change this file by hand first");
    }
    if (!text.isWhole || found.facts.left > 0) {
      const message = `not all of ${path} could be read, so uses may be missed`;
      return refused("unsupported", path, null, message, "mend its syntax first, or move it by hand");
    }
    exact.set(path, { ...text, language: found.language, facts: found.facts });
  }
  return exact;
}

export const overlayOfExact = (texts: ReadonlyMap<string, ExactText>): Overlay =>
  new Map([...texts].map(([path, { language, facts }]): [string, OverlaidFile] => [path, { language, facts }]));

export interface OwnPlaces {
  readonly path: string;
  readonly own: ReadonlySet<DefinitionAt>;
}

/** `edges`: over the exact facts. `names`: null for all. */
export function placeUses(
  { linker, lookup }: EdgeScene,
  text: ExactText,
  { path: source, own }: OwnPlaces,
  names: ReadonlySet<string> | null,
): PlacedText {
  const uses = text.facts.references.flatMap((group): PlacedUse[] => {
    if (names !== null && !names.has(group.name)) {
      return [];
    }
    const meant = placesOf(linker.target(text.path, group)).flatMap(({ path, at }) => {
      const facts = lookup.facts(path);
      const definition = facts?.definitions[at];
      return facts === null || definition === undefined
        ? []
        : [{ path, at, definition, isOwn: path === source && own.has(outermostOf(facts, at)) }];
    });
    return group.lines.map((offset, at) => ({
      offset,
      name: group.name,
      role: group.roles[at] ?? "read",
      of: group.of,
      meant,
    }));
  });
  return { ...text, uses: uses.sort((a, b) => a.offset - b.offset) };
}
