// What the parts of an intent mean in a project: symbols, files, several symbols, or nothing. Never guesses among several.
import type { DocumentRecord, Snapshot } from "../../index/snapshot.ts";
import { resolveSubject } from "../../intelligence/ask/resolve-subject.ts";
import type { EdgeScene } from "../../intelligence/edges/edge-scene.ts";
import { resolveTarget, symbolOf, type TargetSymbol } from "../../intelligence/edges/target.ts";
import { requestedPath } from "../../intelligence/requested-path.ts";
import { type Addressed, matchOfAddress, resolveAddress } from "../../intelligence/symbols/address.ts";
import { EXPORTED, FILE, isNamed } from "../../vocabulary/facts.ts";

/** A text that names several symbols, or none; `candidates` are those, or the nearest. */
export interface Unresolved {
  readonly asked: string;
  readonly why: string;
  readonly candidates: readonly Addressed[];
}

export interface Resolved {
  readonly symbols: readonly TargetSymbol[];
  /** Of languages whose definitions alone are indexed: what uses them is unknown. */
  readonly unread: readonly Addressed[];
  /** Named as a whole. */
  readonly files: readonly DocumentRecord[];
  readonly ambiguous: readonly Unresolved[];
  readonly missing: readonly Unresolved[];
}

export interface Named {
  /** Addresses and paths that the caller gave as such. */
  readonly symbols: readonly string[];
  readonly files: readonly string[];
  /** Names that were found in its text. */
  readonly words: readonly string[];
}

interface Scene {
  readonly snapshot: Snapshot;
  readonly edges: EdgeScene;
}

interface Collected {
  readonly symbols: Map<string, TargetSymbol>;
  readonly unread: Map<string, Addressed>;
  readonly files: Map<string, DocumentRecord>;
  readonly ambiguous: Unresolved[];
  readonly missing: Unresolved[];
}

export function resolveTargets(scene: Scene, { symbols, files, words }: Named): Resolved {
  const found: Collected = {
    symbols: new Map(),
    unread: new Map(),
    files: new Map(),
    ambiguous: [],
    missing: [],
  };
  for (const path of files) {
    addFile(scene, path, found);
  }
  for (const asked of [...symbols, ...words]) {
    addNamed(scene, asked, found);
  }
  return {
    symbols: [...found.symbols.values()],
    unread: [...found.unread.values()],
    files: [...found.files.values()],
    ambiguous: found.ambiguous,
    missing: found.missing,
  };
}

function addFile({ snapshot }: Scene, asked: string, { files, missing }: Collected): void {
  const document = snapshot.documentAt(requestedPath(asked.trim()));
  if (document === undefined) {
    missing.push({ asked, why: "no searched file has this path", candidates: [] });
  } else {
    files.set(document.path, document);
  }
}

function addNamed({ snapshot, edges }: Scene, asked: string, found: Collected): void {
  const targeted = resolveTarget(snapshot, edges.lookup, asked);
  switch (targeted.kind) {
    case "found": {
      const { document, definition } = targeted.symbol;
      if (isSpelledOtherwise(snapshot, asked)) {
        const candidates = [{ document, symbols: snapshot.definitions(definition.name, document.id) }];
        found.ambiguous.push({ asked, why: "differs in upper and lower case", candidates });
        return;
      }
      found.symbols.set(`${document.path}#${definition.path}:${definition.startLine}`, targeted.symbol);
      return;
    }
    case "unread": {
      const { document, symbols } = targeted.found;
      found.unread.set(`${document.path}#${symbols[0]?.path}`, targeted.found);
      return;
    }
    case "ambiguous":
      found.ambiguous.push({
        asked,
        why: `${targeted.candidates.length} symbols have this name`,
        candidates: targeted.candidates,
      });
      return;
    case "none":
      addPlace({ snapshot, edges }, asked, targeted, found);
  }
}

function isSpelledOtherwise(snapshot: Snapshot, asked: string): boolean {
  const address = resolveAddress(snapshot, asked);
  return address.kind === "found" && matchOfAddress(asked, address.found) === "case";
}

/** A name that no symbol has may be a file's. */
function addPlace(
  { snapshot }: Scene,
  asked: string,
  { why, nearest }: { readonly why: string; readonly nearest: readonly Addressed[] },
  { files, missing }: Collected,
): void {
  const place = resolveSubject(snapshot, asked);
  const document = place.kind === "file" ? snapshot.documentAt(place.path) : undefined;
  if (document !== undefined) {
    files.set(document.path, document);
  } else if (place.kind === "folder") {
    missing.push({ asked, why: "a folder: name files or symbols in it", candidates: [] });
  } else {
    missing.push({ asked, why, candidates: nearest });
  }
}

/** The symbols of a file that are inside no other one, in order of lines, exported ones alone if there are any. */
export function outermostOf({ edges }: Pick<Scene, "edges">, document: DocumentRecord): TargetSymbol[] {
  const facts = edges.lookup.facts(document.path);
  if (facts === null) {
    return [];
  }
  const outermost = facts.definitions.flatMap((definition, at) =>
    definition.parent === FILE && isNamed(definition) ? [at] : [],
  );
  const exported = outermost.filter((at) => ((facts.definitions[at]?.flags ?? 0) & EXPORTED) !== 0);
  const chosen = exported.length > 0 ? exported : outermost;
  const symbols = new Map<string, TargetSymbol>();
  for (const at of chosen) {
    const symbol = symbolOf(document, facts, [at]);
    if (symbol !== null) {
      symbols.set(symbol.definition.path, symbols.get(symbol.definition.path) ?? symbol);
    }
  }
  return [...symbols.values()];
}
