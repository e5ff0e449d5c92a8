// The difference of two states of a file in git's format, for people and for `git apply` and `patch`.
import { diffArrays } from "diff";

/** One state of a file. */
export interface DiffSide {
  readonly text: string;
  readonly bytes: Buffer;
  /** Permission bits; null where they are not known yet. */
  readonly mode: number | null;
}

export interface DiffedFile {
  readonly path: string;
  /** Where a moved file goes, otherwise null. */
  readonly to: string | null;
  /** Null of a new file. */
  readonly before: DiffSide | null;
  /** Null of a deleted file. */
  readonly after: DiffSide | null;
}

export interface FileDiff {
  /** With its header, each line ended by `\n`; "" where nothing differs. */
  readonly text: string;
  /** Lines. */
  readonly added: number;
  readonly removed: number;
  /** Whether `git apply` can apply it: false for a file that is not UTF-8, whose text is shown converted. */
  readonly appliable: boolean;
}

const CONTEXT_LINES = 3;
/** Lines added and removed up to which the shortest difference is looked for; beyond it, the changed region is one block. */
const CHANGED_LINES_MAX = 2_000;

interface Run {
  readonly kind: " " | "-" | "+";
  readonly lines: readonly string[];
}

/** For example `diff --git a/x.ts b/x.ts`, `--- a/x.ts`, `+++ b/x.ts`, `@@ -1,2 +1,2 @@` and the lines. */
export function unifiedDiff(file: DiffedFile): FileDiff {
  const [before, after] = [textOf(file.before), textOf(file.after)];
  const runs = before === after ? [] : compareLines(linesOf(before), linesOf(after));
  const count = (kind: Run["kind"]): number =>
    runs.reduce((sum, run) => sum + (run.kind === kind ? run.lines.length : 0), 0);
  const head = headerOf(file);
  const hunks = hunksOf(runs);
  const names =
    hunks.length > 0
      ? [`--- ${sideName("a", file.before && file.path)}`, `+++ ${sideName("b", file.after && (file.to ?? file.path))}`]
      : [];
  const lines = head.length + hunks.length === 0 ? [] : [`diff --git ${gitNames(file)}`, ...head, ...names, ...hunks];
  return {
    text: lines.map((line) => `${line}\n`).join(""),
    added: count("+"),
    removed: count("-"),
    appliable: [file.before, file.after].every(
      (side) => side === null || Buffer.from(textOf(side), "utf8").equals(side.bytes),
    ),
  };
}

/** As UTF-8 would write it: with the byte-order mark, which decoding takes away. */
function textOf(side: DiffSide | null): string {
  if (side === null) return "";
  const hasMark = side.bytes[0] === 0xef && side.bytes[1] === 0xbb && side.bytes[2] === 0xbf;
  return hasMark ? `\uFEFF${side.text}` : side.text;
}

/** Lines with their `\n`; like git, no other character ends one. */
const linesOf = (text: string): readonly string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? [];

function compareLines(before: readonly string[], after: readonly string[]): readonly Run[] {
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && before[head] === after[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1;
  const [old, now] = [before.slice(head, before.length - tail), after.slice(head, after.length - tail)];
  const found = diffArrays([...old], [...now], { maxEditLength: CHANGED_LINES_MAX });
  const middle: readonly Run[] = found?.map(({ value, added, removed }) => ({
    kind: added ? "+" : removed ? "-" : " ",
    lines: value,
  })) ?? [
    { kind: "-", lines: old },
    { kind: "+", lines: now },
  ];
  const runs: readonly Run[] = [
    { kind: " ", lines: before.slice(0, head) },
    ...middle,
    { kind: " ", lines: before.slice(before.length - tail) },
  ];
  return runs.filter(({ lines }) => lines.length > 0);
}

/** The lines of all hunks, each with its `@@` line. */
function hunksOf(runs: readonly Run[]): string[] {
  const hunks: string[] = [];
  let [oldLine, newLine] = [1, 1];
  let hunk = openHunk(oldLine, newLine);
  for (const [index, { kind, lines }] of runs.entries()) {
    if (kind === " ") {
      const [isFirst, isLast] = [index === 0, index === runs.length - 1];
      const closes = isLast || lines.length > 2 * CONTEXT_LINES;
      if (!isFirst) hunk.add(" ", closes ? lines.slice(0, CONTEXT_LINES) : lines);
      if (!isFirst && closes) hunks.push(...hunk.lines());
      if (isFirst || closes) {
        const kept = isLast ? [] : lines.slice(-CONTEXT_LINES);
        hunk = openHunk(oldLine + lines.length - kept.length, newLine + lines.length - kept.length);
        hunk.add(" ", kept);
      }
    } else hunk.add(kind, lines);
    if (kind !== "+") oldLine += lines.length;
    if (kind !== "-") newLine += lines.length;
  }
  return [...hunks, ...hunk.lines()];
}

function openHunk(oldStart: number, newStart: number) {
  const written: string[] = [];
  const counts = { " ": 0, "-": 0, "+": 0 };
  // A range without lines is named by the line before it.
  const range = (start: number, count: number): string =>
    count === 1 ? `${start}` : `${count === 0 ? start - 1 : start},${count}`;
  return {
    add(kind: Run["kind"], lines: readonly string[]) {
      counts[kind] += lines.length;
      for (const line of lines) {
        if (line.endsWith("\n")) written.push(kind + line.slice(0, -1));
        else written.push(kind + line, "\\ No newline at end of file");
      }
    },
    lines(): string[] {
      if (counts["-"] + counts["+"] === 0) return [];
      const [old, now] = [range(oldStart, counts[" "] + counts["-"]), range(newStart, counts[" "] + counts["+"])];
      return [`@@ -${old} +${now} @@`, ...written];
    },
  };
}

/** What git says of modes, and of files that appear, vanish or move. */
function headerOf({ path, to, before, after }: DiffedFile): string[] {
  if (before === null) return [`new file mode ${gitMode(after)}`];
  if (after === null) return [`deleted file mode ${gitMode(before)}`];
  const modes = gitMode(before) === gitMode(after) ? [] : [`old mode ${gitMode(before)}`, `new mode ${gitMode(after)}`];
  return to === null ? modes : [...modes, `rename from ${quoted(path)}`, `rename to ${quoted(to)}`];
}

/** The only permission that git keeps is the owner's to execute. */
const gitMode = (side: DiffSide | null): string => (((side?.mode ?? 0) & 0o100) === 0 ? "100644" : "100755");

const gitNames = ({ path, to }: DiffedFile): string => `${quoted(`a/${path}`)} ${quoted(`b/${to ?? path}`)}`;

function sideName(side: "a" | "b", path: string | null): string {
  if (path === null) return "/dev/null";
  const name = quoted(`${side}/${path}`);
  // `patch` takes a name up to the first white space, unless a tab ends it.
  return name.startsWith('"') || !/\s/.test(name) ? name : `${name}\t`;
}

const ESCAPES: Readonly<Record<string, string>> = { "\n": "\\n", "\t": "\\t", "\r": "\\r", '"': '\\"', "\\": "\\\\" };

/** A name as git quotes it where it has control characters, quotes or backslashes. */
function quoted(name: string): string {
  if (!/[\p{Cc}"\\]/u.test(name)) return name;
  const escaped = name.replace(/[\p{Cc}"\\]/gu, (character) => ESCAPES[character] ?? octal(character));
  return `"${escaped}"`;
}

const octal = (character: string): string =>
  [...Buffer.from(character, "utf8")].map((byte) => `\\${byte.toString(8).padStart(3, "0")}`).join("");
