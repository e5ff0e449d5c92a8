// Draws edits over the symbols of a repository: which symbol is renamed, moved or deleted, and to what.
import { posix } from "node:path";
import { type Random, shuffled } from "../../support/random.ts";
import { readTable } from "../../support/read-table.ts";

export const OPERATIONS = ["rename", "move", "delete"] as const;
export type OperationName = (typeof OPERATIONS)[number];

export interface DrawnEdit {
  readonly operation: OperationName;
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly kind: string;
  /** Of the symbol, without what it is a member of. */
  readonly name: string;
  /** The old name and the new one, of a rename. */
  readonly renamed: { readonly from: string; readonly to: string } | null;
}

type Call = (name: string, input: Readonly<Record<string, unknown>>) => Promise<unknown>;

interface Listed {
  readonly path: string;
  readonly symbol: string;
  readonly kind: string;
}

const ASIDE =
  /(^|\/)(tests?|__tests__|spec|docs?|examples?|benchmarks?|testdata|website|perf[\w-]*)\/|(_|\.|-)(test|spec)\.\w+$|\.d\.ts$|\.(json|md|yml|yaml|toml|css|html)$/;

/** All symbols of the project's own code, folder by folder, since an answer has a limit of rows. */
async function listSymbols(call: Call, files: readonly string[]): Promise<Listed[]> {
  const all: Listed[] = [];
  for (const path of files) {
    const answer = (await call("list_symbols", { paths: [path], limit: 200, max_tokens: 60_000 })) as {
      symbols?: unknown;
    };
    all.push(
      ...readTable(answer.symbols).map((row) => ({
        path: String(row["path"]),
        symbol: String(row["symbol"]),
        kind: String(row["kind"]),
      })),
    );
  }
  return all;
}

const NAMED = new Set(["function", "method", "class", "interface", "type", "enum", "variable"]);
const TYPES = new Set(["class", "interface", "type", "enum"]);

/** Languages whose names of several words are written with `_`, except those of types. */
const SNAKE_CASE = /\.(?:py|rs)$/;

/** In the style of the old name and of the language: `size_renamed`, `sizeRenamed`, `SizeRenamed`, `SIZE_RENAMED`. */
export function newName(old: string, path: string): string {
  return /^[A-Z][A-Z0-9_]+$/.test(old)
    ? `${old}_RENAMED`
    : /^_*[a-z0-9_]+$/.test(old) && (old.includes("_") || SNAKE_CASE.test(path))
      ? `${old}_renamed`
      : `${old}Renamed`;
}

const lastName = (symbol: string): string => symbol.split(/[.#:]+/).at(-1) ?? symbol;

function editOf(
  operation: OperationName,
  { path, symbol, kind }: Listed,
  files: readonly string[],
  random: Random,
): DrawnEdit | null {
  const address = `${path}#${symbol}`;
  const name = lastName(symbol);
  switch (operation) {
    case "rename": {
      const from = name;
      const to = newName(from, path);
      const input = { symbol: address, new_name: to };
      return { operation, kind, name, tool: "rename_symbol", input, renamed: { from, to } };
    }
    case "delete":
      return { operation, kind, name, tool: "delete_symbol", input: { symbol: address }, renamed: null };
    case "move": {
      if (symbol !== name || (kind !== "function" && !TYPES.has(kind))) {
        return null;
      }
      const extension = posix.extname(path);
      const near = files.filter((file) => file !== path && posix.extname(file) === extension && !ASIDE.test(file));
      const [chosen] = shuffled(near, random);
      const isNew = random() < 0.3 || chosen === undefined;
      const own = extension === ".java" ? `${symbol}.java` : `moved_here${extension}`;
      // A public type of Java has a file of its own name.
      const folders = [...new Set(files.map((file) => posix.dirname(file)))].filter(
        (one) => one !== posix.dirname(path),
      );
      const [folder = posix.dirname(posix.dirname(path))] = shuffled(folders, random);
      const to =
        extension === ".java" ? posix.join(folder, own) : isNew ? posix.join(posix.dirname(path), own) : chosen;
      const input = { symbol: address, to, export_needed: random() < 0.5 };
      return { operation, kind, name, tool: "move_symbol", input, renamed: null };
    }
  }
}

export interface Draw {
  readonly operations: readonly OperationName[];
  readonly count: number;
  readonly random: Random;
  /** Names of which every other symbol should have one; null: any. */
  readonly hard: ReadonlySet<string> | null;
}

const DATA = /\.(?:json|toml|lock|mod)$/;

/** Of a small program: each operation on each symbol of any kind, in random order. */
export async function drawFromAll(
  call: Call,
  files: readonly string[],
  { operations, count, random }: Draw,
): Promise<DrawnEdit[]> {
  const symbols = await listSymbols(
    call,
    files.filter((file) => !DATA.test(file)),
  );
  const drawn = symbols.flatMap((symbol) =>
    operations.flatMap((operation) => editOf(operation, symbol, files, random) ?? []),
  );
  return shuffled(drawn, random).slice(0, count);
}

/** Hard ones and others by turns, as long as there are both. */
function byTurns(symbols: readonly Listed[], hard: ReadonlySet<string> | null): readonly Listed[] {
  const isHard = ({ symbol }: Listed): boolean => hard?.has(lastName(symbol)) === true;
  const [easy, difficult] = [symbols.filter((one) => !isHard(one)), symbols.filter(isHard)];
  return Array.from({ length: Math.max(easy.length, difficult.length) }, (_, at) => [difficult[at], easy[at]])
    .flat()
    .filter((one) => one !== undefined);
}

/** `files`: tracked ones, project-relative. */
export async function drawEdits(
  call: Call,
  files: readonly string[],
  { operations, count, random, hard }: Draw,
): Promise<DrawnEdit[]> {
  const symbols = (
    await listSymbols(
      call,
      files.filter((file) => !ASIDE.test(file)),
    )
  ).filter(({ kind }) => NAMED.has(kind));
  const drawn: DrawnEdit[] = [];
  for (const [at, symbol] of byTurns(shuffled(symbols, random), hard).entries()) {
    // Both of a turn are edited in the same way.
    const operation = operations[(hard === null ? drawn.length : at >> 1) % operations.length];
    const edit = operation === undefined ? null : editOf(operation, symbol, files, random);
    if (edit !== null) {
      drawn.push(edit);
    }
    if (drawn.length === count) {
      break;
    }
  }
  return drawn;
}
