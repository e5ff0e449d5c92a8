// Edits of symbols in every language: its own text in place of a symbol changes nothing, and a deletion or insertion leaves the lines
// of all others as they are.
import { describe, expect, it } from "vitest";
import type { Built } from "../../../src/edits/change-set.ts";
import { deleteSymbol } from "../../../src/edits/symbols/delete-symbol.ts";
import { insertBesideSymbol } from "../../../src/edits/symbols/insert-beside-symbol.ts";
import { replaceSymbol } from "../../../src/edits/symbols/replace-symbol.ts";
import type { SymbolRecord } from "../../../src/index/snapshot.ts";
import { linesOf, sourceText } from "../../../src/vocabulary/text.ts";
import { samples } from "../../languages/check.ts";
import { openMemoryEdits } from "../../support/memory-edits.ts";

/** Of each sample: enough to meet each kind of its symbols. */
const SYMBOLS_MAX = 3;

describe.each(samples())("$language", async ({ path, text }) => {
  const { scene, textsAfter } = await openMemoryEdits({ [path]: text });
  const symbols = scene.withSnapshot((snapshot) => {
    const document = snapshot.documentAt(path);
    return document === undefined ? [] : snapshot.symbols(document.id);
  });
  const step = Math.max(1, Math.ceil(symbols.length / SYMBOLS_MAX));
  const drawn = symbols.filter((_, at) => at % step === 0);
  const source = sourceText(text, 1);
  const ownText = ({ startLine, endLine }: SymbolRecord): string => linesOf(source, startLine, endLine);
  const request = ({ nameLine }: SymbolRecord) => ({ symbol: `${path}:${nameLine}` });

  /** What is left of the file after an edit, if it was made, begins and ends as the lines before and after the symbol. */
  function expectOutsideKept({ startLine, endLine }: SymbolRecord, built: Built): void {
    const after = textsAfter(built)[path];
    const lines = text.split(/(?<=\r\n|\n|\r(?!\n))/);
    const before = lines
      .slice(0, startLine - 1)
      .join("")
      .trimEnd()
      .replace(/,$/, "");
    const rest = lines.slice(endLine).join("").trimStart();
    expect(after === undefined || (after.startsWith(before) && after.endsWith(rest)), JSON.stringify(built)).toBe(true);
  }

  it("keeps a symbol as it is by its own text", async () => {
    const spans = await scene.analyzer.spansOf(path, text, scene.signal);
    const isAlone = ({ path: name, nameLine, startLine, endLine }: SymbolRecord): boolean => {
      const own =
        "unread" in spans ? undefined : spans.symbols.find((one) => one.path === name && one.nameLine === nameLine);
      return own !== undefined && text.slice(own.leadStart, own.end) === linesOf(source, startLine, endLine).trim();
    };
    // A symbol in the middle of a line is not the whole line.
    for (const symbol of drawn.filter(isAlone)) {
      const built = await replaceSymbol(scene, { ...request(symbol), text: ownText(symbol) });
      expect(built.kind === "built" ? textsAfter(built) : {}, `${symbol.path} ${symbol.nameLine}`).toEqual({});
    }
  });

  it("keeps all other lines when a symbol is deleted, or text put beside it", async () => {
    for (const symbol of drawn) {
      expectOutsideKept(symbol, await deleteSymbol(scene, request(symbol)));
      expectOutsideKept(
        symbol,
        await insertBesideSymbol(scene, "before", { ...request(symbol), text: ownText(symbol) }),
      );
      expectOutsideKept(
        symbol,
        await insertBesideSymbol(scene, "after", { ...request(symbol), text: ownText(symbol) }),
      );
    }
  });
});
