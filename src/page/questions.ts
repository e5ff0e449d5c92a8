// What the page may ask: operations that only read, and two that change what this program keeps. Their structured answers are passed on unchanged.
import { ALL_OPERATIONS } from "../operations/all-operations.ts";
import { type Caller, type Operation, outcomeOfFailure } from "../operations/contract/operation.ts";
import { searchedBefore } from "../operations/contract/permitted-projects.ts";
import type { Services } from "../operations/contract/services.ts";
import { asFailure } from "../system/defect.ts";
import { Failure, type FailureCode } from "../vocabulary/failure.ts";
import type { Indexing } from "./indexing.ts";

/** By operation: the fields that the page may give. Others, such as a file to write to, are left out. */
const FIELDS: Readonly<Record<string, readonly string[]>> = {
  search_codebase: ["query", "top_k", "paths", "languages", "kinds", "detail", "max_tokens", "explain"],
  list_saved_results: ["limit"],
  get_saved_result: ["name", "storage_mode", "max_tokens"],
  delete_saved_result: ["name", "storage_mode"],
  index_status: [],
  index_project: [],
  report_token_savings: ["days", "client", "tool"],
  list_calls: ["tool", "client", "text", "page", "limit", "all_projects"],
  get_repo_overview: ["max_tokens"],
  list_modules: ["max_tokens"],
  get_module: ["module", "max_tokens"],
  analyze_impact: ["symbol", "depth", "max_tokens"],
  search_files: ["query", "max_tokens"],
};

const QUESTIONS: ReadonlyMap<string, Operation> = new Map(
  ALL_OPERATIONS.filter(({ name }) => name in FIELDS).map((one) => [one.name, one]),
);

/** The question where the page is, which is no operation. */
const PAGE = "page";

/** Where the hint for a caller who names the project does not help somebody who looks at a page. */
const HINTS: Readonly<Partial<Record<FailureCode, string>>> = {
  PROJECT_NOT_FOUND: "put the folder back, or start `context-broker ui` in another project",
};

export interface Asking {
  readonly services: Services;
  readonly caller: Caller;
  /** The project that the page was started for. */
  readonly root: string;
  readonly indexing: Indexing;
}

type Structured = Readonly<Record<string, unknown>>;

/**
 * An answer's structured part, or a failure with its code and hint. `input`: JSON; fields that the page may not give are left out. `project` is
 * one that is indexed on this machine; absent: the one that the page was started for.
 */
export async function askQuestion(
  name: string,
  input: unknown,
  signal: AbortSignal,
  { services, caller, root, indexing }: Asking,
): Promise<Structured> {
  try {
    const fields = Object.entries(Object(input) as object);
    const named: unknown = fields.find(([field]) => field === "project")?.[1] ?? root;
    const { settings } = services;
    const projects = named === root && name !== PAGE ? [] : await searchedBefore(settings.cacheFolder);
    const project = projects.find((one) => one === named) ?? root;
    if (name === PAGE) {
      const all = [...new Set([root, ...projects])].sort();
      return { outcome: "found", root: project, projects: all, editor_link: settings.editorLink };
    }
    if (project !== named) {
      throw new Failure("PROJECT_NOT_FOUND", `no project of this name is indexed on this machine`, {
        hint: "reload the page",
      });
    }
    const operation = QUESTIONS.get(name);
    if (operation === undefined) {
      throw new Failure("INVALID_INPUT", `the page does not ask ${name.slice(0, 80)}`, {
        hint: `it may ask: ${[...QUESTIONS.keys()].join(", ")}`,
      });
    }
    const given = fields.filter(([field]) => FIELDS[name]?.includes(field));
    const own = "project" in operation.input.shape ? { project } : {};
    const context = { services, caller, signal, onProgress: () => undefined };
    const run = async (until: AbortSignal): Promise<Structured> =>
      (await operation.run({ ...Object.fromEntries(given), ...own }, { ...context, signal: until })).structured;
    return await (name === "index_project" ? indexing.run(project, run) : run(signal));
  } catch (error) {
    const { code, message, hint } = asFailure(error, (id) => `the log has it under ${id}; please report it`, name);
    return { outcome: outcomeOfFailure(code), error: { code, message, hint: HINTS[code] ?? hint } };
  }
}
