// The text of an answer in the form that was asked for: as written for it, as TOON, or as JSON. Knows no tool.
import { z } from "zod";
import type { Forms } from "../../intelligence/fit-rows.ts";
import { ANSWER_FORMATS, type AnswerFormat } from "../../vocabulary/answer-format.ts";

/** Not given, it is as the setting says. */
export const formatField = z.enum(ANSWER_FORMATS).optional().describe("Form of the text").meta({ unlisted: true });

/** The written text opens with the outcome and a line of what the answer rests on. */
export type InForm = <Structured extends object>(answer: Forms<Structured>) => Forms<Structured>;

/** TOON's code is loaded only where it is asked for: no server's start waits for it. */
export async function openFormat(format: AnswerFormat): Promise<InForm> {
  switch (format) {
    case "text":
      return (answer) => answer;
    case "json":
      return ({ structured }) => ({ text: JSON.stringify(structured), structured });
    case "toon": {
      const { encode } = await import("@toon-format/toon");
      return ({ text, structured }) => ({ text: encode(asTables(text, structured)), structured });
    }
  }
}

/** What the text's first two lines say. */
const SAID_ABOVE: ReadonlySet<string> = new Set(["summary", "outcome", "project_root", "envelope"]);

/** The two lines as they are written, and the fields below them, with tables where rows allow for them. */
function asTables(text: string, structured: object): object {
  const [summary = "", about = ""] = text.split("\n", 2);
  const fields = Object.entries(structured).filter(([name]) => !SAID_ABOVE.has(name));
  return { summary, about, ...Object.fromEntries(fields.map(([name, value]) => [name, tabular(value)])) };
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** TOON writes the names of columns once where all rows have the same ones, of single values: what a row lacks is null. */
function tabular(value: unknown): unknown {
  if (!Array.isArray(value) || !value.every(isObject)) {
    return value;
  }
  const columns = [...new Set(value.flatMap((row) => Object.keys(row)))];
  const isTable = value.every((row) => Object.values(row).every((cell) => typeof cell !== "object" || cell === null));
  return isTable ? value.map((row) => Object.fromEntries(columns.map((name) => [name, row[name] ?? null]))) : value;
}
