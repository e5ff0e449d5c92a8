// A symbol that the change removes while code that it leaves in place still refers to it.

import { type BrokenUses, brokenUses } from "../../change/breaks/broken-uses.ts";
import type { FileUses } from "../../change/breaks/file-uses.ts";
import { wholeWord } from "../../change/calls/called-function.ts";
import { encloses } from "../../change/read/compare-prints.ts";
import type { MovedSymbol } from "../../change/read/find-moved.ts";
import { survivorsOf } from "../../change/read/surviving-lines.ts";
import { type SymbolTarget, targetAt } from "../../change/read/symbol-target.ts";
import type { TextPair } from "../../change/state/change.ts";
import type { EdgeScene } from "../../intelligence/edges/edge-scene.ts";
import { definitionOf } from "../../intelligence/edges/related-types.ts";
import { languageById } from "../../languages/registry.ts";
import { inTime } from "../../linking/linker.ts";
import type { Place } from "../../linking/resolution.ts";
import type { SymbolPrint } from "../../syntax/fingerprint.ts";
import { renderCount } from "../../vocabulary/amounts.ts";
import { CALLABLE_KINDS, TYPE_KINDS } from "../../vocabulary/chunk.ts";
import { type DefinitionFact, EXPORTED, FILE, LOCAL, PRIVATE } from "../../vocabulary/facts.ts";
import { splitLines } from "../../vocabulary/text.ts";
import type { ReviewedFile, ReviewScene, Rule, RuleFinding, RuleOutcome } from "../contract.ts";
import { isDistinctName, usesOnOwnersName } from "../named-receiver.ts";
import {
  extensionNamed,
  groupsOn,
  isProven,
  opensLibraryType,
  otherMeaning,
  otherSourceOf,
} from "../other-meanings.ts";
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
  - the member's type is partial, so a generator may add the member;
  - it is a type of one word in a language whose files mostly import whole namespaces (C#);
  - a renamed member is only matched by its name, which has several words and is unique in the project.

Other uses with an unknown receiver are not reported. Nor are names that a module provides by \`__getattr__\`, classes of a library that the project only
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
  return [...removed, ...files.flatMap((file) => hiddenIn(scene, file)), ...away];
}

/** Symbols that other files could name before the change, and cannot now. Overloads count as one. */
function hiddenIn({ project: { base, now } }: ReviewScene, file: ReviewedFile): Removed[] {
  const isExportNeeded = languageById(file.language ?? "")?.seesUnexported !== undefined;
  const definitions = ({ lookup }: EdgeScene, path: string) => lookup.facts(path)?.definitions ?? [];
  const isHidden = ({ flags, parent }: DefinitionFact): boolean =>
    (flags & PRIVATE) !== 0 || (isExportNeeded && parent === FILE && (flags & EXPORTED) === 0);
  const after = file.before === null ? [] : definitions(now, file.path);
  const found = definitions(base, file.from ?? file.path).filter((symbol, at, all) => {
    const same = after.filter(({ path, kind }) => path === symbol.path && kind === symbol.kind);
    const isFirst = all.findIndex(({ path }) => path === symbol.path) === at;
    const wasSeen = all.every((one) => one.path !== symbol.path || !isHidden(one));
    return isFirst && wasSeen && (symbol.flags & LOCAL) === 0 && same.length > 0 && same.every(isHidden);
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
  const users = found.broken.users.filter(mayNotSee);
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

/** Lines that prove by themselves what they mean; else all of them, of low severity where they may mean something else of that name. */
function weighed(
  { project }: ReviewScene,
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
  const extension = owner === null ? null : extensionNamed(project.now, target, isOwn);
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
function isOnlyUnread({ now }: ReviewScene["project"], pair: TextPair, { name, nameLine }: Named): boolean {
  const { path = "", text = "" } = pair.after ?? {};
  const definitions = now.lookup.facts(path)?.definitions;
  const line = survivorsOf(pair).get(nameLine);
  const declared = (): number => splitLines(text).filter((one) => DECLARATION.exec(one)?.[1] === name).length;
  return (
    definitions !== undefined &&
    ((line !== undefined && !definitions.some((one) => one.nameLine === line)) ||
      declared() > definitions.filter((one) => one.name === name).length)
  );
}

/** The start of a declaration, with modifiers before the word that says of what. */
const DECLARATION =
  /^\s*(?:[\w@]+(?:\([^()]*\))?\s+){0,6}(?:class|struct|record|interface|trait|enum|union|module|object|protocol|type|func|fun|function|fn|def|val|var|let|const)\s+([\w$]+)/;

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
