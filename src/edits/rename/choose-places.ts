// Which places of which files get the new name: the names of the definitions, and references that are proven to mean them at that
// very offset. All others are left, each with why.
import type { EdgeScene } from "../../intelligence/edges/edge-scene.ts";
import type { Reference } from "../../intelligence/edges/reference-search.ts";
import type { RenameRules } from "../../languages/contract/rename-rules.ts";
import { languageById } from "../../languages/registry.ts";
import { isKnown, type Place } from "../../linking/resolution.ts";
import { lineAt } from "../../syntax/source.ts";
import { importIn, parseMember, splitFirst, unmarked } from "../../vocabulary/chain.ts";
import type { Facts } from "../../vocabulary/facts.ts";
import { kindAt } from "../../vocabulary/stretches.ts";
import type { LeftPlace } from "../change-set.ts";
import type { PlacedFile, PlacedFiles } from "./placed-files.ts";
import { type Use, usesByOffset } from "./uses.ts";

export interface Naming {
  readonly from: string;
  readonly to: string;
}

/** One name in a file that is replaced. */
export interface RenamedPlace {
  /** Of the old name. */
  readonly offset: number;
  /** What stands for it. */
  readonly text: string;
  /** In that text. */
  readonly newNameAt: number;
  /** In that text, where a shorthand was written out: the other name that stood there too; else null. */
  readonly otherNameAt: number | null;
}

export interface Chosen {
  /** By file, each in order of offset. */
  readonly places: ReadonlyMap<string, readonly RenamedPlace[]>;
  readonly left: readonly LeftPlace[];
}

interface Choice {
  readonly naming: Naming;
  readonly scene: EdgeScene;
  readonly files: PlacedFiles;
  /** The file of the first definition. */
  readonly declaredIn: string;
  readonly chosen: Map<string, Map<number, RenamedPlace>>;
  readonly left: LeftPlace[];
}

export interface Found {
  readonly definitions: readonly Place[];
  readonly references: readonly Reference[];
}

/** `scene`: over the files by offsets. */
export function choosePlaces(
  { files, naming, scene }: Pick<Choice, "files" | "naming" | "scene">,
  { definitions, references }: Found,
  includeHeuristic: boolean,
): Chosen {
  const choice: Choice = { naming, scene, files, declaredIn: definitions[0]?.path ?? "", chosen: new Map(), left: [] };
  for (const place of definitions) {
    chooseDefinition(choice, place);
  }
  for (const reference of references) {
    chooseReference(choice, reference, includeHeuristic);
  }
  const places = new Map(
    [...choice.chosen].map(([path, chosen]) => [path, [...chosen.values()].sort((a, b) => a.offset - b.offset)]),
  );
  return { places, left: choice.left };
}

export const rulesOf = ({ language }: Pick<PlacedFile, "language">): RenameRules | undefined =>
  languageById(language)?.rename;

function chooseDefinition(choice: Choice, { path, at }: Place): void {
  const file = choice.files.get(path);
  const definition = file?.facts.definitions[at];
  if (file === undefined || definition === undefined || renamedTo(definition.name, choice.naming) === null) {
    return;
  }
  const offset = nameAt(file, definition.nameLine, choice.naming.from);
  const apart = whyApart(choice, file, []);
  if (offset === null) {
    leave(choice, file, definition.nameLine, "a definition whose name is not written here as such");
  } else if (apart !== null) {
    leave(choice, file, offset, apart);
  } else {
    rename(choice, file, offset, definition.kind === "field");
  }
}

function chooseReference(
  choice: Choice,
  { path, line: start, certainty, role }: Reference,
  includeHeuristic: boolean,
): void {
  const { naming, files, scene } = choice;
  const file = files.get(path);
  if (file === undefined) {
    choice.left.push({ path, line: start, why: "the file changed while it was read" });
    return;
  }
  const uses = usesByOffset(file.facts.references).get(start) ?? [];
  const own = uses.filter(({ group }) => group.name === naming.from);
  if (own.length === 0 || own.every((use) => isAlias(use, file.facts, naming.from))) {
    return;
  }
  const offset = nameAt(file, start, naming.from);
  const apart = whyApart(choice, file, own);
  if (offset === null) {
    leave(choice, file, start, "the place of the name on this line is not known exactly");
  } else if (own.every(({ group }) => scene.linker.namesOwnMember(path, group))) {
    leave(
      choice,
      file,
      offset,
      "on what a type parameter stands for, which only has to fit the symbol's type",
      "may-break",
    );
  } else if (apart !== null) {
    leave(choice, file, offset, apart);
  } else if (certainty === "heuristic" && !includeHeuristic) {
    const isComputed = own.some(({ group }) => isKnown(scene.linker.target(path, group)));
    const why = isComputed ? ONE_OF_SEVERAL : "matched by its name alone";
    leave(choice, file, offset, why, effectOn(role));
  } else {
    rename(choice, file, offset, own.some(isMember));
    if (own.some((use) => isImported(use, file.facts, naming.from))) {
      rename(choice, file, offset, !own.some(isMember));
      const local = localBefore(file, offset, naming.from);
      if (local !== null) {
        rename(choice, file, local, false);
      }
    }
  }
}

/** What is declared with a type that may not be found any more may not be known either. */
export const effectOn = (role: Reference["role"]): LeftPlace["effect"] => (role === "type" ? "may-break" : undefined);

