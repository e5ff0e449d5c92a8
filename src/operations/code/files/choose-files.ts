// Input fields that limit a tool about code to some of the files, and the files that they select.
import type { z } from "zod";
import { chooseFiles } from "../../../intelligence/choose-files.ts";
import type { CodeScene } from "../../answer/answer-code.ts";
import type { Filtered } from "../../answer/envelope.ts";
import { entriesField } from "../../search/search-request.ts";

const entries = entriesField.optional();

export const fileFields = {
  paths: entries
    .describe("Globs: src/**; ! excludes")
    .meta({ help: "Only files that match a glob such as src/**; ! in front leaves files out" }),
  languages: entries.describe("").meta({ help: "Only files of a language, such as typescript" }),
};

type FileFilter = z.output<z.ZodObject<typeof fileFields>>;

/** What these fields exclude: only files. Null without either. */
export function filteredFiles(
  { paths = [], languages = [] }: FileFilter,
  admitted: number,
  of: number,
): Filtered | null {
  const by = [...(paths.length === 0 ? [] : ["paths"]), ...(languages.length === 0 ? [] : ["languages"])];
  return by.length === 0 ? null : { by, hidden: 0, files: { admitted, of } };
}

/** Time for counting what filters hide, in milliseconds; the answer itself has used its own before. */
const HIDDEN_TIME_MS = 1_000;

/** The same for an empty answer: `count` searches the files that the fields exclude, within a time, for the results that they hide. */
export async function hiddenByFilter(
  filtered: Filtered | null,
  admitted: readonly string[],
  all: Iterable<string>,
  count: (paths: readonly string[], timeMs: number) => Promise<number>,
): Promise<Filtered | null> {
  const among = new Set(admitted);
  const others = filtered === null || among.size === 0 ? [] : [...all].filter((path) => !among.has(path));
  return filtered === null || others.length === 0
    ? filtered
    : { ...filtered, hidden: await count(others, HIDDEN_TIME_MS) };
}

/** A field that is left out admits all files. */
export const chosenFiles = (
  { paths = [], languages = [] }: FileFilter,
  { session, ...scene }: CodeScene,
): Promise<readonly string[]> =>
  chooseFiles(
    { paths, languages },
    {
      ...scene,
      knownLanguages: session.languages,
      extensions: session.settings.extensions,
      inner: session.inner?.() ?? [],
    },
  );
