// Whether answers can be relied on: the state of the index, its parts, git and memory, and what to do about problems. More than
// index_status, for the start of a session or when in doubt.
import { z } from "zod";
import { HISTORY_WAIT_MS, type HistoryStatus } from "../../history/history.ts";
import type { Snapshot } from "../../index/snapshot.ts";
import { findIssues, HEALTH_STATUSES, healthStatusOf, type Issue, isTight } from "../../intelligence/find-issues.ts";
import type { ExcludedClass } from "../../project/corpus.ts";
import { type GitState, gitState } from "../../project/git-state.ts";
import { ownMemoryBytes, ownMemoryBytesAtMost } from "../../system/own-processes.ts";
import { PARSE_STATES, type ParseState } from "../../vocabulary/chunk.ts";
import { escapeName, formatNumber, shortened } from "../../vocabulary/shown-text.ts";
import { offers, TOOLSETS } from "../../vocabulary/toolsets.ts";
import type { CodeScene } from "../answer/answer-code.ts";
import { defineCodeTool } from "../answer/code-tool.ts";
import { defineTable } from "../answer/table.ts";
import { coverageField, coverageOf, renderCoverage } from "../contract/fields.ts";
import type { Operation, OperationContext } from "../contract/operation.ts";
import { renderWork, workField } from "./current-work.ts";
import {
  type ProjectStatus,
  partField,
  partOf,
  projectStatus,
  renderVectors,
  STATUS_WAIT_MS,
  worker,
} from "./project-status.ts";

/** Examples of files with problems, and of each class that is left out. */
const EXAMPLES_MAX = 2;

const counts = z.record(z.string(), z.number());

const ISSUES = defineTable({
  columns: { kind: z.enum(["lasting", "passing", "note"]), part: z.string(), what: z.string(), remedy: z.string() },
  line: ({ kind, part, what, remedy }) => `${kind}: ${part}: ${what}; ${remedy}`,
});

const output = {
  status: z
    .enum(HEALTH_STATUSES)
    .meta({ doc: "degraded: somebody must act; building: it passes; healthy, with notes at most" }),
  troubles: ISSUES.field.optional().meta({ doc: "the gravest first" }),
  coverage: coverageField,
  writer: z.string().meta({ doc: "who works on the index now" }),
  work: workField.optional(),
  index_folder: z.string(),
  parsed: counts.meta({ doc: "all files, by parse state" }),
  vectors: partField,
  watching: partField,
  git: z.object({
    state: z.string().optional().meta({ doc: "none, unborn or unavailable; absent: there is a commit" }),
    commit: z.string().optional().meta({ doc: "its first 12 digits" }),
    shallow: z.boolean().optional(),
    history: z.string().optional().meta({ doc: "state of the signals from the history" }),
    commits: z.string().optional().meta({ doc: "how much of the history they are from, or why there are none" }),
  }),
  memory_mb: z.object({ used: z.number(), limit: z.number() }),
  toolsets: z.array(z.string()).meta({ doc: "those offered" }),
  problems_count: z.number().optional().meta({ doc: "index_status lists them; absent: none" }),
  languages: counts.optional().meta({ doc: "files by language, most first" }),
  left_out: z
    .record(z.string(), z.object({ count: z.number(), examples: z.array(z.string()) }))
    .optional()
    .meta({ doc: "files that are not searched, by the reason" }),
};

export const healthOperation: Operation = defineCodeTool({
  name: "health",
  title: "Health",
  summary: "Show how index, parsing, vectors, git and memory stand, and what to do",
  description:
    "Whether answers can be relied on now: index, parsing, vectors, git, memory; what is degraded, and the remedy.",
  tokens: 800,
  input: {},
  output,
  examples: ["context-broker health", "context-broker health --project ~/src/app --json"],
  toolset: "code",
  question: () => ({ asked: "", waitMs: STATUS_WAIT_MS, tellsVectors: true }),
  async find(scene, _input, context) {
    const health = await examine(scene, context);
    const rows = rowsOf(health);
    return {
      outcome: health.freshness.coverage.files === 0 ? "empty" : "found",
      files: health.counts.files,
      found: rows.length,
      write: (shown) => writeHealth(health, rows.slice(0, shown)),
    };
  },
});

