// A definition of Go moves to another package: users write the package's name before it and import it, and what it needs of its old
// package it imports. Names that are not exported stay visible in their package alone.
import { folderOf } from "../../linking/lookup.ts";
import { definitionIn, importIn, lastStep, parseRoot } from "../../vocabulary/chain.ts";
import { type DefinitionFact, FILE } from "../../vocabulary/facts.ts";
import type { ImportStatement } from "../contract/import-statements.ts";
import {
  type BetweenMove,
  isInside,
  type MeantDefinition,
  type MoveBetween,
  type PlacedText,
  type PlacedUse,
} from "../contract/move-between.ts";
import { type GoPackage, isVisibleFrom, packageOf } from "./packages.ts";
import { PREDECLARED } from "./predeclared.ts";
import { type GoMove, isExported, isMethodOf, outermost, refuseMove } from "./refuse-move.ts";

export const goMoveBetween: MoveBetween = {
  applies: (from, to) => folderOf(from) !== folderOf(to),
  neighbours: (path, lookup) => lookup.inFolder(folderOf(path)).filter((one) => one !== path && one.endsWith(".go")),
  attached: ({ definitions }, moved) =>
    definitions.flatMap((one, at) => (one.kind === "method" && isMethodOf(one, moved) ? [at] : [])),
  header(_source, to, lookup) {
    const { name } = packageOf(to, null, lookup);
    return name === "" ? { refused: `no package can be named after the folder of ${to}` } : `package ${name}\n\n`;
  },
  deletesEmptied: true,
  follow(move, edits) {
    const { source, destination, lookup, isNew } = move;
    const from = packageOf(source.path, source.facts.package, lookup);
    const to = packageOf(destination.path, isNew ? null : destination.facts.package, lookup);
    const go = { move, edits, from, to };
    refuseMove(go);
    for (const file of [source, destination, ...move.users]) {
      followIn(go, file);
    }
    takeNeeds(go);
  },
};

const isIt = ({ move }: GoMove, { isOwn, definition }: MeantDefinition): boolean =>
  isOwn && definition.path === move.definition.path;

/** The uses of what moves, and of its members, in one file; those inside of it go with it. */
function followIn(go: GoMove, file: PlacedText): void {
  const { move, edits, from, to } = go;
  const isOfOld = folderOf(file.path) === from.folder && file.facts.package === from.name;
  const isOfNew = folderOf(file.path) === to.folder && (file === move.destination || file.facts.package === to.name);
  const hidden = hiddenNames(move);
  for (const use of file.uses) {
    const isMoving = file === move.source && isInside(move.pieces, use.offset);
    if (isMoving || use.role === "import") {
      continue;
    }
    const { name, offset } = use;
    const own = use.meant.find(({ isOwn }) => isOwn);
    if (own === undefined) {
      if (isOfOld && use.meant.length === 0 && hidden.has(name) && (use.of === null || lastStep(use.of) !== null)) {
        edits.refuse(
          file,
          offset,
          `${name} may be that of ${move.definition.name}, which would not be visible here`,
          REMEDY,
        );
      }
    } else if (!isIt(go, own)) {
      if (!isOfNew && !isExported(name)) {
        edits.refuse(file, offset, `uses ${own.definition.path}, which is not exported`, REMEDY);
      }
    } else if (!isOfNew && !isExported(name)) {
      edits.refuse(file, offset, `uses ${name}, which is not exported`, REMEDY);
    } else {
      qualify(go, file, use, isOfNew);
    }
  }
}

const REMEDY = "rename it to an exported name first, or move this use too";

/** Members that are not visible outside of the package. */
function hiddenNames({ source: { facts }, own }: BetweenMove): ReadonlySet<string> {
  const members = facts.definitions.filter(
    ({ name, parent, kind }, at) =>
      (parent !== FILE || kind === "method") && !isExported(name) && own.has(outermost(facts.definitions, at)),
  );
  return new Set(members.map(({ name }) => name));
}

/** `Order` or `shop.Order` becomes `trade.Order`, or `Order` in the destination's package. */
function qualify(go: GoMove, file: PlacedText, { offset, name, of }: PlacedUse, isOfNew: boolean): void {
  const { move, edits, to } = go;
  const qualifier = /[\p{L}\p{N}_]+\s*\.\s*$/u.exec(file.text.slice(Math.max(0, offset - 200), offset))?.[0] ?? "";
  const isQualified = of !== null && importIn(lastStep(of)?.before ?? "") !== null;
  if (isQualified && qualifier === "") {
    edits.refuse(file, offset, `the package before ${name} could not be found`, "write it on one line");
    return;
  }
  const [start, end] = [isQualified ? offset - qualifier.length : offset, offset + name.length];
  const isBare = !isQualified && definitionIn(of ?? "") === null && folderOf(file.path) !== folderOf(move.source.path);
  if (isBare) {
    edits.refuse(file, offset, `${name} is imported without its package`, "import the package by its name first");
    return;
  }
  if (isOfNew) {
    edits.replace(file, { start, end, text: name });
    return;
  }
  const local = localOf(go, file, to, offset);
  edits.replace(file, { start, end, text: `${local}.${name}` });
  refuseOrListLiteral(go, file, offset + name.length, move.definition, name);
}

