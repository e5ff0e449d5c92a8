// Reads what a specialist found, strictly, and checks each finding against the lines that it was sent.
import { z } from "zod";
import { SEVERITIES, type Severity } from "../../vocabulary/severity.ts";
import { splitLines } from "../../vocabulary/text.ts";
import { checkCitations, type SentPlace } from "../citations/check-citations.ts";

/** Before the path of a file in the state before the change. */
export const BEFORE = "@before/";

export interface SpecialistFinding {
  readonly severity: Severity;
  readonly message: string;
  /** At least one line, each of them sent. */
  readonly evidence: readonly {
    readonly path: string;
    /** 1-based. */
    readonly line: number;
    /** The whole line. */
    readonly text: string;
    readonly side: "before" | "after";
  }[];
}

export interface CheckedFindings {
  readonly findings: readonly SpecialistFinding[];
  /** Findings whose evidence is not among what was sent. */
  readonly dropped: readonly { readonly message: string; readonly why: string }[];
}

const FINDINGS_MAX = 10;
const EVIDENCE_MAX = 5;
const LENGTH_MAX = 1_000;
const text = z.string().trim().min(1).max(LENGTH_MAX);
const answer = z.strictObject({
  findings: z
    .array(
      z.strictObject({
        severity: z.enum(SEVERITIES),
        message: text,
        evidence: z
          .array(z.strictObject({ place: text, quote: text }))
          .min(1)
          .max(EVIDENCE_MAX),
      }),
    )
    .max(FINDINGS_MAX),
});
type Written = z.output<typeof answer>["findings"][number];

/** `failed`: why the answer as a whole cannot be used. */
export function readFindings(
  written: string,
  sent: readonly SentPlace[],
): CheckedFindings | { readonly failed: string } {
  // Many language models put a fence around JSON, whatever they are asked.
  const [, json = written] = /^\s*```(?:json)?\n([\s\S]*)\n```\s*$/.exec(written) ?? [];
  const parsed = answer.safeParse(jsonIn(json));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const at = issue === undefined || issue.path.length === 0 ? "" : ` at ${issue.path.join(".")}`;
    return { failed: `its answer is not in the form that was asked for${at}: ${issue?.message ?? ""}` };
  }
  const checked = parsed.data.findings.map((one) => ({ one, ...check(one, sent) }));
  return {
    findings: checked.flatMap(({ one: { severity, message }, evidence, why }) =>
      why === null ? [{ severity, message, evidence }] : [],
    ),
    dropped: checked.flatMap(({ one: { message }, why }) => (why === null ? [] : [{ message, why }])),
  };
}

function jsonIn(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

type Evidence = SpecialistFinding["evidence"][number];

/** `why`: the first thing that is not supported by what was sent; null where all is. */
function check({ message, evidence }: Written, sent: readonly SentPlace[]) {
  const lines = evidence.map((one) => lineOf(one, sent));
  const wrong = lines.find((line) => typeof line === "string");
  const { citations } = checkCitations(message, sent, () => null);
  // A name that stands in the lines of its file is enough: whole symbols are seldom sent.
  const cited = citations.find(
    ({ support, symbol }) => support !== "supported" && (symbol === null || support !== "partly"),
  );
  return {
    evidence: lines.filter((line) => typeof line !== "string"),
    why: wrong ?? (cited === undefined ? null : `${cited.text} was not sent`),
  };
}

const LETTERS_MIN = 3;
/** What was sent in place of a credential. */
const REDACTED = /\[redacted: [^\]]*\]/;

/** The line that is quoted, or why it is not one that was sent. */
function lineOf({ place, quote }: Written["evidence"][number], sent: readonly SentPlace[]): Evidence | string {
  const [, path = "", number = ""] = /^(.+):(\d{1,7})$/.exec(place) ?? [];
  const line = Number(number);
  const found = sent.find((one) => one.path === path && one.startLine <= line && line <= one.endLine);
  const source = found === undefined ? undefined : splitLines(found.source)[line - found.startLine];
  if (source === undefined) {
    return `${place} was not sent`;
  }
  if (!isQuoted(spaced(quote), spaced(source))) {
    return `${place} does not have the text that is quoted`;
  }
  const isBefore = path.startsWith(BEFORE);
  return {
    path: isBefore ? path.slice(BEFORE.length) : path,
    line,
    text: source.trim(),
    side: isBefore ? "before" : "after",
  };
}

const spaced = (text: string): string => text.replaceAll(/\s+/g, " ").trim();

/** The parts around credentials stand in the line, in their order; a bracket alone shows nothing. */
function isQuoted(quote: string, line: string): boolean {
  const parts = quote.split(REDACTED);
  let at = 0;
  for (const part of parts) {
    const found = line.indexOf(part.trim(), at);
    if (found < 0) {
      return false;
    }
    at = found + part.trim().length;
  }
  return quote === line || parts.join("").trim().length >= LETTERS_MIN;
}
