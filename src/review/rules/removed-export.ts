// A symbol that the change removes while code that it leaves in place still refers to it.

import { brokenUses } from "../../change/breaks/broken-uses.ts";
import { filesOfModule } from "../../change/breaks/declaration.ts";
import type { FileUses } from "../../change/breaks/file-uses.ts";
import { removedMembers } from "../../change/breaks/removed-members.ts";
import { signUses, surveySigns } from "../../change/breaks/sign-uses.ts";
import { encloses } from "../../change/read/compare-prints.ts";
import type { MovedSymbol } from "../../change/read/find-moved.ts";
import { type SymbolTarget, targetAt } from "../../change/read/symbol-target.ts";
import type { TextPair } from "../../change/state/change.ts";
import type { EdgeScene } from "../../intelligence/edges/edge-scene.ts";
import { languageById } from "../../languages/registry.ts";
import { semanticsOf } from "../../languages/semantics.ts";
import { inTime } from "../../linking/linker.ts";
import { isBelow } from "../../linking/lookup.ts";
import type { SymbolPrint } from "../../syntax/fingerprint.ts";
import { CALLABLE_KINDS, TYPE_KINDS } from "../../vocabulary/chunk.ts";
import { type DefinitionFact, EXPORTED, EXTENSION, FILE, LOCAL, PRIVATE } from "../../vocabulary/facts.ts";
import { renderCount } from "../../vocabulary/shown-text.ts";
import { splitLines } from "../../vocabulary/text.ts";
import type { ReviewedFile, ReviewScene, Rule, RuleFinding, RuleOutcome } from "../contract.ts";
import { isDistinctName, usesOnOwnersName } from "../named-receiver.ts";
import { doubtOfLoss, doubtOfPlace, doubtOfUse, type LostSymbol } from "../proof.ts";
import { byCause, findingOf, type Named, type Removed, type UsedSymbol, type Users } from "./removed-finding.ts";

export const removedExport: Rule = {
  id: "removed-export",
  title: "Symbol removed while used",
  type: "breaking",
  severity: "high",
  needs: ["edges"],
  doc: `A function, class, type or variable that the change removes, renames, moves or hides (\`private\`, a dropped \`pub\` or \`export\`), while lines
that the change does not touch still refer to it. References are resolved in the state before the change, so a name that means something else after it does not
count.

- **high**: it is [proven](#what-is-proven) that the line refers to the symbol, and that nothing else has its name there now.
- **low**: a doubt is left, which the finding names; or the line has the name on a receiver that is called as the member's owner (\`layer.handle()\` for
  \`Layer.prototype.handle\`), or, of a renamed member, a name of several words that is unique in the project.

Of an operator, lines with its sign beside a variable of its type are listed (low). Other uses with an unknown receiver are not reported, nor are members that every
object has, classes of a library that the project only reopened, names that the module imports from elsewhere now, and what a submodule takes the place of. Several
symbols that are removed with their file, move to the same file, or are removed from the same type are one finding.

**Remedy**: keep the symbol, or change the lines that are listed.`,
  check,
};

async function check(scene: ReviewScene): Promise<RuleOutcome> {
  const used = new Map<string, UsedSymbol>();
  let left = 0;
  const all = allRemoved(scene);
  const outside = new Set(all.flatMap((one) => filesOutside(scene.project.base, one)));
  for (const removed of all) {
    await scene.pause();
    const found = scene.isOver() ? null : (inTime(() => usesOf(scene, removed))?.value ?? null);
    const users = found === null ? null : await usersOf(scene, removed, found, outside);
    if (users === null) {
      left += 1;
    } else if (users.files.length > 0) {
      // A prototype and its definition are one symbol.
      const lines = users.files.map(({ path, lines }) => `${path}:${lines}`);
      const key = `${removed.symbol.path} ${lines}`;
      const known = used.get(key);
      used.set(key, known?.users.severity === "high" ? known : { removed, users });
    }
  }
  const findings: RuleFinding[] = [];
  for (const group of byCause([...used.values()])) {
    findings.push(await findingOf(scene, group));
  }
  const notChecked = left === 0 ? [] : [`users of ${renderCount(left, "removed symbol")}: not looked for in time`];
  return { kind: "checked", findings, notChecked };
}

