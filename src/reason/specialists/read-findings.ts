// Reads what a specialist found, strictly, and checks each finding against the lines that it was sent.
import { z } from "zod";
import { SEVERITIES, type Severity } from "../../vocabulary/severity.ts";
import { splitLines } from "../../vocabulary/text.ts";
import { checkCitations, type SentPlace } from "../citations/check-citations.ts";

/** Before the path of a file in the state before the change. */
export const BEFORE = "@before/";

interface Evidence {
  readonly path: string;
  /** 1-based. */
  readonly line: number;
  /** The whole line. */
  readonly text: string;
  readonly side: "before" | "after";
}

export interface CheckedFindings {
  /** The first evidence is the place of the finding. */
  readonly findings: readonly {
    readonly severity: Severity;
    readonly message: string;
    readonly evidence: readonly [Evidence, ...Evidence[]];
  }[];
  /** Of each finding that is not supported by what was sent: what is wrong with it. */
  readonly dropped: readonly string[];
}

const text = z.string().trim().min(1).max(1_000);
const evidence = z.strictObject({ place: text, quote: text });
const finding = z.strictObject({
  severity: z.enum(SEVERITIES),
  message: text,
  evidence: z.array(evidence).min(1).max(5),
});
const answer = z.strictObject({ findings: z.array(finding).max(10) });

/** `failed`: why the answer as a whole cannot be used. */
export function readFindings(
  written: string,
  sent: readonly SentPlace[],
): CheckedFindings | { readonly failed: string } {
  // Many language models put a fence around JSON, whatever they are asked.
  const [, json = written] = /^\s*```(?:json)?\n([\s\S]*)\n```\s*$/.exec(written) ?? [];
  const value = jsonIn(json);
  const parsed = answer.safeParse(value);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const why = value === undefined ? "no JSON object" : `${issue?.path.join(".")} ${issue?.message}`.trim();
    return { failed: `its answer is not in the form that was asked for: ${why}` };
  }
  const findings: CheckedFindings["findings"][number][] = [];
  const dropped: string[] = [];
  const seen = new Set<string>();
  for (const { severity, message, evidence: places } of parsed.data.findings) {
    const found = places.map((one) => lineOf(one, sent));
    const said = JSON.stringify([message, places]);
    const again = seen.has(said) ? `${places[0]?.place} is said twice` : null;
    seen.add(said);
    const wrong = found.find((one) => typeof one === "string") ?? uncovered(message, sent) ?? again;
    const [first, ...more] = found.filter((one) => typeof one !== "string");
    if (wrong !== null || first === undefined) {
      dropped.push(wrong ?? "");
    } else {
      findings.push({ severity, message, evidence: [first, ...more] });
    }
  }
  return { findings, dropped };
}

function jsonIn(written: string): unknown {
  try {
    return JSON.parse(written);
  } catch {
    return undefined;
  }
}

/** What the message cites and was not sent. The name of a symbol may stand in any sent line of its file: few symbols are sent whole. */
function uncovered(message: string, sent: readonly SentPlace[]): string | null {
  const { citations } = checkCitations(message, sent, () => null);
  const wrong = citations.find(
    (one) => one.support !== "supported" && !(one.symbol !== null && one.support === "partly"),
  );
  return wrong === undefined ? null : `${wrong.text} was not sent`;
}

/** The line that is quoted, or what is wrong with it. */
function lineOf({ place, quote }: z.output<typeof evidence>, sent: readonly SentPlace[]): Evidence | string {
  const [, path = "", number = ""] = /^(.+):(\d{1,7})$/.exec(place) ?? [];
  const line = Number(number);
  const item = sent.find((one) => one.path === path && one.startLine <= line && line <= one.endLine);
  const source = item === undefined ? undefined : splitLines(item.source)[line - item.startLine];
  if (source === undefined || !isQuoted(spaced(quote), spaced(source))) {
    return source === undefined ? `${place} was not sent` : `${place} does not have the text that is quoted`;
  }
  const isBefore = path.startsWith(BEFORE);
  const own = isBefore ? path.slice(BEFORE.length) : path;
  return { path: own, line, text: source.trim(), side: isBefore ? "before" : "after" };
}

const spaced = (line: string): string => line.replaceAll(/\s+/g, " ").trim();

/** What was sent in place of a credential. */
const REDACTED = /\s?\[redacted: [^\]]*\]\s?/;
/** A bracket alone shows nothing. */
const LETTERS_MIN = 3;

/** The parts around credentials stand in the line, in their order. */
function isQuoted(quote: string, line: string): boolean {
  let at = 0;
  const parts = quote.split(REDACTED);
  for (const part of parts) {
    at = at < 0 || line.indexOf(part, at) < 0 ? -1 : line.indexOf(part, at) + part.length;
  }
  return at >= 0 && (quote === line || parts.join("").length >= LETTERS_MIN);
}
