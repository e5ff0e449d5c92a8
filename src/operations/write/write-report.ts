// `write`: a long report about the project, by the language model that the user has configured. A command only: what a client asks must not spend
// its user's money.
import { join } from "node:path";
import { z } from "zod";
import { readUnchanged } from "../../project/read-admitted.ts";
import { isRemote } from "../../system/clone-repository.ts";
import { typedPath } from "../../system/home-path.ts";
import { writeNamedFile } from "../../system/named-file.ts";
import { isStandardOutput } from "../../system/open-streams.ts";
import { loadTokenCounter } from "../../system/token-counter.ts";
import { Failure, systemReason } from "../../vocabulary/failure.ts";
import { formatNumber, renderCount } from "../../vocabulary/shown-text.ts";
import type { Assembled } from "../../writing/assemble.ts";
import type { Written } from "../../writing/contract/writing.ts";
import { QUESTION } from "../../writing/phases/ask.ts";
import { ReportStore, reportId } from "../../writing/store/report-store.ts";
import { writeReport } from "../../writing/write-report.ts";
import { chooseProject } from "../contract/choose-project.ts";
import { projectField } from "../contract/fields.ts";
import { defineOperation, type Operation, type OperationContext } from "../contract/operation.ts";
import type { ProjectSession } from "../contract/services.ts";
import { textOrFile } from "../contract/text-or-file.ts";
import { configuredModel } from "../reason/open-reasoning.ts";
import { cloneRemote } from "./clone-remote.ts";
import { openLibrary } from "./open-library.ts";

const PROMPT_LENGTH_MAX = 100_000;

const input = z.strictObject({
  prompt: z.string().min(1).max(PROMPT_LENGTH_MAX).describe("What it shall be about: words, or a file that has them"),
  project: projectField,
  repo: z
    .string()
    .min(1)
    .max(2000)
    .optional()
    .describe("Its folder, or the https address of a public repository, which is cloned"),
  keep: z.boolean().default(false).describe("Leave the clone in the cache"),
  out: z.string().min(1).max(4096).optional().describe("File to write; default: standard output"),
  max_calls: z.int().min(4).max(1000).default(40).describe("Most questions to the language model"),
  max_exploration: z.int().min(1).max(500).default(12).describe("Most of them to explore"),
  max_sections: z.int().min(1).max(100).default(10).describe("Most sections"),
  link_base: z
    .string()
    .max(2000)
    .optional()
    .describe("Link citations to lines below this address, such as https://example.org/app/blob/main"),
  format: z
    .enum(["markdown", "html"])
    .optional()
    .describe("html: one page, on which the cited lines unfold. Default: by the ending of `out`"),
  check_support: z.boolean().default(false).describe("As of `verify`"),
  again: z.boolean().default(false).describe("Forget what an earlier run was answered"),
  yes: z.boolean().default(false).describe("Do not ask first"),
});
type Input = z.output<typeof input>;

const output = z.object({
  outcome: z
    .enum(["found", "weak", "failed"])
    .describe("weak: something is missing or not verified; failed: not begun"),
  project_root: z.string(),
  report: z.string().optional(),
  out: z.string().optional(),
  missing: z.string().optional(),
  sections: z.number(),
  files_read: z.number(),
  citations: z.number(),
  not_verified: z.number(),
  statements: z.number(),
  uncited: z.number(),
  unsupported: z.number().optional(),
  calls: z.number(),
  calls_of_earlier_runs: z.number(),
  input_tokens: z.number().nullable(),
  output_tokens: z.number().nullable(),
  cost: z.number().nullable(),
});

export interface WriteUser {
  /** Asks a question that only "yes" answers with true; null where nobody can be asked. */
  readonly confirm: ((question: string) => Promise<boolean>) | null;
}

/** The operation, with the user who can be asked for a yes. */
export const writeReportFor = (user: WriteUser): Operation =>
  defineOperation({
    name: "write_report",
    title: "Write a report",
    summary: "Have the configured language model write a report whose every citation is checked",
    description:
      "Writes a report about the project, section by section, from source that the language model chooses to read.",
    input,
    output,
    annotations: { readOnly: false, destructive: false, idempotent: false },
    command: {
      command: "write",
      positionals: ["prompt"],
      examples: [
        'context-broker write "how requests are routed and answered" --out ROUTING.md',
        "context-broker write brief.md --max-sections 6 --max-calls 25 --yes --out REPORT.md",
      ],
      settings: ["language_model", "language_model_window"],
    },
    toolset: null,
    run: async (asked, context) => {
      const clone = asked.repo !== undefined && isRemote(asked.repo) ? await cloneRemote(asked.repo, context) : null;
      const named = asked.repo === undefined ? asked.project : typedPath(asked.repo, context.caller.cwd);
      const root = await chooseProject(clone?.root ?? named, context);
      const prompt = await textOrFile(asked.prompt, context.caller.cwd, {
        field: "prompt",
        lengthMax: PROMPT_LENGTH_MAX,
      });
      const answer = await context.services.withProject(root, (session) =>
        writeIn(session, { ...asked, prompt }, context, user),
      );
      // A report that is not begun or not whole goes on with it.
      if (asked.keep !== true && answer.structured.outcome !== "failed") {
        await clone?.remove();
      }
      return answer;
    },
  });

/** Where nobody can be asked, as in a script: `yes` has to be given. */
export const writeReportOperation: Operation = writeReportFor({ confirm: null });

