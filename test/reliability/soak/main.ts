// The soak from its command line to its result: a JSON file, a few lines, and exit code 1 where something was wrong.
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import process from "node:process";
import { packagePath } from "../../../src/system/package-root.ts";
import { runMain, tell } from "../../benchmarks/run-main.ts";
import { machine } from "../../benchmarks/support.ts";
import { parseOptions, type SoakOptions, USAGE } from "./options.ts";
import { growthOf } from "./report.ts";
import { type SoakOutcome, soak } from "./soak.ts";

/** Samples in the file: one a minute is enough to draw the curve. */
const SAMPLE_EVERY_S = 60;

function resultOf(options: SoakOptions, { seconds, rounds, samples, tally, commits }: SoakOutcome): object {
  const git = (...args: string[]): string =>
    execFileSync("git", ["-C", packagePath(), ...args], { encoding: "utf8" }).trim();
  return {
    date: new Date().toISOString(),
    machine: machine(),
    program: git("rev-parse", "HEAD"),
    command: `npm run soak -- --minutes ${options.minutes} --clients ${options.clients} --folders ${options.folders} --seed ${options.seed}`,
    repository: options.repository ?? "this one",
    commits,
    seconds,
    rounds,
    counts: tally.counts(),
    violations: tally.violations(),
    growth: growthOf(samples),
    samples: samples.filter(
      ({ seconds: at }, index) =>
        Math.floor(at / SAMPLE_EVERY_S) !== Math.floor((samples[index - 1]?.seconds ?? -1) / SAMPLE_EVERY_S),
    ),
  };
}

/** Answers whether nothing was wrong. */
async function run(options: SoakOptions): Promise<boolean> {
  tell(`seed ${options.seed}, ${options.minutes} minutes, ${options.clients} clients`);
  const outcome = await soak(options, tell);
  if (options.json !== null) {
    writeFileSync(options.json, `${JSON.stringify(resultOf(options, outcome), null, 1)}\n`);
  }
  const grown = growthOf(outcome.samples).filter(({ grew }) => grew === true);
  const violations = outcome.tally.violations();
  const counts = Object.entries(outcome.tally.counts()).map(([what, count]) => `  ${what}: ${count}`);
  process.stdout.write(
    [
      `${outcome.rounds} rounds in ${outcome.seconds} s, ${violations.length} violations`,
      ...counts,
      ...grown.map(({ server, what, sixths }) => `  server ${server}: ${what} grew: ${sixths.join(", ")}`),
      grown.length === 0 ? "  nothing grew" : "",
      "",
    ].join("\n"),
  );
  return violations.length === 0 && grown.length === 0;
}

/** Answers the exit code: 0, 1 where something was wrong, 2 where an argument was. */
export async function main(args: readonly string[], cwd: string): Promise<number> {
  let sound = true;
  const code = await runMain({
    usage: USAGE,
    parse: () => parseOptions(args, cwd),
    run: async (options) => {
      sound = await run(options);
    },
  });
  return code === 0 && !sound ? 1 : code;
}
