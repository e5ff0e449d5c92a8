// Finds removed symbols and files among the added ones: the same content under the same name, or under another name if there is
// only one candidate. Short content proves nothing.

import { nameOfPath } from "../../linking/lookup.ts";
import type { SymbolPrint } from "../../syntax/fingerprint.ts";
import { append } from "../../system/append.ts";
import { encloses } from "./compare-prints.ts";

/** A symbol and the file that it is or was in. */
export interface Placed {
  readonly file: string;
  readonly symbol: SymbolPrint;
}

export interface MovedSymbol {
  readonly before: Placed;
  readonly after: Placed;
}

/** Content with fewer tokens may occur twice by chance: under the same name, and under another one. */
const NAMESAKE_SIZE_MIN = 8;
const RENAMED_SIZE_MIN = 20;

/** Largest first; symbols nested in a moved symbol moved with it and are not listed. */
export function findMoved(removed: readonly Placed[], added: readonly Placed[]): MovedSymbol[] {
  const moved: MovedSymbol[] = [];
  const oldPlaces = openPlaces(removed);
  const newPlaces = openPlaces(added);
  const take = (isNamesake: boolean): void => {
    const keyOf = ({ symbol }: Placed): string =>
      `${symbol.kind} ${symbol.contentHash} ${isNamesake ? symbol.name : ""}`;
    const sizeMin = isNamesake ? NAMESAKE_SIZE_MIN : RENAMED_SIZE_MIN;
    const [from, to] = [byKey(oldPlaces.all(), keyOf), byKey(newPlaces.all(), keyOf)];
    const sure = [...from].filter(([, places]) => (places[0]?.symbol.contentSize ?? 0) >= sizeMin);
    for (const [key, [before, ...others]] of sure.sort(([, [a]], [, [b]]) => sizeOf(b) - sizeOf(a))) {
      const [after, ...more] = to.get(key) ?? [];
      if (before === undefined || after === undefined || others.length > 0 || more.length > 0) {
        continue;
      }
      if (oldPlaces.has(before) && newPlaces.has(after)) {
        moved.push({ before, after });
        oldPlaces.take(before);
        newPlaces.take(after);
      }
    }
  };
  take(true);
  take(false);
  return moved;
}

const sizeOf = (place: Placed | undefined): number => place?.symbol.contentSize ?? 0;

function byKey(places: readonly Placed[], keyOf: (place: Placed) => string): Map<string, Placed[]> {
  const found = new Map<string, Placed[]>();
  for (const place of places) {
    const key = keyOf(place);
    append(found, key, place);
  }
  return found;
}

interface Places {
  has(place: Placed): boolean;
  all(): readonly Placed[];
  /** Removes it with everything inside it. */
  take(place: Placed): void;
}

function openPlaces(places: readonly Placed[]): Places {
  const left = new Set(places);
  const byFile = byKey(places, ({ file }) => file);
  return {
    has: (place) => left.has(place),
    all: () => [...left],
    take(taken) {
      left.delete(taken);
      for (const place of byFile.get(taken.file) ?? []) {
        if (encloses(taken.symbol, place.symbol)) {
          left.delete(place);
        }
      }
    },
  };
}

/** A whole file, to be compared with others. */
export interface WholeFile {
  readonly path: string;
  readonly language: string | null;
  readonly textHash: string;
  readonly symbols: readonly SymbolPrint[];
}

/** Share of the larger file's symbols that both files must have. */
const LIKENESS_MIN = 0.5;
/** Candidates with one text, such as empty files, that are compared at most. */
const NAMESAKES_MAX = 20;
/** Files on each side that are compared with all files of the other side at most. */
const FILES_MAX = 200;

/** New path to old path: the file with the same text, else the most similar one by the content of its symbols. Each file is used once. */
export function findRenamedFiles(removed: readonly WholeFile[], added: readonly WholeFile[]): Map<string, string> {
  const renamed = new Map<string, string>();
  const taken = new Set<string>();
  const texts = new Map<string, WholeFile[]>();
  for (const file of removed) {
    texts.set(file.textHash, [...(texts.get(file.textHash) ?? []).slice(0, NAMESAKES_MAX), file]);
  }
  const pair = (after: WholeFile, before: WholeFile | undefined): void => {
    if (before !== undefined && !taken.has(before.path) && !renamed.has(after.path)) {
      renamed.set(after.path, before.path);
      taken.add(before.path);
    }
  };
  for (const after of added) {
    const same = (texts.get(after.textHash) ?? []).filter(({ path }) => !taken.has(path));
    pair(after, same.find(({ path }) => nameOfPath(path) === nameOfPath(after.path)) ?? same[0]);
  }
  const comparable = (files: readonly WholeFile[]) =>
    files
      .filter(({ path, symbols }) => symbols.length > 0 && !taken.has(path) && !renamed.has(path))
      .slice(0, FILES_MAX)
      .map((file) => ({ file, contents: new Set(file.symbols.map(contentOf)) }));
  const before = comparable(removed);
  const candidates = comparable(added).flatMap((now) =>
    before
      .filter((old) => old.file.language === now.file.language)
      .map((old) => ({ before: old.file, after: now.file, likeness: likenessOf(old.contents, now.contents) })),
  );
  for (const { after, before } of candidates
    .filter(({ likeness }) => likeness >= LIKENESS_MIN)
    .sort((a, b) => b.likeness - a.likeness)) {
    pair(after, before);
  }
  return renamed;
}

function likenessOf(before: ReadonlySet<string>, after: ReadonlySet<string>): number {
  const shared = [...after].filter((content) => before.has(content)).length;
  return shared / Math.max(1, before.size, after.size);
}

const contentOf = ({ path, contentHash, contentSize }: SymbolPrint): string => `${path} ${contentSize} ${contentHash}`;
