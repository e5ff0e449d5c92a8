// Makes public what is used over the border between two packages (`export_needed`): a member with the methods that override it, since these may not be
// less visible, and a type whose file has its name.
import { nameOfPath } from "../../linking/lookup.ts";
import { type DefinitionAt, type DefinitionFact, EXPORTED, FILE, PRIVATE, STATIC } from "../../vocabulary/facts.ts";
import type { MeantDefinition, PlacedText } from "../contract/move-between.ts";
import type { JavaMove } from "./java-move.ts";

interface Declared {
  readonly path: string;
  readonly at: DefinitionAt;
  readonly definition: DefinitionFact;
}

/** Whether it is public after the move: where that is asked for, and all that has to change is at hand. */
export function openAccess(java: JavaMove, meant: Pick<MeantDefinition, "path" | "at" | "definition">): boolean {
  const { move, opened } = java;
  if (!move.exportNeeded) {
    return false;
  }
  const { definition } = meant;
  if (definition.parent === FILE && nameOfPath(meant.path) !== `${definition.name}.java`) {
    return false;
  }
  const all = [meant, ...overriding(java, meant)];
  const files = all.map(({ path }) => fileAt(java, path));
  for (const [index, { path, at, definition: one }] of all.entries()) {
    const file = files[index];
    if (file === undefined) {
      return false;
    }
    if (!opened.has(`${path}:${at}`)) {
      opened.add(`${path}:${at}`);
      writePublic(java, file, one);
    }
  }
  return true;
}

const fileAt = ({ move: { source, destination, users } }: JavaMove, path: string): PlacedText | undefined =>
  [source, destination, ...users].find((one) => one.path === path);

/** Methods of its name in types below its own, and in the bodies of an enum's constants, that are not public. */
function overriding(java: JavaMove, { path, at, definition }: Declared): Declared[] {
  const { lookup, isBelow } = java.move;
  const type = { path, at: definition.parent };
  const isConstructor = lookup.facts(path)?.definitions[definition.parent]?.name === definition.name;
  if (definition.kind !== "method" || isConstructor || (definition.flags & STATIC) !== 0) {
    return [];
  }
  return lookup.defining(definition.name).flatMap((other) =>
    (lookup.facts(other)?.definitions ?? []).flatMap((one, index) => {
      const isMethod = one.kind === "method" && one.name === definition.name;
      const isHidden = (one.flags & (PRIVATE | STATIC)) === 0 && !isPublic(fileAt(java, other), one);
      const isSame = other === path && index === at;
      const owner = { path: other, at: one.parent };
      const isOfType = other === path && one.parent === type.at && one.signature === definition.signature;
      return isMethod && isHidden && !isSame && (isOfType || isBelow(owner, type))
        ? [{ path: other, at: index, definition: one }]
        : [];
    }),
  );
}

/** Of an exported member, and of one in a class without a name, only its text says whether it is public. */
function isPublic(file: PlacedText | undefined, { flags, startLine, nameLine }: DefinitionFact): boolean {
  const words = file?.text.slice(startLine, nameLine).replace(LEADING, "") ?? "";
  const isExported = (flags & EXPORTED) !== 0 && !/\bprotected\b/.test(words);
  return file !== undefined && (isExported || /\bpublic\b/.test(words));
}

/** `public` instead of `protected`, else before its first modifier. */
function writePublic({ edits }: JavaMove, file: PlacedText, { startLine, nameLine }: DefinitionFact): void {
  const head = file.text.slice(startLine, nameLine);
  const skipped = LEADING.exec(head)?.[0].length ?? 0;
  // An annotation that could not be read whole: modifiers may also stand before it.
  const first = head.charAt(skipped) === "(" ? 0 : skipped;
  const word = /\bprotected\b/.exec(head.slice(first));
  const start = startLine + first + (word?.index ?? 0);
  edits.replace(file, {
    start,
    end: start + (word?.[0].length ?? 0),
    text: word === null ? "public " : "public",
  });
}

/** Comments and annotations before the modifiers: `@Deprecated`, `@Since("1.2")`. */
const LEADING =
  /^(?:\s+|\/\*[\s\S]*?\*\/|\/\/[^\n]*|@(?!interface\b)[\w.]+(?:\s*\((?:[^()"]|"(?:[^"\\\n]|\\.)*"|\([^()"]*\))*\))?)*/;
