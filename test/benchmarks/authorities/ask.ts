// Our references of a definition that an authority names, through the tool as a client has it: by `path:line` of the name, and
// where that is not the symbol meant, by its path or name in that file. Knows no server: it is handed what calls a tool.

import { ROLES } from "../../../src/vocabulary/facts.ts";
import { readTable } from "../../support/read-table.ts";
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

/** A symbol as our answers have it. */
export interface OurSymbol {
  readonly path: string;
  readonly start_line: number;
  readonly end_line: number;
  readonly symbol: string;
}

interface Answered {
  readonly outcome: string;
  readonly symbol?: OurSymbol | null;
  readonly references?: unknown;
  readonly candidates?: unknown;
  readonly envelope?: { readonly completeness?: string };
}

const ROWS_MAX = 1_000;
const TOKENS_MAX = 200_000;
/** A symbol declared in many files is asked for in the first ones. */
const FILES_MAX = 3;
/** Declarations tried in one file. */
const PLACES_MAX = 4;

/** Whether the symbol told is the one of this name whose lines hold the place. */
export function isAt(told: OurSymbol | null | undefined, name: string, [path, line]: Place): boolean {
  if (told === undefined || told === null || told.path !== path) {
    return false;
  }
  const own = told.symbol.replace(/\(.*$/s, "");
  const rest = own.slice(0, -name.length || undefined);
  return own.endsWith(name) && !/[\p{L}\p{N}_$]$/u.test(rest) && told.start_line <= line && line <= told.end_line;
}

function parseRows({ references, envelope }: Answered): OurAnswer {
  const rows =
    references === undefined
      ? []
      : readTable(references).map(
          ({ path, line, role, certainty }): OurRow => ({
            path: String(path),
            line: Number(line),
            role: String(role),
            certainty: String(certainty),
          }),
        );
  return { state: envelope?.completeness === undefined ? "whole" : "cut", said: "", rows };
}

async function ask(symbol: string, call: CallTool, roles: readonly string[] = []): Promise<Answered> {
  const input = { symbol, limit: ROWS_MAX, max_tokens: TOKENS_MAX, ...(roles.length === 0 ? {} : { roles }) };
  return (await call("find_references", input)) as Answered;
}

/** The answer's rows; of a symbol that has more than one answer shows, role by role. */
async function rowsOf({ address, answered }: Found, call: CallTool): Promise<OurAnswer> {
  const first = parseRows(answered);
  if (first.state === "whole") {
    return first;
  }
  const parts: OurAnswer[] = [];
  for (const role of ROLES) {
    parts.push(parseRows(await ask(address, call, [role])));
  }
  const state = parts.every((part) => part.state === "whole") ? "whole" : "cut";
  return { state, said: "", rows: [first, ...parts].flatMap(({ rows }) => rows) };
}

interface Found {
  readonly address: string;
  readonly answered: Answered;
}

/** The answer about the symbol of this name at this place; null where there is none. */
async function askAt({ name, path: full }: Target, place: Place, call: CallTool): Promise<Found | null> {
  const [path, line] = place;
  const candidates: OurSymbol[] = [];
  for (const address of new Set([`${path}:${line}`, `${path}#${full}`, `${path}#${name}`])) {
    const answered = await ask(address, call);
    if (isAt(answered.symbol, name, place)) {
      return { address, answered };
    }
    candidates.push(
      ...((answered.candidates === undefined ? [] : readTable(answered.candidates)) as unknown as OurSymbol[]),
    );
  }
  const candidate = candidates.find((one) => isAt(one, name, place));
  if (candidate === undefined) {
    return null;
  }
  const address = `${path}#${candidate.symbol}`;
  const answered = await ask(address, call);
  return isAt(answered.symbol, name, place) ? { address, answered } : null;
}

/** All that our tool says refers to the target, in whichever of its declarations it knows it by. */
export async function askReferences(target: Target, call: CallTool): Promise<OurAnswer> {
  const answers: OurAnswer[] = [];
  const { places } = target;
  try {
    for (const path of [...new Set(places.map(([at]) => at))].slice(0, FILES_MAX)) {
      for (const place of places.filter(([at]) => at === path).slice(0, PLACES_MAX)) {
        const found = await askAt(target, place, call);
        if (found !== null) {
          answers.push(await rowsOf(found, call));
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