interface DocumentCounts {
  readonly files: number;
  readonly parse: Readonly<Partial<Record<ParseState, number>>>;
  /** Paths of some files that were parsed only partly. */
  readonly partial: readonly string[];
  readonly languages: readonly (readonly [string, number])[];
}

interface Health extends ProjectStatus {
  readonly folder: string;
  readonly counts: DocumentCounts;
  readonly git: GitFields;
  readonly memory: { readonly usedMb: number; readonly limitMb: number };
  readonly toolsets: readonly string[];
  readonly issues: readonly Issue[];
}

async function examine({ session, corpus, freshness, signal, withSnapshot }: CodeScene, context: OperationContext) {
  const { root, settings } = session;
  const index = await session.index();
  const status = projectStatus({ root, index, corpus }, freshness, context);
  const [git, history] = await Promise.all([
    gitState(root, signal),
    session.history().then((open) => open.ask(HISTORY_WAIT_MS, signal)),
  ]);
  const counts = withSnapshot(countDocuments);
  const memory = memoryUse(context.services.settings.memoryLimitMb);
  const isWatched = context.caller.kind === "mcp" && settings.watch === "auto";
  const issues = findIssues({
    ...status,
    ...counts,
    git,
    memory,
    watching: isWatched ? status.watching : null,
    unreadable: status.excluded.unreadable?.count ?? 0,
  });
  const { toolsets: offer } = context.services.settings;
  const toolsets = TOOLSETS.filter((set) => offers(offer, set));
  return {
    ...status,
    folder: index.folder,
    counts,
    git: gitFields(git, history),
    memory,
    toolsets,
    issues,
  } satisfies Health;
}

type GitFields = z.output<typeof output.git>;

const gitFields = ({ state, commit, shallow }: GitState, history: HistoryStatus): GitFields =>
  commit === null
    ? { state }
    : {
        commit: commit.slice(0, 12),
        ...(shallow ? { shallow } : {}),
        history: history.state,
        commits: history.reason,
      };

function renderGit({ state, commit, shallow, history, commits }: GitFields): string {
  const none = { none: "no repository", unborn: "no commit yet", unavailable: "does not answer" };
  return commit === undefined
    ? (none[state as keyof typeof none] ?? "")
    : `${commit}${shallow === true ? ", shallow" : ""}; history ${history}: ${commits}`;
}

/** The exact value takes the system some 10 ms, so it is read only near the limit. */
function memoryUse(limitMb: number): { readonly usedMb: number; readonly limitMb: number } {
  const atMost = ownMemoryBytesAtMost();
  const used = isTight(atMost / 1024 ** 2, limitMb) ? ownMemoryBytes() : atMost;
  return { usedMb: Math.round(used / 1024 ** 2), limitMb };
}

function countDocuments(snapshot: Snapshot): DocumentCounts {
  const parse: Partial<Record<ParseState, number>> = {};
  const languages = new Map<string, number>();
  const partial: string[] = [];
  for (const { path, language, parse: state } of snapshot.documents()) {
    parse[state] = (parse[state] ?? 0) + 1;
    const name = language ?? "of no known language";
    languages.set(name, (languages.get(name) ?? 0) + 1);
    if (state === "partial" && partial.length < EXAMPLES_MAX) {
      partial.push(shortened(path));
    }
  }
  return {
    files: snapshot.documentCount,
    parse: Object.fromEntries(
      PARSE_STATES.flatMap((state) => (parse[state] === undefined ? [] : [[state, parse[state]]])),
    ),
    partial,
    // Ties are sorted by name: the index lists documents in the order in which they were read.
    languages: [...languages].sort(([one, a], [other, b]) => b - a || (one < other ? -1 : 1)),
  };
}

