// Reviews a change before it is merged. A command only: its exit code is its answer.
import { resolve } from "node:path";
import { z } from "zod";
import type { CorpusSource } from "../../project/corpus.ts";
import { type Difference, type DiffRequest, differenceOf } from "../../project/git-sides.ts";
import { NO_REPOSITORY } from "../../project/resolve-commit.ts";
import type { ReviewScene } from "../../review/contract.ts";
import { coverageOfIntent } from "../../review/intent.ts";
import { reviewFields, reviewJson } from "../../review/output/json.ts";
import { OUTPUTS, type OutputForm, RENDERERS } from "../../review/output/render.ts";
import { type ReviewReport, reportOf } from "../../review/report.ts";
import { type Reviewed, reviewChange } from "../../review/review-change.ts";
import { ALL_RULES } from "../../review/rules/all-rules.ts";
import { suppress } from "../../review/suppress.ts";
import { typedPath } from "../../system/home-path.ts";
import { writeNamedFile } from "../../system/named-file.ts";
import { isStandardOutput } from "../../system/open-streams.ts";
import { Failure, systemReason } from "../../vocabulary/failure.ts";
import { freshen } from "../answer/answer-fresh.ts";
import { chooseProject } from "../contract/choose-project.ts";
import { projectField } from "../contract/fields.ts";
import { defineOperation, type Operation, type OperationContext } from "../contract/operation.ts";
import type { ProjectSession } from "../contract/services.ts";
import { textOrFile } from "../contract/text-or-file.ts";
import { reviewOptions, settingsBefore } from "./review-options.ts";

// The input of a review: which two states, what the author says, where reports go.

const MODES = ["pr", "commit", "staged"] as const;
const REF_LENGTH_MAX = 1_024;
const INTENT_LENGTH_MAX = 20_000;
const WRITES_MAX = 10;

const text = (most: number, description: string) => z.string().min(1).max(most).optional().describe(description);

export const reviewInput = z.strictObject({
  mode: z.enum(MODES).default("pr").describe("A branch against its base, one commit, or what is staged; default pr"),
  base: text(REF_LENGTH_MAX, "With mode pr: the branch or commit that it is to be merged into"),
  head: text(REF_LENGTH_MAX, "With mode pr: the last commit of the change; default HEAD"),
  commit: text(REF_LENGTH_MAX, "With mode commit: the commit; default HEAD"),
  index_file: z
    .string()
    .max(4_096)
    .optional()
    .describe("With mode staged: git's index of a commit in progress, as a hook gets it in GIT_INDEX_FILE"),
  intent: text(
    INTENT_LENGTH_MAX,
    "What the change is meant to do, as text or a file: changed files it does not name are listed",
  ),
  output: z.enum(OUTPUTS).default("text").describe("Form of the report; default text"),
  write: z
    .array(z.string().min(3).max(4_096))
    .max(WRITES_MAX)
    .optional()
    .describe("Also write a report to a file: FORM=FILE, for example sarif=review.sarif"),
  project: projectField,
});

type ReviewInput = z.output<typeof reviewInput>;

const wrong = (message: string, hint: string) => new Failure("INVALID_INPUT", message, { hint });

/** A flag that the mode does not use would mean another question than the one answered. */
function requestOf(input: ReviewInput, cwd: string): DiffRequest {
  const { mode, base, head, commit, index_file: indexFile = "" } = input;
  if (mode !== "staged" && indexFile !== "") {
    throw wrong(`\`index_file\` is not allowed with mode ${mode}`, "leave it out, or use mode staged");
  }
  if (mode === "pr") {
    if (base === undefined) {
      throw wrong("`base` is required with mode pr", "set `base` to the branch to merge into, for example main");
    }
    if (commit !== undefined) {
      throw wrong("`commit` is not allowed with mode pr", "set `head` instead, or use mode commit");
    }
    return { scope: "range", base, ref: head };
  }
  if (base !== undefined || head !== undefined) {
    throw wrong(`\`base\` and \`head\` are not allowed with mode ${mode}`, "leave them out, or use mode pr");
  }
  if (mode === "staged" && commit !== undefined) {
    throw wrong("`commit` is not allowed with mode staged", "leave it out, or use mode commit");
  }
  return mode === "staged"
    ? { scope: "staged", indexFile: indexFile === "" ? undefined : resolve(cwd, indexFile) }
    : { scope: "commit", ref: commit };
}

