import { describe, expect, it } from "vitest";
import type { ChunkRecord, SymbolRecord } from "../../src/index/snapshot.ts";
import { parseQuery } from "../../src/search/parse-query.ts";
import { definition } from "../../src/search/signals.ts";
import type { ChunkKind } from "../../src/vocabulary/chunk.ts";
import type { ChunkId, DocumentId } from "../../src/vocabulary/ids.ts";

const document = 1 as DocumentId;

/** `Cart.total 4-9 method`. */
function symbol(text: string): SymbolRecord {
  const [path = "", lines = "", kind = ""] = text.split(" ");
  const [startLine = 0, endLine = 0] = lines.split("-").map(Number);
  const name = path.split(".").at(-1) ?? "";
  return { document, name, path, kind: kind as ChunkKind, startLine, endLine, nameLine: startLine };
}

const chunk: ChunkRecord = {
  id: 1 as ChunkId,
  document,
  kind: "block",
  symbol: null,
  context: "",
  defines: [],
  startLine: 1,
  endLine: 10,
};

describe("how well a chunk defines a name", () => {
  it.each<[string, string, readonly string[], number]>([
    ["as asked", "total", ["total 2-9 function"], 1],
    ["of a variable", "total", ["total 2-9 variable"], 0.5],
    ["in another case", "Total", ["total 2-9 function"], 0.5],
    ["nested", "total", ["Cart.total 2-9 method"], 0.8],
    ["nested and qualified", "Cart.total", ["Cart.total 2-9 method"], 1],
    ["of an overload", "total", ["total 2-2 function", "total 12-30 function"], 0.5],
    ["beside its overload", "total", ["total 2-9 function", "total 12-12 function"], 1],
    ["beside a longer one of another class", "A.total", ["A.total 2-3 method", "B.total 12-30 method"], 1],
    ["elsewhere", "total", ["total 12-30 function"], 0],
    ["the best of several", "total", ["total 2-2 variable", "total 3-9 function"], 1],
  ])("%s", (_, query, symbols, expected) => {
    expect(definition(parseQuery(query), chunk, symbols.map(symbol))).toBe(expected);
  });
});
