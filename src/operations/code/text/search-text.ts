// Finds a text or an expression in the lines of the project's files as they are on disk, each with its enclosing symbol.
import { z } from "zod";
import { CASES, PATTERN_LENGTH_MAX, parsePattern } from "../../../intelligence/text/pattern.ts";
import { searchText } from "../../../intelligence/text/search-text.ts";
import { defineCodeTool } from "../../answer/code-tool.ts";
import { explained, limitField, projectsField, textField } from "../../contract/fields.ts";
import type { Operation } from "../../contract/operation.ts";
import { chosenFiles, fileFields, filteredFiles, hiddenByFilter } from "../files/choose-files.ts";
import { linesShown, withSymbols } from "../files/with-symbols.ts";
import { LINES, searchedFor, writeTextFound } from "./write-text-found.ts";

const CONTEXT_MAX = 3;
const TIME_MAX_MS = 2_000;
/** In a project that was never indexed, whose files were listed first. */
const FIRST_TIME_MAX_MS = 1_500;
/** The index is needed only for symbols and languages; the lines are read from disk. */
const INDEX_WAIT_MS_MAX = 1_000;

export const searchTextOperation: Operation = defineCodeTool({
  name: "search_text",
  title: "Search lines of text",
  summary: "Find a text or a regular expression in the lines of all files",
  description:
    "Finds lines by literal text or regex, each with its enclosing symbol. Use it for strings, comments, config keys.",
  tokens: 1_200,
  input: {
    pattern: textField(PATTERN_LENGTH_MAX, "", "Text or expression to find within a line"),
    regex: explained(
      z.boolean().default(false),
      "",
      "Read the pattern as a JavaScript regular expression, applied line by line",
    ),
    case: z
      .enum(CASES)
      .default("smart")
      .describe("smart: match case if the pattern has capitals")
      .meta({ unlisted: true }),
    ...fileFields,
    context: explained(
      z.int().min(0).max(CONTEXT_MAX).default(0),
      "Lines around",
      "Lines to show before and after each match",
    ),
    limit: limitField(50, 500, "lines"),
    projects: projectsField,
  },
  output: {
    files_matched: z.number().meta({ doc: "files with such lines, shown or not" }),
    clipped: z
      .number()
      .optional()
      .meta({ doc: "lines of which only the part around the match is shown; absent: none" }),
    given_up: z
      .array(z.string())
      .optional()
      .meta({ doc: "files in which the expression takes too long, the first five; absent: none" }),
    lines: LINES.field,
  },
  positionals: ["pattern"],
  examples: [
    'context-broker search-text "not an amount"',
    'context-broker search-text "TODO|FIXME" --regex --paths "src/**" --context 1',
    "context-broker search-text max_file_bytes --languages typescript --limit 20 --json",
  ],
  toolset: "code",
  question(input) {
    parsePattern(input);
    return {
      asked: input.pattern,
      waitMsMax: INDEX_WAIT_MS_MAX,
      first: { hints: null, overTexts: false },
    };
  },
  async find(scene, input) {
    const pattern = parsePattern(input);
    const paths = await chosenFiles(input, scene);
    const { corpus, signal } = scene;
    const search = { corpus, pattern, context: input.context, signal };
    const timeMs = scene.freshness.building ? FIRST_TIME_MAX_MS : TIME_MAX_MS;
    const found = await searchText({ ...search, paths, most: input.limit, timeMs });
    const filtered = filteredFiles(input, paths.length, corpus.current().files.size);
    const { files, documents, newer } = withSymbols(found.files, scene);
    return {
      authority: newer ? "disk" : "index",
      sought: searchedFor(pattern),
      filtered:
        found.count > 0
          ? filtered
          : await hiddenByFilter(filtered, paths, corpus.current().files.keys(), async (others, othersMs) => {
              return (await searchText({ ...search, paths: others, most: 0, timeMs: othersMs })).count;
            }),
      documents,
      files: found.looked,
      filesLeft: found.left,
      found: found.count,
      rows: Math.min(input.limit, found.count),
      write: (shown) => writeTextFound(pattern, found, linesShown(files, shown), timeMs),
    };
  },
});
