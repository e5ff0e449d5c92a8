// The symbols of a folder, of files by globs, or of the whole project, without their text.
import type { Snapshot } from "../../../index/snapshot.ts";
import type { SymbolFilter } from "../../../intelligence/symbols/candidate-files.ts";
import { listSymbols } from "../../../intelligence/symbols/list-symbols.ts";
import { renderCount } from "../../../vocabulary/shown-text.ts";
import { defineCodeTool } from "../../answer/code-tool.ts";
import { limitField } from "../../contract/fields.ts";
import type { Operation } from "../../contract/operation.ts";
import { filteredSymbols, filterSymbols, SYMBOLS, symbolCells, symbolFields } from "./symbol-rows.ts";

const TOKENS = 4_000;
const LIMIT = 50;

export const listSymbolsOperation: Operation = defineCodeTool({
  name: "list_symbols",
  title: "Symbols of a folder",
  summary: "List what the files of a folder define",
  description:
    "Lists the symbols of a folder or of globs, by file, with kind and lines, in order of path. Use it to see what a part of the project defines; search_symbols finds one by name.",
  tokens: TOKENS,
  input: {
    ...symbolFields,
    limit: limitField(LIMIT, 200, "symbols"),
  },
  output: {
    symbols: SYMBOLS.field,
  },
  examples: [
    "context-broker list-symbols --paths src/orders --kinds class --kinds function",
    'context-broker list-symbols --paths "src/**/*.ts" --limit 200 --json',
  ],
  toolset: "code-more",
  question: (input) => ({ asked: input.paths.join(" ") }),
  async find(scene, input) {
    const filter = await filterSymbols(input, scene);
    return scene.withSnapshot((snapshot) => {
      const listed = listSymbols(snapshot, filter, input.limit);
      const { symbols, found, files, filesLeft } = listed;
      return {
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
  },
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
