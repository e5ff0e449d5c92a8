// Places of a name in files that no index has: a sparse checkout leaves them out, or they are generated, too large or kept out by a rule.
// Nobody has looked at what they refer to, and an edit does not change them.
import { roleOf } from "../../languages/file-role.ts";
import { absentFilesWith } from "../../project/absent-files.ts";
import type { CorpusSource } from "../../project/corpus.ts";
import { leftOutFilesWith } from "../../project/left-out-files.ts";
import { lineAt } from "../../syntax/source.ts";
import type { Exclusion } from "../../vocabulary/exclusion.ts";
import { renderCount } from "../../vocabulary/shown-text.ts";
import { lineStarts } from "../../vocabulary/text.ts";
import { comparePaths } from "../symbols/candidate-files.ts";
import type { Account, NameOccurrence, UncountedFile } from "./occurrence.ts";
import { placesOfWord } from "./places-of-word.ts";

const WHY = "in a file that is not checked out";

/** `timeMs`: for files that the index leaves out. Throws GIT_UNAVAILABLE, CANCELLED. */
export async function withAbsentPlaces(
  account: Account,
  name: string,
  corpus: CorpusSource,
  signal: AbortSignal,
  timeMs?: number,
): Promise<Account> {
  const { texts, unread } = await absentFilesWith(corpus, [name], signal);
  const leftOut = await leftOutFilesWith(corpus, [name], signal, timeMs);
  const places = texts.flatMap(({ path, text }): NameOccurrence[] => {
    const source = { starts: lineStarts(text) };
    const mayBreak = roleOf(path)?.role !== "prose";
    return placesOfWord(text, name).map((offset) => {
      return { path, line: lineAt(source, offset), offset, class: "unseen", why: WHY, mayBreak, mayName: mayBreak };
    });
  });
  return {
    occurrences: [...account.occurrences, ...places].sort((a, b) => comparePaths(a.path, b.path)),
    uncounted: [
      ...account.uncounted,
      ...unread.map((path) => {
        const mayBreak = roleOf(path)?.role !== "prose";
        return { path, line: null, why: "not checked out, and not read from git", mayBreak, mayName: mayBreak };
      }),
      ...leftOut.texts.flatMap(({ path, text, exclusion }) => countedAsOne(path, text, name, exclusion)),
      ...leftOut.unread.slice(0, 1).map((path) => {
        const more = leftOut.unread.length === 1 ? "" : `; and ${leftOut.unread.length - 1} more such files`;
        return { path, line: null, why: `left out of the index, and not read${more}`, mayBreak: false, mayName: true };
      }),
    ],
  };
}

/** One row for a file: what is generated may have a name very often. */
function countedAsOne(path: string, text: string, name: string, exclusion: Exclusion): UncountedFile[] {
  const [first, ...others] = roleOf(path)?.role === "prose" ? [] : placesOfWord(text, name);
  const more = others.length === 0 ? "" : `, and on ${renderCount(others.length, "further place")}`;
  const line = first === undefined ? null : lineAt({ starts: lineStarts(text) }, first);
  return line === null
    ? []
    : [{ path, line, why: `in a file that the index leaves out: ${exclusion}${more}`, mayBreak: false, mayName: true }];
}
