// Errors of requests as failures and, of requests other than tool calls, as protocol errors, which have a number.
import { ProtocolErrorCode } from "@modelcontextprotocol/server";
import { plainText } from "../operations/answer/text-lines.ts";
import { asFailure as failureOf } from "../system/defect.ts";
import type { Failure, FailureCode } from "../vocabulary/failure.ts";

/** `doing` names the request in the log. A bug becomes INTERNAL, with the id under which the log has it in full. */
export function asFailure(error: unknown, doing: string): Failure {
  const hintOf = (logId: string) => `the server keeps running; its stderr has details under ${logId}; please report it`;
  return failureOf(error, hintOf, doing);
}

/** The SDK sends message and data unchanged, and the code as the revision in use has it: 2026-07-28 has no -32002. */
export const protocolError = (code: number, message: string, data?: unknown): Error =>
  Object.assign(new Error(message), { code, data });

/** `doing` names the request in the log. */
export async function protocolErrors<Result>(doing: string, answer: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await answer();
  } catch (error) {
    const { code, message, hint } = asFailure(error, doing);
    throw protocolError(numberOf(code), plainText(message), { code, hint: plainText(hint) });
  }
}

function numberOf(code: FailureCode): number {
  switch (code) {
    case "NOT_FOUND":
    case "AMBIGUOUS":
      return ProtocolErrorCode.ResourceNotFound;
    case "INVALID_INPUT":
      return ProtocolErrorCode.InvalidParams;
    default:
      return ProtocolErrorCode.InternalError;
  }
}
