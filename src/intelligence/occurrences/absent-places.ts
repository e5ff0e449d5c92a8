// Places of a name in files that a sparse checkout leaves out: nobody has looked at what they refer to, and an edit cannot change them.
import { roleOf } from "../../languages/file-role.ts";
import { absentFilesWith } from "../../project/absent-files.ts";
import type { CorpusSource } from "../../project/corpus.ts";
import { lineAt } from "../../syntax/source.ts";
import { lineStarts } from "../../vocabulary/text.ts";
import { comparePaths } from "../symbols/candidate-files.ts";
import type { Account, NameOccurrence } from "./occurrence.ts";
import { placesOfWord } from "./places-of-word.ts";

const WHY = "in a file that is not checked out";

/** Throws GIT_UNAVAILABLE, CANCELLED. */
export async function withAbsentPlaces(
  account: Account,
  name: string,
  corpus: CorpusSource,
  signal: AbortSignal,
): Promise<Account> {
  const { texts, unread } = await absentFilesWith(corpus, [name], signal);
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
        return { path, why: "not checked out, and not read from git", mayBreak: roleOf(path)?.role !== "prose" };
      }),
    ],
  };
}