/** A failure to find the two states, with the flags of this command: what compares them calls every commit `ref`. */
export function inFieldsOf({ mode }: Pick<ReviewInput, "mode">, error: unknown): unknown {
  if (!(error instanceof Failure)) {
    return error;
  }
  const [, rest] = /^ref: (.+)$/s.exec(error.message) ?? [];
  if (error.message === NO_REPOSITORY || (rest !== undefined && mode === "staged")) {
    const hint = "name a project with a git repository, or run `git init` and commit first";
    return new Failure(error.code, rest ?? error.message, { hint, cause: error });
  }
  return rest === undefined
    ? error
    : new Failure(error.code, `${mode === "pr" ? "head" : "commit"}: ${rest}`, { hint: error.hint, cause: error });
}

interface Destination {
  readonly form: OutputForm;
  /** Absolute path. */
  readonly file: string;
}

const destinationsOf = ({ write = [] }: ReviewInput, cwd: string): Destination[] =>
  write.map((entry) => {
    const at = entry.indexOf("=");
    const form = OUTPUTS.find((one) => one === entry.slice(0, Math.max(at, 0)));
    const file = entry.slice(at + 1);
    if (form === undefined || file === "") {
      throw wrong(
        `write: ${JSON.stringify(entry.slice(0, 200))} is not FORM=FILE`,
        `write one of ${OUTPUTS.join(", ")}, then = and a file, for example sarif=review.sarif`,
      );
    }
    return { form, file: typedPath(file, cwd) };
  });

/** The author's words; null without any. In CI it is the title of a pull request, which may be the name of a folder or of a device by chance or by design. */
export const intentOf = async ({ intent }: Pick<ReviewInput, "intent">, cwd: string): Promise<string | null> =>
  intent === undefined ? null : textOrFile(intent, cwd, { field: "intent", lengthMax: INTENT_LENGTH_MAX });

/** Milliseconds. Nothing may pass because it was not indexed yet, so the wait is as long as a large project takes. */
const INDEX_WAIT_MS = 600_000;

export const reviewOperation: Operation = defineOperation({
  name: "review",
  title: "Review a change",
  summary: "Judge a change before it is merged; exit code 0 approved, 1 otherwise, 2 could not run",
  description: "Judges a change by rules and shows the lines that prove each finding.",
  input: reviewInput,
  output: z.object({ outcome: z.literal("found"), project_root: z.string(), ...reviewFields }),
  annotations: { readOnly: false, destructive: false, idempotent: true },
  command: {
    command: "review",
    positionals: [],
    examples: [
      "context-broker review --base main",
      "context-broker review --mode commit --commit HEAD~1 --output json",
      "context-broker review --mode staged --intent 'rename Order to Purchase'",
      "context-broker review --base main --output github --write sarif=review.sarif",
    ],
    settings: ["review_block", "review_request_changes", "review_rules", "review_thresholds", "review_suppressions"],
  },
  toolset: null,
  run: async (input, context) => {
    const { root, report } = await runReview(input, context, async () => null);
    return answerWith(report, { root, input, cwd: context.caller.cwd });
  },
});

/** A finished review whose change can still be looked at. */
export interface SeenReview {
  readonly report: ReviewReport;
  readonly reviewed: Reviewed;
  readonly scene: ReviewScene;
  readonly corpus: CorpusSource;
  readonly difference: Difference;
  /** What the author says with `intent`. */
  readonly intent: string | null;
}

