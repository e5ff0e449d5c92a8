// What a name means, as a text that is the same in two states of the project where the meaning is: of a rename, a move and a lost type,
// every name has to mean afterwards what it meant.
import type { Linker } from "../../linking/linker.ts";
import type { Lookup } from "../../linking/lookup.ts";
import type { Place, Resolution } from "../../linking/resolution.ts";
import { type Chain, parseRoot, splitFirst } from "../../vocabulary/chain.ts";
import type { ImportFact, ReferenceGroup } from "../../vocabulary/facts.ts";

/** One state of the project. */
export interface LinkedState {
  readonly lookup: Lookup;
  readonly linker: Linker;
}

/** What is the same of a definition in both states. */
export interface MeaningBy {
  readonly definition: (state: LinkedState, place: Place) => string;
  /** Of a module outside of the project, as the file writes it. Default: what it writes. */
  readonly module?: (fact: ImportFact) => string;
}

/** `src/store.ts#Store.put`. */
export const byFileAndName: MeaningBy = {
  definition: ({ lookup }, { path, at }) => `${path}#${lookup.facts(path)?.definitions[at]?.path ?? ""}`,
};

/** The definitions of the project that it means; null where it means none. */
export const definitionsMeant = (
  state: LinkedState,
  path: string,
  group: ReferenceGroup,
  by: MeaningBy = byFileAndName,
): string | null => labelOf(state, state.linker.target(path, group), by);

const labelOf = (state: LinkedState, { value }: Resolution, { definition }: MeaningBy): string | null =>
  value.is === "definition"
    ? [...new Set(value.places.map((place) => definition(state, place)))].sort().join(" ")
    : null;

/** Before what an unknown member belongs to. */
const MEMBER_OF = "member of ";

/** Whether a meaning is that of a member nobody knows, of something that is known. */
export const isOfUnknownMember = (meaning: string): boolean => meaning.includes(MEMBER_OF);

/** Its definitions; else what of the project it is a member of; else the module that it is imported from. Null for what nothing is known of. */
export function meaningOf(
  state: LinkedState,
  path: string,
  group: ReferenceGroup,
  by: MeaningBy = byFileAndName,
): string | null {
  const { lookup, linker } = state;
  const target = linker.target(path, group);
  const found = labelOf(state, target, by);
  // A module says nothing by itself: what is used of it is a use of its own.
  if (found !== null || target.value.is === "module") {
    return found;
  }
  const start = group.of === null ? null : rootOf(group.of);
  const root = start === null ? null : parseRoot(start);
  if (start === null || root === null || root.is === "built-in") {
    return null;
  }
  // An unknown member of something of the project: that, wherever it is imported from, or whether it stands in the same file.
  const known = labelOf(state, linker.declared(path, start), by);
  const fact = root.is === "import" ? lookup.facts(path)?.imports[root.at] : undefined;
  if (known !== null || fact === undefined) {
    return known === null ? null : MEMBER_OF + known;
  }
  return `${by.module?.(fact) ?? fact.specifier} ${fact.imported}`;
}

/** The chain without its steps. */
const rootOf = (of: Chain): Chain => of.slice(0, of.length - splitFirst(of).steps.length);