const ONE_OF_SEVERAL = "on a value whose type is computed, and which may have another member of this name";

/** Why the file means another version of the symbol; null where it does not. */
function whyApart({ scene: { lookup }, declaredIn }: Choice, file: PlacedFile, uses: readonly Use[]): string | null {
  const { imports } = file.facts;
  const roots = uses.map(({ group: { of } }) => (of === null ? null : importIn(unmarked(splitFirst(of).name))));
  const [at = null] = roots.filter((one) => one !== null);
  const specifier = at === null ? null : (imports[at]?.specifier ?? null);
  return rulesOf(file)?.whyApart?.(file.path, declaredIn, specifier, lookup) ?? null;
}

/** Whether a field has no name but that of the type that it embeds, to which one of the references there refers. */
export function isEmbedded(files: PlacedFiles, { path, at }: Place, name: string): boolean {
  const file = files.get(path);
  const definition = file?.facts.definitions[at];
  if (file === undefined || definition === undefined) {
    return false;
  }
  const { nameLine, endLine } = definition;
  const own = nameAt(file, nameLine, name);
  const uses = [...usesByOffset(file.facts.references)].filter(([offset]) => nameLine <= offset && offset <= endLine);
  return uses.some(([offset, all]) => (own ?? offset) === offset && all.some(({ group }) => group.name === name));
}

/** A name of the file's own for what it imports under another: `import { open as put }`, the whole module of `require`. */
export function isAlias({ group: { of } }: Use, { imports }: Facts, name: string): boolean {
  const at = of === null ? null : importIn(unmarked(of));
  const binding = at === null ? undefined : imports[at];
  return binding !== undefined && binding.local === name && binding.imported !== name && binding.imported !== "default";
}

/** Imports it by its own name: in `const { open } = require("./store")` both names are the symbol's. */
function isImported({ group: { of }, role }: Use, { imports }: Facts, name: string): boolean {
  const at = of === null || role !== "import" ? null : importIn(unmarked(of));
  return at !== null && imports[at]?.imported === name && imports[at]?.local === name;
}

/** Where the file's own name for the import stands apart from the import's: `var open = require("./store").open`. */
function localBefore(file: PlacedFile, offset: number, name: string): number | null {
  const between = rulesOf(file)?.betweenLocalAndImported;
  const before = [...file.occurrences.keys()].filter((at) => at < offset).at(-1);
  const isLocal = before !== undefined && between?.test(file.source.text.slice(before + name.length, offset)) === true;
  return isLocal ? before : null;
}

const isMember = ({ group: { of } }: Use): boolean => of === null || parseMember(of) !== null;

/** Before the name of a type it makes the name of its destructor. */
export const DESTRUCTOR_MARK = "~";

/** The name that a definition of the symbol gets; null for a definition of another name. */
export const renamedTo = (name: string, { from, to }: Naming): string | null =>
  name === from ? to : name === DESTRUCTOR_MARK + from ? DESTRUCTOR_MARK + to : null;

const QUOTES: ReadonlySet<string> = new Set(['"', "'", "`"]);

/** Where the name stands that starts here, or in quotes or behind a mark that starts here; null where something else stands. */
export function nameAt(file: PlacedFile, start: number, name: string): number | null {
  const { text } = file.source;
  const first = text.charAt(start);
  const isQuoted = QUOTES.has(first);
  const { rawMark, documentsTypes } = rulesOf(file) ?? {};
  const isRaw = rawMark !== undefined && text.startsWith(rawMark, start);
  const offset = isRaw ? start + rawMark.length : isQuoted || first === DESTRUCTOR_MARK ? start + 1 : start;
  const end = text.charAt(offset + name.length);
  // The words of a comment, of a string and of what only a macro reads are no nodes of their own.
  const isWord = !isQuoted && !/[\p{ID_Continue}$]/u.test(end);
  const isInText = documentsTypes === true || isRaw || kindAt(file.stretches, offset) !== "code";
  const isWhole = file.occurrences.has(offset) || (isQuoted && end === first) || (isWord && isInText);
  return text.startsWith(name, offset) && isWhole ? offset : null;
}

function rename({ naming, chosen }: Choice, file: PlacedFile, offset: number, isMemberHere: boolean): void {
  const places = chosen.get(file.path) ?? new Map<number, RenamedPlace>();
  chosen.set(file.path, places);
  const occurrence = file.occurrences.get(offset);
  const shorthand = rulesOf(file)?.shorthand;
  const { from, to } = naming;
  if (occurrence === undefined || shorthand?.isAt(occurrence) !== true) {
    places.set(offset, { offset, text: to, newNameAt: 0, otherNameAt: null });
    return;
  }
  const text = isMemberHere ? shorthand.write(to, from) : shorthand.write(from, to);
  const last = text.length - (isMemberHere ? from : to).length;
  const [newNameAt, otherNameAt] = isMemberHere ? [0, last] : [last, 0];
  const known = places.get(offset);
  // Both names change where both are the symbol's.
  const isBoth = known !== undefined && known.text !== text;
  places.set(
    offset,
    isBoth ? { offset, text: to, newNameAt: 0, otherNameAt: null } : { offset, text, newNameAt, otherNameAt },
  );
}

function leave({ left }: Choice, file: PlacedFile, offset: number, why: string, effect?: LeftPlace["effect"]): void {
  left.push({ path: file.path, line: lineAt(file.source, offset), why, effect });
}
