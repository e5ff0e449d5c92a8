// The text of an answer in the requested form: as written, as TOON, or as JSON.
import { z } from "zod";
import { ANSWER_FORMATS, type AnswerFormat } from "../../vocabulary/answer-format.ts";
import type { Forms } from "./fit-rows.ts";
import type { WireTable } from "./table.ts";

/** Default: the setting. */
export const formatField = z.enum(ANSWER_FORMATS).optional().describe("Form of the text").meta({ unlisted: true });

/** An answer before it is formatted; the first `head` lines of its text say what its summary, project and envelope do. */
export interface Unformed<Structured> extends Forms<Structured> {
  readonly head: number;
}

export type InForm = <Structured extends object>(answer: Unformed<Structured>) => Forms<Structured>;

/** TOON's code is loaded only if it is requested, to keep the server's start short. */
export async function openFormat(format: AnswerFormat): Promise<InForm> {
  switch (format) {
    case "text":
      return ({ text, structured }) => ({ text, structured });
    case "json":
      return ({ structured }) => ({ text: JSON.stringify(structured), structured });
    case "toon": {
      const { encode } = await import("@toon-format/toon");
      return (answer) => ({ text: encode(asTables(answer)), structured: answer.structured });
    }
  }
}

const SAID_ABOVE: ReadonlySet<string> = new Set(["summary", "outcome", "project_root", "envelope"]);

/** The first lines as written, and the fields below them, as tables if their rows allow it. */
function asTables({ text, structured, head }: Unformed<object>): object {
  const [summary = "", about] = text.split("\n", head);
  const fields = Object.entries(structured).filter(([name]) => !SAID_ABOVE.has(name));
  return {
    summary,
    ...(about === undefined ? {} : { about }),
    ...Object.fromEntries(fields.map(([name, value]) => [name, tabular(value)])),
  };
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const isTable = (value: unknown): value is WireTable => isObject(value) && "columns" in value && "rows" in value;

/** One field, with the tables in it in TOON's form: arrays of flat objects that have the same keys. */
function tabular(value: unknown): unknown {
  if (isTable(value)) {
    const { same, left } = value;
    const rows = rowsOf(value);
    return same === undefined && left === undefined
      ? rows
      : { ...(same === undefined ? {} : { same }), rows, ...(left === undefined ? {} : { left }) };
  }
  if (Array.isArray(value)) {
    return value.map(tabular);
  }
  return isObject(value) ? Object.fromEntries(Object.entries(value).map(([name, one]) => [name, tabular(one)])) : value;
}

/** The value of a group is in its first row; a list in a cell becomes one text, joined by commas. */
function rowsOf({ columns, rows }: WireTable): Record<string, unknown>[] {
  const objectOf = (names: readonly string[], cells: readonly unknown[]): Record<string, unknown> =>
    Object.fromEntries(names.map((name, at) => [name, single(cells[at] ?? null)]));
  if (Array.isArray(rows)) {
    return (rows as readonly (readonly unknown[])[]).map((cells) => objectOf(columns, cells));
  }
  const [key = "", ...others] = columns;
  return Object.entries(rows).flatMap(([group, members]) =>
    (members as readonly (readonly unknown[])[]).map((cells, at) => ({
      [key]: at === 0 ? group : null,
      ...objectOf(others, cells),
    })),
  );
}

const single = (cell: unknown): unknown =>
  Array.isArray(cell) ? cell.join(", ") : isObject(cell) ? JSON.stringify(cell) : cell;
