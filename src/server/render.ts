// The one translator from answers and failures to tool results. A failure is a result that a model can read and act
// on (`isError`, outcome, code, hint); protocol errors stay for malformed calls.
import { randomBytes } from "node:crypto";
import { plainText } from "../operations/code/text-lines.ts";
import { type Answer, outcomeOfFailure, summaryOf } from "../operations/operation.ts";
import { log } from "../system/log.ts";
import { Failure } from "../vocabulary/failure.ts";

export interface ToolResult {
  content: { type: "text"; text: string }[];
  structuredContent: Record<string, unknown>;
  isError?: boolean;
}

/**
 * Clients that hand a model both the text and the structured content; others hand on one of them, so that both carry
 * the source. Found by watching what each client sends to its model (docs/clients/).
 */
const HANDS_ON_BOTH: ReadonlySet<string> = new Set(["kimi-code"]);

/** For a client that hands on both forms, the structured one is left to its envelope, so that nothing is sent twice. */
export function renderAnswer({ text, structured }: Answer, client: string): ToolResult {
  const { summary, outcome } = structured;
  const structuredContent = HANDS_ON_BOTH.has(client) ? { summary, outcome } : { ...structured };
  return { content: [{ type: "text", text }], structuredContent };
}

/** Anything that is not a Failure is a defect: it is logged in full under an id, and the caller gets the id alone. */
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
  // Both may hold names of a repository's choosing.
  const error = { code, message: plainText(message), hint: plainText(hint) };
  const text = `${outcome}: ${code}: ${error.message}\nhint: ${error.hint}`;
  return {
    content: [{ type: "text", text }],
    structuredContent: { summary: summaryOf(text), outcome, error },
    isError: true,
  };
}
