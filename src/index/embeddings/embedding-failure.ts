// What happens when the model or the vector store fails as a whole: search by words goes on, and the answer says why vectors are missing.
import { log } from "../../system/log.ts";
import { Failure, messageOf, type Problem } from "../../vocabulary/failure.ts";

export interface EmbeddingFailure {
  readonly message: string;
  readonly problem: Problem;
  /** On the clock of performance.now(). */
  readonly atMs: number;
}

/** What the user sees. */
export function embeddingProblem(error: unknown): Problem {
  const remedy = error instanceof Failure ? `; ${error.hint}` : "";
  if (error instanceof Failure && error.code === "TEAM_INDEX_UNAVAILABLE") {
    const message = `Only vectors on this machine are searched: ${error.message}${remedy}`;
    return { code: "TEAM_INDEX_UNAVAILABLE", message };
  }
  const message = `Vectors cannot be made (search uses words only): ${messageOf(error)}${remedy}`;
  return { code: "EMBEDDING_FAILED", message };
}

/** Null if the work succeeded or was stopped. */
export async function failureOf(work: () => Promise<void>): Promise<EmbeddingFailure | null> {
  try {
    await work();
    return null;
  } catch (error) {
    if (error instanceof Failure && error.code === "CANCELLED") {
      return null;
    }
    const message = messageOf(error);
    log("warn", "vectors.failed", { reason: message });
    return { message, problem: embeddingProblem(error), atMs: performance.now() };
  }
}
