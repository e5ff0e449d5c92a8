// A type of Java moves to another file and package: imports of it, its members and its names written out follow, users in its old package
// import it, and it imports what it needs from there. What only a package sees stays behind, so such uses are refused.
import { folderOf, type Lookup, nameOfPath } from "../../linking/lookup.ts";
import { importIn, lastStep } from "../../vocabulary/chain.ts";
import { EXPORTED } from "../../vocabulary/facts.ts";
import type { ImportingText } from "../contract/import-statements.ts";
import {
  type BetweenMove,
  isInside,
  type MeantDefinition,
  type MoveBetween,
  type PlacedText,
  type PlacedUse,
} from "../contract/move-between.ts";
import type { JavaMove } from "./java-move.ts";
import { importOf, takeNeeds } from "./needed-imports.ts";
import { openAccess } from "./open-access.ts";
import {
  hiddenMembers,
  hiddenTypesOf,
  isAccessible,
  isSeenByAll,
  OPEN_FIRST,
  refuseConstruction,
  refuseLostOverrides,
} from "./package-visibility.ts";

export const javaMoveBetween: MoveBetween = {
  applies: () => true,
  neighbours(path, lookup) {
    const own = lookup.facts(path)?.package;
    const root = rootOf(path, own ?? "");
    const roots = root === null ? [] : [root, root.replace("/main/", "/test/")];
    const folders = new Set([folderOf(path), ...roots.map((each) => each + (own ?? "").replaceAll(".", "/"))]);
    return [...folders]
      .flatMap((folder) => lookup.inFolder(folder))
      .filter((other) => other !== path && lookup.facts(other)?.package === own);
  },
  attached: () => [],
  readsNeeded: true,
  header(source, to, lookup) {
    const name = packageFor(source.path, to, lookup);
    return name === null || name === ""
      ? { refused: `which package ${folderOf(to)} is cannot be told` }
      : `${licenceOf(source)}package ${name};\n\n`;
  },
  deletesEmptied: true,
  follow(move, edits) {
    const { source, destination, isNew, lookup } = move;
    const from = source.facts.package ?? "";
    const to = (isNew ? packageFor(source.path, destination.path, lookup) : destination.facts.package) ?? "";
    const java: JavaMove = {
      move,
      edits,
      from,
      to,
      isSame: from === to,
      hidden: hiddenMembers(move),
      opened: new Set(),
    };
    if (from === "" || to === "") {
      edits.refuse(source, null, "a type of no package cannot be imported", "give the file a package first");
      return;
    }
    refuseMove(java);
    let isNeeded = false;
    for (const file of [source, destination, ...move.users]) {
      redirectImports(java, file);
      isNeeded = followIn(java, file) || isNeeded;
    }
    makePublic(java, isNeeded);
    if (!java.isSame) {
      refuseLostOverrides(java);
    }
    takeNeeds(java);
  },
};

/** The folder above those of the package, with its `/`; null where the folders are not named after it. */
function rootOf(path: string, name: string): string | null {
  const folder = `${folderOf(path)}/`;
  const own = `${name.replaceAll(".", "/")}/`;
  return name !== "" && (folder === own || folder.endsWith(`/${own}`))
    ? folder.slice(0, folder.length - own.length)
    : null;
}

/** As its neighbours say it, else by its folder under the source's root. */
function packageFor(from: string, to: string, lookup: Lookup): string | null {
  const beside = lookup
    .inFolder(folderOf(to))
    .flatMap((path) => (path.endsWith(".java") ? (lookup.facts(path)?.package ?? []) : []));
  if (beside[0] !== undefined) {
    return beside[0];
  }
  const root = rootOf(from, lookup.facts(from)?.package ?? "");
  const folder = folderOf(to);
  return root !== null && `${folder}/`.startsWith(root) ? folder.slice(root.length).replaceAll("/", ".") : null;
}

/** The comment before everything else, with the blank lines behind it. */
function licenceOf({ text, items }: ImportingText): string {
  const [first, second] = items;
  const isHead = first?.kind === "lead" && second?.kind === "import";
  return isHead && text.slice(0, first.start).trim() === "" ? text.slice(first.start, second.start) : "";
}

function refuseMove({ move, edits, to }: JavaMove): void {
  const { definition, source, destination, lookup, pieces } = move;
  const { name } = definition;
  const namesake = lookup
    .declaring(definition.path)
    .find((path) => path !== source.path && lookup.facts(path)?.package === to);
  if (namesake !== undefined) {
    edits.refuse(destination, null, `${namesake} defines ${name} already`, "rename one of them first");
  }
  const text = pieces.map(({ start, end }) => source.text.slice(start, end)).join("\n");
  if (/\b(?:sealed|permits)\b/.test(text.split("{")[0] ?? "")) {
    edits.refuse(source, definition.nameLine, `${name} is sealed, and stays with what it permits`, "move it by hand");
  }
  if (/^(?:package-info|module-info)\.java$/.test(nameOfPath(destination.path))) {
    edits.refuse(destination, null, "this file declares no types", `name a file ${name}.java`);
  }
}

