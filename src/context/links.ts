// Which lines of the candidate files refer to which symbols of them: what is likely also tells of what it calls, and of who calls it.
import type { Snapshot, SymbolRecord } from "../index/snapshot.ts";
import type { EdgeScene } from "../intelligence/edges/edge-scene.ts";
import type { Steps } from "../system/slices.ts";
import type { CutFile, Link } from "./evidence.ts";

/** Files whose references are followed: those that a search for the task ranks first. */
const FILES_MAX = 12;
/** References that are resolved. */
const GROUPS_MAX = 2_500;

/** The symbol of the file that a definition is, by its line and name. */
const symbolAt = ({ symbols }: CutFile, name: string, nameLine: number): SymbolRecord | undefined =>
  symbols.find((symbol) => symbol.nameLine === nameLine && symbol.name === name);

/** In the order of files and of what they refer to. */
export function* linksAmong(
  snapshot: Snapshot,
  { lookup, linker }: EdgeScene,
  files: readonly CutFile[],
): Steps<Link[]> {
  const byPath = new Map(files.map((file) => [file.document.path, file]));
  const names = new Set(files.flatMap(({ symbols }) => symbols.map(({ name }) => name)));
  const links: Link[] = [];
  let resolved = 0;
  for (const from of files
    .filter(({ side, document }) => side === null && snapshot.hasFacts(document.id))
    .slice(0, FILES_MAX)) {
    const { path } = from.document;
    for (const group of lookup.facts(path)?.references ?? []) {
      if (!names.has(group.name) || resolved >= GROUPS_MAX) {
        continue;
      }
      resolved += 1;
      const { value } = linker.target(path, group);
      yield;
      const place = value.is === "definition" ? value.places[0] : undefined;
      const to = place === undefined ? undefined : byPath.get(place.path);
      const definition = place === undefined ? undefined : lookup.facts(place.path)?.definitions[place.at];
      const symbol = to && definition && symbolAt(to, definition.name, definition.nameLine);
      if (to !== undefined && symbol !== undefined) {
        links.push(...[...new Set(group.lines)].map((line): Link => ({ from, line, to, symbol })));
      }
    }
  }
  return links;
}

/** What is linked with what the task names: by path and line, the named symbol that is used there; by symbol, the named one that uses it. */
export interface NamedLinks {
  readonly uses: ReadonlyMap<string, ReadonlyMap<number, string>>;
  readonly usedBy: ReadonlyMap<SymbolRecord, string>;
}

/** A line that uses a named symbol. */
export interface NamedUse {
  readonly path: string;
  /** 1-based. */
  readonly line: number;
  /** Readable path of the symbol. */
  readonly name: string;
}

/** `found`: uses that a search for references found. */
export function namedLinksOf(
  links: readonly Link[],
  isNamed: (symbol: SymbolRecord) => boolean,
  found: readonly NamedUse[],
): NamedLinks {
  const uses = new Map<string, Map<number, string>>();
  for (const { path, line, name } of found) {
    uses.set(path, (uses.get(path) ?? new Map<number, string>()).set(line, name));
  }
  const usedBy = new Map<SymbolRecord, string>();
  for (const { from, line, symbol } of links) {
    if (isNamed(symbol)) {
      const { path } = from.document;
      uses.set(path, (uses.get(path) ?? new Map<number, string>()).set(line, symbol.path));
      continue;
    }
    const user = from.symbols.find((one) => one.startLine <= line && line <= one.endLine && isNamed(one));
    if (user !== undefined) {
      usedBy.set(symbol, user.path);
    }
  }
  return { uses, usedBy };
}
