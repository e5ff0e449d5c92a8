// Finds symbols by a partial or mistyped name: each with its place and how it matched.
import { z } from "zod";
import { isRawId } from "../../../index/raw-text/raw-ids.ts";
import { quoted, withoutNamesakes } from "../../../intelligence/symbols/address.ts";
import { distanceOf } from "../../../intelligence/symbols/candidate-files.ts";
import { type FoundSymbol, type FoundSymbols, findSymbols } from "../../../intelligence/symbols/find-symbols.ts";
import type { NameMatch } from "../../../intelligence/symbols/match-name.ts";
import { hintsOfNames } from "../../../intelligence/symbols/name-hints.ts";
import { NAMED_KINDS } from "../../../vocabulary/chunk.ts";
import { formatNumber, renderCount } from "../../../vocabulary/shown-text.ts";
import { defineCodeTool } from "../../answer/code-tool.ts";
import { limitField, projectsField, textField } from "../../contract/fields.ts";
import type { Operation } from "../../contract/operation.ts";
import { filteredSymbols, filterSymbols, NO_FILTER, SYMBOLS, symbolCells, symbolFields } from "./symbol-rows.ts";

const TOKENS = 3_000;
const LIMIT = 20;
const QUERY_LENGTH_MAX = 200;

export const searchSymbols: Operation = defineCodeTool({
  name: "search_symbols",
  title: "Search symbols",
  summary: "Find functions, classes and other symbols by name",
  description:
    "Finds definitions by name: exact, prefix, parts (getUser finds getCurrentUser), initials, typing errors.",
  tokens: TOKENS,
  input: {
    query: textField(QUERY_LENGTH_MAX, "Name, part or Class.method", "Name, part of a name, or Class.method"),
    ...symbolFields,
    fuzzy: z
      .boolean()
      .optional()
      .describe("Match misspelt names; default: only if nothing else matches")
      .meta({ unlisted: true }),
    limit: limitField(LIMIT, 100, "symbols"),
    projects: projectsField,
  },
  output: {
    symbols: SYMBOLS.field,
  },
  positionals: ["query"],
  examples: [
    "context-broker search-symbols UserService.get",
    "context-broker search-symbols parseOrdr --fuzzy --paths src --kinds function",
  ],
  toolset: "code",
  question: (input) => ({
    asked: input.query,
    first: { hints: () => hintsOfNames([input.query], { uses: false }), overTexts: true },
  }),
  async find(scene, input) {
    const filter = await filterSymbols(input, scene);
    return scene.withSnapshot((snapshot) => {
      const typos = input.fuzzy === undefined ? "else" : input.fuzzy ? "always" : "never";
      const found = findSymbols(snapshot, { query: input.query, ...filter, typos });
      const rows = found.symbols.slice(0, input.limit);
      const any = () => findSymbols(snapshot, { query: input.query, ...NO_FILTER, typos }).symbols.length;
      return {
        ...outcomeOf(found),
        sought: `symbols named like ${quoted(input.query)}`,
        filtered: found.symbols.length > 0 ? null : filteredSymbols(input, filter, snapshot, any),
        documents: [...new Set(rows.map(({ document }) => document))],
        files: snapshot.documentCount,
        filesLeft: found.filesLeft,
        found: found.symbols.length,
        rows: rows.length,
        write: (shown) => writeFound(input.query, found, rows.slice(0, shown), scene.freshness.building),
      };
    });
  },
});

/** A name with several equal definitions is ambiguous: to take the first would be a guess. */
function outcomeOf({ symbols }: FoundSymbols) {
  const equal = equalTo(symbols);
  return { outcome: symbols.length === 0 ? "empty" : equal > 1 ? "ambiguous" : "found" } as const;
}

/** Places of the exact name that are not ranked below the first row. */
function equalTo(symbols: readonly FoundSymbol[]): number {
  const [first] = symbols;
  if (first?.match !== "exact") {
    return 0;
  }
  const rankOf = ({ document, symbol }: FoundSymbol): string =>
    `${distanceOf(document)} ${NAMED_KINDS.has(symbol.kind)}`;
  const equal = symbols.filter((one) => one.match === "exact" && rankOf(one) === rankOf(first));
  const meant = withoutNamesakes(equal.map(({ symbol }) => symbol));
  return new Set(meant.map(({ document, path }) => `${document} ${path}`)).size;
}

const HOW_MATCHED: Readonly<Record<NameMatch, string>> = {
  exact: "name",
  case: "name in another case",
  prefix: "prefix",
  parts: "parts",
  initials: "initials",
  typo: "similar spelling",
};

function writeFound(
  query: string,
  { symbols, filesLeft }: FoundSymbols,
  shown: readonly FoundSymbol[],
  isPartial: boolean,
) {
  const { lines, field } = SYMBOLS.write(
    shown.map(({ symbol, document, match }) => ({ ...symbolCells({ symbol, document }), match })),
  );
  const equal = equalTo(symbols);
  const wanted = quoted(query);
  const found = `${isPartial ? "at least " : ""}${renderCount(symbols.length, "symbol")} for ${wanted}`;
  const headline =
    symbols.length === 0
      ? `no symbol${filesLeft === 0 ? "" : " in the files looked at"} is named like ${wanted}: try search_codebase`
      : equal > 1
        ? `${found}, ${formatNumber(equal)} of exactly that name: name one as path#symbol`
        : found;
  const { kind, match = "exact" } = field.same ?? {};
  const told = shown.filter(({ document }) => isRawId(document.id)).length;
  const shared = [
    ...(told === 0
      ? []
      : [`${told === shown.length ? "all" : formatNumber(told)} told by a line that looks like a definition`]),
    ...(kind === undefined ? [] : [`each a ${String(kind)}`]),
    ...(match === "exact" ? [] : [`all matched by ${HOW_MATCHED[match as NameMatch]}`]),
  ];
  return { headline: [headline, ...shared].join(", "), lines, fields: { symbols: field } };
}
