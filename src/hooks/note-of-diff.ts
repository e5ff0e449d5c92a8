// Makes one short note of an answer of analyze_diff or edited_symbols: the changed symbols that other places still use.
import { join } from "node:path";
import { fieldsOf } from "../clients/contract/client-hooks.ts";
import { escapeName, renderCount, shortened } from "../vocabulary/shown-text.ts";

const SYMBOLS_MAX = 2;
const PLACES_MAX = 4;

interface User {
  readonly path: string;
  readonly lines: readonly number[];
}

/**
 * The note; null if no use of a changed symbol is proven. `answer`: the structured answer as JSON. `edited`: absolute paths of the files whose
 * symbols the note may name. `since`: those written after the question was asked, in which the uses that it found may be gone. Throws a
 * SyntaxError for text that is not JSON.
 */
export function noteOfDiff(
  answer: string,
  edited: ReadonlySet<string>,
  since: ReadonlySet<string> = new Set(),
): string | null {
  const fields = fieldsOf(JSON.parse(answer));
  const { project_root: root, changes, users } = fields;
  const isEdited = (symbol: string): boolean => edited.has(join(String(root), symbol.slice(0, symbol.indexOf("#"))));
  const isCurrent = (path: unknown): boolean => !since.has(join(String(root), String(path)));
  const kinds = new Map(
    rowsOf(changes).map(([path, row]) => [
      `${path}#${String(row["symbol"])}`,
      { kind: row["change"], name: String(row["symbol"]) },
    ]),
  );
  const broken = new Map<string, User[]>();
  for (const [of, row] of rowsOf(users)) {
    const lines = Array.isArray(row["lines"]) ? row["lines"].filter((line) => typeof line === "number") : [];
    const isGuess = row["by_name"] === (row["lines_found"] ?? lines.length);
    if (lines.length > 0 && !isGuess && isEdited(of) && isCurrent(row["path"])) {
      broken.set(of, [...(broken.get(of) ?? []), { path: String(row["path"]), lines }]);
    }
  }
  const parts = [...broken]
    .slice(0, SYMBOLS_MAX)
    .map(([of, places]) => sentence(kinds.get(of) ?? { kind: "", name: of }, places));
  const more = broken.size - parts.length;
  // Without git, `analyze_diff` has nothing to show: only this answer has the edit.
  const shownBy = comparesWithCommit(fields) ? " analyze_diff shows all." : "";
  return parts.length === 0
    ? null
    : `context-broker: ${parts.join("; ")}${more > 0 ? `; ${renderCount(more, "more changed symbol")} still used` : ""}.${shownBy}`;
}

/** Whether the answer compares with a commit, not with the index. Throws a SyntaxError for text that is not JSON. */
export const isWithCommit = (answer: string): boolean => comparesWithCommit(fieldsOf(JSON.parse(answer)));

const comparesWithCommit = ({ compared }: ReturnType<typeof fieldsOf>): boolean => compared !== undefined;

function sentence({ kind, name }: { readonly kind: unknown; readonly name: string }, users: readonly User[]): string {
  const places = users.flatMap(({ path, lines }) => lines.map((line) => `${path}:${line}`));
  const shown = places.slice(0, PLACES_MAX).map((place) => escapeName(shortened(place)));
  const more = places.length - shown.length;
  const what = kind === "signature" ? "has another signature" : "is gone";
  return `${escapeName(shortened(name))} ${what} and is used in ${shown.join(", ")}${more > 0 ? ` and ${renderCount(more, "more line")}` : ""}`;
}

/** The rows of a table, each as an object by the names of its columns, with the key of its group. */
function rowsOf(table: unknown): (readonly [string, Readonly<Record<string, unknown>>])[] {
  const { columns, rows } = fieldsOf(table);
  const [, ...names] = Array.isArray(columns) ? columns.map(String) : [];
  return Object.entries(fieldsOf(rows)).flatMap(([group, tuples]) =>
    (Array.isArray(tuples) ? tuples : []).map((tuple: unknown) => {
      const cells: readonly unknown[] = Array.isArray(tuple) ? tuple : [];
      return [group, Object.fromEntries(names.map((name, at) => [name, cells[at]]))] as const;
    }),
  );
}
