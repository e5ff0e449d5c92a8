// A table of an answer, defined once: its columns determine the schema of the structured form, its rows, and the lines of the
// text.
import { z } from "zod";
import { append } from "../../system/append.ts";
import { escapeName } from "../../vocabulary/shown-text.ts";

type Shape = z.ZodRawShape;
type Row<Columns extends Shape> = z.output<z.ZodObject<Columns>>;

export interface TableDefinition<Columns extends Shape> {
  /** What a row is; for docs/use/tools.md. */
  readonly doc?: string;
  /** In their order. A column that is null in every row is left out of the answer. */
  readonly columns: Columns;
  /** Rows are grouped by the first column: `rows` is an object, and the column is not part of the tuples. */
  readonly grouped?: true;
  /** Columns whose value is given once, in `same`, if it is the same in all rows. */
  readonly shared?: readonly (keyof Columns & string)[];
  /** Columns that contain source: not escaped, unlike other text. */
  readonly verbatim?: readonly (keyof Columns & string)[];
  /** Values that the text leaves out because they are usual. */
  readonly usual?: Partial<Row<Columns>>;
  /** A row of the text. Usual or shared values, and the first column of a grouped table, are undefined. */
  readonly line: (row: Partial<Row<Columns>>) => string;
}

const tuple = z.array(z.unknown());

/**
 * `rows` has a tuple a row in the order of `columns`; cells missing at its end are null. Of a grouped table it maps each value of
 * the first column to such tuples of the other columns. `same` has the cells that all rows share, `left` says what the rows left
 * out come to: `{ "files": 30 }`.
 */
const wireTable = z.object({
  columns: z.array(z.string()),
  same: z.record(z.string(), z.unknown()).optional(),
  rows: z.union([z.array(tuple), z.record(z.string(), z.array(tuple))]),
  left: z.record(z.string(), z.number()).optional(),
});

/** The schema of a table's field. */
export type TableField = typeof wireTable;
type Tuple = readonly unknown[];
export type Left = Readonly<Record<string, number>>;
export type WireTable = {
  readonly columns: readonly string[];
  readonly same?: Readonly<Record<string, unknown>>;
  readonly rows: readonly Tuple[] | Readonly<Record<string, readonly Tuple[]>>;
  readonly left?: Left;
};

export interface Written {
  /** What all rows share, unless it is usual: `call, exact`. Empty if nothing. */
  readonly shared: string;
  readonly lines: readonly string[];
  readonly field: WireTable;
}

export interface Table<Columns extends Shape> {
  /** Of the field that holds it. */
  readonly field: TableField;
  /** `left`: sums over the rows that are not written. */
  write(rows: readonly Row<Columns>[], left?: Left): Written;
}

export type RowOf<T> = T extends Table<infer Columns> ? Row<Columns> : never;

/** The definition is attached to the schema, for docs/use/tools.md. */
type Meta = { readonly doc: string; readonly table: TableDefinition<Shape> };

/** Of the schema of a table's field; undefined for any other schema. */
export const tableBehind = (schema: z.ZodType): TableDefinition<Shape> | undefined =>
  (schema.meta() as Partial<Meta> | undefined)?.table;

export function defineTable<Columns extends Shape>(definition: TableDefinition<Columns>): Table<Columns> {
  const meta: Meta = { doc: definition.doc ?? "", table: definition as unknown as TableDefinition<Shape> };
  return { field: wireTable.meta(meta), write: (rows, left) => writeTable(definition, rows, left) };
}

type AnyRow = Readonly<Record<string, unknown>>;

const isSame = (a: unknown, b: unknown): boolean => a === b || JSON.stringify(a) === JSON.stringify(b);

function writeTable<Columns extends Shape>(
  definition: TableDefinition<Columns>,
  typedRows: readonly Row<Columns>[],
  left?: Left,
): Written {
  const rows = typedRows as readonly AnyRow[];
  const { shared = [] } = definition;
  const usual: AnyRow = definition.usual ?? {};
  const [first] = rows;
  const [key] = definition.grouped === true ? Object.keys(definition.columns) : [];
  const names = Object.keys(definition.columns).filter((name) => rows.some((row) => (row[name] ?? null) !== null));
  const isShared = (name: string): boolean => rows.length > 1 && rows.every((row) => isSame(row[name], first?.[name]));
  const same = shared.filter((name) => names.includes(name) && isShared(name));
  const columns = names.filter((name) => !same.includes(name));
  const cells = columns.filter((name) => name !== key);
  const isUsual = (name: string, value: unknown): boolean => name in usual && isSame(value, usual[name]);
  const textOf = (row: AnyRow): string => {
    const said = cells.filter((name) => (row[name] ?? null) !== null && !isUsual(name, row[name]));
    const verbatim: readonly string[] = definition.verbatim ?? [];
    const shown = said.map((name) => [name, verbatim.includes(name) ? row[name] : escaped(row[name])]);
    return definition.line(Object.fromEntries(shown) as Partial<Row<Columns>>);
  };
  const groups = key === undefined ? null : [...groupBy(rows, (row) => String(row[key]))];
  const tuples = (members: readonly AnyRow[]): Tuple[] => members.map((row) => tupleOf(row, cells));
  return {
    shared: same.flatMap((name) => (isUsual(name, first?.[name]) ? [] : [saidOf(name, first?.[name])])).join(", "),
    lines:
      groups?.flatMap(([value, members]) => [escapeName(value), ...members.map((row) => ` ${textOf(row)}`)]) ??
      rows.map(textOf),
    field: {
      columns,
      ...(same.length === 0 ? {} : { same: Object.fromEntries(same.map((name) => [name, first?.[name]])) }),
      rows:
        groups === null ? tuples(rows) : Object.fromEntries(groups.map(([value, members]) => [value, tuples(members)])),
      ...(left === undefined ? {} : { left }),
    },
  };
}

/** A number says nothing without the name of its column. */
const saidOf = (name: string, value: unknown): string =>
  typeof value === "number" ? `${name} ${value}` : String(value);

/** Text of a cell, so that it cannot start a line of its own. */
function escaped(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map((one) => escapeName(String(one)));
  }
  return typeof value === "string" ? escapeName(value) : value;
}

function tupleOf(row: AnyRow, columns: readonly string[]): Tuple {
  const cells = columns.map((name) => row[name] ?? null);
  while (cells.length > 1 && cells.at(-1) === null) {
    cells.pop();
  }
  return cells;
}

/** In the order of each group's first row. */
function groupBy(rows: readonly AnyRow[], keyOf: (row: AnyRow) => string): Map<string, AnyRow[]> {
  const groups = new Map<string, AnyRow[]>();
  for (const row of rows) {
    append(groups, keyOf(row), row);
  }
  return groups;
}
