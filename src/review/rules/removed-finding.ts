// What is said of removed symbols that are still used. Those that one cause removes together are one finding.
import type { FileUses } from "../../change/breaks/file-uses.ts";
import type { MovedSymbol } from "../../change/read/find-moved.ts";
import type { SymbolPrint } from "../../syntax/fingerprint.ts";
import { append } from "../../system/append.ts";
import { renderCount } from "../../vocabulary/shown-text.ts";
import type { EvidenceLine, ReviewedFile, ReviewScene, RuleFinding } from "../contract.ts";
import { notProven } from "../proof.ts";

export type Named = Pick<SymbolPrint, "name" | "path" | "nameLine"> & { readonly kind: string };

/** A symbol that is no longer under its name in its file, or that other files no longer see there. */
export interface Removed {
  readonly file: ReviewedFile;
  /** Before the change. */
  readonly symbol: Named;
  /** Where it is now; null where it is nowhere. */
  readonly after: MovedSymbol["after"] | null;
  /** Whether it is where it was, and other files cannot see it any more. */
  readonly isHidden: boolean;
}

export interface Users {
  readonly files: readonly FileUses[];
  readonly severity: "high" | "low";
  /** Why the lines may be right, in words; null where they are proven not to be, or matched by their names alone. */
  readonly doubt: string | null;
}

export interface UsedSymbol {
  readonly removed: Removed;
  readonly users: Users;
}

type Group = readonly [UsedSymbol, ...UsedSymbol[]];

/** Lines shown of those that still use one symbol, and of those that use one of several. */
const EVIDENCE_MAX = 5;
const EVIDENCE_EACH_MAX = 2;
/** Symbols of one finding that are named, and whose lines are shown. */
const NAMED_MAX = 5;

const linesOf = ({ files }: Users) => files.flatMap(({ path, lines }) => lines.map((line) => ({ path, line })));

/** Symbols of one severity that go with their file, that move to the same file, or that go from the same type. */
export function byCause(used: readonly UsedSymbol[]): Group[] {
  const groups = new Map<string, UsedSymbol[]>();
  for (const one of used) {
    append(groups, `${one.users.severity} ${causeOf(one.removed)}`, one);
  }
  return [...groups.values()].map(
    (group) =>
      [...group].sort((a, b) => linesOf(b.users).length - linesOf(a.users).length) as [UsedSymbol, ...UsedSymbol[]],
  );
}

function causeOf({ file, symbol, after, isHidden }: Removed): string {
  const own = `${file.path} ${symbol.nameLine} ${symbol.path}`;
  if (after !== null) {
    return after.file === file.path ? own : `${file.path} moved to ${after.file}`;
  }
  if (file.after === null) {
    return `${file.path} removed`;
  }
  const owner = symbol.path.slice(0, Math.max(0, symbol.path.length - symbol.name.length - 1));
  return owner === "" ? own : `${file.path} ${isHidden ? "hidden" : "removed"} of ${owner}`;
}

export const findingOf = (scene: ReviewScene, group: Group): Promise<RuleFinding> =>
  group.length === 1 ? findingOfOne(scene, group[0]) : findingOfSeveral(scene, group);

function fateOf({ file: { path }, symbol, after, isHidden }: Removed): string {
  if (isHidden) {
    return "hidden from other files";
  }
  if (after === null) {
    return "removed";
  }
  return after.file === path
    ? `renamed to ${after.symbol.path}`
    : `moved to ${after.file}${after.symbol.path === symbol.path ? "" : ` as ${after.symbol.path}`}`;
}

async function evidenceOf(scene: ReviewScene, { removed, users }: UsedSymbol, most: number): Promise<EvidenceLine[]> {
  const { file, symbol } = removed;
  const was = await scene.evidence(file.from ?? file.path, symbol.nameLine, "before");
  const shown = await Promise.all(
    linesOf(users)
      .slice(0, most)
      .map((use) => scene.evidence(use.path, use.line, "after")),
  );
  return [was, ...shown].filter((line) => line !== null);
}

const placeOf = ({ file: { path, from, after }, symbol }: Removed): Pick<RuleFinding, "path" | "line" | "symbol"> => ({
  path: after === null ? (from ?? path) : path,
  line: symbol.nameLine,
  symbol: symbol.path,
});

async function findingOfOne(scene: ReviewScene, one: UsedSymbol): Promise<RuleFinding> {
  const { removed, users } = one;
  const lines = linesOf(users).length;
  const uses = `${renderCount(lines, "line")} in ${renderCount(users.files.length, "file")}`;
  return {
    severity: users.severity,
    message: `${removed.symbol.kind} ${removed.symbol.path} is ${fateOf(removed)}, but ${uses} still ${lines === 1 ? "refers" : "refer"} to it${notProven(users.doubt)}`,
    ...placeOf(removed),
    evidence: await evidenceOf(scene, one, EVIDENCE_MAX),
  };
}

async function findingOfSeveral(scene: ReviewScene, group: Group): Promise<RuleFinding> {
  const [first] = group;
  const named = group.slice(0, NAMED_MAX).map(({ removed }) => removed.symbol.path);
  const more = group.length > NAMED_MAX ? [`${group.length - NAMED_MAX} more`] : [];
  const uses = group.flatMap(({ users }) => linesOf(users));
  const lines = new Set(uses.map(({ path, line }) => `${path}:${line}`)).size;
  const files = new Set(uses.map(({ path }) => path)).size;
  const evidence = new Map<string, EvidenceLine>();
  for (const one of group.slice(0, NAMED_MAX)) {
    for (const line of await evidenceOf(scene, one, EVIDENCE_EACH_MAX)) {
      evidence.set(`${line.side} ${line.path}:${line.line}`, line);
    }
  }
  const { file, after } = first.removed;
  const fate =
    after !== null ? `moved to ${after.file}` : file.after === null ? "removed with the file" : fateOf(first.removed);
  return {
    severity: first.users.severity,
    message: `${[...named, ...more].join(", ")} are ${fate}, but ${renderCount(lines, "line")} in ${renderCount(files, "file")} still ${lines === 1 ? "refers" : "refer"} to them${notProven(first.users.doubt)}`,
    ...placeOf(first.removed),
    evidence: [...evidence.values()],
  };
}