/** `Order{1, 2}`: with a type of another package each value needs its field's name, where that is visible. */
function refuseOrListLiteral(
  { edits }: GoMove,
  file: PlacedText,
  end: number,
  type: DefinitionFact,
  name: string,
): void {
  if (type.kind !== "function" && /^\s*\{\s*[^\s}][^:{}]*[,}]/.test(file.text.slice(end, end + 400))) {
    edits.leave(file, end, `a literal of ${name} without the names of its fields, which is now of another package`);
  }
}

/** By which name the file says the package; it imports it where it does not yet. */
function localOf({ edits, move }: GoMove, file: PlacedText, wanted: GoPackage, offset: number | null): string {
  const { importPath, name } = wanted;
  const path = importPath ?? "";
  const known = file.statements.find(({ module }) => module?.text === path);
  const local = known?.names[0]?.local ?? null;
  if (known !== undefined && local !== null) {
    edits.keep(known);
    return local === lastOf(path) ? name : local;
  }
  if (name === "main" || !isVisibleFrom(wanted, folderOf(file.path))) {
    edits.refuse(file, offset, `${file.path} cannot import ${path}`, "choose another package");
  }
  const text = file === move.destination ? file.text + textOfPieces(move) : file.text;
  const isTaken = new RegExp(`(?<![.\\p{L}\\p{N}_"/])${name}(?![\\p{L}\\p{N}_"/])`, "u").test(withoutComments(text));
  const chosen = isTaken ? `${name}pkg` : name;
  const written = chosen === lastOf(path) ? `"${path}"` : `${chosen} "${path}"`;
  edits.want(file, { module: path, imported: "*", local: chosen, isType: false, written });
  return chosen;
}

const lastOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1);

const withoutComments = (text: string): string =>
  text.replace(/\/\/[^\n]*|\/\*[\s\S]*?\*\//g, "").replace(/^package .*$/m, "");

const textOfPieces = ({ source, pieces }: BetweenMove): string =>
  pieces.map(({ start, end }) => source.text.slice(start, end)).join("\n");

/** What the moved text uses of its old package, of the new one, and of others. */
function takeNeeds(go: GoMove): void {
  const { move, edits, from, to } = go;
  const { source, pieces } = move;
  for (const use of source.uses.filter(({ offset }) => isInside(pieces, offset))) {
    const [meant] = use.meant;
    const at = use.of === null ? null : importIn(use.of);
    if (meant?.isOwn === true) {
      continue;
    }
    if (at !== null) {
      takeImport(go, use, at);
    } else if (meant !== undefined && folderOf(meant.path) === from.folder) {
      takeSibling(go, use, meant);
    } else if (meant !== undefined && folderOf(meant.path) === to.folder && isQualifiedUse(use)) {
      unqualify(go, use);
    } else if (meant === undefined && isFreeName(use) && !PREDECLARED.has(use.name)) {
      edits.refuse(source, use.offset, `what ${use.name} means is not known`, "move it by hand");
    }
  }
}

const isFreeName = ({ of }: PlacedUse): boolean => of !== null && lastStep(of) === null && parseRoot(of).is === "name";

const isQualifiedUse = ({ of }: PlacedUse): boolean => of !== null && importIn(lastStep(of)?.before ?? "") !== null;

function takeSibling(go: GoMove, { offset, name, of }: PlacedUse, { definition }: MeantDefinition): void {
  const { move, edits, from } = go;
  const { source, destination } = move;
  const isMember = definition.parent !== FILE || definition.kind === "method";
  if (!isExported(name)) {
    const message = `${move.definition.name} uses ${definition.path}, which is not exported`;
    edits.refuse(source, offset, message, "rename it to an exported name first, or move it too");
  } else if (!isMember && !isQualifiedUse({ offset, name, of, role: "read", meant: [] })) {
    edits.replace(source, { start: offset, end: offset, text: `${localOf(go, destination, from, null)}.` });
    refuseOrListLiteral(go, source, offset + name.length, definition, name);
  }
}

/** `trade.Price` in the text that moves to `trade`. */
function unqualify({ move, edits }: GoMove, { offset }: PlacedUse): void {
  const before = /[\p{L}\p{N}_]+\s*\.\s*$/u.exec(move.source.text.slice(0, offset))?.[0] ?? "";
  edits.replace(move.source, { start: offset - before.length, end: offset, text: "" });
}

/** A package that the moved text names. */
function takeImport(go: GoMove, { offset, name }: PlacedUse, at: number): void {
  const { move, edits, to } = go;
  const { source, destination } = move;
  const fact = source.facts.imports[at];
  const statement = source.statements.find(({ module }) => module?.text === fact?.specifier);
  if (fact === undefined || statement === undefined || fact.specifier === to.importPath) {
    return;
  }
  const [{ written } = { written: undefined }] = statement.names;
  const local = fact.local ?? name;
  const there = destination.statements.find(({ module }) => module?.text === fact.specifier);
  if (there === undefined) {
    const taken = destination.statements.some((one) => localName(one) === local);
    if (taken || destination.facts.definitions.some((one) => one.parent === FILE && one.name === local)) {
      edits.refuse(source, offset, `${local} means something else in ${destination.path}`, "name another file");
    }
    edits.want(destination, { module: fact.specifier, imported: "*", local, isType: false, written });
    return;
  }
  edits.keep(there);
  if (localName(there) !== local) {
    edits.replace(source, { start: offset, end: offset + name.length, text: localName(there) ?? name });
  }
}

const localName = ({ names }: ImportStatement): string | null => names[0]?.local ?? null;
