// What both kinds of saved vector indexes share: when a file is not used, and why. None of this is an error: the index is made
// again.

import { codeOf, messageOf } from "../../vocabulary/failure.ts";
import type { VectorIndexOrigin } from "./vector-index.ts";

export interface Refusal {
  readonly reason: "missing" | "torn" | "foreign" | "format";
  readonly detail: string;
}

/** For an error of the file system, or of bytes that are not what was written. */
export function refusalOf(error: unknown): Refusal {
  const isAbsent = codeOf(error) === "ENOENT";
  return { reason: isAbsent ? "missing" : "torn", detail: messageOf(error) };
}

/** Null if the file was made from what is expected. */
export function refuseOther(saved: VectorIndexOrigin, expected: VectorIndexOrigin): Refusal | null {
  const field = (["databaseId", "model", "dimensions"] as const).find((one) => saved[one] !== expected[one]);
  return field === undefined
    ? null
    : { reason: "foreign", detail: `its ${field} is ${saved[field]}, not ${expected[field]}` };
}
