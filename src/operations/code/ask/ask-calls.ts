// Which tools a routed question is passed to, and their answers under one envelope. Apart from the fallback searches, it calls
// only operations passed to it.

import type { Chosen } from "../../../intelligence/ask/chosen.ts";
import type { Call } from "../../../intelligence/ask/route.ts";
import { Failure, throwIfCancelled } from "../../../vocabulary/failure.ts";
import type { Absence, Envelope } from "../../answer/envelope.ts";
import { type Answer, type Operation, type OperationContext, outcomeOfFailure } from "../../contract/operation.ts";

export type Tools = ReadonlyMap<string, Operation>;

const search = (query: string): Call => ({ tool: "search_codebase", input: { query } });

/** The calls for a route. An unknown name is searched for by similarity, and the question by meaning. */
export function planCalls({ route, question, subject, resolution }: Chosen, language: string | null): readonly Call[] {
  const text = subject?.text ?? "";
  if (route === null) {
    return [search(question)];
  }
  const isByName = route.takes !== "nothing" && route.takes !== "words" && route.takes !== "ref";
  if (isByName && resolution.kind === "none") {
    const absent = route.absent?.({ question, subject: text, resolution, language });
    return absent ?? [{ tool: "search_symbols", input: { query: text } }, search(question)];
  }
  const calls = route.calls({ question, subject: text, resolution, language });
  // For an ambiguous name each tool would answer with the same candidates.
  return resolution.kind === "several" ? calls.slice(0, 1) : calls;
}

export const isSame = (a: Call, b: Call): boolean => keyOf(a) === keyOf(b);
const keyOf = ({ tool, input }: Call): string => JSON.stringify([tool, input]);

/** Removes duplicate calls. */
export const unlike = (calls: readonly Call[]): Call[] => [
  ...new Map(calls.map((call) => [keyOf(call), call])).values(),
];

type Fields = Readonly<Record<string, unknown>>;

export interface Evidence extends Call {
  readonly outcome: Answer["outcome"] | ReturnType<typeof outcomeOfFailure>;
  /** The tool's answer as text, and as fields without its outcome; its error if it failed. */
  readonly lines: readonly string[];
  readonly answer: Fields;
  /** Null if it failed. */
  readonly envelope: Partial<Envelope> | null;
  readonly failure: Failure | null;
}

/** A failure of a tool is evidence too; cancellation and bugs are thrown. */
export async function gather(
  calls: readonly Call[],
  tools: Tools,
  common: Readonly<Record<string, unknown>>,
  context: OperationContext,
): Promise<Evidence[]> {
  const evidence: Evidence[] = [];
  for (const call of calls) {
    throwIfCancelled(context.signal);
    const operation = tools.get(call.tool);
    if (operation !== undefined) {
      evidence.push({ ...call, ...(await run(operation, { ...call.input, ...common }, context)) });
    }
  }
  return evidence;
}

async function run(
  operation: Operation,
  input: Readonly<Record<string, unknown>>,
  context: OperationContext,
): Promise<Omit<Evidence, keyof Call>> {
  try {
    // Evidence is lines that are counted and cut, whatever the form of the whole answer.
    const form = "format" in operation.input.shape ? { format: "text" } : {};
    const { outcome, text, structured } = await operation.run({ ...input, ...form }, context);
    const { outcome: _, details: _details, ...answer } = structured;
    return { outcome, lines: text.trimEnd().split("\n"), answer, envelope: envelopeIn(structured), failure: null };
  } catch (error) {
    if (!(error instanceof Failure) || error.code === "CANCELLED") {
      throw error;
    }
    const { code, message, hint } = error;
    const outcome = outcomeOfFailure(code);
    const lines = [`${outcome}: ${code}: ${message}`, `hint: ${hint}`];
    return { outcome, lines, answer: { error: { code, message, hint } }, envelope: null, failure: error };
  }
}

const fields = (value: unknown): Fields => (typeof value === "object" && value !== null ? (value as Fields) : {});
const count = (value: unknown): number => (typeof value === "number" ? value : 0);

/** The envelope of a tool about code; for a search it is derived from its own fields. */
function envelopeIn(structured: Answer["structured"]): Partial<Envelope> {
  if (structured["hits"] === undefined) {
    const { match: _, files_left: filesLeft, hidden_by: hiddenBy = [], ...rest } = fields(structured["envelope"]);
    return {
      ...rest,
      found: count(rest["found"]),
      shown: count(rest["shown"]),
      filesLeft: count(filesLeft),
      hiddenBy: hiddenBy as readonly string[],
    };
  }
  const details = fields(structured["details"]);
  const { hits_found: found, hits_returned: shown } = fields(details["cut"]);
  const hits = Array.isArray(structured["hits"]) ? structured["hits"].length : 0;
  const { lagging_files: lagging } = fields(details["index"]);
  const { files } = fields(details["completeness"]);
  const { excluded } = fields(structured["scope"]);
  const behind = count(lagging);
  return {
    authority: "index",
    parse: fields(structured["parse"]),
    completeness: behind > 0 ? "building" : count(shown) < count(found) ? "budget" : "full",
    shown: count(shown ?? hits),
    found: count(found ?? hits),
    filesLeft: 0,
    lagging: behind,
    files: count(files),
    excluded: fields(excluded),
  };
}

const GRAVEST: readonly Envelope["completeness"][] = ["building", "time", "budget", "limited", "full"];

const GRAVEST_ABSENCES: readonly Absence[] = ["not_searched", "not_understood", "filtered", "absent"];

/** The envelope of all evidence: sums of what each found, and the most serious gap. */
export function mergeEnvelopes(evidence: readonly Evidence[]): Envelope {
  const each = evidence.flatMap(({ envelope }) => envelope ?? []);
  const most = (of: (one: Partial<Envelope>) => number | undefined): number =>
    Math.max(0, ...each.map((one) => of(one) ?? 0));
  const sum = (of: (one: Partial<Envelope>) => number | undefined): number =>
    each.reduce((total, one) => total + (of(one) ?? 0), 0);
  const parse: Record<string, number> = {};
  for (const [state, files] of each.flatMap((one) => Object.entries(one.parse ?? {}))) {
    parse[state] = Math.max(parse[state] ?? 0, files);
  }
  return {
    authority:
      (["disk", "git"] as const).find((source) => each.some(({ authority }) => authority === source)) ?? "index",
    parse,
    completeness: GRAVEST.find((state) => each.some(({ completeness }) => completeness === state)) ?? "full",
    shown: sum(({ shown }) => shown),
    found: sum(({ found }) => found),
    filesLeft: most(({ filesLeft }) => filesLeft),
    lagging: most(({ lagging }) => lagging),
    files: most(({ files }) => files),
    hidden: sum(({ hidden }) => hidden),
    hiddenBy: [...new Set(each.flatMap(({ hiddenBy }) => hiddenBy ?? []))],
    absence: GRAVEST_ABSENCES.find((why) => each.some(({ absence }) => absence === why)) ?? null,
    excluded: each.find(({ excluded }) => excluded !== undefined)?.excluded ?? {},
  };
}
