// The files that use a definition which moves: their imports lead to its new file.
import type { ImportedName, ImportStatement } from "../../languages/contract/import-statements.ts";
import { lineAt, openSource } from "../../syntax/source.ts";
import { importChain, lastStep } from "../../vocabulary/chain.ts";
import {
  bindsMoved,
  importOf,
  isTypeAlone,
  type MoveScene,
  modulePathFor,
  nameInDestination,
  resolveModule,
} from "./move-scene.ts";
import type { MoveText } from "./read-texts.ts";

/** Answers whether the source has to pass the definition on, since the user cannot import its new file. */
export function followUser(scene: MoveScene, file: MoveText): boolean {
  const { source } = scene;
  let isPassedOn = false;
  for (const statement of file.statements) {
    const { module } = statement;
    if (module === null || !resolveModule(scene, module.text, file.path).includes(source.path)) {
      continue;
    }
    const moved = statement.names.filter(
      (name) => name.imported !== "*" && bindsMoved(scene, file.path, statement, name),
    );
    for (const name of statement.names.filter(({ imported }) => imported === "*")) {
      followWhole(scene, file, statement, name);
    }
    if (moved.length > 0) {
      isPassedOn = redirect(scene, file, statement, moved) || isPassedOn;
    }
  }
  return isPassedOn;
}

/** `export * from`, which has to name the definition now, and `* as name`, whose members follow elsewhere (through-modules.ts). */
function followWhole(scene: MoveScene, file: MoveText, statement: ImportStatement, name: ImportedName): void {
  const { edges, source, destination, exportedAs, definition } = scene;
  const { module } = statement;
  if (name.local === null && statement.role === "export") {
    const isThere = file.statements.some(
      (other) =>
        other.module !== null &&
        other.names.some(({ imported, local }) => imported === "*" && local === null) &&
        resolveModule(scene, other.module.text, file.path).includes(destination.path),
    );
    const names = [...exportedAs].filter((exported) => exported !== "default");
    if (file.path === destination.path || isThere || names.length === 0) {
      return;
    }
    const like = module === null ? null : { module: module.text, path: source.path };
    passOnAfter(scene, file, statement, modulePathFor(scene, file, destination.path, like), definition.name);
    return;
  }
  const facts = edges.lookup.facts(file.path);
  const at = facts === null ? -1 : importOf(facts, statement, name);
  refuseWholeUse(scene, file, name, importChain(at));
}

/** `keyof typeof all`, `load(all)`: what the file exports changes there. */
function refuseWholeUse({ draft, edges, source }: MoveScene, file: MoveText, name: ImportedName, chain: string): void {
  const references = edges.lookup.facts(file.path)?.references ?? [];
  const linesOf = (isMeant: (of: string) => boolean): number[] =>
    references.flatMap(({ of, lines, roles }) =>
      of !== null && isMeant(of) ? lines.filter((_, at) => roles[at] !== "import" && roles[at] !== "export") : [],
    );
  const members = new Set(linesOf((of) => lastStep(of)?.before === chain));
  const line = linesOf((of) => of === chain).find((one) => !members.has(one));
  if (line !== undefined) {
    const message = `uses all that ${source.path} exports as ${name.local}`;
    draft.refuse("unsupported", file.path, line, message, "import its names one by one there first");
  }
}

function passOnAfter(
  scene: MoveScene,
  file: MoveText,
  statement: ImportStatement,
  module: string | null,
  exported: string,
): void {
  const { draft, syntax, destination, source } = scene;
  if (module === null) {
    const line = lineAt(openSource(file.text), statement.start);
    const message = `passes on all of ${source.path} and cannot import ${destination.path}`;
    draft.refuse("unsupported", file.path, line, message, "choose a destination that it can import");
    return;
  }
  const names = [{ imported: nameInDestination(scene), exported, isType: isTypeAlone(scene) || statement.isType }];
  const { start, end } = statement;
  draft.replace(file.path, {
    start: end,
    end,
    text: lineBreakAt(file.text, start) + syntax.passOn(file, module, names),
  });
}

/** The names of an export statement as they are written once the definition is in the destination. */
const passedOn = (scene: MoveScene, statement: ImportStatement, moved: readonly ImportedName[]) =>
  moved.map(({ local, imported }) => ({
    imported: nameInDestination(scene),
    exported: local ?? imported,
    isType: isTypeAlone(scene) || statement.isType,
  }));

/** A line break with the indentation of what stands at an offset. */
function lineBreakAt(text: string, offset: number): string {
  const indent = /[ \t]*$/.exec(text.slice(0, offset))?.[0] ?? "";
  return `${/\r?\n/.exec(text)?.[0] ?? "\n"}${indent}`;
}

/** The names of a statement that are the definition. Answers whether they have to stay as they are. */
function redirect(
  scene: MoveScene,
  file: MoveText,
  statement: ImportStatement,
  moved: readonly ImportedName[],
): boolean {
  const { draft, source, destination } = scene;
  const { module } = statement;
  if (module === null) {
    return false;
  }
  if (file.path === destination.path) {
    dropImports(scene, file, statement, moved);
    return false;
  }
  const path = modulePathFor(scene, file, destination.path, { module: module.text, path: source.path });
  if (path === null) {
    return true;
  }
  const isAlone = moved.length === statement.names.length;
  const isThere = file.statements.some((other) => other !== statement && other.module?.text === path);
  const isSame = moved.every(({ imported }) => imported === nameInDestination(scene));
  const isExport = statement.role === "export";
  if (isAlone && isSame && (isExport || !isThere || !statement.isOutermost)) {
    draft.redirect(file.path, statement, path);
    return false;
  }
  if (isAlone && isExport) {
    const { start, end } = statement;
    draft.replace(file.path, { start, end, text: scene.syntax.passOn(file, path, passedOn(scene, statement, moved)) });
    return false;
  }
  for (const name of moved) {
    draft.remove(file.path, statement, name);
    if (isExport) {
      passOnAfter(scene, file, statement, path, name.local ?? name.imported);
    } else {
      importFrom(scene, file, statement, { path, name });
    }
  }
  return false;
}

/** The destination needs no import of what it defines from now on. */
function dropImports(
  { draft, definition }: MoveScene,
  file: MoveText,
  statement: ImportStatement,
  moved: readonly ImportedName[],
): void {
  for (const name of moved) {
    const { local, start } = name;
    draft.remove(file.path, statement, name);
    if (local !== definition.name && local !== null) {
      const line = lineAt(openSource(file.text), start);
      draft.refuse("collision", file.path, line, `calls it ${local}`, `rename it there to ${definition.name} first`);
    }
  }
}

/** An import of the name from its new module; inside of a function, right behind the statement that had it. */
function importFrom(
  scene: MoveScene,
  file: MoveText,
  statement: ImportStatement,
  { path, name }: { readonly path: string; readonly name: ImportedName },
): void {
  const { draft, definition } = scene;
  const wanted = {
    module: path,
    imported: nameInDestination(scene),
    local: name.local ?? definition.name,
    isType: statement.isType || name.isType,
  };
  if (statement.isOutermost) {
    draft.want(file.path, wanted);
    return;
  }
  const { start, end } = statement;
  const text = `${lineBreakAt(file.text, start)}${scene.syntax.importStatement(file, wanted)}`;
  draft.replace(file.path, { start: end, end, text });
}
