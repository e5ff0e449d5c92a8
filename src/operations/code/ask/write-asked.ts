// Writes the answer to a plain question: the routes, what was left aside, and as much evidence as fits.
import { z } from "zod";
import { type Choice, type Chosen, CONFIDENCES, worst } from "../../../intelligence/ask/chosen.ts";
import type { Call } from "../../../intelligence/ask/route.ts";
import { formatNumber } from "../../../vocabulary/shown-text.ts";
import { secondLine } from "../../answer/answer-code.ts";
import type { Unformed } from "../../answer/answer-format.ts";
import { codeOutput } from "../../answer/code-tool.ts";
import { wireEnvelope } from "../../answer/envelope.ts";
import { textLines } from "../../answer/text-lines.ts";
import { type Frozen, summaryOf } from "../../contract/operation.ts";
import { type Evidence, mergeEnvelopes } from "./ask-calls.ts";

/** Longest part of the question, and of what was left aside, that an answer repeats. UTF-16 units. */
const REPEATED_MAX = 160;
const ASIDE_MAX = 5;
/** A part of the question, as it is shown. */
export interface Part extends Pick<Chosen, "question" | "confidence" | "rationale"> {
  readonly route: string;
  readonly subject: string | undefined;
}

export const brief = (text: string): string => (text.length > REPEATED_MAX ? `${text.slice(0, REPEATED_MAX)}…` : text);

/** An input as it is shown: long texts in it are cut. */
const briefInput = (input: Call["input"]): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(input).map(([field, value]) => [field, typeof value === "string" ? brief(value) : value]),
  );

function briefAside(clauses: readonly string[]): string[] {
  const more = clauses.length - ASIDE_MAX;
  return [...clauses.slice(0, ASIDE_MAX).map(brief), ...(more > 0 ? [`and ${formatNumber(more)} more`] : [])];
}

export interface Asked {
  /** Names the project, if the answer has to. */
  readonly named: { readonly project_root?: string };
  readonly choice: Choice;
  readonly parts: readonly Part[];
  readonly evidence: readonly Evidence[];
  readonly next: string;
}

export const askOutput = z.object({
  ...codeOutput,
  confidence: z.enum(CONFIDENCES).meta({ doc: "of the least sure part; of a compound question medium at most" }),
  routes: z
    .array(
      z.object({
        question: z.string(),
        route: z.string(),
        subject: z.string().optional(),
        confidence: z.enum(CONFIDENCES),
        rationale: z.string(),
      }),
    )
    .meta({ doc: "one a part of the question" }),
  left_aside: z.array(z.string()).optional().meta({ doc: "parts that nothing was done for" }),
  evidence: z
    .array(
      z.object({
        tool: z.string(),
        input: z.record(z.string(), z.unknown()),
        outcome: z.string(),
        answer: z.record(z.string(), z.unknown()).meta({ doc: "the tool's own fields; where it failed, its `error`" }),
      }),
    )
    .meta({ doc: "in the order called" }),
  evidence_left: z.number().optional().meta({ doc: "calls whose evidence is left out, for want of tokens" }),
  next_step: z.string(),
});

type AskedFields = { readonly summary: string } & Frozen<z.input<typeof askOutput>>;

/** With the evidence of the first `shown` calls. */
export function writeAsked({ named, choice, parts, evidence, next }: Asked, shown: number): Unformed<AskedFields> {
  const leftAside = briefAside(choice.leftAside);
  const compound = parts.length + leftAside.length > 1;
  const confidence = worst([...parts.map((part) => part.confidence), ...(compound ? (["medium"] as const) : [])]);
  const outcome: AskedFields["outcome"] = evidence.some(({ outcome }) => outcome === "found" || outcome === "weak")
    ? "found"
    : evidence.some(({ outcome }) => outcome === "ambiguous")
      ? "ambiguous"
      : "empty";
  const merged = mergeEnvelopes(evidence);
  const shownEvidence = evidence.slice(0, shown);
  const left = evidence.length - shownEvidence.length;
  const completeness = left > 0 && merged.completeness === "full" ? ("budget" as const) : merged.completeness;
  const envelope = { ...merged, completeness };
  const names = parts.map(({ route }) => route).join(", ");
  const head = [
    `${outcome}: confidence ${confidence}, route ${names}: ${evidence.map(({ tool }) => tool).join(", ")}`,
    ...secondLine(named, envelope, outcome),
  ];
  const text = textLines([
    ...head,
    ...(compound ? ["a compound question: each part by itself, so no more than medium confidence"] : []),
    ...parts.map(({ question, rationale, confidence }) => `${JSON.stringify(question)}: ${confidence}: ${rationale}`),
    ...leftAside.map((clause) => `left aside: ${JSON.stringify(clause)}`),
    `next: ${next}`,
    ...shownEvidence.flatMap(({ tool, input, lines }) => [`== ${tool} ${JSON.stringify(briefInput(input))}`, ...lines]),
    ...(left === 0 ? [] : [`evidence of ${left} more left out: ask its tool`]),
  ]);
  const wire = wireEnvelope(envelope, outcome);
  const structured: AskedFields = {
    summary: summaryOf(text),
    outcome,
    ...named,
    confidence,
    routes: parts.map(({ subject, ...part }) => ({ ...part, ...(subject === undefined ? {} : { subject }) })),
    ...(leftAside.length === 0 ? {} : { left_aside: [...leftAside] }),
    evidence: shownEvidence.map(({ tool, input, outcome, answer }) => ({
      tool,
      input: briefInput(input),
      outcome,
      answer: { ...answer },
    })),
    ...(left === 0 ? {} : { evidence_left: left }),
    next_step: next,
    ...(wire === null ? {} : { envelope: wire }),
  };
  return { text, structured, head: head.length };
}
