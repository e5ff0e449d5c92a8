// Reviews the last commits of a repository, each checked out in turn, so that the index and the disk have the state after it.
import { execFileSync } from "node:child_process";
import { basename, join } from "node:path";
import { openApp } from "../../../src/app.ts";
import { loadSettings } from "../../../src/config/load-settings.ts";
import type { Operation, OperationContext } from "../../../src/operations/contract/operation.ts";
import { indexProject } from "../../../src/operations/index/index-project.ts";
import { reviewOperation } from "../../../src/operations/review/review.ts";
import { Failure } from "../../../src/vocabulary/failure.ts";
import type { Severity } from "../../../src/vocabulary/severity.ts";
import { environmentIn } from "../figures/program.ts";
import { leavesNames } from "./leaving-commits.ts";

const STEP_SECONDS_MIN = 0.1;
/** Commits among which those to review are chosen. */
const LISTED_MAX = 5000;

/** A finding as `review --output json` prints it. */
export interface PrintedFinding {
  readonly rule: string;
  readonly severity: Severity;
  readonly message: string;
  readonly path: string;
  readonly line: number;
  readonly symbol: string | null;
  readonly evidence: readonly {
    readonly path: string;
    readonly line: number;
    readonly text: string;
    readonly side: string;
  }[];
}

interface PrintedReview {
  readonly status: string;
  readonly findings: readonly PrintedFinding[];
  readonly rules: readonly { readonly id: string; readonly why?: string; readonly not_checked?: readonly string[] }[];
  readonly not_checked: readonly string[];
}

export interface ReviewedCommit {
  /** Name of the repository's folder. */
  readonly repository: string;
  readonly commit: string;
  readonly subject: string;
  readonly seconds: number;
  /** By step of the review, such as the title of a rule; those above `STEP_SECONDS_MIN`. */
  readonly steps: Readonly<Record<string, number>>;
  readonly status: string;
  readonly findings: readonly PrintedFinding[];
  /** What was not checked, by rule or as a whole. */
  readonly notChecked: readonly string[];
}

export interface ReviewRun {
  readonly root: string;
  readonly commits: number;
  /** So many of the newest are left out. */
  readonly skip: number;
  /** Only commits that change so many files: most others have no finding of medium or above. */
  readonly filesMin: number;
  /** Only what the branch that is checked out does not have. */
  readonly isUnmerged: boolean;
  /** Only commits that say so, or whose next one repairs something. */
  readonly isUnfinished: boolean;
  /** Only commits that leave a name behind that they no longer declare. */
  readonly isLeaving: boolean;
  readonly hasVectors: boolean;
  readonly home: string;
  readonly onCommit: (reviewed: ReviewedCommit) => void;
  readonly onUnread: (commit: string, error: unknown) => void;
}

export const gitIn = (root: string, ...args: string[]): string =>
  execFileSync("git", ["-C", root, ...args], { encoding: "utf8", maxBuffer: 1 << 28 }).trim();

/** From the newest on. Afterwards the repository is checked out as it was. INVALID_INPUT where it has changes of its own. */
export async function reviewCommits(run: ReviewRun): Promise<void> {
  const { root, home, hasVectors, onCommit, onUnread } = run;
  if (gitIn(root, "status", "--porcelain") !== "") {
    throw new Failure("INVALID_INPUT", `${root} has changes`, {
      hint: "the benchmark checks out commits: use a clone",
    });
  }
  const branch = gitIn(root, "rev-parse", "--abbrev-ref", "HEAD");
  const start = branch === "HEAD" ? gitIn(root, "rev-parse", "HEAD") : branch;
  const env = environmentIn(join(home, basename(root)), hasVectors ? {} : { CONTEXT_BROKER_VECTORS: "off" });
  const services = openApp(loadSettings({ env, userFile: join(home, "no-settings.json"), cwd: root }));
  const ask: Ask = (operation, input, onProgress) =>
    operation.run(
      { project: root, ...input },
      {
        services,
        caller: { kind: "cli", client: { name: "benchmark", version: "1" }, roots: async () => [root], cwd: root },
        signal: new AbortController().signal,
        onProgress,
      },
    );
  try {
    await ask(indexProject, {}, () => undefined);
    for (const commit of commitsOf(run)) {
      try {
        gitIn(root, "checkout", "--quiet", "--force", "--detach", commit);
        onCommit(await reviewCommit(root, commit, ask));
      } catch (error) {
        // A clone may lack the content of some commits.
        onUnread(commit, error);
      }
    }
  } finally {
    gitIn(root, "checkout", "--quiet", "--force", start);
    await services.close();
  }
}

