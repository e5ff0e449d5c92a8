// A table of an answer, defined once: its columns determine the schema of the structured form, its rows, and the lines of the
// text.
import { z } from "zod";
import { escapeName } from "../../vocabulary/shown-text.ts";

type Shape = z.ZodRawShape;
type Row<Columns extends Shape> = z.output<z.ZodObject<Columns>>;

export interface TableDefinition<Columns extends Shape> {
  /** What a row is; for docs/tools.md. */
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

/** The definition is attached to the schema, for docs/tools.md. */
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
  const { usual = {}, shared = [], line } = definition;
  const verbatim = new Set<string>(definition.verbatim);
  const cellOf = (name: string, value: unknown): unknown =>
    verbatim.has(name)
      ? value
      : Array.isArray(value)
        ? value.map((one) => escapeName(String(one)))
        : typeof value === "string"
          ? escapeName(value)
          : value;
  const names = Object.keys(definition.columns).filter((name) => rows.some((row) => (row[name] ?? null) !== null));
  const [first] = rows;
  const same = new Set(
    rows.length < 2
      ? []
      : shared.filter((name) => names.includes(name) && rows.every((row) => isSame(row[name], first?.[name]))),
  );
  const [key] = definition.grouped === true ? Object.keys(definition.columns) : [];
  const columns = names.filter((name) => !same.has(name));
  const cells = columns.filter((name) => name !== key);
  const isUsual = (name: string, value: unknown): boolean => name in usual && isSame(value, (usual as AnyRow)[name]);
  const textOf = (row: AnyRow): string => {
    const said = cells.filter((name) => (row[name] ?? null) !== null && !isUsual(name, row[name]));
    return line(Object.fromEntries(said.map((name) => [name, cellOf(name, row[name])])) as Partial<Row<Columns>>);
  };
  const groups = key === undefined ? null : groupBy(rows, (row) => String(row[key]));
  return {
    shared: [...same].flatMap((name) => (isUsual(name, first?.[name]) ? [] : [String(first?.[name])])).join(", "),
    lines:
      groups === null
        ? rows.map(textOf)
        : [...groups].flatMap(([value, members]) => [escapeName(value), ...members.map((row) => ` ${textOf(row)}`)]),
    field: {
      columns,
      ...(same.size === 0 ? {} : { same: Object.fromEntries([...same].map((name) => [name, first?.[name]])) }),
      rows:
        groups === null
          ? rows.map((row) => tupleOf(row, cells))
          : Object.fromEntries(
              [...groups].map(([value, members]) => [value, members.map((row) => tupleOf(row, cells))]),
            ),
      ...(left === undefined ? {} : { left }),
    },
  };
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
    const group = groups.get(keyOf(row));
    if (group === undefined) {
      groups.set(keyOf(row), [row]);
    } else {
      group.push(row);
    }
  }
  return groups;
}
