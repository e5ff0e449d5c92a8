// Whether an unqualified name has several equally ranked definitions: then an answer about one of them would be a guess, and
// the caller gets all of them.
import type { Snapshot } from "../../index/snapshot.ts";
import { sideOf } from "../../project/file-role.ts";
import { NAMED_KINDS } from "../../vocabulary/chunk.ts";
import { qualifiedAs } from "../../vocabulary/qualified-names.ts";
import type { Definition } from "../answer/search-result.ts";
import type { Scope } from "../query/filter.ts";
import type { Query } from "../query/parse-query.ts";
import { depthOf } from "./signals.ts";

/** Keeps the values that are smallest by `by`. */
function foremost<Value>(values: readonly Value[], by: (value: Value) => number): Value[] {
  const least = values.reduce((min, value) => Math.min(min, by(value)), Number.POSITIVE_INFINITY);
  return values.filter((value) => by(value) === least);
}

/**
 * The definitions of the name asked for that none outranks: same spelling before other case, source before tests and
 * examples, types and functions before variables, outer before nested. One a place: overloads and parts of one symbol
 * in one file count once. In order of path and line; fewer than two means that the name is not ambiguous.
 */
export function equalDefinitions(snapshot: Snapshot, query: Query, scope: Scope): Definition[] {
  const { symbol } = query;
  if (symbol === null) {
    return [];
  }
  const named = snapshot
    .definitions(symbol)
    .filter(({ document }) => scope.document(document))
    .map((one) => ({ one, path: one.path, file: snapshot.document(one.document).path }));
  const qualified = qualifiedAs(named, query.qualifiers, ({ file }) => file);
  const spelled = foremost(qualified, ({ one }) => (one.name === symbol ? 0 : 1));
  const source = foremost(spelled, ({ file }) => sideOf(file, query.asksFor)?.distance ?? 0);
  const standing = foremost(source, ({ one }) => (NAMED_KINDS.has(one.kind) ? 0 : 1));
  const outer = foremost(standing, ({ one }) => depthOf(one));
  const places = new Map(outer.map((place) => [`${place.file}\0${place.path}`, place]));
  return [...places.values()]
    .map(({ one, path, file }) => ({ path: file, line: one.nameLine, symbol: path, kind: one.kind }))
    .sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : a.line - b.line));
}
