// Our references of a definition that an authority names, through the tool as a client has it: by `path:line` of the name, and
// where that is not the symbol meant, by its name in that file. Knows no server: it is handed what calls a tool.
import type { Place, Target } from "./reading.ts";

export type CallTool = (name: string, input: Readonly<Record<string, unknown>>) => Promise<unknown>;

export interface OurRow {
  readonly path: string;
  readonly line: number;
  readonly role: string;
  readonly certainty: string;
}

export interface OurAnswer {
  /** "none": no symbol of ours stands where the target does; "cut": not all rows are shown; "failed": by the tool itself. */
  readonly state: "whole" | "cut" | "none" | "failed";
  /** What the tool said of itself where it has no answer. */
  readonly said: string;
  readonly rows: readonly OurRow[];
}

interface Answered {
  readonly outcome: string;
  readonly symbol?: string;
  readonly files?: readonly { readonly path: string; readonly references: readonly string[] }[];
  readonly ambiguous?: readonly { readonly candidates: readonly string[] }[] | readonly string[];
  readonly candidates?: readonly string[];
  readonly envelope?: { readonly completeness: string };
}

const ROWS_MAX = 1_000;
const TOKENS_MAX = 200_000;
/** A symbol declared in many files is asked for in the first ones. */
const FILES_MAX = 3;
/** Declarations tried in one file. */
const PLACES_MAX = 4;

/** `src/a.ts:3-9 method Store.get` */
const SYMBOL = /^(?<path>.+):(?<first>\d+)-(?<last>\d+) (?<kind>.+?) (?<name>\S.*)$/su;

/** Whether the symbol told is the one of this name whose lines hold the place. */
export function isAt(symbol: string, name: string, [path, line]: Place): boolean {
  const told = SYMBOL.exec(symbol)?.groups;
  if (told === undefined || told["path"] !== path) {
    return false;
  }
  const own = (told["name"] ?? "").replace(/\(.*$/s, "");
  const rest = own.slice(0, -name.length || undefined);
  return (
    own.endsWith(name) &&
    !/[\p{L}\p{N}_$]$/u.test(rest) &&
    Number(told["first"]) <= line &&
    line <= Number(told["last"])
  );
}

/** `12 call exact Store.get`; null where it is none. */
export function parseRow(path: string, written: string): OurRow | null {
  const [line = "", role = "", certainty = ""] = written.split(" ");
  return /^\d+$/.test(line) && certainty !== "" ? { path, line: Number(line), role, certainty } : null;
}

function candidatesOf({ ambiguous, candidates }: Answered): string[] {
  const listed = (ambiguous ?? []).flatMap((one) => (typeof one === "string" ? [one] : [...one.candidates]));
  return [...(candidates ?? []), ...listed];
}

function rowsOf({ files = [], envelope }: Answered): OurAnswer {
  const rows = files.flatMap(({ path, references }) =>
    references.map((written) => {
      const row = parseRow(path, written);
      if (row === null) {
        throw new Error(`find_references wrote a row that is none: ${JSON.stringify(written)}`);
      }
      return row;
    }),
  );
  return { state: envelope?.completeness === "full" ? "whole" : "cut", said: "", rows };
}

async function ask(symbol: string, call: CallTool): Promise<Answered> {
  return (await call("find_references", { symbol, limit: ROWS_MAX, max_tokens: TOKENS_MAX })) as Answered;
}

/** The answer about the symbol of this name at this place; null where there is none. */
async function askAt(name: string, place: Place, call: CallTool): Promise<Answered | null> {
  const [path, line] = place;
  const byLine = await ask(`${path}:${line}`, call);
  if (byLine.symbol !== undefined && isAt(byLine.symbol, name, place)) {
    return byLine;
  }
  const byName = await ask(`${path}#${name}`, call);
  if (byName.symbol !== undefined && isAt(byName.symbol, name, place)) {
    return byName;
  }
  const candidate = [...candidatesOf(byLine), ...candidatesOf(byName)].find((one) => isAt(one, name, place));
  if (candidate === undefined) {
    return null;
  }
  const byPath = await ask(`${path}#${SYMBOL.exec(candidate)?.groups?.["name"] ?? name}`, call);
  return byPath.symbol !== undefined && isAt(byPath.symbol, name, place) ? byPath : null;
}

/** All that our tool says refers to the target, in whichever of its declarations it knows it by. */
export async function askReferences({ name, places }: Target, call: CallTool): Promise<OurAnswer> {
  const answers: OurAnswer[] = [];
  try {
    for (const path of [...new Set(places.map(([at]) => at))].slice(0, FILES_MAX)) {
      for (const place of places.filter(([at]) => at === path).slice(0, PLACES_MAX)) {
        const answered = await askAt(name, place, call);
        if (answered !== null) {
          answers.push(rowsOf(answered));
          break;
        }
      }
    }
  } catch (error) {
    return { state: "failed", said: (error as Error).message, rows: [] };
  }
  if (answers.length === 0) {
    return { state: "none", said: "", rows: [] };
  }
  const rows = new Map(answers.flatMap((one) => one.rows).map((row) => [JSON.stringify(row), row]));
  return {
    state: answers.every(({ state }) => state === "whole") ? "whole" : "cut",
    said: "",
    rows: [...rows.values()],
  };
}