function allRemoved(scene: ReviewScene): Removed[] {
  const { files, moved } = scene;
  const removed = files.flatMap((file) =>
    outermost(file.symbols.removed).map((symbol): Removed => ({ file, symbol, after: null, isHidden: false })),
  );
  const inMoved = ({ file, symbol }: MovedSymbol["before"]): boolean =>
    moved.some(({ before }) => before.file === file && encloses(before.symbol, symbol)) ||
    files.some(
      ({ path, from, symbols }) => (from ?? path) === file && symbols.removed.some((one) => encloses(one, symbol)),
    );
  const outer = moved.filter(({ before }) => !inMoved(before));
  const away = outer.flatMap(({ before, after }): Removed[] => {
    const file = files.find(({ path, from }) => (from ?? path) === before.file);
    return file === undefined ? [] : [{ file, symbol: before.symbol, after, isHidden: false }];
  });
  const known = new Set([...removed, ...away].map(({ file, symbol }) => `${file.path}:${symbol.nameLine}`));
  const members = files
    .flatMap((file) => lostMembers(scene, file))
    .filter(({ file, symbol }) => !known.has(`${file.path}:${symbol.nameLine}`) && !isInRemoved(file, symbol));
  return [...removed, ...files.flatMap((file) => hiddenIn(scene, file)), ...away, ...members];
}

/** Of a removed module that is written in files of its own: these are no part of the program any more. */
const filesOutside = (base: EdgeScene, { file, symbol, after, isHidden }: Removed): readonly string[] =>
  after === null && !isHidden ? filesOfModule(base, file.from ?? file.path, symbol) : [];

const isInRemoved = ({ symbols }: ReviewedFile, { nameLine }: Named): boolean =>
  symbols.removed.some(({ startLine, endLine }) => startLine <= nameLine && nameLine <= endLine);

/** Members that no outline lists and that a type has lost: a field, a constant of an enum, a component of a record. */
function lostMembers({ project: { base, now } }: ReviewScene, file: ReviewedFile): Removed[] {
  const [was, is] = [base.lookup.facts(file.from ?? file.path), now.lookup.facts(file.path)];
  return was === null || is === null || file.before === null || file.after === null
    ? []
    : removedMembers(was, is).flatMap((at): Removed[] => {
        const symbol = was.definitions[at];
        const owner = was.definitions[symbol?.parent ?? FILE];
        // A type in another form, such as an alias of several types, may have members that are not read.
        const isSameForm =
          owner === undefined || is.definitions.some(({ path, kind }) => path === owner.path && kind === owner.kind);
        return symbol === undefined || !isSameForm ? [] : [{ file, symbol, after: null, isHidden: false }];
      });
}

/** Symbols that other files could name before the change, and cannot now. Overloads count as one. */
function hiddenIn({ project: { base, now } }: ReviewScene, file: ReviewedFile): Removed[] {
  const isExportNeeded = languageById(file.language ?? "")?.seesUnexported !== undefined;
  const definitions = ({ lookup }: EdgeScene, path: string) => lookup.facts(path)?.definitions ?? [];
  const isPrivate = ({ flags }: DefinitionFact): boolean => (flags & PRIVATE) !== 0;
  const isUnexported = ({ flags }: DefinitionFact): boolean => isExportNeeded && (flags & EXPORTED) === 0;
  const after = file.before === null ? [] : definitions(now, file.path);
  const found = definitions(base, file.from ?? file.path).filter((symbol, at, all) => {
    const same = after.filter(({ path, kind }) => path === symbol.path && kind === symbol.kind);
    const isFirst = all.findIndex(({ path }) => path === symbol.path) === at;
    // Members have the mark of an export in some languages alone.
    const isNow = (isHidden: (one: DefinitionFact) => boolean): boolean =>
      all.every((one) => one.path !== symbol.path || !isHidden(one)) && same.every(isHidden);
    return isFirst && (symbol.flags & LOCAL) === 0 && same.length > 0 && (isNow(isPrivate) || isNow(isUnexported));
  });
  return found.map((symbol): Removed => ({ file, symbol, after: null, isHidden: true }));
}

const outermost = (removed: readonly SymbolPrint[]): SymbolPrint[] =>
  removed.filter((symbol) => !removed.some((other) => encloses(other, symbol)));

/** A variable of a function: what it is called is nobody else's matter, and mostly it is only written otherwise. */
const isLocalValue = ({ flags, kind }: DefinitionFact): boolean =>
  (flags & LOCAL) !== 0 && !CALLABLE_KINDS.has(kind) && !TYPE_KINDS.has(kind);

interface FoundUses {
  readonly lost: LostSymbol;
  readonly users: readonly FileUses[];
}