/** `look`: what else is made of the change; `made` is its result. Throws what the review throws. */
export async function runReview<Made>(
  input: ReviewInput,
  context: OperationContext,
  look: (seen: SeenReview) => Promise<Made>,
): Promise<{ readonly root: string; readonly report: ReviewReport; readonly made: Made }> {
  const request = requestOf(input, context.caller.cwd);
  // Flags that are wrong are said before the work.
  destinationsOf(input, context.caller.cwd);
  const intent = await intentOf(input, context.caller.cwd);
  const root = await chooseProject(input.project, context);
  return context.services.withProject(root, async (session) => {
    const done = await review({ request, intent, session, context, look }).catch((error: unknown) => {
      throw inFieldsOf(input, error);
    });
    return { root, ...done };
  });
}

/** Writes the reports that the input asks for. The exit code is by the status, which rules alone decide. */
export async function answerWith(
  report: ReviewReport,
  { root, input, cwd }: { readonly root: string; readonly input: ReviewInput; readonly cwd: string },
) {
  const destinations = destinationsOf(input, cwd);
  await writeReports(report, destinations);
  return {
    structured: { outcome: "found" as const, project_root: root, ...reviewJson(report) },
    text: RENDERERS[input.output](report),
    passed: report.status === "approved",
    isForPrograms: input.output !== "text",
    outputIsTaken: destinations.some(({ file }) => isStandardOutput(file)),
  };
}

interface ReviewCall<Made> {
  readonly request: DiffRequest;
  readonly intent: string | null;
  readonly session: ProjectSession;
  readonly context: OperationContext;
  readonly look: (seen: SeenReview) => Promise<Made>;
}

async function review<Made>({ request, intent, session, context, look }: ReviewCall<Made>) {
  const { signal, onProgress, caller } = context;
  const [index, corpus] = await Promise.all([session.index(), session.corpus()]);
  const { embedUpTo } = session.settings;
  await freshen(index, { waitMs: INDEX_WAIT_MS, embedUpTo }, context);
  const difference = await differenceOf(corpus, request, signal);
  // What is staged is reviewed for the person who staged it.
  const isOwnWork = request.scope === "staged";
  const settings = isOwnWork ? session.settings : await settingsBefore(session, difference.before, signal);
  const options = reviewOptions(settings, ALL_RULES);
  const history = session.history().then((open) => open.askPatiently(signal));
  // Awaited by the review; not an unhandled rejection if something else fails first.
  history.catch(() => undefined);
  const task = {
    corpus,
    index,
    difference,
    history,
    rules: options.rules,
    settings: options.forRules,
    severities: options.severities,
    timeMsMax: options.timeMsMax,
    acceptsUnread: options.requiresAll,
    onStep: onProgress,
    signal,
  };
  return reviewChange(task, async (reviewed, scene) => {
    const suppressed = await suppress({
      scene,
      reports: reviewed.reports,
      bySettings: options.suppressions,
      own: isOwnWork ? "accept" : options.own,
      block: options.thresholds.block,
      known: new Set(ALL_RULES.map(({ id }) => id)),
    });
    const report = reportOf({
      reviewed,
      suppressed,
      thresholds: options.thresholds,
      requiresAll: options.requiresAll,
      compared: difference.title,
      intent: intent === null ? null : coverageOfIntent(intent, scene.files),
      version: caller.client.version,
    });
    return { report, made: await look({ report, reviewed, scene, corpus, difference, intent }) };
  });
}

async function writeReports(report: ReviewReport, destinations: readonly Destination[]): Promise<void> {
  for (const { form, file } of destinations) {
    try {
      await writeNamedFile(file, `${RENDERERS[form](report)}\n`);
    } catch (error) {
      throw new Failure("STORAGE_UNAVAILABLE", `${file} cannot be written: ${systemReason(error)}`, {
        hint: "name a file in an existing folder that you may write to",
        cause: error,
      });
    }
  }
}
