// Translates answers and failures to exit codes and error messages.
import { type Answer, outcomeOfFailure } from "../operations/contract/operation.ts";
import { asFailure as failureOf } from "../system/defect.ts";
import { INTERRUPTED } from "../system/interrupts.ts";
import type { Failure } from "../vocabulary/failure.ts";
import { styleOf } from "./style.ts";
import { type Output, visible } from "./terminal.ts";

export const EXIT = { found: 0, nothing: 1, failed: 2, interrupted: INTERRUPTED } as const;

/** A bug becomes INTERNAL; the log has it in full. */
export const asFailure = (error: unknown): Failure => failureOf(error, () => "please report it with the lines above");

export function exitCodeOfAnswer({ outcome, passed = true }: Answer): number {
  if (!passed) {
    return EXIT.nothing;
  }
  return outcome === "empty" || outcome === "none" ? EXIT.nothing : outcome === "failed" ? EXIT.failed : EXIT.found;
}

export const exitCodeOf = (failure: Failure): number => (failure.code === "CANCELLED" ? EXIT.interrupted : EXIT.failed);

/** Forms of a review's report that are one JSON document. */
const JSON_OUTPUT = /^(?:--output=)?(?:json|sarif|gitlab)$/;

/** Whether a program reads what the command prints: then an error is JSON, too. */
export const isForProgram = (args: readonly string[]): boolean =>
  args.some(
    (one, at) =>
      one === "--json" || (JSON_OUTPUT.test(one) && (one.startsWith("--output=") || args[at - 1] === "--output")),
  );

export function renderFailure(failure: Failure, json: boolean, err: Output): string {
  const { code, message, hint } = failure;
  if (json) {
    return `${JSON.stringify({ outcome: outcomeOfFailure(code), error: { code, message, hint } })}\n`;
  }
  const { red, bold, dim } = styleOf(err);
  return `${bold(red(`error[${code}]`))}: ${visible(message)}\n${dim("hint:")} ${visible(hint)}\n`;
}
