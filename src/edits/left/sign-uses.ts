// Lines that may use a symbol where its name does not stand: all lines, in the files around it, that have a sign by which it is called.
import { enclosingType, filesNaming, signsOf } from "../../change/breaks/sign-uses.ts";
import { lookupOf } from "../../intelligence/edges/edge-scene.ts";
import type { Place } from "../../linking/resolution.ts";
import type { LineRange } from "../../vocabulary/chunk.ts";
import type { EditScene } from "../change-set.ts";
import { searchInTime } from "./cuts.ts";
import type { FoundPlace } from "./find-left.ts";
import { codeLines, type ReadSources } from "./read-sources.ts";

export interface SignUses {
  readonly lines: readonly FoundPlace[];
  /** Says at the symbol that there may be more. */
  readonly notes: readonly FoundPlace[];
}

/** All lines that may call the symbol so, in the files that name its type, or something that is of it. @throws CANCELLED */
export async function findSignUses(scene: EditScene, read: ReadSources, symbol: Place): Promise<SignUses> {
  const called = scene.withSnapshot((snapshot) => {
    const lookup = lookupOf(snapshot);
    const one = lookup.facts(symbol.path)?.definitions[symbol.at];
    const signs = signsOf(lookup, symbol);
    return one === undefined || signs.length === 0 ? null : { one, signs };
  });
  if (called === null) {
    return { lines: [], notes: [] };
  }
  const { one, signs } = called;
  const { files, isCut } = await searchInTime(
    scene,
    (edges) => filesNaming(edges, enclosingType(edges, symbol, one)),
    () => ({ files: new Set([symbol.path]), isCut: true }),
  );
  const lines = [...(await read(files))].flatMap(([path, readable]) =>
    codeLines(readable).flatMap((text, index): FoundPlace[] => {
      const line = index + 1;
      const isOwn = path === symbol.path && one.startLine <= line && line <= one.endLine;
      const mayStand = (within: LineRange | undefined): boolean =>
        within === undefined || (path === symbol.path && within.startLine <= line && line <= within.endLine);
      const calling = isOwn ? undefined : signs.find(({ sign, within }) => mayStand(within) && sign.test(text));
      const why = `may use ${calling?.symbol} without its name`;
      return calling === undefined ? [] : [{ path, line, why, effect: "may-break" }];
    }),
  );
  const why = `not all files were searched for what may use ${one.path} without its name`;
  return { lines, notes: isCut ? [{ path: symbol.path, line: one.nameLine, why, effect: "may-break" }] : [] };
}
