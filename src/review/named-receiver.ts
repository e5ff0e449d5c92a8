// Uses of a member on a receiver of unknown type whose name says what it is: `layer.handle()` of `Layer.handle`, `res.location()` where
// the project defines `res.location`.
import type { FileUses } from "../change/breaks/file-uses.ts";
import { isLibraryMember } from "../languages/library-members.ts";
import type { SymbolPrint } from "../syntax/fingerprint.ts";
import { splitLines } from "../vocabulary/text.ts";
import type { ReviewScene } from "./contract.ts";

type Named = Pick<SymbolPrint, "name" | "path">;

/** A shorter name says nothing about what it holds. */
const OWNER_LENGTH_MIN = 3;
const DISTINCT_LENGTH_MIN = 8;

const plain = (name: string): string => name.replace(/[_$]/g, "").toLowerCase();

/**
 * Whether the line of this file has the symbol after its owner's name, in any spelling. A name that the language's library has too is
 * anybody's, and an imported name is what it imports: the package in `echo.New()`, not an `Echo`.
 */
export function isOnOwnersName(scene: ReviewScene, file: string, line: string, { path, name }: Named): boolean {
  const { lookup } = scene.project.now;
  const owner = plain(
    path
      .slice(0, Math.max(0, path.length - name.length - 1))
      .split(".")
      .at(-1) ?? "",
  );
  if (owner.length < OWNER_LENGTH_MIN || isLibraryMember(name, lookup.language(file))) {
    return false;
  }
  const receivers = line.matchAll(/([\w$]+)\??(?:\.|->|::)\s*([\w$]+)/g);
  const isImported = (receiver: string): boolean =>
    lookup.facts(file)?.imports.some(({ local }) => local === receiver) === true;
  return [...receivers].some(
    ([, receiver = "", member]) => member === name && plain(receiver) === owner && !isImported(receiver),
  );
}

/** A name of several words that no library of the language has: nothing else is called so by chance. */
export const isDistinctName = (name: string, language: string | null): boolean =>
  name.length >= DISTINCT_LENGTH_MIN && /[a-z\d](?:_[a-z]|[A-Z])/.test(name) && !isLibraryMember(name, language);

/** Of uses that are known by the member's name alone, those on such a receiver. */
export async function usesOnOwnersName(
  scene: ReviewScene,
  symbol: Named,
  users: readonly FileUses[],
): Promise<FileUses[]> {
  const found: FileUses[] = [];
  for (const user of users) {
    const text = splitLines((await scene.text(user.path, "after")) ?? "");
    const lines = user.lines.filter((line) => isOnOwnersName(scene, user.path, text[line - 1] ?? "", symbol));
    found.push(...(lines.length === 0 ? [] : [{ ...user, lines }]));
  }
  return found;
}
