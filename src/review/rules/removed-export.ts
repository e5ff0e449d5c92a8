// A symbol that the change removes while code that it leaves in place still refers to it.

import { type BrokenUses, brokenUses } from "../../change/breaks/broken-uses.ts";
import type { FileUses } from "../../change/breaks/file-uses.ts";
import { removedMembers } from "../../change/breaks/removed-members.ts";
import { wholeWord } from "../../change/calls/called-function.ts";
import { encloses } from "../../change/read/compare-prints.ts";
import type { MovedSymbol } from "../../change/read/find-moved.ts";
import { survivorsOf } from "../../change/read/surviving-lines.ts";
import { type SymbolTarget, targetAt } from "../../change/read/symbol-target.ts";
import type { TextPair } from "../../change/state/change.ts";
import type { EdgeScene } from "../../intelligence/edges/edge-scene.ts";
import { definitionOf, descendants, type Found } from "../../intelligence/edges/related-types.ts";
import { languageById } from "../../languages/registry.ts";
import { inTime } from "../../linking/linker.ts";
import type { Place } from "../../linking/resolution.ts";
import type { SymbolPrint } from "../../syntax/fingerprint.ts";
import { atOnce } from "../../system/slices.ts";
import { renderCount } from "../../vocabulary/amounts.ts";
import { CALLABLE_KINDS, TYPE_KINDS } from "../../vocabulary/chunk.ts";
import { type DefinitionFact, EXPORTED, FILE, LOCAL, PRIVATE } from "../../vocabulary/facts.ts";
import { splitLines } from "../../vocabulary/text.ts";
import type { ReviewedFile, ReviewScene, Rule, RuleFinding, RuleOutcome } from "../contract.ts";
import { isDistinctName, usesOnOwnersName } from "../named-receiver.ts";
import {
  extensionNamed,
  extensionOfLibrary,
  groupsOn,
  isProven,
  opensLibraryType,
  otherMeaning,
  otherSourceOf,
} from "../other-meanings.ts";
import { importsAgain, movedInFile, otherForm, otherProvider } from "./removed-doubts.ts";
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

- **high**: it is proven what the line refers to: by its import, by its scope, or by a receiver whose type and supertypes are all known; or nothing else in
  the project or the language's library has that name.
