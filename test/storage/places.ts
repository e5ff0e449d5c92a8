// What the tests of saved results share: a home and a project to save in, files that are admitted, an answer about them.
import { createHash } from "node:crypto";
import { chmod, mkdir } from "node:fs/promises";
import { basename, join } from "node:path";
import type { ReadAdmitted } from "../../src/storage/file-states.ts";
import type { AnswerToSave, StorageMode } from "../../src/storage/saved-result.ts";
import { type LoadedResult, type LoadedSearch, SavedResults } from "../../src/storage/saved-results.ts";
import { Failure } from "../../src/vocabulary/failure.ts";
import { anAnswer, scratchFolder } from "./scratch.ts";

export const NOW: Date = new Date("2026-11-21T23:15:00.000Z");

export function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

export interface Place {
  readonly home: string;
  readonly root: string;
}

export async function aPlace(projectName = "shop"): Promise<Place> {
  const scratch = await scratchFolder();
  await chmod(scratch, 0o755);
  const root = join(scratch, "work", projectName);
  await mkdir(root, { recursive: true });
  return { home: join(scratch, "home", ".context-broker"), root };
}

/** Admits what is in `files` as CorpusSource.read does, and nothing else. */
export function admitting(files: Readonly<Record<string, string>>): ReadAdmitted {
  return async (path) => {
    const text = Object.hasOwn(files, path) ? files[path] : undefined;
    if (text === undefined) {
      throw new Failure("PATH_NOT_ADMITTED", `${path} is not admitted`, { hint: "" });
    }
    return { contentHash: hashOf(text), text };
  };
}

export function open(
  place: Place,
  mode: StorageMode,
  more: { share?: boolean; files?: Readonly<Record<string, string>> } = {},
): SavedResults {
  return new SavedResults({
    home: place.home,
    projectRoot: place.root,
    projectName: basename(place.root),
    mode,
    share: more.share ?? false,
    readAdmitted: admitting(more.files ?? {}),
    now: () => NOW,
  });
}

export function anAnswerAbout(files: Readonly<Record<string, string>>): AnswerToSave {
  return anAnswer({
    files: Object.entries(files).map(([path, text]) => ({
      path,
      content: text,
      ranges: [],
      contentHash: hashOf(text),
    })),
  });
}

/** The loaded result, which is a search's. */
export function searchOf(loaded: LoadedResult): LoadedSearch {
  if (loaded.kind !== "search") {
    throw new Error(`${loaded.name} is a ${loaded.kind}`);
  }
  return loaded;
}