/** Whether a submodule or a link has come in the place of the file's folder, with files of its own. */
const isInSubmodule = (files: ReviewScene["files"], before: string): boolean =>
  files.some(({ path, status, unread }) => status !== "removed" && unread !== null && isBelow(before, path));

function usesOf({ project, files }: ReviewScene, { file, symbol, isHidden }: Removed): FoundUses | "none" {
  const before = file.from ?? file.path;
  const target = targetAt(project.base, before, symbol);
  const pair = project.pairs.find((one) => one.before?.path === before);
  if (
    target === null ||
    pair === undefined ||
    isLocalValue(target.definition) ||
    (!isHidden && isExportedAgain(project, pair, symbol)) ||
    isOfEveryObject(file, target) ||
    isInSubmodule(files, before) ||
    opensLibraryType(project.base, before, target.definition)
  ) {
    return "none";
  }
  const { users } = brokenUses(project, { target, pair, isRemoved: !isHidden });
  return { lost: { target, pair, isHidden }, users };
}

const NOBODY: Users = { files: [], severity: "low", doubt: null };

/**
 * Those that are certain; if there are none, those on a receiver that is called as what had the symbol, or by a name of its own; then by
 * a sign. Null where time was up before there was any.
 */
async function usersOf(
  scene: ReviewScene,
  { file, symbol, isHidden, after }: Removed,
  found: FoundUses | "none",
  outside: ReadonlySet<string>,
): Promise<Users | null> {
  if (found === "none") {
    return NOBODY;
  }
  const seesUnexported = languageById(file.language ?? "")?.seesUnexported;
  const mayNotSee = ({ path }: FileUses): boolean =>
    !isHidden || (path !== file.path && seesUnexported?.(path, file.path) !== true);
  const users = found.users.filter((user) => mayNotSee(user) && !outside.has(user.path));
  const certain = users.filter(({ certainty }) => certainty !== "heuristic");
  if (certain.length > 0) {
    return weighed(scene, found.lost, certain);
  }
  const onOwner = await usesOnOwnersName(scene, symbol, users);
  const isRenamed = after !== null && after.file === file.path && after.symbol.name !== symbol.name;
  const byName = isRenamed && isDistinctName(symbol.name, file.language) ? users : [];
  if (onOwner.length > 0 || byName.length > 0 || isHidden) {
    return { ...NOBODY, files: onOwner.length > 0 ? onOwner : byName };
  }
  const { target, pair } = found.lost;
  const surveyed = inTime(() => surveySigns(scene.project, target, pair));
  if (surveyed === null) {
    return null;
  }
  const { value: survey } = surveyed;
  const files = survey === null ? [] : await signUses(survey, (path) => scene.text(path, "after"));
  return files.length === 0 && survey?.isWhole === false ? null : { ...NOBODY, files };
}

/** The lines that are proven to fail; if there is none, all of them, with what is in doubt. */
async function weighed(scene: ReviewScene, lost: LostSymbol, users: readonly FileUses[]): Promise<Users> {
  const { project } = scene;
  let doubt = doubtOfLoss(project, lost);
  const proven: FileUses[] = [];
  for (const user of doubt === null ? users : []) {
    const written = splitLines((await scene.text(user.path, "after")) ?? "");
    const lines = user.lines.filter((line) => {
      const found = doubtOfUse(project, lost, user.path, line) ?? doubtOfPlace(written, line);
      doubt ??= found;
      return found === null;
    });
    proven.push(...(lines.length === 0 ? [] : [{ ...user, lines }]));
  }
  return proven.length > 0
    ? { files: proven, severity: "high", doubt: null }
    : { files: users, severity: "low", doubt };
}

/** Whether a member's type still has it, as all have: `toString`. */
const isOfEveryObject = ({ language }: ReviewedFile, { definition: { parent, name } }: SymbolTarget): boolean =>
  parent !== FILE && languageById(language ?? "")?.everyObjectHas?.test(name) === true;

/** Whether the definition of this file only adds to a type of a library. */
const opensLibraryType = ({ lookup }: EdgeScene, path: string, definition: DefinitionFact): boolean =>
  (definition.flags & EXTENSION) !== 0 ||
  semanticsOf(lookup.language(path) ?? "")?.opensLibraryType?.(lookup, path, definition) === true;

/** Whether the file exports something else by this name now, such as what another file exports. */
const isExportedAgain = ({ now }: ReviewScene["project"], { after }: TextPair, { path, name }: Named): boolean =>
  path === name && now.lookup.facts(after?.path ?? "")?.exports?.some((one) => one.name === name) === true;
