// What else may answer for a removed symbol, by what the change itself shows; in words for a message.
import type { SymbolTarget } from "../../change/read/symbol-target.ts";
import type { TextPair } from "../../change/state/change.ts";
import { languageById } from "../../languages/registry.ts";
import { TYPE_KINDS } from "../../vocabulary/chunk.ts";
import { type DefinitionFact, FILE } from "../../vocabulary/facts.ts";
import { splitLines } from "../../vocabulary/text.ts";
import type { ReviewedFile, ReviewScene } from "../contract.ts";

/** Another type of the file that has the data member now, and had it not: where types are made of others, it is still reached. In words. */
export function movedInFile(
  { base, now }: ReviewScene["project"],
  { definition }: SymbolTarget,
  { before, after }: TextPair,
): string | null {
  const isLike = ({ name, parent, kind }: DefinitionFact): boolean =>
    name === definition.name && parent !== FILE && kind === definition.kind;
  const was = new Set(
    (base.lookup.facts(before?.path ?? "")?.definitions ?? []).filter(isLike).map(({ path }) => path),
  );
  const added = (now.lookup.facts(after?.path ?? "")?.definitions ?? []).find(
    (one) => isLike(one) && !was.has(one.path),
  );
  return added === undefined || definition.kind === "method" || definition.kind === "function"
    ? null
    : `\`${added.path}\` has it now`;
}

/** A type whose file declares its name as something else now, such as a constant that holds a type. */
export function otherForm(
  { now }: ReviewScene["project"],
  { definition }: SymbolTarget,
  { after }: TextPair,
): string | null {
  const other = (now.lookup.facts(after?.path ?? "")?.definitions ?? []).find(
    ({ name, kind }) => name === definition.name && kind !== definition.kind,
  );
  const assigned = new RegExp(`^\\s*${definition.name}\\s*=(?!=)`);
  const isAssigned = splitLines(after?.text ?? "").some((line) => assigned.test(line));
  return TYPE_KINDS.has(definition.kind) && (other !== undefined || isAssigned)
    ? `\`${definition.name}\` is declared in another form now`
    : null;
}

/** What has the name where a language looks for names in all that is loaded: a library that the change adds, or the top level. */
export function otherProvider(
  files: readonly ReviewedFile[],
  file: ReviewedFile,
  { definition }: SymbolTarget,
): string | null {
  const declares = languageById(file.language ?? "")?.loadedLibrary;
  if (declares === undefined) {
    return null;
  }
  const { name, nameLine } = definition;
  const declaration = splitLines(file.before ?? "")[nameLine - 1] ?? "";
  if (new RegExp(`^\\s*${name}\\s*=\\s*::${name}\\s*$`).test(declaration)) {
    return `\`::${name}\` is called the same`;
  }
  const [library] =
    file.after === null
      ? files.flatMap((one) => (one.language === file.language ? librariesAdded(one, declares) : []))
      : [];
  return library === undefined ? null : `the library ${library}, which the change adds, may have it`;
}

function librariesAdded({ before, after }: ReviewedFile, declares: RegExp): string[] {
  const old = new Set(splitLines(before ?? ""));
  return splitLines(after ?? "").flatMap((line) => (old.has(line) ? [] : (declares.exec(line)?.[1] ?? [])));
}

/** How a line begins that makes names of other files known. */
const IMPORT = /^\s*(?:import|from|use|using|require|export)\b/;

/** Whether the change makes a file import this name, so that what it says means that one. */
export function importsAgain(files: readonly ReviewedFile[], path: string, name: string): boolean {
  const file = files.find((one) => one.path === path);
  const word = new RegExp(`(?<![\\w$])${name.replaceAll(/[^\w]/g, "\\$&")}(?![\\w$.])`);
  const imports = (text: string): boolean => splitLines(text).some((line) => IMPORT.test(line) && word.test(line));
  // One that only gets another form may still lead to what is removed.
  return file !== undefined && file.before !== null && !imports(file.before) && imports(file.after ?? "");
}
