// Where a type is used that fits another one by its members alone, one of which is asked about: nothing names that member there
// (`serializer: Serializes = Json` in Python, where `Serializes` is a protocol). Pure over facts.
import { languageById } from "../../languages/registry.ts";
import { inTime } from "../../linking/linker.ts";
import { keyOf, type Place } from "../../linking/resolution.ts";
import type { Steps } from "../../system/slices.ts";
import { TYPE_KINDS } from "../../vocabulary/chunk.ts";
import { FILE, type Role } from "../../vocabulary/facts.ts";
import type { EdgeScene } from "./edge-scene.ts";
import { findReferences } from "./references.ts";
import { definitionOf, typesAbove } from "./related-types.ts";

export interface FittingUse {
  readonly path: string;
  /** 1-based. */
  readonly line: number;
  /** "Json may be used as Serializes, which it fits by dumps" */
  readonly why: string;
}

export interface FittingUses {
  readonly uses: readonly FittingUse[];
  readonly isWhole: boolean;
}

/** Roles in which a type, or a value of it, is passed on. */
const PASSED: ReadonlySet<Role> = new Set(["read", "call", "new"]);

/** `member`: of a type, or of one that only asks for members; then of all types that fit that one. */
export function* usesAsFitting(scene: EdgeScene, member: Place): Steps<FittingUses> {
  const name = definitionOf(scene, member)?.name;
  const type: Place = { ...member, at: definitionOf(scene, member)?.parent ?? FILE };
  const isType = TYPE_KINDS.has(definitionOf(scene, type)?.kind ?? "variable");
  const fits = name === undefined || !isType ? { value: [] } : inTime(() => fitsOf(scene, type, name));
  yield;
  const uses: FittingUse[] = [];
  let isWhole = fits !== null;
  for (const { having, asking } of fits?.value ?? []) {
    const own = definitionOf(scene, having);
    if (own !== undefined) {
      const found = yield* findReferences(scene, { name: own.name, places: [having] });
      isWhole &&= found.filesLeft.length === 0;
      const why = `${own.path} may be used as ${definitionOf(scene, asking)?.path}, which it fits by ${name}`;
      const passed = found.references.filter(({ role }) => PASSED.has(role));
      uses.push(...passed.map(({ path, line }) => ({ path, line, why })));
    }
  }
  return { uses, isWhole };
}

interface Fit {
  readonly having: Place;
  /** Asks for members alone, all of which the other has. */
  readonly asking: Place;
}

function fitsOf(scene: EdgeScene, type: Place, name: string): Fit[] {
  const { linker, lookup } = scene;
  const isMatched = languageById(lookup.language(type.path))?.isMatchedByMembers;
  const isAsking = ({ path, at }: Place): boolean => {
    const facts = lookup.facts(path);
    const definition = facts?.definitions[at];
    return facts !== null && definition !== undefined && isMatched?.(facts, definition) === true;
  };
  const namesOf = (of: Place): string[] =>
    linker.members(of).map((own) => lookup.facts(own.path)?.definitions[own.at]?.name ?? "");
  const isFit = ({ having, asking }: Fit): boolean => {
    const had = new Set([having, ...typesAbove(scene, having).values()].flatMap(namesOf));
    return keyOf(having) !== keyOf(asking) && namesOf(asking).every((member) => had.has(member));
  };
  const others = isMatched === undefined ? [] : [...linker.owners(type, name), ...withProperty(scene, type, name)];
  return isAsking(type)
    ? others.map((having) => ({ having, asking: type })).filter(isFit)
    : others
        .filter(isAsking)
        .map((asking) => ({ having: type, asking }))
        .filter(isFit)
        .slice(0, 1);
}

/** Types that have it as a field or property, in files that name it. */
function withProperty({ lookup }: EdgeScene, type: Place, name: string): Place[] {
  const files = new Set([type.path, ...lookup.containing(name)]);
  return [...files].flatMap((path) =>
    (lookup.facts(path)?.definitions ?? []).flatMap((one) =>
      one.kind === "field" && one.name === name && one.parent !== FILE ? [{ path, at: one.parent }] : [],
    ),
  );
}
