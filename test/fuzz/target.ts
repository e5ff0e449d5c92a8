// What the fuzzer drives: a parser of foreign input with what must hold of it, whatever the bytes. Knows no target.
import { Failure, type FailureCode } from "../../src/vocabulary/failure.ts";

export interface FuzzTarget {
  readonly name: string;
  /** What must hold, in one line, for the report. */
  readonly holds: string;
  /** Words that mean something to the parser; mutations splice them in. */
  readonly dictionary: readonly string[];
  /** Longest input worth trying, in bytes. */
  readonly bytesMax: number;
  /** Longest time for one input, in milliseconds: far above what an honest one takes. */
  readonly timeMaxMs: number;
  /** Throws where what must hold does not. Synchronous, so that a hang is seen from outside. */
  check(input: Buffer): void;
}

export function fail(message: string): never {
  throw new Error(message);
}

/** What `parse` answers; null where it refuses with one of the failures that it is allowed to refuse with. */
export function parsedOr<Value>(codes: readonly FailureCode[], parse: () => Value): Value | null {
  try {
    return parse();
  } catch (error) {
    if (error instanceof Failure && codes.includes(error.code)) {
      if (error.message.trim() === "" || error.hint.trim() === "") {
        fail(`the failure ${error.code} says too little: ${JSON.stringify([error.message, error.hint])}`);
      }
      return null;
    }
    throw error;
  }
}
