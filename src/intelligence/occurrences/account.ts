// Accounts for every place of a name in the project's files: reads the text of each file that has the word and puts its places into
// their classes. The one answer to "is it used anywhere?", for all tools and edits.
import type { DocumentRecord } from "../../index/snapshot.ts";
import { searchedText } from "../../languages/searched-text.ts";
import type { CorpusText } from "../../project/corpus.ts";
import type { Source } from "../../syntax/source.ts";
import { lineStarts } from "../../vocabulary/text.ts";
import { classifyFile, type SurveyedFile } from "./classify-file.ts";
import type { Account, NameOccurrence, UncountedFile } from "./occurrence.ts";

/** Files with a word beyond which the rest is not read: a name that common is nobody's alone. */
const FILES_MAX = 2_000;
/** Milliseconds: the same for files on a slow disk. */
const TIME_MS = 1_500;

type Text = Pick<Source, "text" | "starts">;

/** Texts by the hash and the language of their files: those of one project are asked for again and again. Bounded in UTF-16 units. */
const TEXTS_MAX = 8_000_000;
const texts = new Map<string, Text>();
let textsLength = 0;

function keepText(key: string, text: string): Text {
  const opened = { text, starts: lineStarts(text) };
  texts.set(key, opened);
  textsLength += text.length;
  for (const [oldest, old] of texts) {
    if (textsLength <= TEXTS_MAX) {
      break;
    }
    texts.delete(oldest);
    textsLength -= old.text.length;
  }
  return opened;
}

/**
 * `files`: in order of path, as the account is. `read`: the file as it was surveyed, or null where it has changed since. Files whose language can name the symbol are read first, so
 * that time does not go to thousands of pages of documents.
 */
export async function accountFor(
  name: string,
  files: readonly SurveyedFile[],
  read: (document: DocumentRecord) => Promise<Pick<CorpusText, "text"> | null>,
): Promise<Account> {
  const placesIn = new Map<SurveyedFile, readonly NameOccurrence[]>();
  const uncounted: UncountedFile[] = [];
  const until = performance.now() + TIME_MS;
  const likelyFirst = files.toSorted((a, b) => Number(b.isOfFamily) - Number(a.isOfFamily));
  for (const [at, file] of likelyFirst.entries()) {
    const { path, contentHash, language } = file.document;
    const mayBreak = file.isOfFamily;
    const mayName = mayBreak || file.mayName !== "none";
    if (at >= FILES_MAX || performance.now() > until) {
      uncounted.push({ path, line: null, why: "not read in time", mayBreak, mayName });
      continue;
    }
    // Of one content under two names, languages may search different parts.
    const key = `${contentHash} ${language}`;
    const kept = texts.get(key);
    const found = kept === undefined ? await read(file.document) : null;
    const text = found === null ? kept : keepText(key, searchedText(path, found.text));
    if (text === undefined) {
      uncounted.push({ path, line: null, why: "it changed meanwhile, or could not be read", mayBreak, mayName });
    } else {
      placesIn.set(file, classifyFile(file, text, name));
    }
  }
  return { occurrences: files.flatMap((file) => placesIn.get(file) ?? []), uncounted };
}
