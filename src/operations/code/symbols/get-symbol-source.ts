// The source of symbols by their addresses, each with enclosing signatures and the imports it uses; candidates if an address is
// ambiguous.
import { z } from "zod";
import {
  ADDRESS_LENGTH_MAX,
  type Address,
  matchOfAddress,
  resolveAddress,
} from "../../../intelligence/symbols/address.ts";
import { type LocatedSymbol, locateSymbol, sourceOf } from "../../../intelligence/symbols/symbol-source.ts";
import { throwIfCancelled } from "../../../vocabulary/failure.ts";
import { sourceText } from "../../../vocabulary/text.ts";
import type { CodeScene } from "../../answer/answer-code.ts";
import { defineCodeTool } from "../../answer/code-tool.ts";
import { explained } from "../../contract/fields.ts";
import type { Operation } from "../../contract/operation.ts";
import { whyNothing } from "./answer-symbol.ts";
import { SYMBOLS, symbolColumns } from "./symbol-rows.ts";
import { type AskedSymbol, foundBy, rowsOf, writeSources } from "./write-sources.ts";

const SYMBOLS_MAX = 10;
const address = z.string().min(1).max(ADDRESS_LENGTH_MAX);

export const getSymbolSource: Operation = defineCodeTool({
  name: "get_symbol_source",
  title: "Source of symbols",
  summary: "Show the source of functions, classes and other symbols",
  description: "Source of up to 10 symbols, with imports used and content hash. Use it instead of reading whole files.",
  tokens: 4_000,
  input: {
    symbol: explained(
      z.union([address, z.array(address).min(1).max(SYMBOLS_MAX)], {
        error: `must be one address or a list of up to ${SYMBOLS_MAX}, each of up to ${ADDRESS_LENGTH_MAX} characters`,
      }),
      "path#Class.method, name or path:line",
      "Symbol: path#Class.method, Class.method, name or path:line",
    ),
  },
  output: {
    sources: z
      .array(
        z.object({
          ...symbolColumns,
          hash: z.string().meta({ doc: "the first 12 hex digits of the SHA-256 of the whole file's bytes" }),
          context: z
            .record(z.string(), z.string())
            .optional()
            .meta({ doc: "enclosing signatures and imports used, by line" }),
          source: z
            .record(z.string(), z.array(z.string()))
            .meta({ doc: "lines by the number of the first: what stands apart in the file stands apart here" }),
          lines_left: z.number().optional().meta({ doc: "lines that did not fit" }),
        }),
      )
      .meta({ doc: "in the order asked" }),
    ambiguous: z
      .array(z.object({ asked: z.string(), found: z.number(), candidates: SYMBOLS.field }))
      .optional()
      .meta({ doc: "addresses that may mean several symbols" }),
    missing: z
      .array(z.object({ asked: z.string(), why: z.string(), nearest: SYMBOLS.field }))
      .optional()
      .meta({ doc: "addresses that mean no symbol" }),
  },
  positionals: ["symbol"],
  examples: [
    "context-broker get-symbol-source UserService.get",
    'context-broker get-symbol-source "app/users.ts#UserService.get" --max-tokens 1000',
    "context-broker get-symbol-source src/app.ts:42 --json",
  ],
  toolset: "code",
  question: ({ symbol }) => ({ asked: addressesIn(symbol).join(" ") }),
  async find(scene, input) {
    const { located, files } = scene.withSnapshot((snapshot) => ({
      located: addressesIn(input.symbol).map((asked) => {
        const meant = resolveAddress(snapshot, asked);
        const address = meant.kind === "none" ? { ...meant, why: whyNothing(scene, asked, meant.why) } : meant;
        return { asked, address, place: address.kind === "found" ? locateSymbol(snapshot, address.found) : null };
      }),
      files: snapshot.documentCount,
    }));
    const symbols = await readAll(located, scene);
    const rows = rowsOf(symbols, input.max_tokens);
    return {
      outcome: outcomeOf(symbols),
      ...(symbols.some(isOtherCase) ? { match: "matched ignoring case" } : {}),
      documents: [...new Set(symbols.flatMap(({ source }) => source?.document ?? []))],
      grepFor: symbols.flatMap(({ source }) => source?.symbol.name ?? []),
      files,
      found: foundBy(symbols),
      rows: rows.length,
      write: (shown) => writeSources(symbols, rows.slice(0, shown)),
    };
  },
});

const addressesIn = (symbol: string | readonly string[]): string[] => [...new Set([symbol].flat())];

interface Located {
  readonly asked: string;
  readonly address: Address;
  readonly place: LocatedSymbol | null;
}

/** Reads each file once; shows nothing of a file that differs from the index. */
async function readAll(located: readonly Located[], scene: CodeScene): Promise<AskedSymbol[]> {
  const texts = new Map<string, ReturnType<typeof sourceText> | null>();
  const symbols: AskedSymbol[] = [];
  for (const { asked, address, place } of located) {
    const document = place?.document;
    if (document !== undefined && !texts.has(document.path)) {
      throwIfCancelled(scene.signal);
      const read = await scene.read(document);
      texts.set(document.path, read === null ? null : sourceText(read.text, 1));
    }
    const file = document === undefined ? null : (texts.get(document.path) ?? null);
    symbols.push({ asked, address, file, source: place === null || file === null ? null : sourceOf(place, file) });
  }
  return symbols;
}

const has = (symbols: readonly AskedSymbol[], kind: Address["kind"]): boolean =>
  symbols.some(({ address }) => address.kind === kind);

const outcomeOf = (symbols: readonly AskedSymbol[]): "found" | "empty" | "ambiguous" =>
  has(symbols, "ambiguous") ? "ambiguous" : symbols.some(({ source }) => source !== null) ? "found" : "empty";

const isOtherCase = ({ asked, address }: AskedSymbol): boolean =>
  address.kind === "found" && matchOfAddress(asked, address.found) === "case";
