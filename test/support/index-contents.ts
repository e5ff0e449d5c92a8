// What an index says, without the numbers that depend on the order it was written in: two indexes of the same files
// must say the same. Read from the database itself, past the code under test for reading.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { codeOfName, foldName } from "../../src/index/database/symbol-names.ts";
import { visitShapes } from "../../src/index/encoding/chunk-shapes.ts";
import { openOutline } from "../../src/index/encoding/outline.ts";
import { unpackStretches } from "../../src/index/encoding/pack-stretches.ts";
import { unpackInside, unpackShape } from "../../src/index/encoding/unpack-facts.ts";
import { BLOCK_BITS, visitBlock } from "../../src/index/lexical/posting-block.ts";
import { type Connection, openSqlite } from "../../src/system/sqlite.ts";
import { CHUNK_KINDS, type ChunkKind } from "../../src/vocabulary/chunk.ts";

export interface IndexContents {
  /** By path: how it was read, its lengths, its hash. */
  readonly documents: Readonly<Record<string, string>>;
  /** By path: one line a chunk. */
  readonly chunks: Readonly<Record<string, readonly string[]>>;
  /** By path: one line a symbol. */
  readonly symbols: Readonly<Record<string, readonly string[]>>;
  /** By path: what they say, as JSON; only of documents that have facts. */
  readonly facts: Readonly<Record<string, string>>;
  /** By path: which parts are comments, strings or not understood, as JSON; only of documents that a grammar read. */
  readonly stretches: Readonly<Record<string, string>>;
  /** By term: one line a document that holds it. */
  readonly postings: Readonly<Record<string, readonly string[]>>;
  /** Rows that belong to nothing: must be none. */
  readonly strays: readonly string[];
}

type Row = Record<string, string | number | Buffer | null>;

export function databasePath(folder: string): string {
  const pointer = readdirSync(folder).find((name) => name.startsWith("current-"));
  return join(folder, readFileSync(join(folder, pointer ?? "current-v7"), "utf8").trim());
}

export function readIndexContents(folder: string): IndexContents {
  const database = openSqlite(databasePath(folder), { readonly: true });
  try {
    database.exec("BEGIN");
    return contentsOf(database);
  } finally {
    database.close();
  }
}

