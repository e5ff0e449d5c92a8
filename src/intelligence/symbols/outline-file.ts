// The outline of one file: its symbols in order of lines, to a depth.
import type { DocumentRecord, Snapshot, SymbolRecord } from "../../index/snapshot.ts";
import { Failure } from "../../vocabulary/failure.ts";
import { escapeName } from "../../vocabulary/shown-text.ts";
import { requestedPath } from "../requested-path.ts";
import { sortByPlace } from "./sort-by-place.ts";

export interface OutlineSymbol extends SymbolRecord {
  /** 0 for a symbol that is inside no other one. */
  readonly depth: number;
}

export interface FileOutline {
  readonly document: DocumentRecord;
  /** Those of less than the asked depth. */
  readonly symbols: readonly OutlineSymbol[];
  /** All there are. */
  readonly count: number;
}

const NAMESAKES_MAX = 5;

/** NOT_FOUND, with files of the same name, where the path is not indexed. */
function documentAt(snapshot: Snapshot, path: string): DocumentRecord {
  const wanted = requestedPath(path);
  const document = snapshot.documentAt(wanted);
  if (document !== undefined) {
    return document;
  }
  const name = wanted.split("/").at(-1) ?? "";
  const namesakes = [...snapshot.documents()]
    .filter((one) => one.path === name || one.path.endsWith(`/${name}`))
    .map((one) => escapeName(one.path))
    .sort();
  const prefix = `${wanted}/`;
  if ([...snapshot.documents()].some((one) => one.path.startsWith(prefix))) {
    throw new Failure("NOT_FOUND", `${JSON.stringify(path.slice(0, 200))} is a folder`, {
      hint: "analyze_directory lists a folder; name a file here",
    });
  }
  throw new Failure("NOT_FOUND", `no searched file has the path ${JSON.stringify(path.slice(0, 200))}`, {
    hint:
      namesakes.length === 0
        ? "paths are relative to the project's folder; index_status lists what is left out and why"
        : `files of that name: ${namesakes.slice(0, NAMESAKES_MAX).join(", ")}${namesakes.length > NAMESAKES_MAX ? ", …" : ""}`,
  });
}

/** `depth` 1: only the outermost symbols. */
export function outlineFile(snapshot: Snapshot, path: string, depth: number): FileOutline {
  const document = documentAt(snapshot, path);
  const symbols = nested(snapshot.symbols(document.id));
  return { document, symbols: symbols.filter((symbol) => symbol.depth < depth), count: symbols.length };
}

/** Nesting depth of each symbol: inside the lines of another one, and named after it. */
function nested(symbols: readonly SymbolRecord[]): OutlineSymbol[] {
  let open: SymbolRecord[] = [];
  return sortByPlace(symbols).map((symbol) => {
    open = open.filter(
      (outer) =>
        symbol.startLine <= outer.endLine &&
        symbol.endLine <= outer.endLine &&
        symbol.path.length > outer.path.length &&
        symbol.path.startsWith(outer.path),
    );
    const depth = open.length;
    open.push(symbol);
    return { ...symbol, depth };
  });
}
