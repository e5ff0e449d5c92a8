// Keeps an edit within what its caller named: a folder, a file, lines of a file, or a symbol.

import { requestedPath } from "../../intelligence/requested-path.ts";
import { AT_LINES, quoted, resolveAddress } from "../../intelligence/symbols/address.ts";
import type { LineRange } from "../../vocabulary/chunk.ts";
import { Failure } from "../../vocabulary/failure.ts";
import { lineStarts } from "../../vocabulary/text.ts";
import type { EditScene, FileChange, Refusal, TextEdit } from "../change-set.ts";
import { type PlannedFile, pathsOf } from "../store/plan-changes.ts";

type Scope =
  | { readonly kind: "folder"; readonly path: string }
  | { readonly kind: "file"; readonly path: string }
  | {
      readonly kind: "lines";
      readonly path: string;
      readonly ranges: readonly LineRange[];
      readonly ofSymbol: boolean;
    };

/** @throws INVALID_INPUT for a scope that names nothing, or several symbols. */
export function refuseBeyond(
  scene: EditScene,
  changes: readonly FileChange[],
  files: readonly PlannedFile[],
  asked: string,
): Refusal[] {
  const scope = scopeOf(scene, asked);
  return changes.flatMap((change) => {
    const text = files.find(({ path }) => path === change.path)?.before?.text ?? "";
    const line = firstBeyond(scope, change, text);
    return line === null ? [] : [beyond(change.path, line === 0 ? null : line, asked)];
  });
}

const beyond = (path: string, line: number | null, scope: string): Refusal => ({
  rule: "out-of-scope",
  path,
  line,
  message: `the edit goes beyond its scope ${quoted(scope)}`,
  remedy: "widen scope, or choose a smaller edit",
});

function scopeOf({ corpus, withSnapshot }: EditScene, asked: string): Scope {
  const path = requestedPath(asked.trim());
  const { files } = corpus.current();
  if (path === "") {
    return { kind: "folder", path: "" };
  }
  if (files.has(path)) {
    return { kind: "file", path };
  }
  const lines = AT_LINES.exec(asked.trim());
  const ofLines = requestedPath(lines?.[1] ?? "");
  if (lines !== null && files.has(ofLines)) {
    const startLine = Number(lines[2]);
    const endLine = Math.max(startLine, Number(lines[3] ?? startLine));
    return { kind: "lines", path: ofLines, ranges: [{ startLine, endLine }], ofSymbol: false };
  }
  const folder = `${path}/`;
  if ([...files.keys()].some((one) => one.startsWith(folder))) {
    return { kind: "folder", path: folder };
  }
  const address = withSnapshot((snapshot) => resolveAddress(snapshot, asked));
  if (address.kind !== "found") {
    const why = address.kind === "none" ? address.why : `${address.candidates.length} symbols have this name`;
    throw new Failure("INVALID_INPUT", `scope ${quoted(asked)}: ${why}`, {
      hint: "name a folder, a file, file:10-40 or path#symbol",
    });
  }
  const { document, symbols } = address.found;
  return { kind: "lines", path: document.path, ranges: symbols, ofSymbol: true };
}

/** The first line (1-based) that a change touches beyond the scope; 0 for the file as a whole; null where it stays within. */
function firstBeyond(scope: Scope, change: FileChange, text: string): number | null {
  if (scope.kind === "folder") {
    return pathsOf(change).every((path) => path.startsWith(scope.path)) ? null : 0;
  }
  if (!pathsOf(change).every((path) => path === scope.path)) {
    return 0;
  }
  if (scope.kind === "file") {
    return null;
  }
  if (change.kind !== "edit") {
    return 0;
  }
  const starts = lineStarts(text);
  const edit = change.edits.find(
    (one) => !scope.ranges.some((range) => isWithin(one, range, starts, text, scope.ofSymbol)),
  );
  return edit === undefined ? null : starts.findLastIndex((start) => start <= edit.start) + 1;
}

/** Text put directly before or after a symbol is beside it. */
function isWithin(
  { start, end }: TextEdit,
  { startLine, endLine }: LineRange,
  starts: readonly number[],
  text: string,
  ofSymbol: boolean,
): boolean {
  const first = starts[startLine - 1] ?? text.length;
  const last = starts[endLine] ?? text.length;
  const content = last - (/\r?\n?$/.exec(text.slice(first, last))?.[0].length ?? 0);
  const isBeside = start === end && (start <= first || start >= content);
  return first <= start && end <= last && !(ofSymbol && isBeside);
}
