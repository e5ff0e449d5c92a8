// What goes with a change, as definitions of one file.
import type { EdgeScene, Target } from "../../intelligence/edges/edge-scene.ts";
import { openInside } from "../../intelligence/edges/enclosing-definition.ts";
import { symbolOf } from "../../intelligence/edges/target.ts";
import { semanticsOf } from "../../languages/semantics.ts";
import { isFunction } from "../../linking/children.ts";
import { openLinker } from "../../linking/linker.ts";
import { overlaidLookup } from "../../linking/overlay.ts";
import { keyOf } from "../../linking/resolution.ts";
import type { LineRange } from "../../vocabulary/chunk.ts";
import {
  type DefinitionAt,
  type DefinitionFact,
  type Facts,
  FILE,
  isNamed,
  LOCAL,
  PROMOTED,
} from "../../vocabulary/facts.ts";
import type { Change, Lost, LostDefinition, TextPair } from "./change.ts";
import { cutLines } from "./surviving-lines.ts";

/**
 * What deleting these lines takes out of the file: of what code elsewhere can name. `path`: of the deleted symbol. `pair`: the file's texts;
 * null where the deletion is only supposed.
 */
export function lostWith(
  file: { readonly path: string; readonly language: string | null },
  facts: Facts,
  { startLine, endLine, path }: LineRange & { readonly path: string | null },
  pair: TextPair | null,
): Lost {
  const isInside = (line: number): boolean => startLine <= line && line <= endLine;
  const { definitions } = facts;
  const own = [...definitions.keys()].filter(
    (at) => definitions[at]?.path === path && isInside(definitions[at]?.nameLine ?? 0),
  );
  const isPart = openInside(facts, own);
  // What is around it on its line stays, and so does what only shares its line.
  const mayStay = (one: LineRange): boolean =>
    own.length > 0 && (startLine === endLine || (one.startLine <= startLine && endLine <= one.endLine));
  const goes = (at: DefinitionAt): boolean => {
    const one = definitions[at];
    return (
      one !== undefined &&
      isInside(one.nameLine) &&
      (!mayStay(one) || isPart({ line: one.nameLine, within: at }) || isPromotedBy(definitions, own, one))
    );
  };
  const gone = definitions.flatMap((definition, at): LostDefinition[] => {
    const target = goes(at) && canBeNamedOutside(definitions, at, goes) ? targetIn(file, facts, at) : null;
    return target === null ? [] : [{ at, definition, target, isOutermost: !goes(definition.parent) }];
  });
  return { ...file, facts, definitions: gone, isInside, shared: sharedBy(gone, pair), isRemoved: true, pair };
}

/** Whether one of these is the constructor whose parameter declares the field. */
const isPromotedBy = (
  definitions: readonly DefinitionFact[],
  own: readonly DefinitionAt[],
  field: DefinitionFact,
): boolean =>
  (field.flags & PROMOTED) !== 0 &&
  own.some((at) => isFunction(definitions[at] ?? field) && definitions[at]?.parent === field.parent);

const sharedBy = (gone: readonly Pick<LostDefinition, "definition">[], pair: TextPair | null): Lost["shared"] =>
  pair === null
    ? new Map()
    : cutLines(pair, new Set(gone.flatMap(({ definition: { startLine, endLine } }) => [startLine, endLine])));

/** What the change is about: the first of them that nothing else that goes encloses. */
export const outermostOf = ({ definitions }: Pick<Lost, "definitions">): LostDefinition | undefined =>
  definitions.find(({ isOutermost }) => isOutermost);

/** That definition alone, since others of its name may stay. */
function targetIn(
  file: { readonly path: string; readonly language: string | null },
  facts: Facts,
  at: DefinitionAt,
): Target | null {
  const symbol = symbolOf(file, facts, [at]);
  return symbol === null ? null : { name: symbol.name, places: [{ path: file.path, at }] };
}

/** Not inside of a function that goes, whose own variables nothing else sees. */
function canBeNamedOutside(
  definitions: readonly DefinitionFact[],
  at: DefinitionAt,
  goes: (at: DefinitionAt) => boolean,
): boolean {
  const definition = definitions[at];
  const parent = definition?.parent ?? FILE;
  const around = definitions[parent];
  const isOfFunction = around !== undefined && goes(parent) && isFunction(around);
  return definition !== undefined && isNamed(definition) && !(isOfFunction && (definition.flags & LOCAL) !== 0);
}

/** A symbol of the base state that a change removes, or leaves in another form (`isRemoved` false). Null where its file has no facts. */
export function lostSymbol(
  { base, lineNow }: Pick<Change, "base" | "lineNow">,
  target: Target,
  pair: TextPair | null,
  isRemoved: boolean,
): Lost | null {
  const [place] = target.places;
  const facts = place === undefined ? null : base.lookup.facts(place.path);
  const definition = facts?.definitions[place?.at ?? FILE];
  if (place === undefined || facts === null || definition === undefined) {
    return null;
  }
  const { path, at } = place;
  return {
    path,
    language: base.lookup.language(path),
    facts,
    definitions: [{ at, definition, target, isOutermost: true }],
    isInside: (line) => lineNow(path, line) === null,
    shared: isRemoved ? sharedBy([{ definition }], pair) : new Map(),
    isRemoved,
    pair,
  };
}

/** A symbol of a project that nothing changes, taken for lost, with the change that would do that. Null where its file has no facts. */
export function supposedLoss(
  base: EdgeScene,
  target: Target,
  isRemoved: boolean,
): { readonly change: Change; readonly lost: Lost } | null {
  const stays = (path: string, line: number) => ({ path, line, isInChange: false });
  const lost = lostSymbol({ base, lineNow: stays }, target, null, isRemoved);
  return lost === null ? null : { change: supposedChange(base, lost), lost };
}

/** The change that would take it away and touch nothing else. Ordinals and lines stay as they are. */
export function supposedChange(base: EdgeScene, { path, language, facts, definitions: gone, isInside }: Lost): Change {
  const without = new Set(gone.map(({ at }) => at));
  const masked = (definition: DefinitionFact, at: DefinitionAt): DefinitionFact =>
    without.has(at)
      ? { ...definition, name: "{}", path: "{}", kind: "variable", type: null, supers: [], flags: 0 }
      : definition;
  const references = facts.references.filter(({ lines }) => !lines.every(isInside));
  const file = { language, facts: { ...facts, definitions: facts.definitions.map(masked), references } };
  const lookup = overlaidLookup(base.lookup, new Map([[path, file]]));
  return {
    base,
    now: { ...base, lookup, linker: openLinker(lookup, semanticsOf, base.isOver) },
    baseOf: () => base,
    pairs: [],
    gone: new Set([...without].map((at) => keyOf({ path, at }))),
    lineNow: (of, line) => (of === path && isInside(line) ? null : { path: of, line, isInChange: false }),
  };
}
