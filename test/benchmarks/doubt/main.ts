// The fitting of doubt, from its command line to its report.
import { mkdirSync, realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { DOUBT } from "../../../src/search/ranking/doubt.ts";
import { Failure } from "../../../src/vocabulary/failure.ts";
import { type Question, readQuestions } from "../lines/questions.ts";
import { type OptionTable, pathOf, readOptions, usageLines, valuesOf } from "../option-table.ts";
import { findRepositories } from "../quality/judged-queries.ts";
import { openProgram } from "../quality/program.ts";
import { runMain, tell } from "../run-main.ts";
import { machine, table } from "../support.ts";
import { ARMS, type Arm, fitDoubt, type Sample, SIGNALS, saidOf, sumsLeavingOut, thresholdFor } from "./fit-doubt.ts";
import { gatherSamples } from "./gather.ts";

const DEFAULT_CACHE = join(tmpdir(), "context-broker-bench-doubt");
const HINT = "npm run bench:doubt -- --help shows the options";

const OPTIONS = {
  questions: {
    value: "FILE",
    many: true,
    doc: "questions as bench:lines reads them, those without an answer of kind none; may be given several times",
  },
  repositories: { value: "DIR", doc: "folder with a checkout of each repository, under its name" },
  cache: { value: "DIR", doc: `keeps indexes and vectors between runs; default ${DEFAULT_CACHE}` },
  help: { doc: "print this" },
} as const satisfies OptionTable;

const USAGE = [
  "Judges whether answers say where a project has no answer, and fits the weights of that doubt.",
  "Changes nothing: the weights that it prints are for a person to judge and to write into src/search/ranking/doubt.ts.",
  "",
  "usage: npm run bench:doubt -- --questions FILE --repositories DIR [options]",
  "",
  ...usageLines(OPTIONS),
  "",
].join("\n");

interface Options {
  readonly questions: readonly string[];
  readonly repositories: string;
  readonly cache: string;
}

function parseOptions(args: readonly string[], cwd: string): Options | null {
  const values = readOptions(OPTIONS, args, HINT);
  if (values["help"] === true) {
    return null;
  }
  const questions = valuesOf(values, "questions").map((file) => resolve(cwd, file));
  const repositories = pathOf(values, "repositories", cwd);
  if (questions.length === 0 || repositories === null) {
    const missing = repositories === null ? "repositories" : "questions";
    throw new Failure("INVALID_INPUT", `--${missing} is missing`, { hint: HINT });
  }
  return { questions, repositories, cache: pathOf(values, "cache", cwd) ?? DEFAULT_CACHE };
}

/** Shares of the questions with an answer that may be doubted: the trade that a threshold makes. */
const SHARES = [0.005, 0.015, 0.03, 0.05, 0.1, 0.2, 0.45] as const;

const share = (part: number, of: number): string => (of === 0 ? "–" : (part / of).toFixed(3).replace(/^0/, ""));

function renderArm(arm: Arm, all: readonly Sample[]): string {
  const samples = all.filter((sample) => sample.arm === arm);
  const sums = sumsLeavingOut(arm, all);
  const groups: [string, Sample[]][] = [
    ["with an answer", samples.filter(({ hasAnswer }) => hasAnswer)],
    ...[...new Set(samples.map(({ set }) => set))].map((set): [string, Sample[]] => [
      `none in ${set}`,
      samples.filter((sample) => !sample.hasAnswer && sample.set === set),
    ]),
  ];
  const said = (judged: (sample: Sample) => boolean) =>
    groups.map(([, group]) => share(group.filter(judged).length, group.length));
  const fitted = fitDoubt(arm, all);
  const { weak, none, bias, ...present } = DOUBT[arm];
  const asTable = (weights: readonly number[]) =>
    [...SIGNALS, "bias"].map((name, at) => `${name} ${(weights[at] ?? 0).toFixed(2)}`).join(", ");
  return [
    `## ${arm === "meaning" ? "With vectors" : "By words"}`,
    "",
    table(
      ["said to be doubtful", ...groups.map(([name, group]) => `${name} (${group.length})`)],
      [
        ["the program: weak or none", ...said(({ judged }) => judged !== null)],
        ["the program: none", ...said(({ judged }) => judged === "none")],
        ...SHARES.map((most) => {
          const threshold = thresholdFor(arm, all, sums, most);
          const row = groups.map(([, group]) => share(saidOf(group, sums, threshold), group.length));
          return [`fitted without its repository, above ${threshold.toFixed(2)}`, ...row];
        }),
      ],
    ),
    "",
    `present weights: ${asTable([...SIGNALS.map((name) => present[name]), bias])}; weak above ${weak}, none above ${none}`,
    `fitted weights: ${asTable(fitted)}`,
    "",
  ].join("\n");
}

async function run({ questions: files, repositories: folder, cache }: Options): Promise<void> {
  const questions = files.flatMap((file) =>
    readQuestions([file]).map((question): Question & { readonly set: string } => ({
      ...question,
      set: basename(file),
    })),
  );
  const repositories = findRepositories(
    questions.map(({ repo }) => repo),
    folder,
    null,
  );
  mkdirSync(cache, { recursive: true });
  const program = openProgram({ cache: realpathSync(cache), vectors: true });
  const samples: Sample[] = [];
  try {
    for (const { name, root } of repositories) {
      const own = questions.filter(({ repo }) => repo === name);
      samples.push(...(await gatherSamples(program, root, own)));
      tell(`${name}: ${own.length} questions`);
    }
  } finally {
    await program.close();
  }
  process.stdout.write([`${machine()}\n`, ...ARMS.map((arm) => renderArm(arm, samples))].join("\n"));
}

/** Runs the fitting; answers the exit code: 0, or 2 where something that was given is wrong. */
export const main = (args: readonly string[], cwd: string): Promise<number> =>
  runMain({ usage: USAGE, parse: () => parseOptions(args, cwd), run });
