// Searches code by structure: a piece of code with metavariables, in the files as they are on disk.
import { z } from "zod";
import { languagesOf } from "../../../intelligence/choose-files.ts";
import {
  chooseLanguages,
  literalIn,
  readInLanguages,
  understoodAs,
  withBody,
  wordsOf,
} from "../../../intelligence/structure/choose-pattern.ts";
import { filesWithWords } from "../../../intelligence/structure/files-with-words.ts";
import { searchStructure } from "../../../intelligence/structure/search-structure.ts";
import type { PatternLanguage } from "../../../languages/pattern-language.ts";
import type { GrammarName } from "../../../syntax/grammars.ts";
import { PATTERN_LENGTH_MAX } from "../../../syntax/patterns/read-pattern.ts";
import type { CodeScene } from "../../answer/answer-code.ts";
import { defineCodeTool } from "../../answer/code-tool.ts";
import type { Filtered } from "../../answer/envelope.ts";
import { explained, limitField, textField } from "../../contract/fields.ts";
import type { Operation } from "../../contract/operation.ts";
import { chosenFiles, fileFields, filteredFiles, hiddenByFilter } from "../files/choose-files.ts";
import { linesShown, withSymbols } from "../files/with-symbols.ts";
import { MATCHES, writeStructureFound } from "./write-structure-found.ts";

const TIME_MS_MAX = 2_000;
/** The index is needed only for symbols and words; the files are read from disk. */
const INDEX_WAIT_MS_MAX = 1_000;

export const searchAstOperation: Operation = defineCodeTool({
  name: "search_ast",
  title: "Search by structure",
  summary: "Find code by its structure: a pattern with metavariables",
  description:
    "Finds code by structure, as it is on disk: $X is one node (same name, same text), $$$REST any number. Comments and white space do not count. Example: if ($A == null) { $$$ }",
  tokens: 1_000,
  input: {
    pattern: textField(
      PATTERN_LENGTH_MAX,
      "Code; $X, $$$REST, $_",
      "Code with $X for one node, $$$REST for any number of nodes, $_ for any node",
    ),
    language: explained(
      z.string().min(1).max(40).optional(),
      "Default: each that reads the pattern",
      "Language of the pattern; default: each that can parse it",
    ),
    paths: fileFields.paths,
    limit: limitField(50, 200, "matches"),
  },
  output: {
    language: z.string().meta({ doc: "those that read the pattern, by comma" }),
    understood: z.string().meta({ doc: "the grammar's name of what the pattern is" }),
    literal: z
      .array(z.string())
      .optional()
      .meta({ doc: "metavariables that are none: they stand in a string or a name" }),
    files_matched: z.number().meta({ doc: "files with matches, shown or not" }),
    partial: z
      .number()
      .optional()
      .meta({ doc: "files with code that the grammar does not read, in which matches may be missing" }),
    given_up: z
      .array(z.object({ path: z.string(), reason: z.string() }))
      .optional()
      .meta({ doc: "files not searched to their end, the first five" }),
    matches: MATCHES.field.optional(),
  },
  positionals: ["pattern"],
  examples: [
    "context-broker search-ast 'console.log($$$)' --language typescript",
    "context-broker search-ast 'if $ERR != nil { return $$$ }' --language go --paths \"cmd/**\" --limit 20 --json",
  ],
  toolset: "code-more",
  question: ({ pattern }) => ({ asked: pattern, waitMsMax: INDEX_WAIT_MS_MAX }),
  async find(scene, input) {
    const { readPattern, matchPattern } = await scene.session.index();
    const { corpus, signal } = scene;
    const read = (pattern: string, grammar: GrammarName) => readPattern(pattern, grammar, signal);
    const { languages, patterns } = await readInLanguages(input.pattern, await languagesAsked(input, scene), read);
    const ofLanguages = { languages: [...new Set(languages.flatMap((one) => one.fileLanguages))] };
    const files = await chosenFiles({ paths: input.paths, ...ofLanguages }, scene);
    const language = languages.map(({ id }) => id).join(", ");
    const search = (paths: readonly string[], most: number, timeMs: number) =>
      searchStructure({
        corpus,
        patterns,
        candidates: candidates(paths, wordsOf(patterns), scene),
        most,
        timeMs,
        signal,
        matchPattern,
      });
    const found = await search(files, input.limit, TIME_MS_MAX);
    const byPaths = filteredFiles({ paths: input.paths }, files.length, corpus.current().files.size);
    const understood = understoodAs(patterns);
    const { files: symbolled, documents, newer } = withSymbols(found.files, scene);
    const about = {
      pattern: input.pattern,
      language,
      understood,
      withBody: found.count === 0 ? await withBody(input.pattern, patterns, read) : null,
      literal: literalIn(patterns),
      timeMs: TIME_MS_MAX,
    };
    return {
      authority: newer ? "disk" : "index",
      sought: `${language} code that matches ${JSON.stringify(input.pattern)}`,
      filtered:
        found.count > 0 || files.length === 0
          ? filteredIn(input, files.length, scene)
          : await hiddenByFilter(byPaths, files, await chosenFiles(ofLanguages, scene), async (others, timeMs) => {
              return (await search(others, 0, timeMs)).count;
            }),
      documents,
      files: files.length - found.left,
      filesLeft: found.left,
      found: found.count,
      rows: Math.min(input.limit, found.count),
      write: (shown) => writeStructureFound(about, found, linesShown(symbolled, shown)),
    };
  },
});

async function languagesAsked(
  { language: named, paths }: { readonly language?: string | undefined; readonly paths?: string[] | undefined },
  scene: CodeScene,
): Promise<readonly PatternLanguage[]> {
  const { withSnapshot, session } = scene;
  const there = named === undefined ? await chosenFiles({ paths }, scene) : [];
  return chooseLanguages(named, () => languagesOf(there, { withSnapshot, extensions: session.settings.extensions }));
}

function filteredIn(
  { language, paths }: { readonly language?: string | undefined; readonly paths?: string[] | undefined },
  admitted: number,
  { corpus }: CodeScene,
): Filtered | null {
  const filtered = filteredFiles({ paths }, admitted, corpus.current().files.size);
  const by = [...(filtered?.by ?? []), ...(language === undefined ? [] : ["language"])];
  return by.length === 0 ? null : { by, hidden: 0, files: { admitted, of: corpus.current().files.size } };
}

/** Files that may contain all the words, if the index is up to date; then no other file can. */
function candidates(files: readonly string[], words: readonly string[], { freshness, withSnapshot }: CodeScene) {
  const holders = freshness.lagging > 0 ? null : withSnapshot((snapshot) => filesWithWords(snapshot, words));
  return holders === null ? files : files.filter((path) => holders.has(path));
}
