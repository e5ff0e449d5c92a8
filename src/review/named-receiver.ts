// Uses of a member on a receiver of unknown type whose name says what it is: `layer.handle()` of `Layer.handle`, `res.location()` where
// the project defines `res.location`.
import type { FileUses } from "../intelligence/changes/broken-uses.ts";
import { isLibraryMember } from "../languages/library-members.ts";
import type { SymbolPrint } from "../syntax/fingerprint.ts";
import { splitLines } from "../vocabulary/text.ts";
import type { ReviewScene } from "./contract.ts";

type Named = Pick<SymbolPrint, "name" | "path">;

/** A shorter name says nothing about what it holds. */
const OWNER_LENGTH_MIN = 3;

const plain = (name: string): string => name.replace(/[_$]/g, "").toLowerCase();

/** Whether the line has the symbol after its owner's name, in any spelling. A name that the language's library has too is anybody's. */
export function isOnOwnersName(line: string, { path, name }: Named, language: string | null): boolean {
  const owner = plain(
    path
      .slice(0, Math.max(0, path.length - name.length - 1))
      .split(".")
      .at(-1) ?? "",
  );
  if (owner.length < OWNER_LENGTH_MIN || isLibraryMember(name, language)) {
    return false;
  }
  const receivers = line.matchAll(/([\w$]+)\??(?:\.|->|::)\s*([\w$]+)/g);
  return [...receivers].some(([, receiver = "", member]) => member === name && plain(receiver) === owner);
}

/** Of uses that are known by the member's name alone, those on such a receiver. */
export async function usesOnOwnersName(
  scene: ReviewScene,
  symbol: Named,
  users: readonly FileUses[],
): Promise<FileUses[]> {
  const found: FileUses[] = [];
  for (const user of users) {
    const text = splitLines((await scene.text(user.path, "after")) ?? "");
    const language = scene.project.now.lookup.language(user.path);
    const lines = user.lines.filter((line) => isOnOwnersName(text[line - 1] ?? "", symbol, language));
    found.push(...(lines.length === 0 ? [] : [{ ...user, lines }]));
  }
  return found;
}