async function writeIn(session: ProjectSession, asked: Input, context: OperationContext, user: WriteUser) {
  const { signal, onProgress, services } = context;
  const model = await configuredModel(context);
  const folder = join(services.settings.cacheFolder, "reports");
  const store = ReportStore.open(folder, reportId(session.root, asked.prompt), asked.again);
  try {
    const estimate = estimateOf(asked, store.count(QUESTION), session.settings, model.name);
    if (!asked.yes && (user.confirm === null || !(await user.confirm(`${estimate} Go on?`)))) {
      return notBegun(session.root, estimate);
    }
    const counter = await loadTokenCounter();
    const library = await openLibrary(session, context);
    const task = {
      prompt: asked.prompt,
      callsMax: asked.max_calls,
      explorationMax: asked.max_exploration,
      sectionsMax: asked.max_sections,
      signal,
    };
    const written = await writeReport(
      task,
      {
        model,
        library,
        window: session.settings.languageModelWindow,
        countTokens: (text) => counter.count(text),
        onStep: (what, done, total) => onProgress({ message: what, done, total }),
      },
      store,
    );
    const { name, commit } = library.project;
    const { assemble } = await import("../../writing/assemble.ts");
    const assembled = assemble(written, {
      format: asked.format ?? (/\.html?$/i.test(asked.out ?? "") ? "html" : "markdown"),
      linkBase: asked.link_base ?? null,
      checksSupport: asked.check_support,
      project: name,
      commit,
      author: model.name,
      has: library.has,
      changed: await changedFiles(session, written),
    });
    if (asked.out !== undefined) {
      await writeOut(typedPath(asked.out, context.caller.cwd), assembled.document);
    }
    return answer({ root: session.root, asked, written, assembled });
  } finally {
    store.close();
  }
}

/** An upper bound, before anything is paid. */
function estimateOf(
  { max_calls: most, prompt }: Input,
  answered: number,
  { languageModelWindow: window, languageModelInputPrice: price }: ProjectSession["settings"],
  name: string,
): string {
  const tokens = Math.min(CALL_TOKENS + Math.floor(prompt.length / 3_000) * 1_000, window);
  const left = Math.max(0, most - answered);
  const cost = price === null ? "" : `, about ${((left * tokens * price) / 1e6).toFixed(2)} for what it reads`;
  const before = answered === 0 ? "" : ` ${renderCount(answered, "question")} of an earlier run are answered.`;
  return `${name} is asked at most ${renderCount(left, "question")} of at most ${formatNumber(tokens)} tokens each${cost}.${before}`;
}

/** Of one question, beside a prompt of thousands of letters: results and source as far as they are sent at once, and the form. */
const CALL_TOKENS = 32_000;

async function changedFiles(session: ProjectSession, { read }: Written): Promise<string[]> {
  const corpus = await session.corpus();
  const changed: string[] = [];
  for (const { file } of read) {
    if ((await readUnchanged(corpus, file)) === null) {
      changed.push(file.path);
    }
  }
  return changed;
}

async function writeOut(path: string, document: string): Promise<void> {
  try {
    await writeNamedFile(path, document);
  } catch (error) {
    throw new Failure("INVALID_INPUT", `out: ${path} cannot be written: ${systemReason(error)}`, {
      hint: "name another file; the report is stored, and the same command writes it without a question",
    });
  }
}

interface ToAnswer {
  readonly root: string;
  readonly asked: Input;
  readonly written: Written;
  readonly assembled: Assembled;
}

function answer({ root, asked, written, assembled }: ToAnswer) {
  const { document, citations, wrong, statements, uncited, unsupported } = assembled;
  const { missing, sections, read, calls } = written;
  const isWhole = missing === "" && sections.every(({ trouble }) => trouble === null);
  const structured: z.input<typeof output> = {
    outcome: isWhole && wrong === 0 ? "found" : "weak",
    project_root: root,
    ...(asked.out === undefined ? { report: document } : { out: asked.out }),
    ...(missing === "" ? {} : { missing }),
    sections: sections.length,
    files_read: read.length,
    citations,
    not_verified: wrong,
    statements,
    uncited,
    ...(asked.check_support ? { unsupported } : {}),
    calls: calls.asked,
    calls_of_earlier_runs: calls.replayed,
    input_tokens: written.inputTokens,
    output_tokens: written.outputTokens,
    cost: written.cost,
  };
  const counts = [
    renderCount(sections.length, "section"),
    renderCount(read.length, "file"),
    `${renderCount(citations, "citation")}${wrong === 0 ? "" : `, ${formatNumber(wrong)} not verified`}`,
    `${formatNumber(uncited)} of ${renderCount(statements, "sentence")} without one`,
    `${renderCount(calls.asked, "question")}${calls.replayed === 0 ? "" : `, ${formatNumber(calls.replayed)} of them answered before`}`,
    ...(written.cost === null ? [] : [`cost ${written.cost.toFixed(4)}`]),
  ];
  const head = `${isWhole ? "written" : `not whole (${missing === "" ? "see its sections" : missing})`}: ${counts.join("; ")}`;
  return {
    structured,
    text: asked.out === undefined ? document : head,
    passed: isWhole && wrong === 0,
    isForPrograms: asked.out === undefined,
    outputIsTaken: asked.out !== undefined && isStandardOutput(asked.out),
  };
}

function notBegun(root: string, estimate: string) {
  const structured: z.input<typeof output> = {
    outcome: "failed",
    project_root: root,
    sections: 0,
    files_read: 0,
    citations: 0,
    not_verified: 0,
    statements: 0,
    uncited: 0,
    calls: 0,
    calls_of_earlier_runs: 0,
    input_tokens: null,
    output_tokens: null,
    cost: null,
  };
  return { structured, text: `not begun: ${estimate} Add --yes to begin.`, passed: false };
}
