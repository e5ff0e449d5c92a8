// The questions that the page may ask: operations that only read. Their structured answers are passed on unchanged.
import { ALL_OPERATIONS } from "../operations/all-operations.ts";
import { type Caller, type Operation, outcomeOfFailure } from "../operations/contract/operation.ts";
import type { Services } from "../operations/contract/services.ts";
import { asFailure } from "../system/defect.ts";
import { Failure, type FailureCode } from "../vocabulary/failure.ts";

/** By operation: the fields that the page may give. Others, such as a file to write to, are left out. */
const FIELDS: Readonly<Record<string, readonly string[]>> = {
  search_codebase: ["query", "top_k", "paths", "languages", "kinds", "detail", "max_tokens", "explain"],
  list_saved_results: ["limit"],
  get_saved_result: ["name", "storage_mode", "max_tokens"],
  index_status: [],
  report_token_savings: ["days", "client", "tool"],
  get_repo_overview: ["max_tokens"],
  list_modules: ["max_tokens"],
  get_module: ["module", "max_tokens"],
  analyze_impact: ["symbol", "depth", "max_tokens"],
  search_files: ["query", "max_tokens"],
};

const QUESTIONS: ReadonlyMap<string, Operation> = new Map(
  ALL_OPERATIONS.filter(({ name }) => name in FIELDS).map((one) => [one.name, one]),
);

/** Where the hint for a caller who names the project does not help somebody who looks at a page. */
const HINTS: Readonly<Partial<Record<FailureCode, string>>> = {
  PROJECT_NOT_FOUND: "put the folder back, or start `context-broker ui` in another project",
};

export interface Asking {
  readonly services: Services;
  readonly caller: Caller;
  /** The page's one project. */
  readonly root: string;
}

/** An answer's structured part, or a failure with its code and hint. `input`: JSON; fields that the page may not give are left out. */
export async function askQuestion(
  name: string,
  input: unknown,
  signal: AbortSignal,
  { services, caller, root }: Asking,
): Promise<Readonly<Record<string, unknown>>> {
  try {
    const operation = QUESTIONS.get(name);
    if (operation === undefined) {
      throw new Failure("INVALID_INPUT", `the page does not ask ${name.slice(0, 80)}`, {
        hint: `it may ask: ${[...QUESTIONS.keys()].join(", ")}`,
      });
    }
    const given = Object.entries(Object(input) as object).filter(([field]) => FIELDS[name]?.includes(field));
    const own = "project" in operation.input.shape ? { project: root } : {};
    const context = { services, caller, signal, onProgress: () => undefined };
    return (await operation.run({ ...Object.fromEntries(given), ...own }, context)).structured;
  } catch (error) {
    const { code, message, hint } = asFailure(error, (id) => `the log has it under ${id}; please report it`, name);
    return { outcome: outcomeOfFailure(code), error: { code, message, hint: HINTS[code] ?? hint } };
  }
}
