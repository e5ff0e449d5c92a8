// What of a type only its package sees: fields, methods, constructors and nested types without `public`, or `protected` ones outside of
// subclasses.
import { append } from "../../system/append.ts";
import { definitionIn, parseRoot, typeIn } from "../../vocabulary/chain.ts";
import { TYPE_KINDS } from "../../vocabulary/chunk.ts";
import { type DefinitionFact, EXPORTED, FILE, PRIVATE } from "../../vocabulary/facts.ts";
import {
  type BetweenMove,
  isInside,
  type MeantDefinition,
  type PlacedText,
  type PlacedUse,
} from "../contract/move-between.ts";
import type { Hidden, JavaMove } from "./java-move.ts";
import { openAccess } from "./open-access.ts";

export const OPEN_FIRST = "pass export_needed to make it public, or make it public first";

const isPackagePrivate = ({ flags, kind }: DefinitionFact): boolean =>
  (flags & (EXPORTED | PRIVATE)) === 0 && kind !== "member";

export function hiddenMembers({ source, own, pieces }: BetweenMove): ReadonlyMap<string, readonly Hidden[]> {
  const hidden = new Map<string, Hidden[]>();
  for (const [at, definition] of source.facts.definitions.entries()) {
    if (!own.has(at) && isInside(pieces, definition.nameLine) && isPackagePrivate(definition)) {
      append(hidden, definition.name, { path: source.path, at, definition });
    }
  }
  return hidden;
}

/** The words before its name; null in a file that was not read. */
function modifiersOf({ move }: JavaMove, { path, definition }: MeantDefinition): string | null {
  const file = [move.source, move.destination, ...move.users].find((one) => one.path === path);
  return file === undefined ? null : file.text.slice(definition.startLine, definition.nameLine);
}

const isProtected = (java: JavaMove, meant: MeantDefinition): boolean =>
  /\bprotected\b/.test(modifiersOf(java, meant) ?? "");

/** Whether a use from another package sees the member; one that is inherited sees what is protected. */
export function isSeenByAll(java: JavaMove, meant: MeantDefinition, { of }: PlacedUse): boolean {
  const { definition } = meant;
  if (isPackagePrivate(definition)) {
    return false;
  }
  return !isProtected(java, meant) || (of !== null && INHERITED.has(parseRoot(rootOf(of)).is));
}

/**
 * Whether the types around a member are visible to another package too, or are made so: a value of one may be at hand without its name. The
 * type that moves is looked after by itself.
 */
export function isAccessible(java: JavaMove, { path, definition, isOwn }: MeantDefinition): boolean {
  const { definitions } = java.move.lookup.facts(path) ?? { definitions: [] };
  for (let at = definition.parent; at !== FILE; at = definitions[at]?.parent ?? FILE) {
    const around = definitions[at];
    const isMoved = isOwn && around?.parent === FILE;
    if (around !== undefined && !isMoved && isPackagePrivate(around)) {
      if (!openAccess(java, { path, at, definition: around })) {
        return false;
      }
    }
  }
  return true;
}

/** Nested types that only the package sees and that a member takes or returns: who calls it needs them, without naming them. */
export function hiddenTypesOf({ hidden }: JavaMove, { definition }: MeantDefinition): readonly Hidden[] {
  const { signature, type } = definition;
  const named = type === null ? null : definitionIn(typeIn(type));
  return [...hidden.values()]
    .flat()
    .filter(
      ({ at, definition: one }) =>
        TYPE_KINDS.has(one.kind) && (at === named || new RegExp(`\\b${one.name}\\b`).test(signature ?? "")),
    );
}

const INHERITED: ReadonlySet<string> = new Set(["self", "super", "in"]);

const rootOf = (of: string): string => /^(?:self|super|in)@\d+/.exec(of)?.[0] ?? of;

/** `new Order()` and `extends Order` need a constructor that they see. */
export function refuseConstruction(java: JavaMove, file: PlacedText, use: PlacedUse, meant: MeantDefinition): void {
  const { move, edits } = java;
  if (use.role !== "new" && use.role !== "extend") {
    return;
  }
  const definitions = move.lookup.facts(meant.path)?.definitions ?? [];
  const type = meant.definition.kind === "method" ? meant.definition.parent : meant.at;
  const constructors = definitions.flatMap((one, at) =>
    one.parent === type && one.kind === "method" && one.name === definitions[type]?.name
      ? [{ ...meant, definition: one, at }]
      : [],
  );
  const unseen = constructors.filter(
    (one) => isPackagePrivate(one.definition) || (use.role === "new" && isProtected(java, one)),
  );
  if (unseen.some((one) => !openAccess(java, one))) {
    const message = `${use.role === "new" ? "makes" : "extends"} ${definitions[type]?.path}, whose constructor is not public`;
    edits.refuse(file, use.offset, message, OPEN_FIRST);
  }
}

/** A method without `public` is overridden within its package alone. */
export function refuseLostOverrides(java: JavaMove): void {
  const { move, edits, from } = java;
  for (const file of [move.source, ...move.users]) {
    for (const use of file.uses.filter(({ role }) => role === "extend")) {
      const isMoving = file === move.source && isInside(move.pieces, use.offset);
      for (const meant of use.meant.filter(({ isOwn }) => isOwn !== isMoving)) {
        const { facts } = file;
        const base = move.lookup.facts(meant.path)?.definitions ?? [];
        const lost = base.flatMap((one, at) =>
          one.parent === meant.at &&
          one.kind === "method" &&
          isPackagePrivate(one) &&
          facts.definitions.some(({ kind, name }) => kind === "method" && name === one.name)
            ? [{ path: meant.path, at, definition: one }]
            : [],
        );
        const inPackage = move.lookup.facts(meant.path)?.package === from ? lost : [];
        const [left] = inPackage.filter((one) => !openAccess(java, one));
        if (left !== undefined) {
          const message = `may override ${left.definition.path}, which only its package sees`;
          edits.refuse(file, use.offset, message, OPEN_FIRST);
        }
      }
    }
  }
}
