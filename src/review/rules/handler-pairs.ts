// Which handlers of errors of a changed file stood there before, and which code had none.
import type { Inspection } from "../../languages/inspection/inspection.ts";
import type { Handler } from "../../languages/inspection/read-handlers.ts";
import { splitLines } from "../../vocabulary/text.ts";
import { editsOf, type JudgedFile, symbolAfter, symbolBefore } from "./changed-places.ts";

/** Both states of a file, inspected. */
export interface Inspected {
  readonly file: JudgedFile;
  readonly before: NonNullable<Inspection["errors"]>;
  readonly after: NonNullable<Inspection["errors"]>;
}

/** Each line after the change that the change leaves as it is: its line before. Both 1-based. */
export function unchangedLines(file: JudgedFile): ReadonlyMap<number, number> {
  const { added, removed } = editsOf(file);
  const kept = (text: string, left: ReadonlySet<number>): number[] =>
    splitLines(text).flatMap((_, at) => (left.has(at + 1) ? [] : [at + 1]));
  const [old, now] = [kept(file.before ?? "", removed), kept(file.after, added)];
  return new Map(now.slice(0, old.length).map((line, at) => [line, old[at] ?? line]));
}

/** The same handler before the change, by the line on which it starts, for each one after it that is found so. */
export function handlersBefore({ file, before, after }: Inspected): ReadonlyMap<Handler, Handler> {
  const lines = unchangedLines(file);
  const left = new Set(before.handlers);
  return new Map(
    after.handlers.flatMap((handler) => {
      const line = lines.get(handler.startLine);
      const same = [...left].find((one) => one.startLine === line && one.caught === handler.caught);
      left.delete(same ?? handler);
      return same === undefined ? [] : [[handler, same] as const];
    }),
  );
}

/** Without what a statement loses or gains where it is put into a handler. */
const bare = (line: string): string =>
  line
    .replace(/^[\s{]+|[\s{}.?;]+$/g, "")
    .replace(/^(?:(?:const|let|var|val|final|auto|try)\s+)+/, "")
    .replace(/^return\s+/, "")
    .trim();

/** Whether the code whose errors are caught stood in the same symbol before the change, where nothing caught them. */
export function wasUnguarded({ file, before }: Inspected, { guarded, startLine }: Handler): boolean {
  const path = symbolAfter(file, startLine)?.path;
  const old = file.symbols.changed.find(({ after }) => after.path === path)?.before;
  if (old === undefined || guarded.length === 0) {
    return false;
  }
  const caught = before.handlers.filter((one) => symbolBefore(file, one.startLine)?.path === path);
  const left = splitLines(file.before ?? "")
    .slice(old.startLine - 1, old.endLine)
    .map(bare);
  for (const line of caught.flatMap((one) => one.guarded.map(bare))) {
    const at = left.indexOf(line);
    left.splice(at, at < 0 ? 0 : 1);
  }
  const isThere = (line: string): boolean => left.some((one) => one === line || isWithin(one, line));
  return guarded.map(bare).every(isThere);
}

/** A shorter one could be part of anything. */
const PART_MIN = 8;

const isWithin = (line: string, part: string): boolean => part.length >= PART_MIN && line.includes(part);