/** What a budget may cut, the most important first. */
type Row =
  | { readonly of: "troubles"; readonly issue: Issue }
  | { readonly of: "left_out"; readonly reason: string; readonly files: ExcludedClass }
  | { readonly of: "languages"; readonly language: string; readonly files: number };

const rowsOf = ({ issues, counts, excluded }: Health): Row[] => [
  ...issues.map((issue): Row => ({ of: "troubles", issue })),
  ...Object.entries(excluded).map(([reason, files]): Row => ({ of: "left_out", reason, files })),
  ...counts.languages.map(([language, files]): Row => ({ of: "languages", language, files })),
];

/** `12 ignored: dist/, node_modules/` */
export function leftOut(reason: string, { count, examples }: ExcludedClass): string {
  const some = examples.slice(0, EXAMPLES_MAX).map(shortened);
  return `${formatNumber(count)} ${reason}${some.length === 0 ? "" : `: ${some.join(", ")}`}`;
}

function writeHealth(health: Health, rows: readonly Row[]) {
  const { freshness, vectors, watching, work, working, counts, git, memory, toolsets, issues, folder } = health;
  const status = healthStatusOf(issues);
  const listed = ISSUES.write(rows.flatMap((row) => (row.of === "troubles" ? [row.issue] : [])));
  const left = rows.filter((row) => row.of === "left_out");
  const languages = rows.filter((row) => row.of === "languages");
  const parsed = Object.entries(counts.parse).map(([state, count]) => `${formatNumber(count)} ${state}`);
  const writer = worker(freshness.writtenElsewhere, working);
  const watched = `${watching.state}${watching.reason === "" ? "" : `, ${watching.reason}`}`;
  const { usedMb, limitMb } = memory;
  return {
    headline: `${status}: ${freshness.coverage.files === 0 ? "no file to search" : renderCoverage(freshness.coverage)}`,
    lines: [
      ...listed.lines,
      `index: ${writer}${work === null ? "" : `: ${renderWork(work)}`}`,
      `parsed: ${parsed.join(", ") || "nothing"}`,
      `meaning: ${renderVectors(vectors)}`,
      `watching: ${watched}`,
      `git: ${renderGit(git)}`,
      `memory: ${formatNumber(usedMb)} of ${formatNumber(limitMb)} MB`,
      `tools offered: ${toolsets.join(", ")}`,
      ...(freshness.problems.length === 0 ? [] : [`problems: ${freshness.problems.length}, index_status lists them`]),
      ...left.map(({ reason, files }) => `left out: ${escapeName(leftOut(reason, files))}`),
      ...(languages.length === 0
        ? []
        : [`languages: ${languages.map(({ language, files }) => `${formatNumber(files)} ${language}`).join(", ")}`]),
    ],
    fields: {
      status,
      ...(listed.lines.length === 0 ? {} : { troubles: listed.field }),
      coverage: coverageOf(freshness.coverage),
      writer,
      ...(work === null ? {} : { work }),
      index_folder: folder,
      parsed: { ...counts.parse },
      vectors: partOf(vectors),
      watching: partOf(watching),
      git,
      memory_mb: { used: usedMb, limit: limitMb },
      toolsets: [...toolsets],
      ...(freshness.problems.length === 0 ? {} : { problems_count: freshness.problems.length }),
      ...(languages.length === 0
        ? {}
        : { languages: Object.fromEntries(languages.map(({ language, files }) => [language, files])) }),
      ...(left.length === 0
        ? {}
        : { left_out: Object.fromEntries(left.map(({ reason, files }) => [reason, briefly(files)])) }),
    } as const,
  };
}

const briefly = ({ count, examples }: ExcludedClass) => ({
  count,
  examples: examples.slice(0, EXAMPLES_MAX).map(shortened),
});
