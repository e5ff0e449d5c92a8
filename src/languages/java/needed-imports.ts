// What the text of a type needs where it goes: the imports that it uses, and types of its old package, which it did not have to import.
import { importIn } from "../../vocabulary/chain.ts";
import { EXPORTED, FILE } from "../../vocabulary/facts.ts";
import type { ImportStatement, WantedImport } from "../contract/import-statements.ts";
import { isInside, type MeantDefinition, type PlacedUse } from "../contract/move-between.ts";
import type { JavaMove } from "./java-move.ts";
import { JAVA_LANG } from "./library-types.ts";
import { openAccess } from "./open-access.ts";
import { isAccessible, isSeenByAll, OPEN_FIRST, refuseConstruction } from "./package-visibility.ts";

export const importOf = (name: string, type: string): WantedImport => ({
  module: `${name}.${type}`,
  imported: type,
  local: type,
  isType: false,
  written: `import ${name}.${type};`,
});

export function takeNeeds(java: JavaMove): void {
  const { move } = java;
  const inside = move.source.uses.filter(({ offset }) => isInside(move.pieces, offset));
  const taken = new Set<string>();
  for (const statement of move.source.statements) {
    const [name] = statement.names;
    const isUsed = inside.some(
      (use) => use.name === name?.local && isSimple(use) && !use.meant.some(({ isOwn }) => isOwn),
    );
    if (name?.local != null && isUsed) {
      taken.add(name.local);
      takeImport(java, statement);
    }
  }
  let hasUnknown = false;
  for (const use of inside) {
    const meant = use.meant.find(({ isOwn }) => !isOwn);
    if (meant !== undefined) {
      takeDefined(java, use, meant, taken);
    } else if (use.meant.length === 0 && isSimple(use) && !taken.has(use.name)) {
      hasUnknown = true;
      refuseUnread(java, use);
    }
  }
  if (hasUnknown) {
    takeWildcards(java);
  }
}

/** A type that no import brings is of the old package: in a file that was not read, such as one with long lines of data. */
function refuseUnread({ move, edits, isSame }: JavaMove, { name, offset }: PlacedUse): void {
  const hasWildcards = move.source.statements.some(({ names }) => names[0]?.imported === "*");
  const isType = /^\p{Lu}\w*\p{Ll}/u.test(name) && !JAVA_LANG.has(name);
  // What a library's type declares within itself has no import either.
  const mayInherit = move.source.uses.some(({ role, meant }) => role === "extend" && meant.length === 0);
  if (isType && !hasWildcards && !isSame && !mayInherit) {
    const message = `${move.definition.name} uses ${name}, which is in no file that could be read`;
    edits.refuse(move.source, offset, message, "import it there first, or move it by hand");
  }
}

/** `Order`, not `order.Order` nor `shop.Order`. */
function isSimple({ of, name }: PlacedUse): boolean {
  const plain = of?.replace(/^in@\d+\./, "").replace(/\/$/, "");
  return of !== null && (importIn(of) !== null || plain === name || /^@\d+$/.test(plain ?? ""));
}

function takeImport({ move, edits, to, isSame }: JavaMove, { module, names: [name] }: ImportStatement): void {
  const { destination, source } = move;
  const text = module?.text ?? "";
  const local = name?.local ?? "";
  if (!isSame && text === `${to}.${local}`) {
    return;
  }
  const other = destination.statements.find((one) => one.names[0]?.local === local);
  const isDefined = destination.facts.definitions.some((one) => one.parent === FILE && one.name === local);
  if ((other !== undefined && other.module?.text !== text) || isDefined) {
    const message = `${local}, which ${move.definition.name} uses, means something else in ${destination.path}`;
    edits.refuse(source, module?.start ?? null, message, "name another file");
  } else if (other === undefined) {
    edits.want(destination, {
      module: text,
      imported: name?.imported ?? local,
      local,
      isType: false,
      written: name?.written,
    });
  }
}

/** What a file of the project defines. */
function takeDefined(java: JavaMove, use: PlacedUse, meant: MeantDefinition, taken: ReadonlySet<string>): void {
  const { move, edits, from, to, isSame } = java;
  const { destination, source, definition: moved } = move;
  const { definition } = meant;
  const where = move.lookup.facts(meant.path)?.package ?? "";
  if (where === from && !isSame) {
    const isType = definition.parent === FILE;
    const isSeen = isType ? (definition.flags & EXPORTED) !== 0 : isSeenByAll(java, meant, use);
    if ((!isSeen && !openAccess(java, meant)) || !isAccessible(java, meant)) {
      const message = `${moved.name} uses ${definition.path}, which is not public`;
      edits.refuse(source, use.offset, message, OPEN_FIRST);
    }
    refuseConstruction(java, source, use, meant);
  }
  const at = use.of === null ? null : importIn(use.of);
  if (definition.parent !== FILE || at !== null || taken.has(use.name) || !isSimple(use) || where === to) {
    return;
  }
  const isThere = destination.statements.some(({ module }) => module?.text === `${where}.${definition.name}`);
  const other = destination.statements.some(({ names }) => names[0]?.local === definition.name);
  if (!isThere && other) {
    const message = `${definition.name}, which ${moved.name} uses, means something else in ${destination.path}`;
    edits.refuse(source, use.offset, message, "name another file");
  } else if (!isThere) {
    edits.want(destination, importOf(where, definition.name));
  }
}

/** `import java.util.*`: a new file has them all; in another they could make names ambiguous. */
function takeWildcards({ move, edits }: JavaMove): void {
  const { source, destination, isNew, definition } = move;
  for (const { module, names } of source.statements) {
    const [name] = names;
    const isThere = destination.statements.some((one) => one.names[0]?.written === name?.written);
    if (name === undefined || module === null || name.imported !== "*" || isThere) {
      continue;
    }
    if (isNew) {
      edits.want(destination, {
        module: module.text,
        imported: "*",
        local: name.written ?? "",
        isType: false,
        written: name.written,
      });
    } else {
      const message = `${definition.name} may use names of ${module.text}.*, which ${destination.path} does not import`;
      edits.refuse(source, module.start, message, "import them by their names first, or name a new file");
    }
  }
}
