// Reviews the last commits of repositories, draws a sample of the findings, and counts what a person found of it.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname } from "node:path";
import process from "node:process";
import { packagePath } from "../../../src/system/package-root.ts";
import { seededRandom } from "../../support/random.ts";
import { commitOf } from "../figures/identify.ts";
import { runMain, tell } from "../run-main.ts";
import { machine, table } from "../support.ts";
import { type DrawnFinding, drawSample, findingsOf, requestsChanges } from "./draw-sample.ts";
import { type Options, parseOptions, USAGE } from "./options.ts";
import { type Judged, judgedSchema, precisionTable } from "./precision.ts";
import { gitIn, type ReviewedCommit, reviewCommits } from "./review-commits.ts";
import { sheetOf } from "./sheet.ts";

interface Results {
  readonly about: readonly string[];
  readonly reviewed: readonly ReviewedCommit[];
}

const writeTo = (path: string, text: string): void => {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
};

const writeJson = (path: string, value: unknown): void => writeTo(path, `${JSON.stringify(value, null, 2)}\n`);

const readJson = (path: string): unknown => JSON.parse(readFileSync(path, "utf8"));

/** Keeps what was found so far in the file of the results: it takes long, and may be interrupted. */
async function reviewAll({ roots, json, sample, ...which }: Options): Promise<Results> {
  const about = [
    `${new Date().toISOString().slice(0, 16).replace("T", " ")} UTC`,
    machine(),
    `Context Broker at ${commitOf(packagePath(), ["src", "package.json"])}`,
    ...roots.map((root) => `${basename(root)} at ${gitIn(root, "rev-parse", "--short=9", "HEAD")}`),
  ];
  const reviewed: ReviewedCommit[] = [];
  const onCommit = (one: ReviewedCommit): void => {
    const { repository, commit, seconds, findings } = one;
    tell(`${repository} ${commit.slice(0, 10)} ${seconds} s ${findings.map(({ rule }) => rule).join(" ")}`);
    reviewed.push(one);
    if (json !== null && sample === null) {
      writeJson(json, { about, reviewed });
    }
  };
  const onUnread = (commit: string, error: unknown): void =>
    tell(`${commit.slice(0, 10)} was not reviewed: ${String(error).slice(0, 200)}`);
  for (const root of roots) {
    await reviewCommits({ ...which, root, onCommit, onUnread });
  }
  return { about, reviewed };
}

function resultsOf(files: readonly string[]): Results {
  const all = files.map((file) => readJson(file) as Results);
  return { about: all.flatMap(({ about }) => about), reviewed: all.flatMap(({ reviewed }) => reviewed) };
}

function report({ about, reviewed }: Results): string {
  const found = findingsOf(reviewed);
  const seconds = reviewed.map((one) => one.seconds).sort((a, b) => a - b);
  const at = (share: number): string => `${seconds[Math.floor((seconds.length - 1) * share)] ?? 0} s`;
  const rules = [...new Set(found.map(({ rule }) => rule))].sort();
  const rows = rules.map((rule) => {
    const ofRule = found.filter((finding) => finding.rule === rule);
    return [rule, String(ofRule.length), String(ofRule.filter(requestsChanges).length)];
  });
  const asking = reviewed.filter(({ findings }) => findings.some(requestsChanges)).length;
  return [
    ...about.map((line) => `- ${line}`),
    `- ${reviewed.length} commits, changes requested in ${asking}; a review takes ${at(0.5)} (median), ${at(0.95)} (95 %)`,
    "",
    table(
      ["rule", "findings", "medium and above"],
      [...rows, ["all", String(found.length), String(found.filter(requestsChanges).length)]],
    ),
    "",
  ].join("\n");
}

const unjudged = ({ repository, commit, rule, severity, path, line, message }: DrawnFinding): Judged => ({
  repository,
  commit,
  rule,
  severity,
  path,
  line,
  message,
  right: null,
  reason: "",
});

async function run(options: Options): Promise<void> {
  const { judged, found, roots, sample, seed, isMild, sheet, json } = options;
  if (judged.length > 0) {
    const verdicts = judged.flatMap((file) => judgedSchema.parse(readJson(file)));
    process.stdout.write(`${precisionTable(verdicts)}\n`);
    return;
  }
  const results = found.length > 0 ? resultsOf(found) : await reviewAll(options);
  process.stdout.write(`\n${report(results)}`);
  if (sample === null || sheet === null) {
    return;
  }
  const all = findingsOf(results.reviewed).filter((one) => !isMild || one.severity === "low");
  const drawn = drawSample(all, sample, seededRandom(seed));
  const byName = new Map(roots.map((root) => [basename(root), root]));
  writeTo(
    sheet,
    sheetOf(drawn, (repository) => byName.get(repository) ?? repository),
  );
  if (json !== null) {
    writeJson(json, drawn.map(unjudged));
  }
}

/** Answers the exit code: 0, or 2 where something that was given is wrong. */
export const main = (args: readonly string[], cwd: string): Promise<number> =>
  runMain({ usage: USAGE, parse: () => parseOptions(args, cwd), run });
