// What the subject of a question is in this project: one symbol, several, a file, a folder, or nothing. Knows the index, no
// file's text.
import type { Snapshot } from "../../index/snapshot.ts";
import { type Addressed, resolveAddress } from "../symbols/address.ts";

export type Resolution =
  /** `address` means this symbol alone. */
  | { readonly kind: "symbol"; readonly address: string; readonly path: string; readonly line: number }
  | { readonly kind: "several"; readonly count: number }
  | { readonly kind: "file"; readonly path: string }
  /** Without a slash at its end. */
  | { readonly kind: "folder"; readonly path: string }
  | { readonly kind: "none" };

const NONE: Resolution = { kind: "none" };

export function resolveSubject(snapshot: Snapshot, text: string): Resolution {
  const wanted = text.trim().replace(/^(?:\.\/)+/, "");
  if (wanted === "") {
    return NONE;
  }
  if (snapshot.documentAt(wanted) !== undefined) {
    return { kind: "file", path: wanted };
  }
  const address = resolveAddress(snapshot, wanted);
  switch (address.kind) {
    case "found":
      return symbolAt(address.found);
    case "ambiguous":
      return { kind: "several", count: address.candidates.length };
    case "none":
      return placeOf(snapshot, wanted);
  }
}

function symbolAt({ document, symbols: [symbol] }: Addressed): Resolution {
  return symbol === undefined
    ? NONE
    : { kind: "symbol", address: `${document.path}#${symbol.path}`, path: document.path, line: symbol.startLine };
}

/** A folder, or a file by its name alone where only one has it. */
function placeOf(snapshot: Snapshot, wanted: string): Resolution {
  const folder = `${wanted.replace(/\/+$/, "")}/`;
  const named: string[] = [];
  let isFolder = false;
  for (const { path } of snapshot.documents()) {
    isFolder ||= path.startsWith(folder);
    if (path.endsWith(`/${wanted}`)) {
      named.push(path);
    }
  }
  const [file] = named;
  return isFolder
    ? { kind: "folder", path: folder.slice(0, -1) }
    : file === undefined || !wanted.includes(".")
      ? NONE
      : named.length === 1
        ? { kind: "file", path: file }
        : { kind: "several", count: named.length };
}
