// The files of a rename with the exact places of names: their facts have offsets for lines, so that each use is judged on its own.
import type { OverlaidFile, Overlay } from "../../linking/overlay.ts";
import { readAdmitted } from "../../project/read-admitted.ts";
import type { Occurrence } from "../../syntax/occurrences.ts";
import { openSource, type Source } from "../../syntax/source.ts";
import type { Facts } from "../../vocabulary/facts.ts";
import type { Stretches } from "../../vocabulary/stretches.ts";
import type { EditScene } from "../change-set.ts";

export interface PlacedFile {
  readonly path: string;
  /** Identifier in the table of languages. */
  readonly language: string | null;
  /** Hex SHA-256 of the file's bytes. */
  readonly contentHash: string;
  readonly source: Source;
  /** Its lines are offsets: ReadingOptions.byOffsets. */
  readonly facts: Facts;
  /** What its words are. */
  readonly stretches: Stretches;
  /** By offset: where the old or the new name is a node of its own. */
  readonly occurrences: ReadonlyMap<number, Occurrence>;
}

export type PlacedFiles = ReadonlyMap<string, PlacedFile>;

export interface Placed {
  readonly files: PlacedFiles;
  /** Files that could not be read, with why. */
  readonly unread: readonly { readonly path: string; readonly why: string }[];
}

interface Text {
  readonly path: string;
  readonly text: string;
  readonly contentHash: string;
}

/** Reads and analyses the files as they are on disk. */
export async function readPlaced(
  scene: EditScene,
  paths: readonly string[],
  names: readonly string[],
): Promise<Placed> {
  const texts: Text[] = [];
  const unread: { path: string; why: string }[] = [];
  for (const path of paths) {
    const read = await readAdmitted(scene.corpus, path);
    if (read === null || "excluded" in read) {
      unread.push({ path, why: "the file could not be read" });
    } else {
      texts.push({ path, text: read.text, contentHash: read.contentHash });
    }
  }
  const analysed = await placeTexts(scene, texts, names);
  return { files: analysed.files, unread: [...unread, ...analysed.unread] };
}

/** Analyses texts that need not be on disk. */
export async function placeTexts(
  { analyzer, signal }: EditScene,
  texts: readonly Text[],
  names: readonly string[],
): Promise<Placed> {
  const files = new Map<string, PlacedFile>();
  const unread: { path: string; why: string }[] = [];
  const analyse = async ({ path, text, contentHash }: Text): Promise<void> => {
    const found = await analyzer.occurrencesOf(path, text, names, signal);
    if ("unread" in found) {
      unread.push({ path, why: found.unread });
    } else if (found.facts === null || found.stretches === null) {
      unread.push({ path, why: "its parser did not read it" });
    } else {
      const occurrences = new Map(found.occurrences.map((one) => [one.offset, one]));
      const { language, facts, stretches } = found;
      files.set(path, { path, language, contentHash, source: openSource(text), facts, stretches, occurrences });
    }
  };
  await Promise.all(texts.map(analyse));
  return { files, unread };
}

/** The project with these files in their exact form. */
export const overlayOf = (files: PlacedFiles): Overlay =>
  new Map([...files].map(([path, { language, facts }]): [string, OverlaidFile] => [path, { language, facts }]));
