// A symbol that the change removes while code that it leaves in place still refers to it.

import type { TextPair } from "../../intelligence/changes/analyze-changes.ts";
import { brokenUses, type FileUses } from "../../intelligence/changes/broken-uses.ts";
import { encloses } from "../../intelligence/changes/compare-prints.ts";
import type { MovedSymbol } from "../../intelligence/changes/find-moved.ts";
import { survivorsOf } from "../../intelligence/changes/surviving-lines.ts";
import { targetAt } from "../../intelligence/changes/symbol-target.ts";
import { inTime } from "../../linking/linker.ts";
import type { SymbolPrint } from "../../syntax/fingerprint.ts";
import { renderCount } from "../../vocabulary/amounts.ts";
import type { EvidenceLine, ReviewedFile, ReviewScene, Rule, RuleFinding, RuleOutcome } from "../contract.ts";

/** Lines shown of those that still use the symbol. */
const EVIDENCE_MAX = 5;

export const removedExport: Rule = {
  id: "removed-export",
  title: "Symbol removed while used",
  type: "breaking",
  severity: "high",
  needs: ["edges"],
  doc: `A function, class, type or variable that the change removes, renames or moves, while lines that the change leaves in place still refer to
it. References are resolved in the state before the change, so a name that now means something else does not count. Names whose
receiver is unknown are not reported.

**Remedy**: keep the symbol, or change the lines that are listed.`,
  check,
};

/** A symbol that is no longer under its name in its file. */
interface Removed {
  readonly file: ReviewedFile;
  /** Before the change. */
  readonly symbol: SymbolPrint;
  /** Where it is now; null where it is nowhere. */
  readonly after: MovedSymbol["after"] | null;
}

async function check(scene: ReviewScene): Promise<RuleOutcome> {
  const findings: RuleFinding[] = [];
  let left = 0;
  for (const removed of allRemoved(scene)) {
    await scene.pause();
    const users = scene.isOver() ? null : (inTime(() => usersOf(scene, removed.file, removed.symbol))?.value ?? null);
    if (users === null) {
      left += 1;
    } else if (users.length > 0) {
      findings.push(await findingOf(scene, removed, users));
    }
  }
  const notChecked = left === 0 ? [] : [`users of ${renderCount(left, "removed symbol")}: not looked for in time`];
  return { kind: "checked", findings, notChecked };
}

function allRemoved({ files, moved }: ReviewScene): Removed[] {
  const removed = files.flatMap((file) =>
    outermost(file.symbols.removed).map((symbol): Removed => ({ file, symbol, after: null })),
  );
  const away = moved.flatMap(({ before, after }): Removed[] => {
    const file = files.find(({ path, from }) => (from ?? path) === before.file);
    return file === undefined ? [] : [{ file, symbol: before.symbol, after }];
  });
  return [...removed, ...away];
}

const outermost = (removed: readonly SymbolPrint[]): SymbolPrint[] =>
  removed.filter((symbol) => !removed.some((other) => encloses(other, symbol)));

/** Those that are certain. */
function usersOf({ project }: ReviewScene, { path, from }: ReviewedFile, symbol: SymbolPrint): readonly FileUses[] {
  const before = from ?? path;
  const target = targetAt(project.base, before, symbol);
  const pair = project.pairs.find((one) => one.before?.path === before);
  if (target === null || pair === undefined || isOnlyUnread(project, pair, symbol)) {
    return [];
  }
  const { users } = brokenUses(project, { target, pair, isRemoved: true });
  return users.filter(({ certainty }) => certainty !== "heuristic");
}

/** Whether the symbol is lost because the text after the change could not be parsed there: its line stands, and defines nothing. */
function isOnlyUnread({ now }: ReviewScene["project"], pair: TextPair, { nameLine }: SymbolPrint): boolean {
  const path = pair.after?.path;
  const line = survivorsOf(pair).get(nameLine);
  const definitions = path === undefined ? undefined : now.lookup.facts(path)?.definitions;
  return line !== undefined && definitions !== undefined && !definitions.some((one) => one.nameLine === line);
}

async function findingOf(
  scene: ReviewScene,
  { file: { path, from, after }, symbol, after: now }: Removed,
  users: readonly FileUses[],
): Promise<RuleFinding> {
  const lines = users.flatMap((user) => user.lines.map((line) => ({ path: user.path, line })));
  const shown = await Promise.all(
    lines.slice(0, EVIDENCE_MAX).map((use) => scene.evidence(use.path, use.line, "after")),
  );
  const was = await scene.evidence(from ?? path, symbol.nameLine, "before");
  const evidence: EvidenceLine[] = [was, ...shown].filter((line) => line !== null);
  const fate =
    now === null
      ? "is removed"
      : now.file === path
        ? `is renamed to ${now.symbol.path}`
        : `is moved to ${now.file}${now.symbol.path === symbol.path ? "" : ` as ${now.symbol.path}`}`;
  return {
    severity: "high",
    message: `${symbol.kind} ${symbol.path} ${fate}, but ${renderCount(lines.length, "line")} in ${renderCount(users.length, "file")} still ${lines.length === 1 ? "refers" : "refer"} to it`,
    path: after === null ? (from ?? path) : path,
    line: symbol.nameLine,
    symbol: symbol.path,
    evidence,
  };
}
