// Unchanged lines that use what a change adds or alters: what a reader of the change looks at next. What is gone has its users in the weights.
import { lineEdits } from "../change/read/added-lines.ts";
import { targetAt } from "../change/read/symbol-target.ts";
import { callersOf } from "../intelligence/edges/calls.ts";
import { findReferences } from "../intelligence/edges/references.ts";
import { inTime } from "../linking/linker.ts";
import { atOnce } from "../system/slices.ts";
import { ROLES } from "../vocabulary/facts.ts";
import { splitLines } from "../vocabulary/text.ts";
import type { ReviewedFile, ReviewScene } from "./contract.ts";

export interface Use {
  readonly path: string;
  /** 1-based, after the change. */
  readonly line: number;
  /** In which it stands; null outside of symbols. */
  readonly symbol: string | null;
  /** The changed symbol. */
  readonly of: string;
  /** Of the whole file. */
  readonly lines: readonly string[];
}

const USES_MAX = 200;
/** What an import says is said by the other uses. */
const USING = new Set(ROLES.filter((role) => role !== "import" && role !== "export"));

/** One line of each symbol that uses one. `unsought`: changed symbols whose users were not all looked for. */
export async function usesOfChange(
  scene: ReviewScene,
  files: readonly ReviewedFile[],
): Promise<{ readonly uses: readonly Use[]; readonly unsought: number }> {
  const { now } = scene.project;
  const added = new Map(files.map(({ path, before, after }) => [path, lineEdits(before, after).added]));
  const uses = new Map<string, Use>();
  let unsought = 0;
  for (const { path, symbols } of files) {
    for (const symbol of [...symbols.changed.map((one) => one.after), ...symbols.added]) {
      await scene.pause();
      const target = targetAt(now, path, symbol);
      const find = () => (target === null ? [] : callersOf(now, atOnce(findReferences(now, target)), USING));
      const found = uses.size < USES_MAX ? inTime(find) : null;
      unsought += found === null || scene.isOver() ? 1 : 0;
      for (const { node, at } of found?.value ?? []) {
        const lines = splitLines((await scene.text(at.path, "after")) ?? "");
        if (added.get(at.path)?.has(at.line) !== true && at.line <= lines.length) {
          uses.set(`${at.path}:${at.line}`, { ...at, symbol: node.symbol, of: symbol.path, lines });
        }
      }
    }
  }
  return { uses: [...uses.values()], unsought };
}
