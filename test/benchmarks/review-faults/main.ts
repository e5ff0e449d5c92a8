// Plants faults into real commits and reviews each commit with and without its fault.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { packagePath } from "../../../src/system/package-root.ts";
import { commitOf } from "../figures/identify.ts";
import { environmentIn } from "../figures/program.ts";
import { intoPage } from "../page.ts";
import { runMain, tell } from "../run-main.ts";
import { machine } from "../support.ts";
import { drawFaults, type Planted } from "./draw.ts";
import { judge } from "./judge.ts";
import { type Options, parseOptions, USAGE } from "./options.ts";
import { type Done, report } from "./report.ts";
import { openRepository } from "./repository.ts";
import { indexProject, reviewCommit } from "./review.ts";

const PAGE = packagePath("docs/records/review-measured.md");
const COMMAND = "bench:review-faults";

async function reviewPlanted({ program, work, fresh }: Options, one: Planted): Promise<Done> {
  const { kind, repository, commit, fault, hash } = one;
  const isByMeaning = kind.needsVectors === true;
  const env = environmentIn(join(work, "homes", repository.name), {
    ...fault.settings,
    CONTEXT_BROKER_VECTORS: isByMeaning ? "auto" : "off",
  });
  const review = async (of: string) => {
    repository.checkOut(of);
    if (isByMeaning) {
      await indexProject(program, repository.root, env);
    }
    return reviewCommit(program, repository.root, of, env);
  };
  const without = await review(commit.hash);
  const withFault = await review(hash);
  const state = withFault.rules.find(({ id }) => id === kind.rule);
  const verdict = judge(without.findings, withFault.findings, one.target, one.was);
  return {
    ...verdict,
    kind: kind.name,
    half: kind.half,
    rule: kind.rule,
    form: fault.form,
    language: fault.language,
    repository: repository.name,
    isFresh: fresh.includes(repository.source),
    commit: commit.hash,
    hash,
    why: fault.why,
    patch: one.patch,
    unavailable: state?.state === "unavailable" ? (state.why ?? "unavailable") : null,
    clean: without.findings,
    status: withFault.status,
    ms: Math.round(without.ms + withFault.ms),
  };
}

/**
 * Repositories side by side, the commits of each in the order of history, so that its index changes little from one to the next. What is not
 * begun when the time is up is left out.
 */
async function reviewAll(options: Options, planted: readonly Planted[], isDone: (one: Done) => void): Promise<void> {
  const end = performance.now() + options.minutes * 60_000;
  const groups = [...new Set(planted.map(({ repository }) => repository))]
    .map((repository) => planted.filter((one) => one.repository === repository).sort((a, b) => a.at - b.at))
    .sort((a, b) => b.length - a.length);
  const work = async (): Promise<void> => {
    for (let group = groups.shift(); group !== undefined; group = groups.shift()) {
      for (const one of group) {
        if (performance.now() < end) {
          isDone(await reviewPlanted(options, one));
        }
      }
    }
  };
  await Promise.all(Array.from({ length: options.jobs }, work));
}

async function run(options: Options): Promise<void> {
  const { count, seed, kinds, json, write } = options;
  mkdirSync(join(options.work, "clones"), { recursive: true });
  const repositories = options.repositories.map((source) => openRepository(source, join(options.work, "clones")));
  const planted = drawFaults(repositories, kinds, options, tell);
  const about = [
    `${new Date().toISOString().slice(0, 16).replace("T", " ")} UTC`,
    machine(),
    `Context Broker at ${commitOf(dirname(dirname(options.program)), ["src", "package.json"])}`,
    `${planted.length} of ${count} commits, seed ${seed}, of ${repositories.map(({ name }) => name).join(", ")}`,
  ];
  const done: Done[] = [];
  const save = (list: readonly unknown[]): void => {
    if (json !== null) {
      mkdirSync(dirname(json), { recursive: true });
      writeFileSync(json, `${JSON.stringify({ about, done: list }, null, 2)}\n`);
    }
  };
  if (options.isPlanOnly) {
    save(
      planted.map(({ kind, repository, commit, hash, patch, fault }) => ({
        kind: kind.name,
        half: kind.half,
        repository: repository.name,
        commit: commit.hash,
        hash,
        form: fault.form,
        language: fault.language,
        why: fault.why,
        patch,
      })),
    );
    return;
  }
  await reviewAll(options, planted, (one) => {
    done.push(one);
    save(done);
    const said = one.unavailable ?? (one.found === null ? "MISSED" : "found");
    tell(
      `${done.length}/${planted.length} ${one.repository} ${one.commit.slice(0, 9)} ${one.kind} (${one.form}): ${said}, ${one.others.length} others, ${one.ms} ms`,
    );
  });
  const rest = planted.length - done.length;
  const text = report(
    done,
    rest === 0 ? about : [...about, `stopped after ${options.minutes} minutes: ${rest} of them were not reviewed`],
  );
  process.stdout.write(`\n${text}`);
  if (write) {
    writeFileSync(PAGE, intoPage(readFileSync(PAGE, "utf8"), text, COMMAND));
  }
}

/** Measures; answers the exit code: 0, or 2 where something that was given is wrong. */
export const main = (args: readonly string[], cwd: string): Promise<number> =>
  runMain({ usage: USAGE, parse: () => parseOptions(args, cwd), run });
