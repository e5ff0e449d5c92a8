// Translates answers and failures to tool results. A failure is a result that a model can read and act on (`isError`, outcome,
// code, hint); protocol errors are only for malformed calls.
import { randomBytes } from "node:crypto";
import { plainText } from "../operations/answer/text-lines.ts";
import { type Answer, outcomeOfFailure, summaryOf } from "../operations/contract/operation.ts";
import { log } from "../system/log.ts";
import { Failure } from "../vocabulary/failure.ts";

export interface ToolResult {
  content: { type: "text"; text: string }[];
  structuredContent: Record<string, unknown>;
  isError?: boolean;
}

/**
 * Clients that give their model both the text and the structured content; others give it one of them, so both contain the
 * source. Found by observing what each client sends to its model (docs/clients/).
 */
const HANDS_ON_BOTH: ReadonlySet<string> = new Set(["kimi-code"]);

/** For a client that passes on both forms, the structured one is reduced to its envelope, so that nothing is sent twice. */
export function renderAnswer({ text, structured }: Answer, client: string): ToolResult {
  const { summary, outcome } = structured;
  const structuredContent = HANDS_ON_BOTH.has(client) ? { summary, outcome } : { ...structured };
  return { content: [{ type: "text", text }], structuredContent };
}

/** Anything that is not a Failure is a bug: it is logged in full under an id, and the caller gets only the id. */
export function asFailure(error: unknown, doing: string): Failure {
  if (error instanceof Failure) {
    return error;
  }
  const logId = randomBytes(4).toString("hex");
  log("error", "defect", {
    logId,
    doing,
    error: error instanceof Error ? (error.stack ?? error.message) : String(error),
  });
  return new Failure("INTERNAL", `internal error (log id ${logId})`, {
    hint: `the server keeps running; its stderr has details under ${logId}; please report it`,
    cause: error,
  });
}

export function renderFailure(failure: Failure): ToolResult {
  const { code, message, hint } = failure;
  const outcome = outcomeOfFailure(code);
  // Both may contain names from a repository.
  const error = { code, message: plainText(message), hint: plainText(hint) };
  const text = `${outcome}: ${code}: ${error.message}\nhint: ${error.hint}`;
  return {
    content: [{ type: "text", text }],
    structuredContent: { summary: summaryOf(text), outcome, error },
    isError: true,
  };
}
