// Translates answers and failures to exit codes and error messages.
import { randomBytes } from "node:crypto";
import { type Answer, outcomeOfFailure } from "../operations/contract/operation.ts";
import { log } from "../system/log.ts";
import { Failure } from "../vocabulary/failure.ts";
import { styleOf } from "./style.ts";
import { type Output, visible } from "./terminal.ts";

export const EXIT = { found: 0, nothing: 1, failed: 2, interrupted: 130 } as const;

/** Anything that is not a Failure is a bug: the log has it in full under an id. */
export function asFailure(error: unknown): Failure {
  if (error instanceof Failure) {
    return error;
  }
  const logId = randomBytes(4).toString("hex");
  log("error", "defect", { logId, error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  return new Failure("INTERNAL", `internal error (log id ${logId})`, {
    hint: "please report it with the lines above",
    cause: error,
  });
}

export function exitCodeOfAnswer({ outcome }: Answer): number {
  return outcome === "empty" ? EXIT.nothing : outcome === "failed" ? EXIT.failed : EXIT.found;
}

export function exitCodeOf(failure: Failure): number {
  return failure.code === "CANCELLED" ? EXIT.interrupted : EXIT.failed;
}

export function renderFailure(failure: Failure, json: boolean, err: Output): string {
  const { code, message, hint } = failure;
  if (json) {
    return `${JSON.stringify({ outcome: outcomeOfFailure(code), error: { code, message, hint } })}\n`;
  }
  const { red, bold, dim } = styleOf(err);
  return `${bold(red(`error[${code}]`))}: ${visible(message)}\n${dim("hint:")} ${visible(hint)}\n`;
}