const UNFINISHED =
  /\bwip\b|work in progress|^[.\s]*$|\btmp\b|\btemp\b|n[o']t (?:yet )?(?:compil|work)|does ?n.t compile/i;
const REPAIR =
  /\brevert|\bfix(?:ed|es|ing)? (?:the )?(?:build|compil|test|ci\b|import|broken|merge|type|failing)|\b(?:broken|forgot|oops|compile)/i;

/** From the newest on. */
export function commitsOf(run: Omit<ReviewRun, "hasVectors" | "home" | "onCommit" | "onUnread">): string[] {
  const { root, commits, skip, filesMin, isUnmerged, isUnfinished, isLeaving } = run;
  const range = isUnmerged ? ["--all", "--not", "HEAD"] : ["HEAD"];
  const format = "--format=%x00%H%x01%P%x01%s";
  const count = `--max-count=${LISTED_MAX}`;
  const logged = gitIn(
    root,
    "log",
    "--no-merges",
    "--topo-order",
    `--skip=${skip}`,
    count,
    "--no-renames",
    "--name-only",
    format,
    ...range,
  )
    .split("\0")
    .slice(1)
    .map((entry) => {
      const [head = "", ...files] = entry.split("\n").filter((line) => line !== "");
      const [commit = "", parents = "", subject = ""] = head.split("\x01");
      return { commit, parents, subject, files: files.length };
    });
  const repaired = new Set(logged.filter(({ subject }) => REPAIR.test(subject)).map(({ parents }) => parents));
  const wanted = logged.filter(
    ({ commit, subject, files }) =>
      files >= filesMin && (!isUnfinished || UNFINISHED.test(subject) || repaired.has(commit)),
  );
  const drawn: string[] = [];
  for (const { commit } of wanted) {
    if (drawn.length < commits && (!isLeaving || leavesNames(root, commit))) {
      drawn.push(commit);
    }
  }
  return drawn;
}

type Ask = (
  operation: Operation,
  input: Readonly<Record<string, unknown>>,
  onProgress: OperationContext["onProgress"],
) => ReturnType<Operation["run"]>;

async function reviewCommit(root: string, commit: string, ask: Ask): Promise<ReviewedCommit> {
  const watch = openStopwatch();
  const answer = await ask(reviewOperation, { mode: "commit", output: "json" }, ({ message }) => watch.next(message));
  const { findings, status, rules, not_checked: whole } = answer.structured as unknown as PrintedReview;
  return {
    repository: basename(root),
    commit,
    subject: gitIn(root, "log", "-1", "--format=%s", commit),
    ...watch.stop(),
    status,
    findings,
    notChecked: [
      ...whole,
      ...rules.flatMap(({ id, why, not_checked: left = [] }) =>
        [...(why === undefined ? [] : [why]), ...left].map((text) => `${id}: ${text}`),
      ),
    ],
  };
}

function openStopwatch() {
  const begun = performance.now();
  const steps = new Map<string, number>();
  let [step, since] = ["indexing", begun];
  const secondsTo = (now: number, from: number): number => Math.round((now - from) / 10) / 100;
  const next = (message: string): void => {
    const now = performance.now();
    steps.set(step, (steps.get(step) ?? 0) + secondsTo(now, since));
    [step, since] = [message, now];
  };
  return {
    next,
    stop: (): Pick<ReviewedCommit, "seconds" | "steps"> => {
      next("");
      const long = [...steps].filter(([, seconds]) => seconds >= STEP_SECONDS_MIN);
      return { seconds: secondsTo(performance.now(), begun), steps: Object.fromEntries(long) };
    },
  };
}
