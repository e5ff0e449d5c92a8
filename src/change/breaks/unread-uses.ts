// Lines that have the name of what a change takes away or gives another form, in text whose uses are not
// read: no finder sees what they use, so nobody may say that nothing does. Of what goes, also strings that are its name.
import type { DocumentRecord, Snapshot } from "../../index/snapshot.ts";
import type { Target } from "../../intelligence/edges/edge-scene.ts";
import { findReferences } from "../../intelligence/edges/references.ts";
import { accountFor } from "../../intelligence/occurrences/account.ts";
import { isNamingString, type SurveyedFile } from "../../intelligence/occurrences/classify-file.ts";
import { surveyFiles, surveyText } from "../../intelligence/occurrences/survey-files.ts";
import { atOnce } from "../../system/slices.ts";
import { hasKind } from "../../vocabulary/stretches.ts";
import { type Change, changedPaths } from "../state/change.ts";
import { type FileUses, type Use, usesByFile } from "./file-uses.ts";

/** Reads a file as it was indexed; null where it has changed since. */
export type ReadIndexed = (document: DocumentRecord) => Promise<{ readonly text: string } | null>;

/** Files that have a name, and may have it where no grammar understood it. */
export interface UnreadSurvey {
  readonly name: string;
  readonly isRemoved: boolean;
  readonly surveyed: readonly SurveyedFile[];
}

/** Of the target's language. Of a file in `otherwise` the index has another state than the change leaves: nothing is said of it. */
export function surveyUnread(
  snapshot: Snapshot,
  change: Change,
  { target, isRemoved }: { readonly target: Target; readonly isRemoved: boolean },
  otherwise: ReadonlyMap<string, unknown>,
): UnreadSurvey {
  const { name, places } = target;
  const changed = changedPaths(change);
  const language = change.base.lookup.language(places[0]?.path ?? "");
  const all = surveyText(snapshot, name, language).filter(
    ({ isOfFamily, mayName, stretches, document: { path } }) =>
      (isOfFamily ? hasKind(stretches, "unread") || (isRemoved && hasKind(stretches, "string")) : mayName !== "none") &&
      !otherwise.has(path),
  );
  const unchanged = new Set(all.map(({ document: { path } }) => path).filter((path) => !changed.has(path)));
  if (unchanged.size === 0) {
    return { name, isRemoved, surveyed: all };
  }
  // What the facts know of a line is not unread: of changed files they are of another state.
  const references = atOnce(findReferences(change.base, target));
  const known = atOnce(surveyFiles(snapshot, change.base, target, references, ({ path }) => unchanged.has(path)));
  return { name, isRemoved, surveyed: [...known, ...all.filter(({ document: { path } }) => changed.has(path))] };
}

/** Those lines, by file, and how many of the files could not be read. */
export async function unreadUses(
  { name, isRemoved, surveyed, changed }: UnreadSurvey & { readonly changed: ReadonlySet<string | undefined> },
  read: ReadIndexed,
): Promise<{ readonly unread: FileUses[]; readonly filesLeft: number }> {
  const { occurrences, uncounted } = await accountFor(name, surveyed, read);
  const lines = occurrences.filter(
    (one) => one.mayName && (one.class === "unread" || (isRemoved && isNamingString(one))),
  );
  const uses = lines.map(({ path, line }): Use => ({ path, line, certainty: "heuristic" }));
  return { unread: usesByFile(uses, changed), filesLeft: uncounted.length };
}
