// Completions of a partial address: paths, folder by folder as in a shell, symbols by name, and symbols of a file. What begins
// with the typed text comes first; everything is bounded.

import type { DocumentRecord, Snapshot } from "../../index/snapshot.ts";
import { withSlashes } from "../../system/platform/below.ts";
import { hasUnseen } from "../../vocabulary/shown-text.ts";
import { fromRoot } from "../requested-path.ts";
import { comparePaths, distanceOf } from "./candidate-files.ts";
import { findSymbols } from "./find-symbols.ts";

export interface Completion {
  /** Best first. */
  readonly values: readonly string[];
  /** There may be more than these. */
  readonly more: boolean;
}

/** As many as the protocol allows. */
export const COMPLETIONS_MAX = 100;
const TYPED_LENGTH_MAX = 400;
/** Shorter texts are prefixes of too many names to be useful. */
const FILE_LENGTH_MIN = 2;
const SYMBOL_LENGTH_MIN = 3;

const NOTHING: Completion = { values: [], more: false };

export function completeAddress(snapshot: Snapshot, typed: string): Completion {
  const text = fromRoot(typed);
  if (text.length > TYPED_LENGTH_MAX) {
    return NOTHING;
  }
  const hash = text.lastIndexOf("#");
  const document = hash < 0 ? undefined : snapshot.documentAt(text.slice(0, hash));
  return document === undefined
    ? bounded([...paths(snapshot, withSlashes(text)), ...symbols(snapshot, text)])
    : bounded(symbolsOf(snapshot, document, text.slice(hash + 1)));
}

function bounded(values: readonly string[]): Completion {
  // Clients show completions unescaped.
  const each = [...new Set(values)].filter((value) => !hasUnseen(value));
  return { values: each.slice(0, COMPLETIONS_MAX), more: each.length > COMPLETIONS_MAX };
}

/** Up to the next slash; then files elsewhere that are named so. */
function paths(snapshot: Snapshot, text: string): string[] {
  const folded = text.toLowerCase();
  const below = new Set<string>();
  const elsewhere: DocumentRecord[] = [];
  for (const document of snapshot.documents()) {
    const { path } = document;
    const lower = path.toLowerCase();
    if (lower.startsWith(folded)) {
      const slash = path.indexOf("/", text.length);
      below.add(slash < 0 ? path : path.slice(0, slash + 1));
    } else if (folded.length >= FILE_LENGTH_MIN && lower.startsWith(folded, lower.lastIndexOf("/") + 1)) {
      elsewhere.push(document);
    }
  }
  const near = elsewhere.sort((a, b) => distanceOf(a) - distanceOf(b) || comparePaths(a.path, b.path));
  return [...[...below].sort(comparePaths), ...near.slice(0, COMPLETIONS_MAX).map(({ path }) => path)];
}

/** By their name or by what encloses it, as an address takes them: the whole path where the name alone would be in doubt. */
function symbols(snapshot: Snapshot, text: string): string[] {
  if (text.length < SYMBOL_LENGTH_MIN || text.includes("/")) {
    return [];
  }
  const everything = { admits: () => true, admitsKind: () => true };
  const found = findSymbols(snapshot, { query: text, ...everything, typos: "never" });
  return found.symbols.map(({ symbol }) => (beginsSo(symbol.name, text) ? symbol.name : symbol.path));
}

const symbolsOf = (snapshot: Snapshot, document: DocumentRecord, text: string): string[] =>
  snapshot
    .symbols(document.id)
    .filter(({ path, name }) => beginsSo(path, text) || beginsSo(name, text))
    .map(({ path }) => `${document.path}#${path}`);

const beginsSo = (name: string, text: string): boolean => name.toLowerCase().startsWith(text.toLowerCase());
