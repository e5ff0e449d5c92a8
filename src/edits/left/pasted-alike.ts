// What macros make of a symbol's name beside the symbol: `HANDLER(PUSH)` defines `do_PUSH`, and another macro that is given the name, perhaps
// by a list in a file that is not read, puts `do_PUSH` together again.
import type { EdgeScene } from "../../intelligence/edges/edge-scene.ts";
import { importersByName } from "../../intelligence/edges/importers-by-name.ts";
import type { Place } from "../../linking/resolution.ts";
import type { Steps } from "../../system/slices.ts";
import { importChain } from "../../vocabulary/chain.ts";
import { literalPattern } from "../../vocabulary/literal-pattern.ts";
import type { EditScene } from "../change-set.ts";
import { type Cuts, searched } from "./cuts.ts";
import type { FoundPlace } from "./find-left.ts";
import { macroTextsAt } from "./macros.ts";
import { pastes } from "./pasted.ts";
import { codeLines, type Line, type Lines, type Readable, type ReadSources } from "./read-sources.ts";

/** Files around the symbol's own that are read. */
const FILES_MAX = 50;
/** A part that is shorter says nothing. */
const FIXED_LENGTH_MIN = 2;

/** Lines of macros that put together a name as the macro does that makes the symbol. @throws CANCELLED */
export async function findPastedAlike(
  scene: EditScene,
  cuts: Cuts,
  read: ReadSources,
  symbols: readonly Place[],
): Promise<FoundPlace[]> {
  const own = await read(symbols.map(({ path }) => path));
  const pasting = symbols.filter(({ path }) => pastes(own.get(path)));
  if (pasting.length === 0) {
    return [];
  }
  const makers = await searched(scene, cuts, [], function* (edges): Steps<Maker[]> {
    yield;
    return pasting.flatMap((place) => {
      const one = edges.lookup.facts(place.path)?.definitions[place.at];
      const at: Line[] = one === undefined ? [] : [{ path: place.path, line: one.nameLine }];
      const around = [place.path, ...includedIn(edges, place.path), ...importing(edges, place.path)];
      return macroTextsAt(edges, own, at).map((text) => ({ name: one?.name ?? "", text, around }));
    });
  });
  const paths = new Set(makers.flatMap(({ text, around }) => [text.path, ...around.slice(0, FILES_MAX)]));
  const sources = await read(paths);
  const chains = [...sources].flatMap(([path, readable]) => chainsIn(path, readable));
  const code = [...sources.values()].flatMap(codeLines).filter((text) => !DEFINE.test(text));
  return makers.flatMap(({ name, text }) => {
    const isOwn = ({ path, line }: PastedChain): boolean =>
      path === text.path && text.startLine <= line && line <= text.endLine;
    const made = new Set(chains.filter(isOwn).map(({ form }) => form));
    return chains
      .filter((one) => made.has(one.form) && !isOwn(one) && mayBeGiven(name, one.macro, code))
      .map(({ path, line, form }): FoundPlace => {
        const why = `may put ${form.replace(GIVEN, name)} together, which is made of ${name}`;
        return { path, line, why, effect: "may-break" };
      });
  });
}

const includedIn = ({ lookup, linker }: EdgeScene, path: string): string[] =>
  (lookup.facts(path)?.imports ?? []).flatMap((_, at) => {
    const { value } = linker.resolve(path, importChain(at));
    return value.is === "module" ? value.paths : [];
  });

const importing = ({ lookup }: EdgeScene, path: string): string[] =>
  importersByName(lookup, path).map((one) => one.path);

/** Not where the macro is seen to be expanded, and only with other names. `code`: without the lines that define macros. */
function mayBeGiven(name: string, macro: string, code: readonly string[]): boolean {
  const expanding = new RegExp(`(?<!\\w)${macro}\\s*\\(`);
  const word = new RegExp(`(?<!\\w)${literalPattern(name)}(?!\\w)`);
  const lines = code.filter((text) => expanding.test(text));
  return lines.length === 0 || lines.some((text) => word.test(text));
}

interface Maker {
  readonly name: string;
  /** Of the macro that makes it. */
  readonly text: Lines;
  readonly around: readonly string[];
}

interface PastedChain extends Line {
  readonly macro: string;
  /** `do_…` */
  readonly form: string;
}

/** In a form, what the macro is given. */
const GIVEN = "…";
const DEFINE = /^[ \t]*#[ \t]*define[ \t]+(\w+)\(([^)]*)\)/;
const CHAIN = /\w+(?:\s*##\s*\w+)+/g;

/** Names that macros in the file put together of one parameter and something else. */
function chainsIn(path: string, readable: Readable): PastedChain[] {
  const found: PastedChain[] = [];
  let parameters: ReadonlySet<string> = new Set();
  let macro = "";
  let isContinued = false;
  for (const [index, text] of codeLines(readable).entries()) {
    const [, name, list] = DEFINE.exec(text) ?? [];
    macro = name ?? macro;
    parameters = list !== undefined ? new Set(list.match(/\w+/g)) : isContinued ? parameters : new Set();
    isContinued = /\\\s*$/.test(text);
    for (const [chain] of parameters.size === 0 ? [] : text.matchAll(CHAIN)) {
      const parts = chain.split(/\s*##\s*/);
      const fixed = parts.filter((part) => !parameters.has(part));
      const isOne = fixed.length === parts.length - 1 && fixed.join("").length >= FIXED_LENGTH_MIN;
      const form = parts.map((part) => (parameters.has(part) ? GIVEN : part)).join("");
      found.push(...(isOne ? [{ path, line: index + 1, macro, form }] : []));
    }
  }
  return found;
}
