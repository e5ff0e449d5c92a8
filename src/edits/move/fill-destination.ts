// The file that a definition moves to: its text there, and the imports that it needs.

import { leads } from "../../intelligence/edges/reference-search.ts";
import type { ImportStatement } from "../../languages/contract/import-statements.ts";
import { keyOf, placesOf } from "../../linking/resolution.ts";
import { lineAt, openSource } from "../../syntax/source.ts";
import { definitionChain, importChain, parseRoot } from "../../vocabulary/chain.ts";
import { type DefinitionFact, FILE, isNamed } from "../../vocabulary/facts.ts";
import { findNeeds } from "./find-needs.ts";
import { insertText } from "./insert-text.ts";
import { importOf, inPieces, type MoveScene, modulePathFor, resolveModule } from "./move-scene.ts";
import { refuseAssigned } from "./refuse-assigned.ts";

/** `mustExport`: whether other files use the definition. */
export function fillDestination(scene: MoveScene, mustExport: boolean): void {
  refuseCollision(scene);
  const needs = findNeeds(scene.facts, inPieces(scene), scene.own);
  for (const at of needs.imports) {
    needImport(scene, at);
  }
  if (scene.syntax.scope === "file") {
    refuseAssigned(scene, needs.siblings);
    for (const at of needs.siblings) {
      needSibling(scene, at);
    }
    refuseShadowing(scene, needs.freeNames);
  }
  needImplied(scene);
  carryOver(scene);
  listExport(scene);
  insertText(scene, mustExport);
}

/** What the source lists among its exports, the destination's own list has as well. */
function listExport({ draft, source, destination, definition, syntax }: MoveScene): void {
  const isListed = source.statements.some(
    ({ role, module, names }) =>
      role === "export" && module === null && names.some(({ imported }) => imported === definition.name),
  );
  const listed = isListed ? (syntax.listExport?.(destination, definition.name) ?? null) : null;
  if (listed !== null) {
    draft.replace(destination.path, listed);
  }
}

const outermost = (definition: DefinitionFact): boolean => definition.parent === FILE && isNamed(definition);

function refuseCollision({ draft, destination, destinationFacts, definition }: MoveScene): void {
  const same = destinationFacts?.definitions.find((one) => outermost(one) && one.name === definition.name);
  if (same !== undefined) {
    const message = `${destination.path} defines ${definition.name} already`;
    draft.refuse(
      "collision",
      destination.path,
      same.nameLine,
      message,
      "rename one of them first, or choose another file",
    );
  }
}

interface Need {
  readonly local: string;
  readonly imported: string;
  readonly isType: boolean;
  /** Where it is defined, as keys of places; empty for what no file of the project defines. */
  readonly keys: ReadonlySet<string>;
  /** As an external module is written in the source. */
  readonly module: string;
  readonly written?: string | undefined;
}

/** Whether the destination has the name already; refuses where it means something else there. */
function isBound(scene: MoveScene, need: Need): boolean {
  const { destination, destinationFacts, draft, edges } = scene;
  const defined = destinationFacts?.definitions.findIndex((one) => outermost(one) && one.name === need.local) ?? -1;
  if (defined >= 0) {
    if (need.keys.has(keyOf({ path: destination.path, at: defined }))) {
      return true;
    }
    refuseName(scene, need.local, destinationFacts?.definitions[defined]?.nameLine ?? null);
    return true;
  }
  for (const statement of destination.statements.filter(({ role }) => role === "import")) {
    for (const name of statement.names.filter(({ local }) => local === need.local)) {
      if (draft.isGone(statement, name)) {
        continue;
      }
      const at = destinationFacts === null ? -1 : importOf(destinationFacts, statement, name);
      const isSame =
        need.keys.size > 0
          ? leads(edges, destination.path, importChain(at), need.keys)
          : statement.module?.text === need.module && name.imported === need.imported;
      if (isSame && name.written !== need.written) {
        continue;
      }
      if (!isSame) {
        refuseName(scene, need.local, lineAt(openSource(destination.text), name.start));
        return true;
      }
      if (!(statement.isType || name.isType) || need.isType) {
        return true;
      }
      draft.remove(destination.path, statement, name);
    }
  }
  return false;
}

