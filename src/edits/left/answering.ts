// What answers calls of a member that is gone: `method_missing`, `__getattr__`, `__call`. An error is reported there, if it does not know
// the name either.
import { definitionOf } from "../../intelligence/edges/related-types.ts";
import { languageById } from "../../languages/registry.ts";
import { classPlacesOf, keyOf, type Place } from "../../linking/resolution.ts";
import type { Steps } from "../../system/slices.ts";
import { CALLABLE_KINDS, TYPE_KINDS } from "../../vocabulary/chunk.ts";
import { FILE } from "../../vocabulary/facts.ts";
import type { EditScene } from "../change-set.ts";
import { type Cuts, searched } from "./cuts.ts";
import type { FoundPlace } from "./find-left.ts";
import { codeLines, type ReadSources } from "./read-sources.ts";

/** Types above that are looked into. */
const TYPES_MAX = 50;

/** Members of the types of these symbols, and of those above, that answer for what these do not have. @throws CANCELLED */
export async function findAnswering(
  scene: EditScene,
  cuts: Cuts,
  read: ReadSources,
  symbols: readonly Place[],
): Promise<FoundPlace[]> {
  const found = await searched(scene, cuts, [], function* (edges): Steps<Answering[]> {
    const answering: Answering[] = [];
    for (const symbol of symbols) {
      const one = definitionOf(edges, symbol);
      const type = { path: symbol.path, at: one?.parent ?? FILE };
      const { deletion, constructors = [] } = languageById(edges.lookup.language(symbol.path)) ?? {};
      const rule = constructors.includes(one?.name ?? "") ? undefined : deletion?.answers;
      const isMember = CALLABLE_KINDS.has(one?.kind ?? "") && TYPE_KINDS.has(definitionOf(edges, type)?.kind ?? "");
      const types = new Map(isMember && rule !== undefined ? [[keyOf(type), type]] : []);
      // Grows during the loop.
      for (const place of types.values()) {
        for (const above of types.size < TYPES_MAX ? edges.linker.supers(place).flatMap(classPlacesOf) : []) {
          types.set(keyOf(above), above);
        }
        for (const member of edges.linker.members(place)) {
          const { name = "", nameLine = 0, endLine = 0 } = definitionOf(edges, member) ?? {};
          if (rule?.name.test(name) === true && name !== one?.name) {
            answering.push({
              path: member.path,
              nameLine,
              endLine,
              name,
              symbol: one?.path ?? "",
              passesOn: rule.passesOn,
            });
          }
        }
        yield;
      }
    }
    return answering;
  });
  const sources = await read(found.map(({ path }) => path));
  return found.flatMap(({ path, nameLine, endLine, name, symbol, passesOn }) => {
    const readable = sources.get(path);
    const inside = readable === undefined ? [] : codeLines(readable).slice(nameLine, endLine);
    const passing = inside.flatMap((text, at) => (passesOn.test(text) ? [nameLine + 1 + at] : []));
    const why = `${name} is called where ${symbol} is not found`;
    return [nameLine, ...passing].map((line): FoundPlace => ({ path, line, why, effect: "may-break" }));
  });
}

interface Answering {
  readonly path: string;
  readonly nameLine: number;
  readonly endLine: number;
  readonly name: string;
  /** What it answers for. */
  readonly symbol: string;
  readonly passesOn: RegExp;
}
