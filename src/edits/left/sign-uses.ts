// Lines that may use a symbol where its name does not stand: by a sign of the language (`a + b`, `for (x of box)`, `cell[0]`), by a name
// that is computed, as a lambda.
import type { EdgeScene } from "../../intelligence/edges/edge-scene.ts";
import { declarationsOf } from "../../intelligence/edges/overloads.ts";
import { findReferences } from "../../intelligence/edges/references.ts";
import { lookupOf } from "../../intelligence/edges/snapshot-lookup.ts";
import type { DeletionRules } from "../../languages/contract/deletion-rules.ts";
import { languageById } from "../../languages/registry.ts";
import { classPlacesOf, keyOf, type Place } from "../../linking/resolution.ts";
import type { Steps } from "../../system/slices.ts";
import type { Chain } from "../../vocabulary/chain.ts";
import { type LineRange, TYPE_KINDS } from "../../vocabulary/chunk.ts";
import { type DefinitionFact, FILE, LOCAL } from "../../vocabulary/facts.ts";
import type { EditScene } from "../edit-scene.ts";
import type { FoundPlace } from "./find-left.ts";
import { importersOf } from "./pages.ts";
import { codeLines, type ReadSources } from "./read-sources.ts";
import { searchInTime } from "./search-in-time.ts";

/** Things of the type whose users are looked for. */
const TYPED_MAX = 60;

/** A sign that may call a symbol. */
interface Sign {
  readonly sign: RegExp;
  readonly symbol: string;
}

export interface SignUses {
  readonly lines: readonly FoundPlace[];
  /** Says at the symbol that there may be more. */
  readonly notes: readonly FoundPlace[];
}

/** All lines that may call the symbol so, in the files that name its type, or something that is of it. @throws CANCELLED */
export async function findSignUses(scene: EditScene, read: ReadSources, symbol: Place): Promise<SignUses> {
  const called = scene.withSnapshot((snapshot) => {
    const lookup = lookupOf(snapshot);
    const all = lookup.facts(symbol.path)?.definitions ?? [];
    const one = all[symbol.at];
    // A module takes all that is in it along.
    const own = one?.kind === "module" ? all.filter((other) => isWithin(one, other)) : one === undefined ? [] : [one];
    const rules = languageById(lookup.language(symbol.path))?.deletion ?? {};
    const signs = own.flatMap((other) =>
      signsOf(rules, all, other).map((sign): Sign => ({ sign, symbol: other.path })),
    );
    return one === undefined || signs.length === 0 ? null : { one, signs };
  });
  if (called === null) {
    return { lines: [], notes: [] };
  }
  const { one, signs } = called;
  const { files, isCut } = await searchInTime(
    scene,
    (edges) => filesAround(edges, typeAround(edges, symbol, one)),
    () => ({ files: new Set([symbol.path]), isCut: true }),
  );
  const lines = [...(await read(files))].flatMap(([path, readable]) =>
    codeLines(readable).flatMap((text, index): FoundPlace[] => {
      const line = index + 1;
      const isOwn = path === symbol.path && one.startLine <= line && line <= one.endLine;
      const calling = isOwn ? undefined : signs.find(({ sign }) => sign.test(text));
      const why = `may use ${calling?.symbol} without its name`;
      return calling === undefined ? [] : [{ path, line, why, effect: "may-break" }];
    }),
  );
  const why = `not all files were searched for what may use ${one.path} without its name`;
  return { lines, notes: isCut ? [{ path: symbol.path, line: one.nameLine, why, effect: "may-break" }] : [] };
}

/** Of an operator its sign, of any member what reaches one by a computed name, of an interface's only method the lambdas that are it. */
function signsOf(rules: DeletionRules, all: readonly DefinitionFact[], one: DefinitionFact): RegExp[] {
  const { name, parent } = one;
  const owner = all[parent];
  const isMethod = (member: DefinitionFact): boolean => member.parent === parent && member.kind === "method";
  const isOnly = owner?.kind === "interface" && isMethod(one) && all.filter(isMethod).length === 1;
  return [
    one.kind === "field" ? (rules.unpacked ?? []) : [],
    rules.signs?.(name, owner?.name ?? "") ?? [],
    owner === undefined ? [] : (rules.computed ?? []),
    isOnly ? (rules.lambda ?? []) : [],
  ].flat();
}

/** The type around it, wherever that is written; the symbol itself where there is none. */
function typeAround({ lookup }: EdgeScene, { path, at }: Place, { parent, kind, path: symbol }: DefinitionFact): Place {
  const owner = symbol.slice(0, Math.max(0, symbol.lastIndexOf(".")));
  if (kind === "module" || (parent === FILE && owner === "")) {
    return { path, at };
  }
  const elsewhere = (parent === FILE ? lookup.declaring(owner) : []).flatMap((file): Place[] => {
    const all = lookup.facts(file)?.definitions ?? [];
    return all.flatMap((one, index) =>
      one.path === owner && TYPE_KINDS.has(one.kind) ? [{ path: file, at: index }] : [],
    );
  });
  const isOfType = TYPE_KINDS.has(lookup.facts(path)?.definitions[parent]?.kind ?? "");
  return elsewhere[0] ?? { path, at: isOfType ? parent : at };
}

const isWithin = (outer: LineRange, inner: LineRange): boolean =>
  outer.startLine <= inner.startLine && inner.endLine <= outer.endLine;

const isNamedByWord = ({ lookup }: EdgeScene, { path, at }: Place): boolean =>
  /^[\w$]+$/.test(lookup.facts(path)?.definitions[at]?.name ?? "");

/** `isCut`: there may be more. */
interface FilesAround {
  readonly files: ReadonlySet<string>;
  readonly isCut: boolean;
}

/** Its own file, those that refer to it, and those that refer to what these declare to be of it. */
function* filesAround(edges: EdgeScene, type: Place): Steps<FilesAround> {
  const { lookup, linker } = edges;
  const files = new Set([type.path]);
  let isCut = false;
  const referTo = function* (place: Place): Steps<void> {
    const { name = "" } = lookup.facts(place.path)?.definitions[place.at] ?? {};
    const { references, filesLeft } = yield* findReferences(edges, { name, places: [place] });
    isCut ||= filesLeft.length > 0;
    for (const { path } of references) {
      files.add(path);
    }
  };
  yield* referTo(type);
  // An operator that is no type's own is found by who sees its declarations, since its name need not stand where it is used.
  for (const { path } of isNamedByWord(edges, type) ? [] : declarationsOf(edges, type)) {
    files.add(path);
    for (const importer of importersOf(lookup, path)) {
      files.add(importer.path);
    }
  }
  const isOf = (path: string, chain: Chain): boolean =>
    classPlacesOf(linker.resolve(path, chain)).some((place) => keyOf(place) === keyOf(type));
  const typed = [...files].flatMap((path) =>
    (lookup.facts(path)?.definitions ?? []).flatMap((one, at) => {
      const isOpen = one.type !== null && (one.flags & LOCAL) === 0 && !edges.isOver();
      return isOpen && one.type.split("|").some((chain) => isOf(path, chain)) ? [{ path, at }] : [];
    }),
  );
  for (const place of typed.slice(0, TYPED_MAX)) {
    yield* referTo(place);
  }
  return { files, isCut: isCut || typed.length > TYPED_MAX || edges.isOver() };
}