function refuseName({ draft, destination, definition }: MoveScene, name: string, line: number | null): void {
  const message = `${name}, which ${definition.name} uses, means something else in ${destination.path}`;
  draft.refuse("collision", destination.path, line, message, `rename ${name} in one of the files first`);
}

function needImport(scene: MoveScene, at: number): void {
  const { draft, edges, facts, source, destination, definition } = scene;
  const fact = facts.imports[at];
  const statement = source.statements.find((one) => one.names.some((name) => importOf(facts, one, name) === at));
  const name = statement?.names.find((one) => importOf(facts, statement, one) === at);
  if (fact === undefined || statement === undefined || name === undefined || statement.module === null) {
    // `import("./x")` and `require("./x")` stand in the text itself.
    rebaseInside(scene, fact?.specifier ?? "", fact?.line ?? null);
    return;
  }
  if (!isPlain(scene, statement, fact)) {
    return;
  }
  const local = name.local ?? name.imported;
  const { written } = name;
  const isType = statement.isType || name.isType;
  const module = statement.module.text;
  const [target] = resolveModule(scene, module, source.path);
  const keys = new Set(placesOf(edges.linker.declared(source.path, importChain(at))).map(keyOf));
  if (isBound(scene, { local, imported: name.imported, isType, keys, module, written })) {
    return;
  }
  if (target === destination.path) {
    const message = `${definition.name} uses ${name.imported} of ${destination.path} as ${local}`;
    draft.refuse("collision", source.path, fact.line, message, `import it under its own name first`);
    return;
  }
  const path = moduleFromDestination(scene, module, target);
  if (path === null) {
    const message = `${destination.path} cannot import ${module}, which ${definition.name} uses`;
    draft.refuse("unsupported", source.path, fact.line, message, "choose a destination that can import it");
    return;
  }
  draft.want(destination.path, { module: path, imported: name.imported, local, isType, written });
}

/** Whether the statement can be written again: one inside of what moves goes with it, one under a condition is refused. */
function isPlain(
  scene: MoveScene,
  { start, end, isOutermost, isType, module }: ImportStatement,
  { line }: { readonly line: number },
): boolean {
  const { draft, pieces, source, definition } = scene;
  if (pieces.some((piece) => piece.start <= start && end <= piece.end)) {
    rebaseInside(scene, module?.text ?? "", line);
    return false;
  }
  if (!isOutermost && !isType) {
    const message = `${definition.name} uses ${module?.text ?? "a module"}, which ${source.path} imports under a condition`;
    draft.refuse("unsupported", source.path, line, message, "move it by hand");
    return false;
  }
  return true;
}

/** As written in the source where that leads to the same file. */
function moduleFromDestination(scene: MoveScene, module: string, target: string | undefined): string | null {
  const { source, destination, syntax } = scene;
  if (target === undefined) {
    return syntax.rebased(module, source.path, destination.path);
  }
  const isSame = resolveModule(scene, module, destination.path)[0] === target;
  return isSame && syntax.rebased(module, source.path, destination.path) === module
    ? module
    : modulePathFor(scene, destination, target, { module, path: target });
}

/** A relative path inside of what moves is refused where it would lead elsewhere. */
function rebaseInside({ draft, syntax, source, destination }: MoveScene, module: string, line: number | null): void {
  if (syntax.rebased(module, source.path, destination.path) !== module) {
    const message = `loads ${module} by its path`;
    draft.refuse("unsupported", source.path, line, message, "import it at the top of the file first");
  }
}

function needSibling(scene: MoveScene, at: number): void {
  const { draft, edges, facts, source, destination, syntax, definition, exportNeeded } = scene;
  const sibling = facts.definitions[at];
  if (sibling === undefined) {
    return;
  }
  const keys = new Set(placesOf(edges.linker.declared(source.path, definitionChain(at))).map(keyOf));
  keys.add(keyOf({ path: source.path, at }));
  const exported = (facts.exports ?? [])
    .filter(({ of }) => leads(edges, source.path, of, keys))
    .map(({ name }) => name);
  const isOpen = facts.exports === null || exported.length > 0;
  const imported =
    facts.exports === null || exported.includes(sibling.name) ? sibling.name : (exported[0] ?? sibling.name);
  if (!isOpen && !(exportNeeded && exportSibling(scene, sibling))) {
    const message = `${definition.name} uses ${sibling.name}, which ${source.path} does not export`;
    const remedy = exportNeeded ? "export it first" : "pass export_needed to export it, or move it first";
    draft.refuse("unsupported", source.path, sibling.nameLine, message, remedy);
    return;
  }
  const isType = syntax.typeKinds.has(sibling.kind);
  if (isBound(scene, { local: sibling.name, imported, isType, keys, module: "" })) {
    return;
  }
  const path = modulePathFor(scene, destination, source.path, null);
  if (path === null) {
    const message = `${destination.path} cannot import ${source.path}, where ${sibling.name} is`;
    draft.refuse("unsupported", source.path, sibling.nameLine, message, "choose a destination that can import it");
    return;
  }
  draft.want(destination.path, { module: path, imported, local: sibling.name, isType });
}

