// Errors that are bugs of this program, as the failures that a user sees.
import { randomBytes } from "node:crypto";
import { Failure } from "../vocabulary/failure.ts";
import { log } from "./log.ts";

/**
 * Anything that is not a Failure is a bug: it is logged in full under an id, and the caller gets only the id, as INTERNAL. `doing`:
 * what the log says of the request.
 */
export function asFailure(error: unknown, hintOf: (logId: string) => string, doing?: string): Failure {
  if (error instanceof Failure) {
    return error;
  }
  const logId = randomBytes(4).toString("hex");
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  log("error", "defect", { logId, ...(doing === undefined ? {} : { doing }), error: text });
  return new Failure("INTERNAL", `internal error (log id ${logId})`, { hint: hintOf(logId), cause: error });
}
