// Lines that have the name of what a change takes away or gives another form, in text of its language that no grammar understood: no
// finder sees what they use, so nobody may say that nothing does.
import type { DocumentRecord, Snapshot } from "../../index/snapshot.ts";
import type { Target } from "../../intelligence/edges/edge-scene.ts";
import type { References } from "../../intelligence/edges/references.ts";
import { accountFor } from "../../intelligence/occurrences/account.ts";
import type { SurveyedFile } from "../../intelligence/occurrences/classify-file.ts";
import { surveyFiles, surveyText } from "../../intelligence/occurrences/survey-files.ts";
import { atOnce } from "../../system/slices.ts";
import type { Change } from "../state/change.ts";
import { type FileUses, usesByFile } from "./file-uses.ts";
import { changedPaths } from "./inherited-place.ts";

/** Reads a file as it was indexed; null where it has changed since. */
export type ReadIndexed = (document: DocumentRecord) => Promise<{ readonly text: string } | null>;

/**
 * Files of the target's language that have its name. `all`: what referred to it at the base state. Of a file in `otherwise` the index has
 * another state than the change leaves: nothing is said of it.
 */
export function surveyUnread(
  snapshot: Snapshot,
  change: Change,
  target: Target,
  all: References,
  otherwise: ReadonlyMap<string, unknown>,
): readonly SurveyedFile[] {
  const changed = changedPaths(change);
  const isWanted = ({ document: { path } }: SurveyedFile): boolean => !otherwise.has(path);
  const unchanged = atOnce(surveyFiles(snapshot, change.base, target, all)).filter(
    (file) => file.isOfFamily && !changed.has(file.document.path),
  );
  const language = change.base.lookup.language(target.places[0]?.path ?? "");
  const others = surveyText(snapshot, target.name, language).filter(
    (file) => file.isOfFamily && changed.has(file.document.path),
  );
  return [...unchanged, ...others].filter(isWanted);
}

/** Those lines, by file. */
export async function unreadUses(
  name: string,
  surveyed: readonly SurveyedFile[],
  changed: ReadonlySet<string | undefined>,
  read: ReadIndexed,
): Promise<FileUses[]> {
  const { occurrences } = await accountFor(name, surveyed, read);
  const lines = occurrences.filter((one) => one.class === "unread" && one.mayBreak);
  return usesByFile(
    lines.map(({ path, line }) => ({ path, line, certainty: "heuristic" })),
    changed,
  );
}
