// ask against 300 questions that were written by reading twelve repositories, 240 of them before the router was: the tool and subject
// that a person who read the code would take. 80 are kept aside: of those nothing but figures is ever shown.

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { basename } from "node:path";

import type { Server } from "../../figures/program.ts";
import type { Cause, Finding, Judge, Scene } from "../judge.ts";
import { type AskAnswer, judgeAnswer, KEPT_ASIDE, OPEN, type Question, readQuestions } from "./ask/questions.ts";

const SETS = [
  { part: "open questions", file: OPEN },
  { part: "questions kept aside", file: KEPT_ASIDE },
] as const;

const told = ({ confidence, evidence }: AskAnswer): string =>
  `${confidence}: ${evidence.map(({ tool, input }) => `${tool} ${JSON.stringify(input)}`).join(", ")}`;

async function judgeSet(part: string, questions: readonly Question[], server: Server): Promise<Finding> {
  const causes: Cause[] = [];
  let [right, sure, unsure] = [0, 0, 0];
  for (const question of questions) {
    const answer = (await askOf(server, question)) as AskAnswer;
    const verdict = judgeAnswer(question, answer);
    if (verdict === "right") {
      right++;
    } else {
      sure += answer.confidence === "high" ? 1 : 0;
      unsure += answer.confidence === "low" ? 1 : 0;
      causes.push({ cause: `${verdict} than wanted`, count: 1, example: `${question.question} → ${told(answer)}` });
    }
  }
  const of = questions.length;
  return {
    tool: "ask",
    part,
    sites: of,
    figures: [
      { name: "right tool and subject", right, of, wanted: { least: 0.95 } },
      { name: "wrong with low confidence", right: unsure, of: of - right, wanted: null },
      { name: "wrong with high confidence", right: sure, of, wanted: { most: 0 } },
    ],
    causes,
    leftOut: [],
  };
}

/** A question whose tools all fail has no evidence, and confidence in nothing. */
async function askOf(server: Server, { question }: Question): Promise<unknown> {
  try {
    return await server.call("ask", { question });
  } catch (error) {
    return { confidence: "low", evidence: [{ tool: "(failed)", input: { message: String(error).slice(0, 200) } }] };
  }
}

async function run({ root, checkout, startServer }: Scene): Promise<readonly Finding[]> {
  const server = await startServer(root);
  try {
    const findings: Finding[] = [];
    for (const { part, file } of SETS) {
      const questions = readQuestions(file).filter(({ repository }) => repository === checkout.name);
      if (questions.length > 0) {
        const finding = await judgeSet(part, questions, server);
        findings.push(file === KEPT_ASIDE ? { ...finding, causes: [] } : finding);
      }
    }
    return findings;
  } finally {
    await server.close();
  }
}

const digestOf = (file: string): string => createHash("sha256").update(readFileSync(file)).digest("hex").slice(0, 12);

export const ask: Judge = {
  name: "ask",
  tools: ["ask"],
  authority: "tool and subject as a person wrote them who had read the repository, and not the router",
  summed: true,
  checkouts: [
    { name: "chi", source: "go-chi/chi" },
    { name: "flask", source: "pallets/flask" },
    { name: "express", source: "expressjs/express" },
    { name: "gson", source: "google/gson" },
    { name: "sinatra", source: "sinatra/sinatra" },
    { name: "clap", source: "clap-rs/clap" },
    { name: "hono", source: "honojs/hono" },
    { name: "leveldb", source: "google/leveldb" },
    { name: "rack", source: "rack/rack" },
    { name: "click", source: "pallets/click" },
    { name: "monolog", source: "Seldaek/monolog" },
    { name: "jsoup", source: "jhy/jsoup" },
  ],
  versions: () => SETS.map(({ file }) => `${basename(file)} ${digestOf(file)}`),
  run,
};