/** Whether the word that exports it could be put before it. */
function exportSibling({ draft, facts, source, sourceLines, syntax }: MoveScene, sibling: DefinitionFact): boolean {
  const lines = facts.definitions
    .filter(({ path, parent }) => path === sibling.path && parent === FILE)
    .map(({ nameLine }) => nameLine);
  const items = source.items.filter(({ kind, start, end }) => {
    const [first, last] = [lineAt(sourceLines, start), lineAt(sourceLines, end - 1)];
    return kind === "code" && lines.some((line) => first <= line && line <= last);
  });
  const places = items.flatMap(({ exportAt }) => exportAt ?? []);
  if (syntax.exportWord === null || places.length === 0 || places.length < items.length) {
    return false;
  }
  for (const start of places) {
    draft.replace(source.path, { start, end: start, text: syntax.exportWord });
  }
  return true;
}

/** Names that no file of the project binds must mean the same in the destination, and there the moved name must hide none. */
function refuseShadowing(scene: MoveScene, freeNames: ReadonlySet<string>): void {
  const { draft, destination, destinationFacts, definition, edges, own, source } = scene;
  for (const one of destinationFacts?.definitions ?? []) {
    if (outermost(one) && freeNames.has(one.name)) {
      const message = `${one.name} of ${destination.path} hides the ${one.name} that ${definition.name} uses`;
      draft.refuse("shadowing", destination.path, one.nameLine, message, "rename it first, or choose another file");
    }
  }
  const keys = new Set([...own].map((at) => keyOf({ path: source.path, at })));
  for (const { name, of, lines } of destinationFacts?.references ?? []) {
    const isFree = of !== null && name === definition.name && parseRoot(of).is === "name" && of === name;
    if (isFree && !leads(edges, destination.path, of, keys)) {
      const message = `${destination.path} uses another ${name}, which the moved one would hide`;
      draft.refuse("shadowing", destination.path, lines[0] ?? null, message, "choose another file");
    }
  }
}

/** Statements about the whole file: a new file has them too; where another file has not, that is said. */
function carryOver({ draft, syntax, source, destination, destinationFacts }: MoveScene): void {
  const has = ({ statements }: { readonly statements: readonly ImportStatement[] }, text: string): boolean =>
    statements.some(({ start, end }) => destination.text.slice(start, end) === text);
  for (const statement of source.statements.filter((one) => syntax.carriesOver?.(one) === true)) {
    const written = source.text.slice(statement.start, statement.end);
    for (const { imported, local, isType } of destinationFacts === null ? statement.names : []) {
      draft.want(destination.path, {
        module: statement.module?.text ?? "",
        imported,
        local: local ?? imported,
        isType,
      });
    }
    if (destinationFacts !== null && !has(destination, written)) {
      draft.left.push({ path: destination.path, line: 1, why: `has no ${written}, which ${source.path} has` });
    }
  }
}

function needImplied(scene: MoveScene): void {
  const { draft, syntax, source, destination, pieces } = scene;
  const text = pieces.map(({ start, end }) => source.text.slice(start, end)).join("\n");
  for (const { name: implied, by } of syntax.impliedNames ?? []) {
    for (const statement of by.test(text) ? source.statements : []) {
      const name = statement.names.find(({ local }) => local === implied);
      const isThere = destination.statements.some(({ names }) => names.some(({ local }) => local === implied));
      if (name !== undefined && statement.module !== null && !isThere) {
        const { imported } = name;
        draft.want(destination.path, { module: statement.module.text, imported, local: implied, isType: false });
      }
    }
  }
}
