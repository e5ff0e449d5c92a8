// Which files a file of C or C++ sees: all that it includes and that those files include; and which files see it.

import { derivedFrom } from "../../linking/derived.ts";
import { type Lookup, stemOf } from "../../linking/lookup.ts";
import type { LinkContext } from "../../linking/semantics.ts";

/** Limit of files that one file sees; a file that includes more is an amalgamation. */
const SEEN_MAX = 200;

const seenFiles = derivedFrom((_lookup: Lookup) => new Map<string, ReadonlySet<string>>());

/** The file itself first, then what it includes, level by level. */
export function seenFrom({ lookup, semantics }: LinkContext, path: string): ReadonlySet<string> {
  const known = seenFiles(lookup);
  const before = known.get(path);
  if (before !== undefined) {
    return before;
  }
  const files = new Set([path]);
  for (const file of files) {
    for (const { specifier } of files.size < SEEN_MAX ? (lookup.facts(file)?.imports ?? []) : []) {
      for (const found of semantics(file).modules.resolve(specifier, file, lookup)) {
        files.add(found);
      }
    }
  }
  known.set(path, files);
  return files;
}

/** If more files include a header of that name, its includers are not searched for. */
const FILES_MAX = 40;

const HEADER = /\.(?:h|hh|hpp|hxx)$/;
export const isHeader = (path: string): boolean => HEADER.test(path);

const includers = derivedFrom((_lookup: Lookup) => new Map<string, readonly string[]>());

/** Files that include this one, directly or not, and one of its name; none where too many do. */
export function includersOf(context: LinkContext, path: string): readonly string[] {
  const { lookup } = context;
  const known = includers(lookup);
  const before = known.get(path);
  if (before !== undefined) {
    return before;
  }
  const naming = isHeader(path) ? lookup.importing(stemOf(path)) : [];
  const found =
    naming.length > FILES_MAX ? [] : naming.filter((file) => file !== path && seenFrom(context, file).has(path));
  known.set(path, found);
  return found;
}
