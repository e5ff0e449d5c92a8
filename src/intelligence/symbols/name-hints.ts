// Which files a question about names is likely about, told from raw texts: those that seem to define one of them, then those that have it.
import { termsOf } from "../../index/lexical/terms.ts";
import type { FileHints } from "../../index/project-index.ts";
import type { Snapshot } from "../../index/snapshot.ts";
import { besideSource } from "../../search/query/file-hints.ts";
import { comparePaths } from "./candidate-files.ts";
import { partsOfQuery } from "./find-symbols.ts";

export interface NameHintsOptions {
  /** Whether files that only use a name matter, too. */
  readonly uses: boolean;
}

/** A definition of the whole name, of all its parts; a use. */
const [DEFINES, DEFINES_PARTS, USES] = [4, 2, 1];

const AT_LINES = /:\d+(?:-\d+)?$/;

/** `addresses`: as tools take them: `path#Class.method`, `path:line`, `Class.method`, a name. */
export function hintsOfNames(addresses: readonly string[], { uses }: NameHintsOptions): FileHints {
  const cut = addresses.map((address) => {
    const at = address.lastIndexOf("#");
    return AT_LINES.test(address)
      ? { path: address.replace(AT_LINES, ""), name: "" }
      : { path: at > 0 ? address.slice(0, at) : "", name: partsOfQuery(address.slice(at + 1)).name };
  });
  const names = [...new Set(cut.map(({ name }) => name).filter((name) => name !== ""))];
  const paths = [...new Set(cut.map(({ path }) => path).filter((path) => path !== ""))];
  const termsOfNames = names.map((name) => [...new Set(termsOf(name))]);
  return {
    terms: [...new Set(termsOfNames.flat())],
    needles: names.map((name) => name.toLowerCase()),
    names,
    ...(uses ? { exactNames: names } : {}),
    // The answer says how much was not read; it does not wait for more.
    nameTerms: [],
    places: paths.map((path) => path.toLowerCase()),
    sideDistance: besideSource,
    rank: (snapshot) => {
      const scores = new Map<string, number>();
      const add = (path: string, score: number) => scores.set(path, Math.max(scores.get(path) ?? 0, score));
      for (const path of paths.filter((path) => snapshot.documentAt(path) !== undefined)) {
        add(path, 2 * DEFINES);
      }
      for (const terms of termsOfNames) {
        scoreFiles(snapshot, terms, uses, add);
      }
      return [...scores]
        .sort(([a, scoreOfA], [b, scoreOfB]) => {
          return scoreOfB - scoreOfA || besideSource(a) - besideSource(b) || comparePaths(a, b);
        })
        .map(([path]) => path);
    },
  };
}

/** `terms`: of one name; the first is the name as a whole, the others its parts. */
function scoreFiles(
  snapshot: Snapshot,
  terms: readonly string[],
  uses: boolean,
  add: (path: string, score: number) => void,
): void {
  const parts = new Map<number, number>();
  for (const [place, term] of terms.entries()) {
    const { documents, nameCounts, chunkStarts } = snapshot.postings(term);
    for (const [at, id] of documents.entries()) {
      const isNamed = (nameCounts[at] ?? 0) > 0;
      if (isNamed) {
        parts.set(id, (parts.get(id) ?? 0) + 1);
      }
      const isInText = (chunkStarts[at + 1] ?? 0) > (chunkStarts[at] ?? 0);
      if (place === 0 && (isNamed || (uses && isInText))) {
        add(snapshot.document(id as Parameters<Snapshot["document"]>[0]).path, isNamed ? DEFINES : USES);
      }
    }
  }
  for (const [id, count] of parts) {
    if (count >= terms.length - 1) {
      add(snapshot.document(id as Parameters<Snapshot["document"]>[0]).path, DEFINES_PARTS);
    }
  }
}