function contentsOf(database: Connection): IndexContents {
  const all = (sql: string) => database.prepare<[], Row>(sql).all();
  const check = database.pragma("integrity_check", { simple: true });
  const strays: string[] = check === "ok" ? [] : [String(check)];
  const rows = all("SELECT * FROM document WHERE removed = 0 ORDER BY path");
  const byId = new Map(rows.map((row) => [Number(row["id"]), row]));
  const pathOf = (id: unknown) => String(byId.get(Number(id))?.["path"] ?? `stray document ${String(id)}`);

  const documents: Record<string, string> = {};
  const chunks: Record<string, string[]> = {};
  const symbols: Record<string, string[]> = {};
  const facts: Record<string, string> = {};
  const stretches: Record<string, string> = {};
  const postings: Record<string, string[]> = {};
  const kinds = new Map<number, ChunkKind | undefined>();
  for (const row of rows) {
    const path = String(row["path"]);
    const shapes: string[] = [];
    visitShapes(row["chunk_shapes"] as Buffer, (ordinal, kind, terms) => {
      kinds.set(Number(row["first_chunk"]) + ordinal, CHUNK_KINDS[kind]);
      shapes.push(`${CHUNK_KINDS[kind]} ${terms}`);
    });
    documents[path] = [
      `${row["language"]} ${row["parse"]} lines ${row["line_count"]} chunks ${row["chunk_count"]}`,
      `terms ${row["body_terms"]}+${row["path_terms"]}+${row["name_terms"]} [${shapes.join(", ")}]`,
      `${(row["content_hash"] as Buffer).toString("hex").slice(0, 12)} ${row["analysis"]} ${row["problems"] ?? ""}`,
    ].join("; ");
  }
  const outlines = new Map(
    all("SELECT * FROM outline").map((row) => [Number(row["document"]), openOutline(row["packed"] as Buffer)]),
  );
  strays.push(...[...outlines.keys()].filter((id) => !byId.has(id)).map((id) => `outline of document ${id}`));
  const owners = new Map(
    rows.filter((row) => Number(row["chunk_count"]) > 0).map((row) => [Number(row["first_chunk"]), row]),
  );
  const chunkRows = all("SELECT * FROM chunk ORDER BY first");
  if (chunkRows.length !== owners.size) {
    strays.push(`${owners.size} documents have chunks, and ${chunkRows.length} have keys`);
  }
  for (const row of chunkRows) {
    const [first, keys] = [Number(row["first"]), row["embedding_keys"] as Buffer];
    const owner = owners.get(first);
    if (keys.length !== Number(owner?.["chunk_count"]) * 16) {
      strays.push(`keys of ${keys.length / 16} chunks from ${first} on`);
    }
    for (let ordinal = 0; ordinal < keys.length / 16; ordinal++) {
      const chunk = outlines.get(Number(owner?.["id"]))?.chunk(ordinal);
      listAt(chunks, pathOf(owner?.["id"])).push(
        `${ordinal}: ${chunk?.startLine}-${chunk?.endLine} ${kinds.get(first + ordinal)} ${chunk?.symbol} ` +
          `${chunk?.defines.length ? JSON.stringify(chunk.defines) : ""} ${JSON.stringify(chunk?.context)} ` +
          keys.subarray(ordinal * 16, ordinal * 16 + 16).toString("hex"),
      );
    }
  }
  for (const row of all("SELECT * FROM symbol ORDER BY document, place")) {
    const symbol = outlines.get(Number(row["document"]))?.symbol(Number(row["place"]));
    if (symbol === undefined || codeOfName(foldName(symbol.name)) !== row["code"]) {
      strays.push(`symbol ${row["code"]} at ${row["place"]} of document ${row["document"]}`);
      continue;
    }
    const { name, path, kind, startLine, endLine, nameLine } = symbol;
    listAt(symbols, pathOf(row["document"])).push(
      `${path} (${name}, ${foldName(name)}) ${kind} ${startLine}-${endLine} name on ${nameLine}`,
    );
  }
  for (const row of all("SELECT * FROM facts")) {
    const packed = { shape: row["shape"] as Buffer, mentions: row["mentions"] as Buffer };
    const [shape, inside] = [unpackShape(packed.shape).value, unpackInside(packed).value];
    facts[pathOf(row["document"])] = JSON.stringify({ ...shape, ...inside });
  }
  for (const row of all("SELECT * FROM stretches")) {
    stretches[pathOf(row["document"])] = JSON.stringify(unpackStretches(row["packed"] as Buffer).value);
  }
  for (const row of all(
    "SELECT text, block, entries FROM posting JOIN term ON term.id = posting.term ORDER BY block",
  )) {
    const lines = listAt(postings, String(row["text"]));
    visitBlock(row["entries"] as Buffer, {
      document: (slot, path, names) =>
        lines.push(`${pathOf((Number(row["block"]) << BLOCK_BITS) + slot)}: path ${path}, names ${names}`),
      chunk: (ordinal, count) => lines.push(`${lines.pop()}, ${ordinal}×${count}`),
    });
    lines.sort();
  }
  const named = [chunks, symbols, facts, stretches].flatMap(Object.keys);
  strays.push(...named.filter((path) => path.startsWith("stray")));
  strays.push(...Object.values(postings).flatMap((lines) => lines.filter((line) => line.startsWith("stray"))));
  return { documents, chunks, symbols, facts, stretches, postings, strays };
}

function listAt(lists: Record<string, string[]>, key: string): string[] {
  const list = lists[key] ?? [];
  lists[key] = list;
  return list;
}

/** As text, for a golden file. */
export function renderContents(contents: IndexContents): string {
  const lines: string[] = [];
  for (const [path, document] of Object.entries(contents.documents)) {
    lines.push(path, ...document.split("; ").map((part) => `  ${part}`));
    lines.push("  chunks:", ...(contents.chunks[path] ?? []).map((chunk) => `    ${chunk}`));
    lines.push("  symbols:", ...(contents.symbols[path] ?? []).map((symbol) => `    ${symbol}`));
  }
  lines.push("postings (chunk×times):");
  for (const term of Object.keys(contents.postings).sort()) {
    lines.push(`  ${term}`, ...(contents.postings[term] ?? []).map((posting) => `    ${posting}`));
  }
  return `${[...lines, ...contents.strays].join("\n")}\n`;
}
