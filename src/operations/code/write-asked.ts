// How the answer to a plain question is written: the routes taken, what was left aside, the evidence as far as there is room.
import { type Choice, type Chosen, type Confidence, worst } from "../../intelligence/ask/choose-route.ts";
import type { Call } from "../../intelligence/ask/route.ts";
import { renderEnvelope, type WireEnvelope, wireEnvelope } from "../../intelligence/envelope.ts";
import type { Forms } from "../../intelligence/fit-rows.ts";
import { summaryOf } from "../operation.ts";
import { type Evidence, mergeEnvelopes } from "./ask-calls.ts";
import { textLines } from "./text-lines.ts";

/** As much as an answer repeats of what was asked, in UTF-16 units, and of what was left aside. */
const REPEATED_MAX = 160;
const ASIDE_MAX = 5;
/** A part of the question, as it is told. */
export interface Part extends Pick<Chosen, "question" | "confidence" | "rationale"> {
  readonly route: string;
  readonly subject: string | undefined;
}

export const brief = (text: string): string => (text.length > REPEATED_MAX ? `${text.slice(0, REPEATED_MAX)}…` : text);

/** An input as it is repeated: a long text in it is cut. */
const briefInput = (input: Call["input"]): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(input).map(([field, value]) => [field, typeof value === "string" ? brief(value) : value]),
  );

function briefAside(clauses: readonly string[]): string[] {
  const more = clauses.length - ASIDE_MAX;
  return [...clauses.slice(0, ASIDE_MAX).map(brief), ...(more > 0 ? [`and ${more.toLocaleString("en")} more`] : [])];
}

export interface Asked {
  readonly root: string;
  readonly choice: Choice;
  readonly parts: readonly Part[];
  readonly evidence: readonly Evidence[];
  readonly next: string;
}

export interface AskedFields {
  readonly summary: string;
  readonly outcome: "found" | "ambiguous" | "empty";
  readonly project_root: string;
  readonly confidence: Confidence;
  readonly routes: (Omit<Part, "subject"> & { readonly subject?: string })[];
  readonly left_aside?: string[];
  readonly evidence: (Omit<Evidence, "envelope" | "failure" | "input"> & { readonly input: Record<string, unknown> })[];
  readonly lines_left?: number;
  readonly next_step: string;
  readonly envelope: WireEnvelope;
}

export function writeAsked({ root, choice, parts, evidence, next }: Asked, shown: number): Forms<AskedFields> {
  const leftAside = briefAside(choice.leftAside);
  const compound = parts.length + leftAside.length > 1;
  const confidence = worst([...parts.map((part) => part.confidence), ...(compound ? (["medium"] as const) : [])]);
  const outcome: AskedFields["outcome"] = evidence.some(({ outcome }) => outcome === "found")
    ? "found"
    : evidence.some(({ outcome }) => outcome === "ambiguous")
      ? "ambiguous"
      : "empty";
  const lines = evidence.reduce((sum, one) => sum + one.lines.length, 0);
  const merged = mergeEnvelopes(evidence);
  const completeness = shown < lines && merged.completeness === "full" ? ("budget" as const) : merged.completeness;
  const envelope = { ...merged, completeness };
  const told = cut(evidence, shown);
  const left = lines - shown;
  const names = parts.map(({ route }) => route).join(", ");
  const text = textLines([
    `${outcome}: confidence ${confidence}, route ${names}: ${evidence.map(({ tool }) => tool).join(", ")}`,
    [root, renderEnvelope(envelope, outcome)].filter((part) => part !== "").join("; "),
    ...(compound ? ["a compound question: each part by itself, so no more than medium confidence"] : []),
    ...parts.map(({ question, rationale, confidence }) => `${JSON.stringify(question)}: ${confidence}: ${rationale}`),
    ...leftAside.map((clause) => `left aside: ${JSON.stringify(clause)}`),
    `next: ${next}`,
    ...told.flatMap(({ tool, input, lines }) => [`== ${tool} ${JSON.stringify(briefInput(input))}`, ...lines]),
    ...(left === 0 ? [] : [`… ${left.toLocaleString("en")} lines of evidence left out: ask its tool`]),
  ]);
  const structured: AskedFields = {
    summary: summaryOf(text),
    outcome,
    project_root: root,
    confidence,
    routes: parts.map(({ subject, ...part }) => ({ ...part, ...(subject === undefined ? {} : { subject }) })),
    ...(leftAside.length === 0 ? {} : { left_aside: [...leftAside] }),
    evidence: told.map(({ tool, input, outcome, lines }) => ({
      tool,
      input: briefInput(input),
      outcome,
      lines: [...lines],
    })),
    ...(left === 0 ? {} : { lines_left: left }),
    next_step: next,
    envelope: wireEnvelope(envelope, outcome),
  };
  return { text, structured };
}

/** The first lines of it, whichever tool's. */
function cut(evidence: readonly Evidence[], shown: number): Evidence[] {
  let room = shown;
  return evidence.map((one) => {
    const lines = one.lines.slice(0, room);
    room -= lines.length;
    return { ...one, lines };
  });
}
