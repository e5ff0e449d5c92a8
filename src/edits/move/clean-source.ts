// The file that a definition leaves: its text goes, imports that nothing uses any more go, and it is imported where it is still used.

import { isUsedOn } from "../../intelligence/edges/uses-of-root.ts";
import { lineAt } from "../../syntax/source.ts";
import { outermostOf } from "./find-needs.ts";
import { importOf, inPieces, isTypeAlone, type MoveScene, modulePathFor, nameInDestination } from "./move-scene.ts";
import { removal } from "./replacements.ts";

/** Whether the source uses the definition outside of it. */
export const isStillUsed = (scene: MoveScene): boolean => rolesLeft(scene).length > 0;

function rolesLeft(scene: MoveScene) {
  const { facts, own } = scene;
  const inside = inPieces(scene);
  return isUsedOn(
    facts,
    (line) => !inside(line),
    ({ is, at }) => is === "definition" && own.has(outermostOf(facts, at)),
  );
}

/** `isPassedOn`: whether the source goes on exporting it, for files that cannot import its new place. */
export function cleanSource(scene: MoveScene, isPassedOn: boolean): void {
  const { draft, source, destination, pieces, syntax, definition, sourceLines } = scene;
  for (const piece of pieces) {
    draft.replace(source.path, removal(source.text, piece));
  }
  removeExports(scene);
  removeImports(scene);
  const roles = rolesLeft(scene);
  if (syntax.scope === "package" || (roles.length === 0 && !isPassedOn)) {
    return;
  }
  const path = modulePathFor(scene, source, destination.path, null);
  const line = lineAt(sourceLines, pieces[0]?.code.start ?? 0);
  if (path === null) {
    const message = `${source.path} uses ${definition.name} and cannot import ${destination.path}`;
    draft.refuse("unsupported", source.path, line, message, "choose a destination that it can import");
    return;
  }
  const imported = nameInDestination(scene);
  if (roles.length > 0) {
    const isType = isTypeAlone(scene) || (syntax.exportWord !== null && roles.every((role) => role === "type"));
    draft.want(source.path, { module: path, imported, local: definition.name, isType });
  }
  if (isPassedOn) {
    const names = [...scene.exportedAs].map((exported) => ({ imported, exported, isType: isTypeAlone(scene) }));
    const at = source.statements.findLast(({ isOutermost }) => isOutermost)?.end ?? 0;
    const written = syntax.passOn(source, path, names);
    draft.replace(source.path, { start: at, end: at, text: at === 0 ? `${written}\n` : `\n${written}` });
    const why = `${source.path} goes on exporting ${definition.name} for files that cannot import ${destination.path}`;
    draft.left.push({ path: source.path, line, why });
  }
}

/** `export { name }` in the source. */
function removeExports({ draft, source, sourceLines, definition }: MoveScene): void {
  for (const statement of source.statements.filter(({ role, module }) => role === "export" && module === null)) {
    for (const name of statement.names.filter(({ imported }) => imported === definition.name)) {
      draft.remove(source.path, statement, name);
      if (name.local !== definition.name) {
        const line = lineAt(sourceLines, name.start);
        const message = `${source.path} exports it as ${name.local}`;
        draft.refuse("unsupported", source.path, line, message, "export it under its own name first");
      }
    }
  }
}

/** Those that what moves used, and nothing else does. */
function removeImports(scene: MoveScene): void {
  const { draft, facts, source, syntax } = scene;
  const inside = inPieces(scene);
  const implied = new Set((syntax.impliedNames ?? []).map(({ name }) => name));
  for (const statement of source.statements.filter(({ role, isOutermost }) => role === "import" && isOutermost)) {
    for (const name of statement.names.filter(({ local }) => local !== null && !implied.has(local))) {
      const at = importOf(facts, statement, name);
      const isIt = (root: { readonly is: string; readonly at: number }): boolean =>
        root.is === "import" && root.at === at;
      const isExported = facts.exports?.some(({ of }) => of === `%${at}`) === true;
      const usedInside = isUsedOn(facts, inside, isIt).length > 0;
      if (at >= 0 && usedInside && !isExported && isUsedOn(facts, (line) => !inside(line), isIt).length === 0) {
        draft.remove(source.path, statement, name);
      }
    }
  }
}
