// Selects admitted files by a caller's globs and languages.

import type { Snapshot } from "../index/snapshot.ts";
import { openLanguageChooser } from "../languages/choose-language.ts";
import type { CorpusSource } from "../project/corpus.ts";
import { compileFilter, prepareFilter } from "../search/query/filter.ts";
import type { InnerFolder } from "../vocabulary/joined-path.ts";

export interface FileChoice {
  /** Globs; one with a leading `!` excludes. Empty admits all, and so for languages. */
  readonly paths: readonly string[];
  readonly languages: readonly string[];
}

export interface ChoiceScene {
  readonly corpus: CorpusSource;
  /** Identifiers that a caller may name. */
  readonly knownLanguages: ReadonlySet<string>;
  /** The user's own endings, as openLanguageChooser takes them. */
  readonly extensions: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  /** Which of several projects lie inside another one. */
  readonly inner?: readonly InnerFolder[];
  withSnapshot<Value>(use: (snapshot: Snapshot) => Value): Value;
}

/**
 * Throws INVALID_INPUT for globs that can match no file; CANCELLED. The language of a file that is not indexed is determined
 * from its name.
 */
export async function chooseFiles({ paths, languages }: FileChoice, scene: ChoiceScene): Promise<readonly string[]> {
  const { files } = scene.corpus.current();
  const compiled = compileFilter({ paths, languages, kinds: [] }, scene.knownLanguages, null, scene.inner);
  const filter = await prepareFilter(compiled, files, scene.signal);
  if (filter.open) {
    return [...files.keys()];
  }
  return scene.withSnapshot((snapshot) => {
    const languageOf = languageFinder(snapshot, scene.extensions);
    return [...files.keys()].filter((path) =>
      filter.admitsDocument({ path, language: languages.length === 0 ? null : languageOf(path) }),
    );
  });
}

/** The languages that some files are of, each once. */
export const languagesOf = (
  paths: readonly string[],
  { withSnapshot, extensions }: Pick<ChoiceScene, "withSnapshot" | "extensions">,
): ReadonlySet<string> =>
  withSnapshot((snapshot) => {
    const languageOf = languageFinder(snapshot, extensions);
    return new Set(paths.flatMap((path) => languageOf(path) ?? []));
  });

function languageFinder(snapshot: Snapshot, extensions: ChoiceScene["extensions"]): (path: string) => string | null {
  const chooseLanguage = openLanguageChooser(extensions);
  return (path) => {
    const document = snapshot.documentAt(path);
    return document === undefined ? (chooseLanguage(path, "")?.id ?? null) : document.language;
  };
}