- **medium**: the only uses are calls on a receiver with the name of the member's owner (\`layer.handle()\` for \`Layer.prototype.handle\`).
- **low**: the line may refer to something else. One of these holds:
  - another definition has that name; the finding names it;
  - the member's type extends a type of a library, which may have the member itself (if the language marks overriding members, this concerns only marked ones);
  - a subtype has the member, in a language that seeks members when they are called (Python, Ruby, PHP);
  - the member's type is partial, so a generator may add the member;
  - the member extends a type of a library (an extension method), which may have it itself;
  - it is a type of one word in a language whose files mostly import whole namespaces (C#);
  - the file declares the name in another form now (a class became a constant);
  - its whole file goes, the change adds a library, and the language finds names in whatever is loaded (Ruby), so the library may have it;
  - it was another name of a top-level constant that is called the same (\`X = ::X\`);
  - a renamed member is only matched by its name, which has several words and is unique in the project.

Uses behind a question whether the name is there (\`method_exists\`, \`hasattr\`, \`respond_to?\`, \`typeof\`) and other uses with an unknown receiver are not reported. Nor are uses in files
that import the name from elsewhere now, names that a module or type provides by \`__getattr__\`, \`method_missing\` and the like, classes of a library that the project only
reopened, and code that the grammar could not read. Several symbols that are removed with their file, move to the same file, or are removed from the same type
are one finding.

**Remedy**: keep the symbol, or change the lines that are listed.`,
  check,
};

async function check(scene: ReviewScene): Promise<RuleOutcome> {
  const used: UsedSymbol[] = [];
  let left = 0;
  for (const removed of allRemoved(scene)) {
    await scene.pause();
    const found = scene.isOver() ? null : (inTime(() => usesOf(scene, removed))?.value ?? null);
    const users = found === null ? null : await usersOf(scene, removed, found);
    if (users === null) {
      left += 1;
    } else if (users.files.length > 0) {
      used.push({ removed, users });
    }
  }
  const findings: RuleFinding[] = [];
  for (const group of byCause(used)) {
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

interface ChangedSymbol {
  /** In the base state. */
  readonly target: SymbolTarget;
  readonly pair: TextPair;
}

interface FoundUses extends ChangedSymbol {
  readonly broken: BrokenUses;
}

function usesOf({ project }: ReviewScene, { file, symbol, isHidden }: Removed): FoundUses | "none" {
  const before = file.from ?? file.path;
  const target = targetAt(project.base, before, symbol);
  const pair = project.pairs.find((one) => one.before?.path === before);
  if (
    target === null ||
    pair === undefined ||
    isLocalValue(target.definition) ||
    (!isHidden && (isOnlyUnread(project, pair, symbol) || isExportedAgain(project, pair, symbol))) ||
    isAnsweredFor(project, pair, symbol) ||
    isOfEveryObject(file, target) ||
    isAnsweredByType(project, { target, pair }) ||
    opensLibraryType(project.base, before, target.definition)
  ) {
    return "none";
  }
  return { target, pair, broken: brokenUses(project, { target, pair, isRemoved: !isHidden }) };
}

/** Those that are certain; if there are none, those on a receiver that is called as what had the symbol, or by a name of its own. */
async function usersOf(scene: ReviewScene, removed: Removed, found: FoundUses | "none"): Promise<Users> {
  if (found === "none") {
    return { files: [], severity: "low", doubt: null };
  }
  const { file, symbol, isHidden, after } = removed;
  const seesUnexported = languageById(file.language ?? "")?.seesUnexported;
  const mayNotSee = ({ path }: FileUses): boolean =>
    !isHidden || (path !== file.path && seesUnexported?.(path, file.path) !== true);
  const seeing = found.broken.users.filter(
    (user) => mayNotSee(user) && !importsAgain(scene.files, user.path, symbol.name),
  );
  const users = await withoutGuarded(scene, symbol.name, seeing);
  const certain = users.filter(({ certainty }) => certainty !== "heuristic");
  if (certain.length > 0) {
    return weighed(scene, removed, found, { users: certain, severity: "high" });
  }
  const onOwner = await usesOnOwnersName(scene, symbol, users);
  const isRenamed = after !== null && after.file === file.path && after.symbol.name !== symbol.name;
  const byName = onOwner.length === 0 && isRenamed && isDistinctName(symbol.name, file.language) ? users : [];
  return onOwner.length > 0
    ? weighed(scene, removed, found, { users: onOwner, severity: "medium" })
    : { files: byName, severity: "low", doubt: null };
}

/** Lines above a use in which the code may ask whether the member is there. */
const GUARD_LINES = 4;

/** Without uses that are only reached where the member exists: behind `method_exists`, `hasattr`, `respond_to?`, `typeof … === "function"`. */
async function withoutGuarded(scene: ReviewScene, name: string, users: readonly FileUses[]): Promise<FileUses[]> {
  const word = `(?<![\\w$])${name.replaceAll(/[^\w]/g, "\\$&")}(?![\\w$])`;
  const asks = new RegExp(
    `\\b(?:method_exists|property_exists|function_exists|class_exists|is_callable|hasattr|getattr|respond_to\\?|defined\\?|typeof)[\\s(].*${word}|["']${name.replaceAll(/[^\w]/g, "\\$&")}["'] in\\b`,
  );
  const kept: FileUses[] = [];
  for (const user of users) {
    const lines = splitLines((await scene.text(user.path, "after")) ?? "");
    const own = user.lines.filter(
      (line) => !lines.slice(Math.max(0, line - GUARD_LINES), line).some((one) => asks.test(one)),
    );
    kept.push(...(own.length === 0 ? [] : [{ ...user, lines: own }]));
  }
  return kept;
}

/** Lines that prove by themselves what they mean; else all of them, of low severity where they may mean something else of that name. */
function weighed(
  { project, files }: ReviewScene,
  removed: Removed,
  { target, pair }: ChangedSymbol,
  { users, severity }: { readonly users: readonly FileUses[]; readonly severity: "high" | "medium" },
): Users {
  const owner = ownerNow(project, { target, pair });
  const source = owner === null ? null : otherSourceOf(project.now, target.definition, owner);
  if (source !== null) {
    return { files: users, severity: "low", doubt: source };
  }
  const isOwn = isOwnIn(project, removed, users);
  const elsewhere =
    movedInFile(project, target, pair) ??
    otherForm(project, target, pair) ??
    otherProvider(files, removed.file, target);
  if (elsewhere !== null) {
    return { files: users, severity: "low", doubt: elsewhere };
  }
  const below = definedBelow(project, target, owner);
  if (below !== null) {
    return { files: users, severity: "low", doubt: below };
  }
  const extended = extensionOfLibrary(project.base, target);
  if (extended !== null) {
    return { files: users, severity: "low", doubt: extended };
  }
  // Code of a type calls what extends the type by its bare name, so a function may have become such a member.
  const isFunction = target.definition.kind === "function";
  const extension = owner === null && !isFunction ? null : extensionNamed(project.now, target, isOwn);
  if (extension !== null) {
    return { files: users, severity: "low", doubt: extension };
  }
  const isSure = (path: string, line: number): boolean => isSureUse(project, { target, pair }, path, line);
  const sure = users.flatMap((user): FileUses[] => {
    const lines = user.lines.filter((line) => isSure(user.path, line));
    return lines.length === 0 ? [] : [{ ...user, lines }];
  });
  if (sure.length === users.length) {
    return { files: sure, severity, doubt: null };
  }
  const doubt = otherMeaning(project.now, target, pair.before?.path ?? "", isOwn);
  if (doubt === null) {
    return { files: users, severity, doubt };
  }
  return sure.length > 0 ? { files: sure, severity, doubt: null } : { files: users, severity: "low", doubt };
}

/** Whether a definition is the symbol itself, where it is only hidden, or one of its uses: what overrides it. */
function isOwnIn({ now }: ReviewScene["project"], { file, symbol, isHidden }: Removed, users: readonly FileUses[]) {
  const using = new Set(users.flatMap(({ path, lines }) => lines.map((line) => `${path}:${line}`)));
  return (place: Place): boolean => {
    const { path = "", nameLine = 0 } = definitionOf(now, place) ?? {};
    const isHere = place.path === file.path && path === symbol.path;
    return using.has(`${place.path}:${nameLine}`) || (isHidden && isHere);
  };
}

/** Whether the member's type answers for any name now. */
function isAnsweredByType(project: ReviewScene["project"], changed: ChangedSymbol): boolean {
  const owner = ownerNow(project, changed);
  const answers =
    owner === null ? undefined : languageById(project.now.lookup.language(owner.path) ?? "")?.answersForMembers;
  const all = project.now.lookup.facts(owner?.path ?? "")?.definitions ?? [];
  return answers !== undefined && all.some(({ parent, name }) => parent === owner?.at && answers.test(name));
}

/** Where a subtype has the member, and members are sought when they are called: what calls it may run on that one alone. In words. */
function definedBelow({ now }: ReviewScene["project"], { name }: SymbolTarget, owner: Place | null): string | null {
  if (owner === null || languageById(now.lookup.language(owner.path) ?? "")?.findsMembersLate !== true) {
    return null;
  }
  const below: Found = new Map();
  inTime(() => atOnce(descendants(now, owner, below)));
  const having = [...below.values()].find(({ place }) =>
    now.lookup.facts(place.path)?.definitions.some((one) => one.parent === place.at && one.name === name),
  );
  return having === undefined ? null : `\`${having.node.symbol ?? "a subtype"}\` has it, too`;
}

/** The type whose member it was; null where it was none, or its type is gone. */
function ownerNow({ base, now }: ReviewScene["project"], { target, pair }: ChangedSymbol): Place | null {
  const path = pair.after?.path ?? "";
  const [place] = target.places;
  const owner = place === undefined ? undefined : definitionOf(base, { ...place, at: target.definition.parent });
  const at = (now.lookup.facts(path)?.definitions ?? []).findIndex((one) => one.path === owner?.path);
  return owner === undefined || at < 0 ? null : { path, at };
}

/** Whether the line (of the file as it is now) proves that it means the symbol; what overrides it does not name it. */
function isSureUse(
  project: ReviewScene["project"],
  { target, pair }: ChangedSymbol,
  path: string,
  line: number,
): boolean {
  const isOwnFile = path === pair.after?.path;
  const old = isOwnFile ? [...survivorsOf(pair)].find(([, now]) => now === line)?.[0] : line;
  const isChanged = !isOwnFile && project.pairs.some(({ after }) => after?.path === path);
  const edges = isChanged ? project.baseOf(pair) : project.base;
  const place = isOwnFile ? (pair.before?.path ?? path) : path;
  const groups = old === undefined ? [] : groupsOn(edges, place, old, target.name);
  return groups.every((group) => isProven(edges, project.now, place, group));
}

/** Whether the symbol is lost because the text after the change could not be parsed there: it is declared there, and defines nothing. */
function isOnlyUnread(project: ReviewScene["project"], pair: TextPair, symbol: Named): boolean {
  const { path = "", text = "" } = pair.after ?? {};
  const definitions = project.now.lookup.facts(path)?.definitions;
  if (definitions === undefined) {
    return false;
  }
  const lines = splitLines(text);
  const isUnread = ({ name, nameLine }: Pick<Named, "name" | "nameLine">): boolean => {
    const line = survivorsOf(pair).get(nameLine);
    const declared = (): number => lines.filter((one) => DECLARATION.exec(one)?.[1] === name).length;
    return (
      (line !== undefined && !definitions.some((one) => one.nameLine === line)) ||
      declared() > definitions.filter((one) => one.name === name).length
    );
  };
  // What stands in a type that could not be read is not read either, or as if it stood outside.
  return isUnread(symbol) || (hasWord(text, symbol.name) && ownersOf(project.base, pair, symbol).some(isUnread));
}

const hasWord = (text: string, name: string): boolean => wholeWord(name).test(text);

/** The types around the symbol before the change, innermost first. */
function ownersOf({ lookup }: EdgeScene, { before }: TextPair, { path, nameLine }: Named): DefinitionFact[] {
  const definitions = lookup.facts(before?.path ?? "")?.definitions ?? [];
  const owners: DefinitionFact[] = [];
  let at = definitions.find((one) => one.path === path && one.nameLine === nameLine)?.parent ?? FILE;
  for (let owner = definitions[at]; owner !== undefined; owner = definitions[at]) {
    owners.push(owner);
    at = owner.parent;
  }
  return owners;
}

/** The start of a declaration, with modifiers before the word that says of what. */
const DECLARATION =
  /^\s*(?:[\w@]+(?:\([^()]*\))?\s+){0,6}(?:class|struct|record|interface|trait|enum|union|module|object|protocol|type|func|fun|function|fn|def|val|var|let|const|using)\s+([\w$]+)/;

/** Whether a member's type still has it, as all have: `toString`. */
const isOfEveryObject = ({ language }: ReviewedFile, { definition: { parent, name } }: SymbolTarget): boolean =>
  parent !== FILE && languageById(language ?? "")?.everyObjectHas?.test(name) === true;

/** Whether the file exports something else by this name now, such as what another file exports. */
const isExportedAgain = ({ now }: ReviewScene["project"], { after }: TextPair, { path, name }: Named): boolean =>
  path === name && now.lookup.facts(after?.path ?? "")?.exports?.some((one) => one.name === name) === true;

/** Whether the file now has a function that answers for such names, and that names the symbol. */
function isAnsweredFor({ now }: ReviewScene["project"], { after }: TextPair, { path, name }: Named): boolean {
  const answering = languageById(now.lookup.language(after?.path ?? "") ?? "")?.answersForNames;
  const definition = now.lookup
    .facts(after?.path ?? "")
    ?.definitions.find((one) => one.parent === FILE && one.name === answering);
  const lines = splitLines(after?.text ?? "").slice((definition?.startLine ?? 1) - 1, definition?.endLine ?? 0);
  return answering !== undefined && path === name && lines.some((line) => wholeWord(name).test(line));
}
