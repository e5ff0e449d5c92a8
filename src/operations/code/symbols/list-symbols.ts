// The symbols of a folder, of files by globs, or of the whole project, without their text.
import { z } from "zod";
import type { Snapshot } from "../../../index/snapshot.ts";
import type { SymbolFilter } from "../../../intelligence/symbols/candidate-files.ts";
import { listSymbols } from "../../../intelligence/symbols/list-symbols.ts";
import { renderCount } from "../../../vocabulary/amounts.ts";
import { answerCode } from "../../answer/answer-code.ts";
import { codeFields, codeOutput } from "../../answer/code-fields.ts";
import { defineOperation, type Operation } from "../../contract/operation.ts";
import { filteredSymbols, filterSymbols, SYMBOLS, symbolCells, symbolFields } from "./symbol-rows.ts";

const TOKENS = 4_000;
/** What fifty rows may take beside the envelope, unless the caller gives a larger budget. */
const ROW_TOKENS_PER_50 = 800;
const LIMIT = 50;
const LIMIT_MAX = 200;

export const listSymbolsOperation: Operation = defineOperation({
  name: "list_symbols",
  title: "Symbols of a folder",
  summary: "List what the files of a folder define",
  description:
    "Lists the symbols of a folder or of globs, by file, with kind and lines, in order of path. Use it to see what a part of the project defines; search_symbols finds one by name.",
  input: z.strictObject({
    ...symbolFields,
    limit: z.int().min(1).max(LIMIT_MAX).default(LIMIT).describe("Most symbols").meta({ help: "Most symbols to show" }),
    ...codeFields(TOKENS),
  }),
  output: z.object({
    ...codeOutput,
    symbols: SYMBOLS.field,
  }),
  annotations: { readOnly: true, destructive: false, idempotent: true },
  command: {
    command: "list-symbols",
    positionals: [],
    examples: [
      "context-broker list-symbols --paths src/orders --kinds class --kinds function",
      'context-broker list-symbols --paths "src/**/*.ts" --limit 200 --json',
    ],
  },
  toolset: "code-more",
  run: (input, context) =>
    answerCode(input, { operation: "list_symbols", asked: input.paths.join(" ") }, context, async (scene) => {
      const filter = await filterSymbols(input, scene);
      return scene.withSnapshot((snapshot) => {
        const listed = listSymbols(snapshot, filter, input.limit);
        const { symbols, found, files, filesLeft } = listed;
        return {
          outcome: found === 0 ? "empty" : "found",
          authority: "index",
          sought: "symbols",
          filtered:
            found > 0
              ? null
              : filteredSymbols(files === 0 ? input : { ...input, paths: [] }, filter, snapshot, () =>
                  allOf(snapshot, filter),
                ),
          documents: [...new Set(symbols.map(({ document }) => document))],
          files,
          filesLeft,
          found,
          rows: symbols.length,
          rowTokens: input.max_tokens > TOKENS ? input.max_tokens : Math.ceil(input.limit / LIMIT) * ROW_TOKENS_PER_50,
          write: (shown) => {
            const { shared, lines, field } = SYMBOLS.write(symbols.slice(0, shown).map(symbolCells));
            return {
              headline: `${headlineOf(found, files, input.paths)}${shared === "" ? "" : `, each a ${shared}`}`,
              lines,
              fields: { symbols: field },
            };
          },
        };
      });
    }),
});

/** Symbols of any kind in the files that the paths admit. */
const allOf = (snapshot: Snapshot, { admits }: SymbolFilter): number =>
  listSymbols(snapshot, { admits, admitsKind: () => true }, 0).found;

function headlineOf(found: number, files: number, paths: readonly string[]): string {
  if (files === 0 && paths.length > 0) {
    return "no searched file matches these paths: they are relative to the project's folder";
  }
  return `${renderCount(found, "symbol")} in ${renderCount(files, "file")}`;
}
