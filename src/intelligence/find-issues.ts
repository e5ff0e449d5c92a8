// Finds what makes a project's answers worse than they could be, and the remedy for each. Pure rules over the state of the
// parts.
import type { Freshness, VectorStatus } from "../index/project-index.ts";
import type { WatchStatus } from "../project/corpus.ts";
import { gitRemedy } from "../project/git-remedy.ts";
import type { GitState } from "../project/git-state.ts";
import type { ParseState } from "../vocabulary/chunk.ts";
import { formatNumber, renderCount } from "../vocabulary/shown-text.ts";

export interface PartsState {
  readonly freshness: Freshness;
  readonly vectors: VectorStatus;
  readonly parse: Readonly<Partial<Record<ParseState, number>>>;
  /** Some paths of files that are parsed in part. */
  readonly partial: readonly string[];
  readonly git: GitState;
  /** Null if watching is not used: in a terminal, or switched off. */
  readonly watching: WatchStatus | null;
  readonly memory: { readonly usedMb: number; readonly limitMb: number };
  /** Files of the project that could not be read. */
  readonly unreadable: number;
}

export interface Issue {
  /** The part concerned, in a word. */
  readonly part: string;
  readonly what: string;
  readonly remedy: string;
  /** `lasting`: answers are worse until somebody acts; `passing`: work goes on that ends it; `note`: good to know. */
  readonly kind: "lasting" | "passing" | "note";
}

/** Share of the memory limit from which the program begins to shed work (system/memory-watch.ts). */
const MEMORY_TIGHT = 0.85;
/** Share of the files from which those with syntax errors are more than a few in the making. */
const PARTIAL_MANY = 0.05;
const REASON_LENGTH_MAX = 200;

const files = (count: number): string => renderCount(count, "file");
const because = (reason: string): string => (reason === "" ? "" : `: ${reason.slice(0, REASON_LENGTH_MAX)}`);

export const isTight = (usedMb: number, limitMb: number): boolean => usedMb >= limitMb * MEMORY_TIGHT;

type Rule = (state: PartsState) => Omit<Issue, "part"> | null;

const issueOf =
  (kind: Issue["kind"]) =>
  (what: string, remedy: string): Omit<Issue, "part"> => ({ what, remedy, kind });
const lasting = issueOf("lasting");
const passing = issueOf("passing");
const note = issueOf("note");

/** The gravest first. A part that its user switched off has none. */
const RULES: Readonly<Record<string, Rule>> = {
  index({ freshness: { lagging, building, writtenElsewhere, problems } }) {
    const what = `${files(lagging)} not indexed yet${building ? "; the first index is not complete" : ""}`;
    // Trying again does not end it.
    const unwritable = problems.find(({ code }) => code === "INDEX_READ_ONLY");
    if (lagging === 0) {
      return null;
    }
    const work = writtenElsewhere ? "another process is working on it" : "it continues in the background";
    return unwritable === undefined
      ? passing(what, `${work}; generate_index waits for it`)
      : lasting(`${what}, and it cannot be written`, unwritable.message);
  },
  vectors({ vectors: { state, reason }, freshness: { coverage } }) {
    const missing = coverage.chunks - coverage.chunksEmbedded;
    switch (state) {
      case "disabled":
        return null;
      case "unavailable":
        return lasting(
          `search by meaning is not available${because(reason)}`,
          "search uses words only; `context-broker doctor` checks the model",
        );
      case "falling back":
        return lasting(
          `vectors are searched in a slower way${because(reason)}`,
          "same answers; `context-broker doctor` says what is missing",
        );
      default:
        return missing > 0 || state === "stale"
          ? passing(
              `${formatNumber(missing)} of ${formatNumber(coverage.chunks)} chunks have no vector yet${because(reason)}`,
              "they are made in the background; `context-broker index` makes all now",
            )
          : null;
    }
  },
  parse({ parse, partial, freshness }) {
    if (parse.partial === undefined) {
      return null;
    }
    const paths = `${partial.join(", ")}${parse.partial > partial.length ? ", …" : ""}`;
    return issueOf(parse.partial > freshness.coverage.files * PARTIAL_MANY ? "lasting" : "note")(
      `${files(parse.partial)} parsed only partly (${paths})`,
      "validate_syntax with their paths shows the lines; symbols there may be missing in answers",
    );
  },
  files: ({ unreadable }) =>
    unreadable === 0
      ? null
      : lasting(
          `${files(unreadable)} could not be read`,
          "give this user permission to read them; `context-broker status` names some",
        ),
  git({ git: { state, reason, shallow } }) {
    if (state === "unavailable") {
      return lasting(
        `git does not answer${because(reason)}`,
        `${gitRemedy(reason ?? "")}; comparisons with a commit fail until then`,
      );
    }
    return shallow
      ? note("the history is shallow", "`git fetch --unshallow` fetches the rest, for comparisons with older commits")
      : null;
  },
  watching: ({ watching }) =>
    watching?.state === "off"
      ? note(
          `the file system is not watched${because(watching.reason)}`,
          "same answers: each question checks every file",
        )
      : null,
  memory: ({ memory: { usedMb, limitMb } }) =>
    isTight(usedMb, limitMb)
      ? lasting(
          `${formatNumber(usedMb)} of ${formatNumber(limitMb)} MB are used: background work is slowed down`,
          "raise memory_limit_mb, or lower open_projects",
        )
      : null,
};

export const findIssues = (state: PartsState): Issue[] =>
  Object.entries(RULES).flatMap(([part, rule]) => {
    const issue = rule(state);
    return issue === null ? [] : [{ part, ...issue }];
  });

export const HEALTH_STATUSES = ["healthy", "building", "degraded"] as const;

export function healthStatusOf(issues: readonly Issue[]): (typeof HEALTH_STATUSES)[number] {
  const has = (wanted: Issue["kind"]): boolean => issues.some(({ kind }) => kind === wanted);
  return has("lasting") ? "degraded" : has("passing") ? "building" : "healthy";
}
