// Lines that may call a deleted function by a sign of the language, since no name stands there: `a + b`, `for (x of box)`, `cell[0]`.
import { type EdgeScene, lateAfter, openEdges } from "../../intelligence/edges/edge-scene.ts";
import { findReferences } from "../../intelligence/edges/references.ts";
import { lookupOf } from "../../intelligence/edges/snapshot-lookup.ts";
import { languageById } from "../../languages/registry.ts";
import { classPlacesOf, keyOf, type Place } from "../../linking/resolution.ts";
import type { Steps } from "../../system/slices.ts";
import { definitionChain } from "../../vocabulary/chain.ts";
import { FILE, LOCAL } from "../../vocabulary/facts.ts";
import type { EditScene } from "../edit-scene.ts";
import type { Deleted } from "./consequences.ts";
import { type FoundPlace, inOrder } from "./find-left.ts";
import { codeLines, type ReadSources } from "./read-sources.ts";

/** Longest search for files, in milliseconds. */
const TIME_MS_MAX = 1_000;
/** Things of the type whose users are looked for. */
const TYPED_MAX = 60;
const PLACES_MAX = 200;

/** The same places, and such lines in the files that name the function's type, or something that is of it. @throws CANCELLED */
export async function withSignUses(
  scene: EditScene,
  read: ReadSources,
  found: readonly FoundPlace[],
  { path, startLine, endLine }: Deleted,
): Promise<readonly FoundPlace[]> {
  const called = scene.withSnapshot((snapshot) => {
    const lookup = lookupOf(snapshot);
    const signs = languageById(lookup.language(path))?.deletion?.signs;
    const all = lookup.facts(path)?.definitions ?? [];
    const at = all.findIndex((one) => startLine <= one.nameLine && one.nameLine <= endLine);
    const one = all[at];
    const isWhole = one !== undefined && startLine <= one.startLine && one.endLine <= endLine;
    const sign = isWhole ? (signs?.(one.name) ?? null) : null;
    return sign === null || one === undefined ? null : { sign, symbol: one.path, at, parent: one.parent };
  });
  if (called === null) {
    return found;
  }
  const { sign, symbol, at, parent } = called;
  const files = await scene.inSlices((snapshot) => {
    const edges = openEdges(snapshot, lookupOf(snapshot), scene.signal, new Map(), lateAfter(TIME_MS_MAX));
    return filesAround(edges, { path, at: parent === FILE ? at : parent });
  });
  const known = new Set(found.map((one) => `${one.path}:${one.line}`));
  const why = `has a sign that calls ${symbol}, which is deleted, if a value there is of its type`;
  const added = [...(await read(files))].flatMap(([of, readable]) =>
    codeLines(readable).flatMap((text, index): FoundPlace[] => {
      const line = index + 1;
      const isOwn = of === path && startLine <= line && line <= endLine;
      return !isOwn && !known.has(`${of}:${line}`) && sign.test(text)
        ? [{ path: of, line, why, effect: "may-break" }]
        : [];
    }),
  );
  return inOrder([...found, ...added.slice(0, PLACES_MAX)]);
}

/** Its own file, those that refer to it, and those that refer to what these declare to be of it. */
function* filesAround(edges: EdgeScene, type: Place): Steps<ReadonlySet<string>> {
  const { lookup, linker } = edges;
  const files = new Set([type.path]);
  const referTo = function* (place: Place): Steps<void> {
    const { name = "" } = lookup.facts(place.path)?.definitions[place.at] ?? {};
    for (const { path } of (yield* findReferences(edges, { name, places: [place] })).references) {
      files.add(path);
    }
  };
  yield* referTo(type);
  const typed = [...files].flatMap((path) =>
    (lookup.facts(path)?.definitions ?? []).flatMap((one, at) => {
      const isOpen = one.type !== null && (one.flags & LOCAL) === 0 && !edges.isOver();
      const held = isOpen ? classPlacesOf(linker.resolve(path, definitionChain(at))) : [];
      const isOf = isOpen && held.some((place) => keyOf(place) === keyOf(type));
      return isOf ? [{ path, at }] : [];
    }),
  );
  for (const place of typed.slice(0, TYPED_MAX)) {
    yield* referTo(place);
  }
  return files;
}