/** `import a.Order`, `import a.Order.Line`, `import static a.Order.open`. */
function redirectImports({ move, edits, from, to, isSame }: JavaMove, file: PlacedText): void {
  const old = `${from}.${move.definition.name}`;
  for (const statement of isSame ? [] : file.statements) {
    const { module, names } = statement;
    const [name] = names;
    const text = module?.text ?? "";
    const isIt = text === old && name?.imported !== "*";
    if (name === undefined || module === null || !(text === old || text.startsWith(`${old}.`))) {
      continue;
    }
    if (isIt && packageOf(file, move, to) === to) {
      edits.remove(file, statement, name);
    } else if (file.text.startsWith(old, module.start)) {
      edits.replace(file, { start: module.start, end: module.start + from.length, text: to });
    } else {
      edits.refuse(file, module.start, `imports ${old} over several lines`, "write it on one line first");
    }
  }
}

const packageOf = (file: PlacedText, { destination }: BetweenMove, to: string): string =>
  file === destination ? to : (file.facts.package ?? "");

/** Answers whether a file of another package than the new one uses it. */
function followIn(java: JavaMove, file: PlacedText): boolean {
  const { move, to, isSame } = java;
  const own = packageOf(file, move, to);
  let isNeeded = false;
  for (const use of file.uses) {
    const isMoving = file === move.source && isInside(move.pieces, use.offset);
    const meant = use.meant.find(({ isOwn }) => isOwn);
    if (isMoving || use.role === "import" || isSame) {
      continue;
    }
    if (meant === undefined) {
      refuseUnknown(java, file, use);
      continue;
    }
    if (own !== to) {
      refuseHidden(java, file, use, meant);
    }
    if (isIt(move, meant)) {
      isNeeded = isNeeded || own !== to;
      followUse(java, file, use, own);
    }
  }
  return isNeeded;
}

/** A member of an unknown value that may be one which only the package sees. */
function refuseUnknown(java: JavaMove, file: PlacedText, use: PlacedUse): void {
  const { move, edits, from, hidden } = java;
  const isMember = use.of === null || lastStep(use.of) !== null;
  const isUnknown = file.facts.package === from && use.meant.length === 0 && isMember;
  if (isUnknown && (hidden.get(use.name) ?? []).some((one) => !openAccess(java, one))) {
    const message = `${use.name} may be that of ${move.definition.name}, which would not be visible here`;
    edits.refuse(file, use.offset, message, OPEN_FIRST);
  }
}

/** It, or its constructor. */
const isIt = ({ definition: { path, name } }: BetweenMove, { definition }: MeantDefinition): boolean =>
  definition.path === path || definition.path === `${path}.${name}`;

function refuseHidden(java: JavaMove, file: PlacedText, use: PlacedUse, meant: MeantDefinition): void {
  const { move, edits } = java;
  const isOpen = isIt(move, meant) || isSeenByAll(java, meant, use) || openAccess(java, meant);
  if (!isOpen || !isAccessible(java, meant)) {
    edits.refuse(file, use.offset, `uses ${meant.definition.path}, which is not public`, OPEN_FIRST);
  }
  const [unseen] = hiddenTypesOf(java, meant).filter((one) => !openAccess(java, one));
  if (unseen !== undefined) {
    const message = `uses ${meant.definition.path} with ${unseen.definition.path}, which is not public`;
    edits.refuse(file, use.offset, message, OPEN_FIRST);
  }
  refuseConstruction(java, file, use, meant);
}

function followUse({ move, edits, from, to }: JavaMove, file: PlacedText, use: PlacedUse, own: string): void {
  const { name } = move.definition;
  const at = use.of === null ? null : importIn(use.of);
  const fact = at === null ? undefined : file.facts.imports[at];
  if (fact !== undefined && fact.local === null) {
    const before = `${from}.`;
    if (file.text.slice(Math.max(0, use.offset - before.length), use.offset) === before) {
      edits.replace(file, { start: use.offset - before.length, end: use.offset + name.length, text: `${to}.${name}` });
    } else {
      edits.refuse(file, use.offset, `${name} is written out in a way that is not read`, "import it there first");
    }
    return;
  }
  const imported = file.statements.some(({ module }) => module?.text === `${from}.${name}`);
  if (!imported && own !== to) {
    edits.want(file, importOf(to, name));
  }
}

/** A type that other packages use is public, and then its file has its name. */
function makePublic({ move, edits }: JavaMove, isNeeded: boolean): void {
  const { definition, source, destination } = move;
  const isPublic = (definition.flags & EXPORTED) !== 0;
  if (!isPublic && isNeeded) {
    const [at] = [...move.own];
    const offset = at === undefined ? 0 : (source.facts.definitions[at]?.nameLine ?? 0);
    const code = source.items.find(({ kind, start, end }) => kind === "code" && start <= offset && offset < end);
    const place = code?.exportAt ?? offset;
    edits.replace(source, { start: place, end: place, text: "public " });
  }
  if ((isPublic || isNeeded) && nameOfPath(destination.path) !== `${definition.name}.java`) {
    const message = `${definition.name} ${isPublic ? "is" : "has to become"} public, and a public type has a file of its name`;
    edits.refuse(destination, null, message, `name a file ${definition.name}.java`);
  }
}
