// Of a definition that the compiler passes or finds by itself, such as a `given` or an `impl`: uses of what its type has, and of functions
// that ask for one.
import type { EdgeScene } from "../../intelligence/edges/edge-scene.ts";
import { enclosingAt } from "../../intelligence/edges/enclosing-definition.ts";
import { findReferences } from "../../intelligence/edges/references.ts";
import { definitionOf, targetOf } from "../../intelligence/edges/related-types.ts";
import { classPlacesOf, keyOf, type Place } from "../../linking/resolution.ts";
import type { Steps } from "../../system/slices.ts";
import { hasMember, importChain } from "../../vocabulary/chain.ts";
import { CALLABLE_KINDS } from "../../vocabulary/chunk.ts";
import { type Facts, FILE, type ReferenceGroup } from "../../vocabulary/facts.ts";
import type { EditScene } from "../change-set.ts";
import { type Cuts, firstOf, linesNaming, searched } from "./cuts.ts";
import type { FoundPlace } from "./find-left.ts";
import { isMacroOn } from "./macros.ts";
import { codeLines, type Line, lineFits, type Readable, type ReadSources, rulesOf } from "./read-sources.ts";

/** `lost`: lines of which one may begin such a definition. */
export async function impliedUses(
  scene: EditScene,
  cuts: Cuts,
  read: ReadSources,
  lost: readonly Line[],
): Promise<FoundPlace[]> {
  const defining = await read(lost.map(({ path }) => path));
  const paths = [...defining].flatMap(([path, readable]) =>
    lost.some((one) => one.path === path && ruleAt(readable, one.line, "definition")) ? [path] : [],
  );
  if (paths.length === 0) {
    return [];
  }
  const found = await searched(scene, cuts, { own: [], asking: [] }, function* (edges) {
    const { lookup, linker } = edges;
    const isHead = ({ path, line }: Line): boolean => ruleAt(defining.get(path), line, "definition");
    const expanding = yield* filesExpanding(edges, cuts, lost.filter(isHead));
    const types = lost.flatMap(({ path, line }): Place[] => {
      const facts = paths.includes(path) ? lookup.facts(path) : null;
      const above = facts?.definitions.flatMap(({ nameLine }, at) =>
        nameLine === line ? linker.supers({ path, at }).flatMap(classPlacesOf) : [],
      );
      const named = facts?.references
        .filter(({ lines }) => lines.includes(line) && ruleAt(defining.get(path), line, "definition"))
        .flatMap((group) => {
          const own: readonly Place[] = classPlacesOf(linker.target(path, group));
          return own.length > 0 ? own : expanding.flatMap((one) => meantIn(edges, one, group));
        })
        .filter((place) => definitionOf(edges, place)?.kind === kindAsked(defining.get(path)));
      return [...(above ?? []), ...(named ?? [])];
    });
    const asking: Line[] = [];
    for (const place of types) {
      asking.push(...(yield* linesNaming(edges, cuts, targetOf(edges, place))));
    }
    return { own: types.flatMap((place) => linker.members(place)), asking };
  });
  const sources = await read(found.asking.map((one) => one.path));
  const asking = found.asking.filter((one) => ruleAt(sources.get(one.path), one.line, "asked"));
  const used = await searched(scene, cuts, [], function* (edges): Steps<Line[]> {
    const functions = asking.flatMap((one) => {
      const facts = edges.lookup.facts(one.path);
      return facts === null ? [] : askingAt(facts, sources.get(one.path), one);
    });
    const lines: Line[] = [];
    for (const place of firstOf([...found.own, ...functions], cuts)) {
      lines.push(...(yield* linesNaming(edges, cuts, targetOf(edges, place))));
    }
    return lines;
  });
  const why = "may ask for what breaks without its name";
  return [...asking, ...used].map((one): FoundPlace => ({ path: one.path, line: one.line, why, effect: "may-break" }));
}

/** Where macros are expanded in whose text one of the lines stands: what is in sight there says what their names mean. */
function* filesExpanding(edges: EdgeScene, cuts: Cuts, heads: readonly Line[]): Steps<readonly string[]> {
  const macros = heads.flatMap(({ path, line }) =>
    (edges.lookup.facts(path)?.definitions ?? []).flatMap((one, at): Place[] =>
      isMacroOn(one, line) ? [{ path, at }] : [],
    ),
  );
  const files = new Set<string>();
  for (const place of firstOf([...new Map(macros.map((one) => [keyOf(one), one])).values()], cuts)) {
    const { references, filesLeft } = yield* findReferences(edges, targetOf(edges, place));
    cuts.isCut ||= filesLeft.length > 0;
    for (const { path } of references) {
      files.add(path);
    }
  }
  return [...files];
}

/** What the name of a group from elsewhere means in this file. */
function meantIn({ lookup, linker }: EdgeScene, path: string, { name, of }: ReferenceGroup): readonly Place[] {
  const at = (lookup.facts(path)?.imports ?? []).findIndex(({ local }) => local === name);
  return of === null || hasMember(of) ? [] : classPlacesOf(linker.resolve(path, at < 0 ? name : importChain(at)));
}

const kindAsked = (readable: Readable | undefined): string =>
  (readable === undefined ? undefined : rulesOf(readable).implied?.kind) ?? "interface";

const ruleAt = (readable: Readable | undefined, line: number, rule: "definition" | "asked"): boolean =>
  lineFits(readable, line, ({ implied }) => implied?.[rule]);

/** The definition around a line that asks, and those of the block at whose head it stands. */
function askingAt(facts: Facts, readable: Readable | undefined, { path, line }: Line): Place[] {
  const around = enclosingAt(facts, { line });
  const head = readable === undefined ? undefined : rulesOf(readable).implied?.block;
  if (readable === undefined || head === undefined || CALLABLE_KINDS.has(facts.definitions[around]?.kind ?? "")) {
    return around === FILE ? [] : [{ path, at: around }];
  }
  const lines = codeLines(readable);
  const start = lines.slice(0, line).findLastIndex((text) => head.test(text));
  const indent = lines[start]?.search(/\S/) ?? 0;
  const behind = lines.findIndex(
    (text, at) => at >= line && text.search(/\S/) === indent && text.trim().startsWith("}"),
  );
  return facts.definitions.flatMap(({ kind, nameLine }, at) =>
    start >= 0 && CALLABLE_KINDS.has(kind) && line <= nameLine && nameLine <= behind ? [{ path, at }] : [],
  );
}
